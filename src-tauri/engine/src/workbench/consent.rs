//! What would be started or reached, and whether the user allowed it.

use std::{collections::BTreeMap, path::PathBuf};

use super::{
    Workbench,
    words::{problem, show_launch},
};
use crate::{
    clients::{
        ClientId, Entry, Given, Launch, Reading, Scope, Secret, Standing, Stdio, claude_code,
        mask_argument_list,
    },
    servers::{Announce, Helper},
    store::Consent,
    wire::{self, Problem},
};

/// One server to be started or reached, and who defines it.
pub(super) struct Target<'r> {
    pub(super) launch: &'r Launch,
    /// The first entry in use that defines it, else the first that waits for
    /// approval: clients in our order.
    pub(super) entry: &'r Entry,
    pub(super) reading: &'r Reading,
    names: Vec<String>,
    clients: Vec<&'static str>,
    /// Whether any of its definitions comes with a project.
    shared: bool,
}

/// What is really started or reached for a target.
pub(super) struct Started {
    /// With the variables that the client's settings give to every program,
    /// below those of the entry, and without a command its client does not run.
    pub(super) launch: Launch,
    /// How a command that makes headers runs.
    pub(super) helper: Helper,
    /// Names of the variables that the entry itself sets.
    own: Vec<String>,
    /// What the client's settings add to them.
    given: Vec<Given>,
}

/// Starts of the names of variables by which Claude Code itself is told things:
/// what the user's own settings say of them changes no server.
const CLIENTS_OWN: [&str; 4] = ["ANTHROPIC_", "CLAUDE_", "ENABLE_TOOL_SEARCH", "DISABLE_"];

impl Started {
    /// The key of exactly this, with every value that decides what runs.
    fn key(&self) -> String {
        if self.helper.env.is_empty() {
            return self.launch.key();
        }
        // The command that makes headers is a program like any other.
        let env = self.helper.env.clone();
        Launch::Stdio(Stdio { command: self.launch.key(), args: Vec::new(), env, cwd: None }).key()
    }

    /// Names of variables that the project's own settings give.
    fn by_project(&self) -> Vec<&str> {
        let given = self.given.iter().filter(|given| given.by_project);
        given.map(|given| given.name.as_str()).collect()
    }
}

impl Target<'_> {
    /// Whether its client does not start it yet.
    fn waits(&self) -> bool {
        matches!(self.entry.standing, Standing::NeedsApproval(_))
    }

    pub(super) fn directory(&self, workbench: &Workbench) -> PathBuf {
        self.reading.project.clone().unwrap_or_else(|| workbench.world.home.clone())
    }

    /// Lists depend on what a client announces: speak as the client audited.
    pub(super) fn announce(&self) -> Announce {
        match self.reading.client {
            ClientId::ClaudeCode => Announce::claude_code(self.reading.installed.version.as_ref()),
            ClientId::ClaudeDesktop => Announce::claude_desktop(),
            ClientId::Cursor => Announce::cursor(),
        }
    }

    pub(super) fn started(&self, workbench: &Workbench) -> Started {
        self.started_with(workbench, |_| true)
    }

    /// What is started with those variables of the client's settings that count.
    fn started_with(&self, workbench: &Workbench, counts: impl Fn(&Given) -> bool) -> Started {
        let announce = self.announce();
        let mut launch = self.launch.clone();
        let mut helper = Helper {
            directory: self.helper_directory(workbench),
            server: (self.reading.client == ClientId::ClaudeCode).then(|| self.entry.name.clone()),
            env: Vec::new(),
            of_project: self.entry.scope == Scope::Project,
        };
        // What the client adds by itself is not for its settings to change.
        let given = self.reading.policy.program_env().iter();
        let mut given: Vec<Given> =
            given.filter(|given| !announce.sets(&given.name) && counts(given)).cloned().collect();
        let mut own = Vec::new();
        match &mut launch {
            Launch::Stdio(stdio) => {
                let set = std::mem::take(&mut stdio.env);
                own = set.iter().map(|(name, _)| name.clone()).collect();
                given.retain(|given| !own.contains(&given.name));
                stdio.env = pairs(&given);
                stdio.env.extend(set);
            }
            Launch::Remote(remote) => {
                if !self.reading.policy.runs_helper(self.entry) {
                    remote.headers_helper = None;
                }
                given.retain(|given| remote.headers_helper.is_some() && helper.gets(&given.name));
                helper.env = pairs(&given);
            }
        }
        Started { launch, helper, own, given }
    }

    /// Where a command that makes headers runs. Claude Code runs one of a user
    /// entry in its own configuration folder, others in the session's folder
    /// (observed in 2.1.332).
    fn helper_directory(&self, workbench: &Workbench) -> PathBuf {
        if self.reading.client == ClientId::ClaudeCode && self.entry.scope == Scope::User {
            claude_code::Places::of(&workbench.world).config_dir
        } else {
            self.directory(workbench)
        }
    }
}

