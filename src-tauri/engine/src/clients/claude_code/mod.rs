//! Claude Code: where its files are, what they say, what it would load.
//!
//! Black-box knowledge only: the client's documentation, and what the published
//! builds 2.1.197 and 2.1.332 sent to a loopback stand-in of the Messages API.

mod agents;
mod approval;
mod entries;
mod expand;
mod findings;
mod global;
mod installed;
mod lists;
mod mode;
mod places;
mod plugins;
mod policy;
mod rules;
mod schema;
mod search;
mod service;
mod settings;
mod sources;
#[cfg(test)]
mod tests;
mod versions;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

pub(crate) use self::lists::url_matches;
use self::{
    approval::Approvals,
    entries::{Deciders, collect, settle},
    expand::expand,
    lists::Lists,
    policy::ClaudePolicy,
    rules::{DenyRule, DenyRules},
    service::Service,
    settings::Environment,
    sources::Files,
    versions::Rules,
};
pub use self::{
    installed::program,
    places::{Places, Project, is_key_of},
    plugins::Plugin,
    policy::sent_as,
    rules::glob,
};
use super::{
    Client, ClientId, Cut, Cuts, Dialect, Document, Finding, Installed, Reading, UserSays,
    entry::place_in,
};
use crate::world::World;

/// Where a version cuts texts when nobody set it otherwise; `None`: as the
/// newest measured does.
pub fn default_cuts(version: Option<&semver::Version>) -> super::Cuts {
    Rules::of(version).cuts()
}

/// What a version's search costs before anything is searched; `None`: that of the
/// newest measured.
pub fn fixed_cost(version: Option<&semver::Version>) -> super::FixedCost {
    Rules::of(version).fixed_cost()
}

/// What a copy of the files must know besides what they say. Holds secrets.
pub struct Backstage {
    /// The plugins in use, and where their files are.
    pub plugins: Vec<Plugin>,
    /// Whether talking to an address of this machine alone takes tool search
    /// away, which the user's own address does not: so in versions before
    /// 2.1.304, while `ENABLE_TOOL_SEARCH` is not set.
    pub loopback_ends_search: bool,
    /// Commands of the lists of allowed and denied servers, with variables
    /// expanded: by the text as written.
    pub list_commands: BTreeMap<Vec<String>, Vec<String>>,
}

/// What a copy of the files of this version and project must know.
pub fn backstage(
    world: &World,
    project: Option<&Path>,
    version: Option<&semver::Version>,
) -> Backstage {
    let rules = Rules::of(version);
    let place = project.map(Project::at);
    let places = Places::of(world);
    let files = Files::open(world, &places, place.as_ref(), &rules);
    let environment = Environment::of(world, files.global_root(), &files.settings);
    let address = environment.set("ANTHROPIC_BASE_URL");
    let own = address.is_some_and(|(address, _)| !search::is_first_party(address));
    let mut list_commands = BTreeMap::new();
    for key in ["allowedMcpServers", "deniedMcpServers"] {
        for (_, list) in files.settings.each(key) {
            for command in list.elements().iter().filter_map(|node| node.get("serverCommand")) {
                let parts: Option<Vec<&str>> =
                    command.elements().iter().map(super::Node::as_str).collect();
                let parts = parts.unwrap_or_default();
                let value_of = |name: &str| environment.value(name);
                let expanded =
                    parts.iter().map(|part| expand(part, value_of, &mut Vec::new())).collect();
                list_commands.insert(parts.into_iter().map(ToOwned::to_owned).collect(), expanded);
            }
        }
    }
    Backstage {
        plugins: sources::plugins(world, &files.settings, &places, place.as_ref()),
        loopback_ends_search: !rules.any_base_url() && !own,
        list_commands,
    }
}

/// Whether the client ignores this whole settings file because of the type of
/// one value.
pub fn refuses_settings(world: &World, file: &Path) -> bool {
    matches!(settings::read(world, file), Err(settings::Refused::Type { .. }))
}

/// See the module.
pub struct ClaudeCode;

impl Client for ClaudeCode {
    fn id(&self) -> ClientId {
        ClientId::ClaudeCode
    }

    fn installed(&self, world: &World) -> Installed {
        installed::find(world)
    }

    fn projects(&self, world: &World) -> Vec<PathBuf> {
        let global =
            Document::read(world, &Places::of(world).global, Dialect::Strict).ok().flatten();
        let Some(root) = global.and_then(|document| document.root) else { return Vec::new() };
        let mut folders: Vec<PathBuf> = Vec::new();
        for member in root.get("projects").map(super::Node::effective_members).unwrap_or_default() {
            let folder = PathBuf::from(&member.key);
            let known = |seen: &PathBuf| places::is_key_of(world.platform, &member.key, seen);
            if !folders.iter().any(known) {
                folders.push(folder);
            }
        }
        folders
    }

