//! What was predicted against what was observed.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::conversation::{Answer, Observed, Sent};
use crate::clients::{Cut, Loading};

/// Begins the name of every tool of a server.
const OF_SERVER: &str = "mcp__";

/// The words of a tool as the model would read them.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The description, cut where the client cuts it.
    pub description: String,
    /// The input schema.
    pub schema: Value,
}

/// One tool as predicted.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicted {
    /// Its server's name.
    pub server: String,
    /// Its name as the client writes it.
    pub sent_as: String,
    /// How it is loaded.
    pub loading: Loading,
    /// What is sent when it is loaded always; `None`: it never is.
    pub eager: Option<Text>,
    /// What is sent once a search has found it.
    pub found: Option<Text>,
}

/// One tool, predicted and observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Its server; `None` for one nobody predicted.
    pub server: Option<String>,
    /// Its name as the client writes it.
    pub sent_as: String,
    /// How it was predicted to load.
    pub predicted: Loading,
    /// How it does.
    pub observed: Loading,
    /// Whether its description arrived cut; `None`: it did not arrive.
    pub cut: Option<bool>,
    /// Its description as it arrived, where it was cut.
    pub text: Option<String>,
}

/// Something that is not as predicted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Kebab-case, stable.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The server it is about.
    pub server: Option<String>,
}

/// Everything compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Every tool of a server, in the order predicted, then those nobody did.
    pub tools: Vec<Proven>,
    /// The client's own tools, by name.
    pub built_in: Vec<String>,
    /// Where it is not as predicted.
    pub differences: Vec<Difference>,
}

/// Compares tool by tool.
pub fn compare(predicted: &[Predicted], observed: &Observed) -> Compared {
    let announced: HashSet<&str> = observed.announced.iter().map(String::as_str).collect();
    let loading_of = |name: &str| {
        if observed.eager.contains_key(name) {
            Loading::Always
        } else if announced.contains(name) || observed.loaded.contains_key(name) {
            Loading::WhenNeeded
        } else {
            Loading::Off
        }
    };
    let sent = |name: &str| observed.eager.get(name).or_else(|| observed.loaded.get(name));
    let cut = |name: &str| Some(sent(name)?.description.ends_with(Cut::MARKER));
    let as_cut = |name: &str| {
        let sent = sent(name).filter(|sent| sent.description.ends_with(Cut::MARKER))?;
        Some(sent.description.clone())
    };

    let mut compared = Compared::default();
    let mut known: HashSet<&str> = HashSet::new();
    for one in by_name(predicted) {
        known.insert(&one.sent_as);
        let seen = loading_of(&one.sent_as);
        let difference =
            |code, message| Difference { code, message, server: Some(one.server.clone()) };
        if one.loading != Loading::Unknown && one.loading != seen {
            let message = format!(
                "`{}` was predicted {}; the client {}",
                one.sent_as,
                predicted_words(one.loading),
                observed_words(seen)
            );
            compared.differences.push(difference("loading-differs", message));
        }
        let text = if seen == Loading::Always { &one.eager } else { &one.found };
        if let (Some(text), Some(sent)) = (text, sent(&one.sent_as))
            && let Some(part) = differing_part(text, sent)
        {
            let message = format!("the {part} of `{}` is not sent as predicted", one.sent_as);
            compared.differences.push(difference("definition-differs", message));
        }
        compared.tools.push(Proven {
            server: Some(one.server.clone()),
            sent_as: one.sent_as.clone(),
            predicted: one.loading,
            observed: seen,
            cut: cut(&one.sent_as),
            text: as_cut(&one.sent_as),
        });
    }

    let mut seen = HashSet::new();
    let names = observed.eager.keys().chain(&observed.announced).chain(observed.loaded.keys());
    for name in names.filter(|name| seen.insert(name.as_str()) && !known.contains(name.as_str())) {
        if !name.starts_with(OF_SERVER) {
            compared.built_in.push(name.clone());
            continue;
        }
        let loading = loading_of(name);
        compared.differences.push(Difference {
            code: "tool-not-predicted",
            message: format!("the client {} `{name}`, which was not predicted", verb(loading)),
            server: None,
        });
        compared.tools.push(Proven {
            server: None,
            sent_as: name.clone(),
            predicted: Loading::Off,
            observed: loading,
            cut: cut(name),
            text: as_cut(name),
        });
    }
    compared.built_in.sort();
    compared
}