fn pairs(given: &[Given]) -> Vec<(String, Secret)> {
    given.iter().map(|given| (given.name.clone(), given.value.clone())).collect()
}

impl Workbench {
    /// Exactly what connecting would start or reach, and whether it was allowed
    /// before. Nothing starts.
    pub async fn consents(
        &self,
        request: &wire::ConnectRequest,
    ) -> Result<Vec<wire::ConsentAsk>, Problem> {
        let readings = self.read(&request.clients, &request.projects).await?;
        let allowed = match &self.store {
            Some(store) => store.consents().await.unwrap_or_default(),
            None => Vec::new(),
        };
        Ok(targets(&readings)
            .into_iter()
            // What its client would not start yet is asked about by name only, so
            // that allowing everything does not run what a project brought along.
            .filter(|(key, target)| match request.keys.as_slice() {
                [] => !target.waits(),
                keys => keys.contains(key),
            })
            .map(|(key, target)| self.ask(key, &target, &allowed))
            .collect())
    }

    fn ask(&self, key: String, target: &Target<'_>, allowed: &[Consent]) -> wire::ConsentAsk {
        let directory = target.directory(self);
        let wanted = self.consent(target);
        let remembered = allowed.iter().any(|given| {
            given.launch_key == wanted.launch_key
                && given.directory == wanted.directory
                && given.scope == wanted.scope
        });
        let started = target.started(self);
        self.shown().insert(key.clone(), started.key());
        let (headers, headers_helper) = match &started.launch {
            Launch::Stdio(_) => (Vec::new(), None),
            Launch::Remote(remote) => (
                remote.headers.iter().map(|(name, _)| name.clone()).collect(),
                remote
                    .headers_helper
                    .as_ref()
                    .map(|helper| mask_argument_list(&words_of(helper)).join(" ")),
            ),
        };
        let by_project = started.by_project();
        let given = (!by_project.is_empty()).then(|| {
            format!(
                "The project's settings give it {}; with these values it was not allowed here yet.",
                by_project.join(", ")
            )
        });
        let because = if remembered {
            "This exact command was allowed before.".to_owned()
        } else if target.waits() {
            let waits = "It waits for approval in its client; listing it here weighs it and approves nothing there.";
            [Some(waits.to_owned()), given].into_iter().flatten().collect::<Vec<_>>().join(" ")
        } else if let Some(given) = given {
            given
        } else if target.shared {
            "It comes with the project and was not allowed in it yet.".to_owned()
        } else {
            "This exact command was not allowed yet.".to_owned()
        };
        wire::ConsentAsk {
            key,
            names: target.names.clone(),
            clients: target.clients.iter().map(ToString::to_string).collect(),
            transport: target.launch.transport().as_str().to_owned(),
            command: show_launch(target.launch),
            directory: match target.launch {
                Launch::Stdio(stdio) => {
                    Some(stdio.cwd.clone().unwrap_or(directory).display().to_string())
                }
                Launch::Remote(_) => {
                    headers_helper.is_some().then(|| started.helper.directory.display().to_string())
                }
            },
            given: started.given.iter().map(given_variable).collect(),
            variables: started.own,
            headers,
            headers_helper,
            file: target.entry.place.file.display().to_string(),
            line: target.entry.place.line,
            remembered,
            because,
        }
    }

