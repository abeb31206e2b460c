//! Tools that stand in each other's way.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::{Note, Server, descriptions::telling};
use crate::{
    catalogue::Tool,
    clients::Level,
    search::{nearest::groups, tokens::words},
};

/// Share of common words, of all words of both, from which two descriptions
/// say the same.
const ALIKE: f64 = 0.75;

/// Descriptions with fewer words are too short to compare.
const WORDS: usize = 4;

/// Candidates for a word that more tools have are not compared: the word says
/// nothing, and the comparison would be with everything.
const COMMON: usize = 40;

/// Tools named in one note.
const NAMED: usize = 5;

struct Said<'s> {
    server: &'s Server,
    tool: &'s Tool,
    words: HashSet<String>,
}

pub(super) fn check(servers: &[Server], notes: &mut Vec<Note>) {
    let said: Vec<Said<'_>> = servers
        .iter()
        .flat_map(|server| server.catalogue.tools.iter().map(move |tool| (server, tool)))
        .map(|(server, tool)| Said { server, tool, words: telling(tool.description()) })
        .collect();
    near_duplicates(&said, notes);
    equal_and_short(&said, notes);
    same_names(&said, notes);
    same_jobs(&said, notes);
    for said in &said {
        could_be_resource(said, notes);
    }
}

fn near_duplicates(said: &[Said<'_>], notes: &mut Vec<Note>) {
    let mut holders: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, said) in said.iter().enumerate().filter(|(_, said)| said.words.len() >= WORDS) {
        said.words.iter().for_each(|word| holders.entry(word).or_default().push(place));
    }
    for (place, one) in said.iter().enumerate().filter(|(_, said)| said.words.len() >= WORDS) {
        let mut common: BTreeMap<usize, u32> = BTreeMap::new();
        let rare = one.words.iter().filter_map(|word| holders.get(word.as_str()));
        for others in rare.filter(|others| others.len() <= COMMON) {
            for other in others.iter().filter(|other| **other > place) {
                *common.entry(*other).or_default() += 1;
            }
        }
        let others = common.into_keys().map(|other| &said[other]);
        let alike = others.filter_map(|two| Some((two, likeness(one, two)?)));
        let (across, within): (Vec<Alike<'_>>, Vec<Alike<'_>>) =
            alike.partition(|(two, _)| one.server.name != two.server.name);
        for (alike, across) in [(across, true), (within, false)] {
            notes.extend(near_duplicate(one, &alike, across));
        }
    }
}