/// Instructions of servers, `(server, as sent)`, that the client did not send so.
pub fn missing_instructions(
    predicted: &[(String, String)],
    observed: &Observed,
) -> Vec<Difference> {
    predicted
        .iter()
        .filter(|(_, text)| !observed.texts.iter().any(|sent| sent.contains(text.trim())))
        .map(|(server, _)| Difference {
            code: "instructions-differ",
            message: format!("the instructions of `{server}` are not sent as predicted"),
            server: Some(server.clone()),
        })
        .collect()
}

/// Each name once: of several tools written the same, the one that is used.
fn by_name(predicted: &[Predicted]) -> Vec<&Predicted> {
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, one) in predicted.iter().enumerate() {
        let earlier = used.entry(&one.sent_as).or_insert(place);
        if predicted[*earlier].loading == Loading::Off && one.loading != Loading::Off {
            *earlier = place;
        }
    }
    let mut places: Vec<usize> = used.into_values().collect();
    places.sort_unstable();
    places.into_iter().map(|place| &predicted[place]).collect()
}

fn differing_part(text: &Text, sent: &Sent) -> Option<&'static str> {
    if text.description != sent.description {
        Some("description")
    } else if text.schema != sent.input_schema {
        Some("input schema")
    } else {
        None
    }
}

const fn predicted_words(loading: Loading) -> &'static str {
    match loading {
        Loading::Always => "to load always",
        Loading::WhenNeeded => "to load when needed",
        Loading::Off => "not to be offered",
        Loading::Unknown => "as unknown",
    }
}

const fn observed_words(loading: Loading) -> &'static str {
    match loading {
        Loading::Always => "loads it always",
        Loading::WhenNeeded => "loads it when needed",
        Loading::Off | Loading::Unknown => "does not offer it",
    }
}

const fn verb(loading: Loading) -> &'static str {
    match loading {
        Loading::Always => "always loads",
        _ => "announces",
    }
}

