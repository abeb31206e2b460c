//! Every entry of every source, and which of them the client uses.

use std::collections::{BTreeMap, HashMap};

use super::{
    approval::{Answer, Approvals, open_question},
    lists::Lists,
    plugins::{DATA_VARIABLE, ROOT_VARIABLE},
    schema::{self, EntrySettings},
    versions::RESERVED_NAMES,
};
use crate::clients::{Cause, Document, Entry, Launch, Node, Place, Scope, Secret, Standing};

/// An object of entries in one file.
#[derive(Debug)]
pub struct Source {
    /// Where it is defined.
    pub scope: Scope,
    /// The file.
    pub document: Document,
    /// The object whose members are entries.
    pub servers: Node,
    /// Values that stand for variables in this source only.
    pub variables: Vec<(&'static str, String)>,
}

/// Entries with their settings, strongest source first.
#[derive(Debug, Default)]
pub struct Collected {
    /// In the order of the sources; standing is `Active` or `Unusable` yet.
    pub entries: Vec<Entry>,
    /// What the loading of an entry depends on, by the place of its key.
    pub settings: BTreeMap<Place, EntrySettings>,
}

/// Reads the entries of all sources. `value_of` answers for the environment.
pub fn collect<'v>(sources: &[Source], value_of: &dyn Fn(&str) -> Option<&'v str>) -> Collected {
    let mut collected = Collected::default();
    for source in sources {
        for member in source.servers.effective_members() {
            let own = |name: &str| {
                source
                    .variables
                    .iter()
                    .find(|(own, _)| *own == name)
                    .map(|(_, value)| value.as_str())
            };
            let mut parsed =
                schema::parse(&source.document, member.key_start, &member.node, &|name| {
                    own(name).or_else(|| value_of(name))
                });
            if let Ok(Launch::Stdio(stdio)) = &mut parsed.launch {
                for (name, value) in &source.variables {
                    let handed_on = [ROOT_VARIABLE, DATA_VARIABLE].contains(name);
                    if handed_on && stdio.env.iter().all(|(set, _)| set != name) {
                        stdio.env.push(((*name).to_owned(), Secret::new(value.clone())));
                    }
                }
            }
            let place = source.document.place(member.key_start);
            let name = match &source.scope {
                Scope::Plugin(plugin) => format!("plugin:{plugin}:{}", member.key),
                _ => member.key.clone(),
            };
            let standing = match &parsed.launch {
                Err(cause) => Standing::Unusable(cause.clone()),
                Ok(_) if RESERVED_NAMES.contains(&name.as_str()) => Standing::Unusable(Cause {
                    because: "Claude Code keeps this name for a server of its own.".to_owned(),
                    place: Some(place.clone()),
                }),
                Ok(_) => Standing::Active,
            };
            collected.settings.insert(place.clone(), parsed.settings);
            collected.entries.push(Entry {
                name,
                scope: source.scope.clone(),
                place,
                launch: parsed.launch.ok(),
                missing_variables: parsed.missing,
                standing,
            });
        }
    }
    collected
}

/// What decides over entries besides themselves.
#[derive(Debug)]
pub struct Deciders {
    /// Answers about shared project files.
    pub approvals: Approvals,
    /// Names switched off in this project, and where.
    pub disabled: Vec<(String, Place)>,
    /// Allowed and denied servers.
    pub lists: Lists,
    /// Where the organisation allows servers of plugins only, if it does.
    pub plugins_only: Option<Place>,
}

impl Deciders {
    /// Why an entry may not run, whoever defines it.
    fn refusal(&self, scope: &Scope, name: &str, launch: &Launch) -> Option<Cause> {
        if let Some(place) = &self.plugins_only
            && matches!(scope, Scope::User | Scope::Project | Scope::Local)
        {
            return Some(Cause {
                because: "The organisation allows servers of plugins only (strictPluginOnlyCustomization)."
                    .to_owned(),
                place: Some(place.clone()),
            });
        }
        match self.disabled.iter().find(|(disabled, _)| disabled == name) {
            Some((_, place)) => Some(Cause {
                because: "Switched off for this project (disabledMcpServers).".to_owned(),
                place: Some(place.clone()),
            }),
            None => self.lists.refusal(name, launch),
        }
    }
}

/// Gives every entry its standing.
///
/// A skipped, rejected or not yet approved entry hides nothing; of the others of
/// one name the first wins as a whole, and only then it is asked whether the
/// winner may run. A plugin's server that starts or reaches the same as one that
/// runs is left out.
pub fn settle(entries: &mut [Entry], deciders: &Deciders) {
    let mut winners: HashMap<String, Place> = HashMap::new();
    let mut running: Vec<(Launch, Place)> = Vec::new();
    for entry in entries.iter_mut() {
        let (Standing::Active, Some(launch)) = (&entry.standing, &entry.launch) else { continue };
        let answer = match entry.scope {
            Scope::Project => deciders.approvals.answer(&entry.name),
            _ => Answer::Approved,
        };
        let twin = || {
            let plugin = matches!(entry.scope, Scope::Plugin(_));
            running.iter().find(|(other, _)| plugin && same_endpoint(other, launch))
        };
        let hidden_by = winners.get(&entry.name).or_else(|| twin().map(|(_, place)| place));
        let standing = if let Answer::Rejected(cause) = &answer {
            Standing::Off(cause.clone())
        } else if let Some(by) = hidden_by {
            Standing::Shadowed { by: by.clone() }
        } else if let Some(cause) = deciders.refusal(&entry.scope, &entry.name, launch) {
            Standing::Off(cause)
        } else if answer == Answer::Open {
            Standing::NeedsApproval(open_question(&entry.place))
        } else {
            running.push((launch.clone(), entry.place.clone()));
            Standing::Active
        };
        let hides = answer == Answer::Approved && !matches!(standing, Standing::Shadowed { .. });
        if hides {
            winners.insert(entry.name.clone(), entry.place.clone());
        }
        entry.standing = standing;
    }
}

/// Whether two launches are one server to the client: command and arguments, or
/// the address.
fn same_endpoint(a: &Launch, b: &Launch) -> bool {
    match (a, b) {
        (Launch::Stdio(a), Launch::Stdio(b)) => a.command == b.command && a.args == b.args,
        (Launch::Remote(a), Launch::Remote(b)) => a.url == b.url,
        _ => false,
    }
}