/// Descriptions too short to be compared word by word that are the same.
fn equal_and_short(said: &[Said<'_>], notes: &mut Vec<Note>) {
    let mut holders: BTreeMap<Vec<String>, Vec<&Said<'_>>> = BTreeMap::new();
    for said in said.iter().filter(|said| said.words.len() < WORDS) {
        let text = words(said.tool.description());
        if !text.is_empty() {
            holders.entry(text).or_default().push(said);
        }
    }
    for holders in holders.into_values().filter(|holders| holders.len() > 1) {
        let one = holders[0];
        let count = one.words.len().max(1);
        let alike = holders[1..].iter().map(|two| (*two, (count, count)));
        let (across, within): (Vec<Alike<'_>>, Vec<Alike<'_>>) =
            alike.partition(|(two, _)| one.server.name != two.server.name);
        for (alike, across) in [(across, true), (within, false)] {
            notes.extend(near_duplicate(one, &alike, across));
        }
    }
}

/// Tools of several servers whose names say one deed and one thing, in words
/// for the same. Equal names are noted as such.
fn same_jobs(said: &[Said<'_>], notes: &mut Vec<Note>) {
    let mut holders: BTreeMap<(usize, Vec<String>), Vec<&Said<'_>>> = BTreeMap::new();
    for said in said {
        if let Some(job) = job(said) {
            holders.entry(job).or_default().push(said);
        }
    }
    for holders in holders.into_values() {
        let one = holders[0];
        let others: Vec<&&Said<'_>> = holders[1..]
            .iter()
            .filter(|two| two.server.name != one.server.name && two.tool.name != one.tool.name)
            .collect();
        if others.is_empty() {
            continue;
        }
        let mut named: Vec<String> = others
            .iter()
            .take(NAMED)
            .map(|two| format!("`{}` of `{}`", two.tool.name, two.server.name))
            .collect();
        if others.len() > NAMED {
            named.push(format!("{} more", others.len() - NAMED));
        }
        notes.push(Note {
            check: "same-job",
            level: Level::Hint,
            server: one.server.name.clone(),
            tool: Some(one.tool.name.clone()),
            message: format!("Its name says the same deed and thing as {}.", named.join(", ")),
            effect: format!(
                "A model has to choose among {} tools by their servers.",
                others.len() + 1
            ),
            advice: "Offer the job by one of the servers, or say in the name what differs.",
        });
    }
}

/// The deed, as the number of its group, and the things a name says. Words of
/// the server's own name say nothing beside it.
fn job(said: &Said<'_>) -> Option<(usize, Vec<String>)> {
    let own = words(&said.server.name);
    let named = words(&said.tool.name);
    let mut named = named.into_iter().filter(|word| !own.contains(word));
    let verb = named.next()?;
    let deed = groups().position(|group| group.contains(&verb.as_str()))?;
    let mut things: Vec<String> = named.collect();
    things.sort();
    (!things.is_empty()).then_some((deed, things))
}

/// Another tool, and how many words of how many both have.
type Alike<'s> = (&'s Said<'s>, (usize, usize));

/// How many words of how many two descriptions share, where they say the same.
fn likeness(one: &Said<'_>, two: &Said<'_>) -> Option<(usize, usize)> {
    let both = one.words.intersection(&two.words).count();
    let all = one.words.union(&two.words).count();
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    (number(both) / number(all) >= ALIKE).then_some((both, all))
}

/// One note for all that say nearly what a tool says.
fn near_duplicate(one: &Said<'_>, alike: &[Alike<'_>], across: bool) -> Option<Note> {
    let (_, (both, all)) = alike.iter().max_by_key(|(_, (both, all))| both * 1_000 / all)?;
    let mut named: Vec<String> = alike
        .iter()
        .take(NAMED)
        .map(|(two, _)| {
            let of = if across { format!(" of `{}`", two.server.name) } else { String::new() };
            format!("`{}`{of}", two.tool.name)
        })
        .collect();
    if alike.len() > NAMED {
        named.push(format!("{} more", alike.len() - NAMED));
    }
    let of = if across { "" } else { " of the same server" };
    Some(Note {
        check: "near-duplicate",
        level: if across { Level::Warning } else { Level::Hint },
        server: one.server.name.clone(),
        tool: Some(one.tool.name.clone()),
        message: format!("It says nearly the same as {}{of}.", named.join(", ")),
        effect: format!(
            "{both} of {all} words are the same, so a query that finds one finds {}.",
            if alike.len() == 1 { "both".to_owned() } else { format!("all {}", alike.len() + 1) }
        ),
        advice: if across {
            "Offer the job by one of the servers, or say what differs."
        } else {
            "Say what differs, or make them one."
        },
    })
}

/// One note per name, at the first server that has it.
fn same_names(said: &[Said<'_>], notes: &mut Vec<Note>) {
    let mut holders: BTreeMap<&str, Vec<&Said<'_>>> = BTreeMap::new();
    for said in said {
        holders.entry(&said.tool.name).or_default().push(said);
    }
    for (name, holders) in holders.into_iter().filter(|(_, holders)| holders.len() > 1) {
        let others: Vec<String> =
            holders[1..].iter().map(|said| format!("`{}`", said.server.name)).collect();
        notes.push(Note {
            check: "same-name",
            level: Level::Hint,
            server: holders[0].server.name.clone(),
            tool: Some(name.to_owned()),
            message: format!("{} also has a tool of this name.", others.join(", ")),
            effect: format!(
                "A search for the name finds {} tools, told apart by their servers' names only.",
                holders.len()
            ),
            advice: "Say in the name what it is of.",
        });
    }
}

/// A listing without arguments that changes nothing.
fn could_be_resource(said: &Said<'_>, notes: &mut Vec<Note>) {
    let tool = said.tool;
    let schema = tool.input_schema();
    let takes =
        schema.get("properties").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
    let lists = ["list", "get_all", "show_all"]
        .iter()
        .any(|verb| tool.name.to_lowercase().starts_with(verb));
    if takes || !lists || tool.read_only() == Some(false) {
        return;
    }
    let says = if tool.read_only() == Some(true) {
        "It takes nothing, changes nothing and lists something."
    } else {
        "It takes nothing and, by its name, lists something."
    };
    notes.push(Note {
        check: "could-be-resource",
        level: Level::Hint,
        server: said.server.name.clone(),
        tool: Some(tool.name.clone()),
        message: says.to_owned(),
        effect: format!(
            "As a resource it would cost no definition; here it is one of {} tools.",
            said.server.catalogue.tools.len()
        ),
        advice: "Offer it as a resource, for clients that read resources.",
    });
}
