//! Would these tools be found and chosen? Checks with a reason and an effect
//! measured on the tools at hand, for people who write servers.

mod descriptions;
mod instructions;
pub mod limits;
mod names;
mod overlap;
mod schemas;

use std::sync::Arc;

use crate::{catalogue::Catalogue, clients::Level};

/// One server to be checked.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its name in the configuration.
    pub name: String,
    /// Its tools and instructions.
    pub catalogue: Arc<Catalogue>,
}

/// Something that keeps a tool from being found, chosen or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// For code and suppression: `words-behind-the-cut`.
    pub check: &'static str,
    /// How much it matters.
    pub level: Level,
    /// The server.
    pub server: String,
    /// The tool; `None`: the server as a whole.
    pub tool: Option<String>,
    /// What is so and why it matters, in one sentence.
    pub message: String,
    /// What it does here, measured.
    pub effect: String,
    /// What to do.
    pub advice: &'static str,
}

/// Every check by name, with what it is about.
pub const CHECKS: [(&str, &str); 22] = [
    ("name-too-long", "Names longer than the Messages API accepts"),
    ("shared-name-words", "Names made of words that many others have"),
    ("no-service-in-name", "Names that are common words and do not say what of"),
    ("destructive-unmarked", "Names that sound destructive without annotations"),
    ("no-description", "Tools without a description"),
    ("words-behind-the-cut", "Words that stand only behind a client's cut"),
    ("late-to-the-point", "Descriptions whose first words do not name the tool's job"),
    ("one-door-for-many", "One tool whose argument chooses among many operations"),
    ("argument-only-words", "Words that only arguments have, which Claude Code does not search"),
    ("deep-schema", "Deep nesting or unions in a schema"),
    ("dead-weight", "Parts of a schema that tell a model nothing"),
    ("schema-too-large", "Schemas larger than the connector takes"),
    ("no-instructions", "Servers without instructions"),
    ("instructions-cut", "Instructions longer than a client's cut"),
    ("instructions-silent", "Instructions that leave out what a model needs to know"),
    ("near-duplicate", "Tools that say nearly the same"),
    ("same-name", "Tools of one name on several servers"),
    ("too-many-tools", "More tools than some clients take"),
    ("tool-malformed", "Elements of the list that are no usable tools"),
    ("list-refused", "Lists that Claude Code refuses as a whole"),
    ("tool-refused", "Tools that Claude Code leaves out"),
    ("could-be-resource", "Listings that take no arguments and could be resources"),
];