    /// The consent that a server needs: for its exact launch with what the
    /// client's settings add to its environment. Where a project has a say in
    /// it, by its file or by its variables, for this project only: its author
    /// is another one, and what a variable names may stand in its folder.
    fn consent(&self, target: &Target<'_>) -> Consent {
        let own = |name: &str| CLIENTS_OWN.iter().any(|start| name.starts_with(start));
        let started = target.started_with(self, |given| given.by_project || !own(&given.name));
        let (scope, directory) = if target.shared || !started.by_project().is_empty() {
            ("project", target.directory(self).display().to_string())
        } else {
            ("user", String::new())
        };
        Consent {
            launch_key: started.key(),
            directory,
            scope: scope.to_owned(),
            granted_at: self.world.now(),
        }
    }

    /// Refuses when a file has changed since the user was shown what starts. What
    /// was not shown in this process was allowed before, or by its command line.
    pub(super) fn still_as_shown(&self, targets: &[(String, Target<'_>)]) -> Result<(), Problem> {
        for (key, target) in targets {
            let shown = self.shown().get(key).cloned();
            if shown.is_some_and(|shown| shown != target.started(self).key()) {
                let name = target.entry.name.clone();
                let message = format!("what `{name}` starts has changed since it was shown");
                let hint = "Nothing was started. Connect again to see what it is now.";
                return Err(Problem {
                    server: Some(name),
                    ..problem("stale", message, Some(hint))
                });
            }
        }
        Ok(())
    }

    /// Keeps the user's consent to exactly these.
    pub(super) async fn remember(&self, targets: &[(String, Target<'_>)]) -> Result<(), Problem> {
        let Some(store) = &self.store else { return Ok(()) };
        for (_, target) in targets {
            store.allow(&self.consent(target)).await.map_err(|error| {
                problem("consent-not-kept", format!("the consent was not kept: {error}"), None)
            })?;
        }
        Ok(())
    }
}

/// Every server that some entry defines which is in use or waits for approval,
/// once each, in reading order; of several entries one in use speaks for it.
pub(super) fn targets(readings: &[Reading]) -> Vec<(String, Target<'_>)> {
    let mut order: Vec<String> = Vec::new();
    let mut found: BTreeMap<String, Target<'_>> = BTreeMap::new();
    for reading in readings {
        let offered = |entry: &&Entry| {
            entry.is_active() || matches!(entry.standing, Standing::NeedsApproval(_))
        };
        for entry in reading.entries.iter().filter(offered) {
            let Some(launch) = &entry.launch else { continue };
            let key = launch.key();
            let target = found.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                Target {
                    launch,
                    entry,
                    reading,
                    names: Vec::new(),
                    clients: Vec::new(),
                    shared: false,
                }
            });
            if target.waits() && entry.is_active() {
                (target.entry, target.reading, target.launch) = (entry, reading, launch);
            }
            if !target.names.contains(&entry.name) {
                target.names.push(entry.name.clone());
            }
            let client = reading.client.as_str();
            if !target.clients.contains(&client) {
                target.clients.push(client);
            }
            target.shared |= entry.scope == Scope::Project;
        }
    }
    order.into_iter().filter_map(|key| found.remove(&key).map(|target| (key, target))).collect()
}

fn given_variable(given: &Given) -> wire::GivenVariable {
    wire::GivenVariable {
        name: given.name.clone(),
        value: given.value.to_string(),
        file: given.file.display().to_string(),
        of_project: given.by_project,
    }
}

fn words_of(shell_command: &str) -> Vec<String> {
    shell_command.split_whitespace().map(ToOwned::to_owned).collect()
}