/// How an answer of the client's search differs from the one predicted.
///
/// Tools of servers are compared, in order. The client's own are placed only
/// approximately: where they push tools out, fewer are compared.
pub fn answer_differs(
    query: &str,
    predicted: &[String],
    observed: Option<&Answer>,
) -> Option<Difference> {
    let of_servers = |names: &[String]| -> Vec<String> {
        names.iter().filter(|name| name.starts_with(OF_SERVER)).cloned().collect()
    };
    let Some(answer) = observed else {
        return (!predicted.is_empty()).then(|| Difference {
            code: "no-search",
            message: format!("`{query}`: the client has no search to ask"),
            server: None,
        });
    };
    let (want, got) = (of_servers(predicted), of_servers(&answer.tools));
    let common = want.len().min(got.len());
    let crowded_out = |missing: usize, others: &[String], own: usize| {
        missing == 0 || missing <= others.len().saturating_sub(own)
    };
    let same = want[..common] == got[..common]
        && crowded_out(want.len() - common, &answer.tools, got.len())
        && crowded_out(got.len() - common, predicted, want.len());
    if same {
        return None;
    }
    let list = |names: &[String]| match names {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    };
    Some(Difference {
        code: "search-differs",
        message: format!("`{query}` finds {}; predicted was {}", list(&got), list(&want)),
        server: None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(description: &str) -> Text {
        Text { description: description.to_owned(), schema: json!({}) }
    }

    fn predicted(name: &str, loading: Loading) -> Predicted {
        Predicted {
            server: "a".to_owned(),
            sent_as: name.to_owned(),
            loading,
            eager: Some(text("short… [truncated]")),
            found: Some(text("long")),
        }
    }

    fn sent(description: &str) -> Sent {
        Sent { description: description.to_owned(), input_schema: json!({}) }
    }

    fn observed(eager: &[(&str, &str)], announced: &[&str], loaded: &[(&str, &str)]) -> Observed {
        let map = |list: &[(&str, &str)]| {
            list.iter().map(|(name, text)| ((*name).to_owned(), sent(text))).collect()
        };
        Observed {
            eager: map(eager),
            announced: announced.iter().map(ToString::to_string).collect(),
            loaded: map(loaded),
            ..Observed::default()
        }
    }

    #[test]
    fn tools_are_compared_one_by_one() {
        use Loading::{Always, Off, Unknown, WhenNeeded};
        let cut = "short… [truncated]";
        let cases = [
            ("as predicted", Always, observed(&[("mcp__a", cut)], &[], &[]), &[] as &[&str]),
            ("deferred", WhenNeeded, observed(&[], &["mcp__a"], &[("mcp__a", "long")]), &[]),
            ("off", Off, observed(&[], &[], &[]), &[]),
            ("unknown is no promise", Unknown, observed(&[("mcp__a", cut)], &[], &[]), &[]),
            ("not offered", Always, observed(&[], &[], &[]), &["loading-differs"]),
            (
                "loaded always, and with its text",
                WhenNeeded,
                observed(&[("mcp__a", cut)], &[], &[]),
                &["loading-differs"],
            ),
            (
                "another text",
                Always,
                observed(&[("mcp__a", "whole")], &[], &[]),
                &["definition-differs"],
            ),
            (
                "one that nobody knows, and one of the client's own",
                Off,
                observed(&[("Bash", "")], &["mcp__b", "Own"], &[]),
                &["tool-not-predicted"],
            ),
        ];
        for (why, loading, observed, want) in cases {
            let compared = compare(&[predicted("mcp__a", loading)], &observed);
            let codes: Vec<_> =
                compared.differences.iter().map(|difference| difference.code).collect();
            assert_eq!(codes, want, "{why}");
            if why.starts_with("one that") {
                assert_eq!(compared.built_in, ["Bash", "Own"]);
            }
        }
    }

    #[test]
    fn instructions_are_looked_for_in_every_text() {
        let observed =
            Observed { texts: vec!["<r>\n# a\ndo\nthat\n</r>".to_owned()], ..Observed::default() };
        let predicted = [("a", "do\nthat\n"), ("b", "do this")]
            .map(|(server, text)| (server.to_owned(), text.to_owned()));
        let missing = missing_instructions(&predicted, &observed);
        assert_eq!(missing.len(), 1);
        assert_eq!(missing[0].server.as_deref(), Some("b"));
    }

    #[test]
    fn of_tools_written_the_same_the_used_one_counts() {
        let both = [predicted("mcp__a", Loading::Off), predicted("mcp__a", Loading::Always)];
        let observed = observed(&[("mcp__a", "short… [truncated]")], &[], &[]);
        let compared = compare(&both, &observed);
        assert_eq!((compared.tools.len(), compared.differences.len()), (1, 0));
        assert_eq!(compared.tools[0].cut, Some(true));
        assert!(compared.tools[0].text.as_deref().is_some_and(|text| text.ends_with(Cut::MARKER)));
    }

    #[test]
    fn answers_are_compared_around_the_clients_own_tools() {
        let names = |text: &str| -> Vec<String> {
            text.split_whitespace().map(ToOwned::to_owned).collect()
        };
        for (why, want, got, same) in [
            ("equal", "mcp__a mcp__b", "mcp__a mcp__b", true),
            ("another order", "mcp__a mcp__b", "mcp__b mcp__a", false),
            ("one less", "mcp__a mcp__b", "mcp__a", false),
            ("one less for one of its own", "mcp__a mcp__b", "Own mcp__a", true),
            ("one more", "mcp__a", "mcp__a mcp__b", false),
            ("its own predicted and not there", "Own mcp__a", "mcp__a mcp__b", true),
            ("nothing", "", "", true),
        ] {
            let answer = Answer { tools: names(got), text: None };
            let differs = answer_differs("q", &names(want), Some(&answer));
            assert_eq!(differs.is_none(), same, "{why}");
        }
        assert!(answer_differs("q", &names("mcp__a"), None).is_some(), "no search");
    }
}