/// Runs every check. Worst first, then by server and tool.
pub fn check(servers: &[Server]) -> Vec<Note> {
    let mut notes = Vec::new();
    names::check(servers, &mut notes);
    overlap::check(servers, &mut notes);
    for server in servers {
        descriptions::check(server, &mut notes);
        schemas::check(server, &mut notes);
        instructions::check(server, &mut notes);
        limits::check(server, &mut notes);
    }
    notes.sort_by(|a, b| {
        (b.level, &a.server, &a.tool, a.check).cmp(&(a.level, &b.server, &b.tool, b.check))
    });
    notes
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use serde_json::{Value, json};

    use super::*;
    use crate::catalogue::Source;

    fn server(name: &str, instructions: Option<&str>, tools: Vec<Value>) -> Server {
        let mut catalogue = Catalogue::from_listing(tools, SystemTime::UNIX_EPOCH, Source::File);
        catalogue.instructions = instructions.map(ToOwned::to_owned);
        Server { name: name.to_owned(), catalogue: Arc::new(catalogue) }
    }

    fn tool(name: &str, description: &str) -> Value {
        json!({ "name": name, "description": description, "inputSchema": { "type": "object", "properties": { "id": { "type": "string" } } } })
    }

    const GOOD: &str = "Manages parcels. Search here when something is sent or tracked. \
                        Only cancel_parcel changes anything.";

    #[test]
    fn each_check_finds_what_it_is_for_and_leaves_the_rest_alone() {
        let schema = |schema: Value| json!({ "name": "track_parcel", "description": "Tracks a parcel by its number.", "inputSchema": schema });
        let cases: Vec<(&str, Vec<Server>)> = vec![
            (
                "name-too-long",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![tool(&"long_".repeat(14), "Tracks a parcel.")],
                )],
            ),
            (
                "no-service-in-name",
                vec![server("post", Some(GOOD), vec![tool("search", "Searches parcels by word.")])],
            ),
            (
                "destructive-unmarked",
                vec![server("post", Some(GOOD), vec![tool("delete_parcel", "Deletes a parcel.")])],
            ),
            ("no-description", vec![server("post", Some(GOOD), vec![tool("track_parcel", "")])]),
            (
                "words-behind-the-cut",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![tool(
                        "track_parcel",
                        &format!("Tracks a parcel. {} zeppelin", "and so on ".repeat(450)),
                    )],
                )],
            ),
            (
                "late-to-the-point",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![tool(
                        "track_parcel",
                        "Please note that this is one of those which have been made for you and everybody else who likes it.",
                    )],
                )],
            ),
            (
                "one-door-for-many",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![schema(
                        json!({ "type": "object", "properties": { "action": { "type": "string", "enum": ["send", "track", "cancel", "print"] } } }),
                    )],
                )],
            ),
            (
                "argument-only-words",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![schema(
                        json!({ "type": "object", "properties": { "zipcode": { "type": "string", "description": "Customs declaration barcode" } } }),
                    )],
                )],
            ),
            (
                "deep-schema",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![schema(
                        json!({ "type": "object", "properties": { "a": { "oneOf": [{ "type": "string" }, { "type": "null" }] } } }),
                    )],
                )],
            ),
            (
                "dead-weight",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![schema(
                        json!({ "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "title": "TrackParcelArguments", "properties": { "id": { "type": "string" } } }),
                    )],
                )],
            ),
            (
                "no-instructions",
                vec![server(
                    "post",
                    None,
                    vec![tool("track_parcel", "Tracks a parcel by its number.")],
                )],
            ),
            (
                "instructions-cut",
                vec![server(
                    "post",
                    Some(&format!("{GOOD} {}", "More. ".repeat(400))),
                    vec![tool("track_parcel", "Tracks a parcel by its number.")],
                )],
            ),
            (
                "instructions-silent",
                vec![server(
                    "post",
                    Some("Hello."),
                    vec![tool("track_parcel", "Tracks a parcel by its number.")],
                )],
            ),
            (
                "near-duplicate",
                vec![
                    server(
                        "post",
                        Some(GOOD),
                        vec![tool(
                            "track_parcel",
                            "Tracks a parcel by its number and says in which office, street and town it lies now.",
                        )],
                    ),
                    server(
                        "mail",
                        Some(GOOD),
                        vec![tool(
                            "follow_parcel",
                            "Tracks a parcel by its number and says in which office, street and town it lies today.",
                        )],
                    ),
                ],
            ),
            (
                "same-name",
                vec![
                    server("post", Some(GOOD), vec![tool("track_parcel", "Tracks a parcel.")]),
                    server("mail", Some(GOOD), vec![tool("track_parcel", "Follows what is sent.")]),
                ],
            ),
            (
                "too-many-tools",
                vec![server(
                    "post",
                    Some(GOOD),
                    (0..129)
                        .map(|n| tool(&format!("track_parcel_{n}"), "Tracks a parcel."))
                        .collect(),
                )],
            ),
            (
                "tool-malformed",
                vec![server("post", Some(GOOD), vec![json!({ "name": "track_parcel" })])],
            ),
            (
                "tool-refused",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![schema(
                        json!({ "type": "object", "properties": { "parcel number": { "type": "string" } } }),
                    )],
                )],
            ),
            (
                "list-refused",
                vec![server("post", Some(GOOD), vec![schema(json!({ "type": "string" }))])],
            ),
            (
                "could-be-resource",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![
                        json!({ "name": "list_offices", "description": "Lists the post offices.", "annotations": { "readOnlyHint": true }, "inputSchema": { "type": "object" } }),
                    ],
                )],
            ),
        ];
        for (check_name, servers) in cases {
            let notes = check(&servers);
            assert!(notes.iter().any(|note| note.check == check_name), "{check_name}: {notes:?}");
            assert!(
                CHECKS.iter().any(|(known, _)| *known == check_name),
                "{check_name} is not listed"
            );
            assert!(notes.iter().all(|note| !note.effect.is_empty()), "an effect is measured");
        }
        let fine =
            server("post", Some(GOOD), vec![tool("track_parcel", "Tracks a parcel by its id.")]);
        assert_eq!(check(&[fine]), []);
    }

    #[test]
    fn names_made_of_common_words_are_counted() {
        let tools = (0..12)
            .map(|n| {
                tool(
                    &format!("get_item_{}", "abcdefghijkl".chars().nth(n).expect("a letter")),
                    "Gets an item by id.",
                )
            })
            .collect();
        let notes = check(&[server("shop", Some(GOOD), tools)]);
        assert!(notes.iter().any(|note| note.check == "shared-name-words"), "{notes:?}");
    }
}