    fn read(&self, world: &World, _: UserSays, project: Option<&Path>) -> Reading {
        self.read_as(world, project, self.installed(world))
    }
}

impl ClaudeCode {
    /// What this version of the client would do in `project`.
    pub fn read_as(&self, world: &World, project: Option<&Path>, installed: Installed) -> Reading {
        let rules = Rules::of(installed.version.as_ref());
        let place = project.map(Project::at);
        let mut files = Files::open(world, &Places::of(world), place.as_ref(), &rules);

        let trusted = files.trusted(world.platform, place.as_ref());
        let environment = Environment::of(world, files.global_root(), &files.settings);
        let (deny, skipped) = deny_rules(&files.settings);
        let search = search::decide(&rules, &environment, &files.settings, &deny);

        let value_of = |name: &str| environment.value(name);
        let mut collected = collect(&files.sources, &value_of);
        let legacy = place.as_ref().and_then(|place| {
            Some((files.global.as_ref()?, files.project_node(world.platform, place)?))
        });
        let deciders = Deciders {
            approvals: Approvals::of(&files.settings, legacy, trusted),
            disabled: files.disabled(world.platform, place.as_ref()),
            lists: Lists::of(&files.settings, &|text| expand(text, value_of, &mut Vec::new())),
            plugins_only: files.settings.plugins_only(),
        };
        settle(&mut collected.entries, &deciders);
        if let Some(place) = &place {
            place_in(&place.folder, &mut collected.entries);
        }

        let mut findings = std::mem::take(&mut files.findings);
        findings.extend(skipped);
        findings.extend(agents::findings(&Places::of(world), place.as_ref(), &collected.entries));
        findings.extend(findings::all(&findings::Seen {
            world,
            project: place.as_ref(),
            files: &files,
            entries: &collected.entries,
            search: &search,
            rules: &rules,
            trusted,
            environment: &environment,
        }));
        let cuts = cuts(&rules, &environment);
        let caveat = caveat(&rules, &environment, &files.settings);
        let program_env = settings::program_env(files.global_root(), &files.settings, trusted);
        let mode = search::asked_for(&environment);
        Reading {
            client: ClientId::ClaudeCode,
            installed,
            project: project.map(Path::to_owned),
            files: files.looked_at,
            entries: collected.entries,
            policy: Arc::new(ClaudePolicy {
                rules,
                search,
                deny: DenyRules::of(deny),
                entries: collected.settings,
                cuts,
                caveat,
                mode,
                program_env,
                trusted,
            }),
            findings,
        }
    }
}

/// The usable deny rules, and a finding for every rule the client skips.
fn deny_rules(settings: &settings::Settings) -> (Vec<DenyRule>, Vec<Finding>) {
    let mut rules = Vec::new();
    let mut findings = Vec::new();
    for listed in settings.permissions("deny") {
        match DenyRule::parse(&listed.text, listed.place.clone()) {
            Ok(rule) => rules.push(rule),
            Err(why) => findings.push(findings::skipped_rule(why, listed.place)),
        }
    }
    (rules, findings)
}

/// What these files cannot tell: an untried version, and what reaches the client
/// another way.
fn caveat(rules: &Rules, environment: &Environment, settings: &settings::Settings) -> String {
    let switched_off = |name| environment.set(name).is_some_and(|(value, _)| mode::is_off(value));
    let connectors = Service::of(environment) == Service::Anthropic
        && !switched_off("ENABLE_CLAUDEAI_MCP_SERVERS")
        && !settings
            .each("disableClaudeAiConnectors")
            .any(|(_, node)| node.as_bool() == Some(true));
    let elsewhere = if connectors {
        "what is given on the command line (--settings, --mcp-config, --model, --plugin-dir), an organisation's rules kept by the vendor or the system, what the Desktop app's Code tab adds, and connectors of a claude.ai account"
    } else {
        "what is given on the command line (--settings, --mcp-config, --model, --plugin-dir), what the Desktop app's Code tab adds, and an organisation's rules kept by the vendor or the system"
    };
    let unverified = rules.caveat().map(|caveat| format!("{caveat} ")).unwrap_or_default();
    format!("{unverified}In no file read here: {elsewhere}.")
}

/// Where texts are cut: the version's places, or the one the variable sets.
fn cuts(rules: &Rules, environment: &Environment) -> Cuts {
    let set = environment
        .set("CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH")
        .and_then(|(value, _)| value.trim().parse::<usize>().ok())
        .filter(|units| *units > 0);
    match set {
        Some(units) => {
            let cut = Cut { units: Some(units) };
            Cuts { eager_description: cut, found_description: cut, instructions: cut }
        }
        None => rules.cuts(),
    }
}
