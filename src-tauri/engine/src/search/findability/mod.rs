//! Would these tools be found and chosen? Checks with a reason and an effect
//! measured on the tools at hand, for people who write servers.

mod descriptions;
mod instructions;
pub mod limits;
mod names;
mod overlap;
mod schemas;
mod verbs;
mod vocabulary;

use std::sync::Arc;

use crate::{catalogue::Catalogue, clients::Level};

/// One server to be checked.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its name in the configuration.
    pub name: String,
    /// Its tools and instructions.
    pub catalogue: Arc<Catalogue>,
    /// How many of its tools a client announces by name and does not load.
    pub announced: usize,
}

impl Server {
    /// A server whose tools are all loaded when needed.
    pub fn deferred(name: String, catalogue: Arc<Catalogue>) -> Self {
        let announced = catalogue.tools.len();
        Self { name, catalogue, announced }
    }
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
pub const CHECKS: [(&str, &str); 24] = [
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
    ("same-job", "Tools of several servers whose names say the same deed and thing"),
    ("words-nowhere", "Words users would say that no tool of the server has"),
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
    vocabulary::check(servers, &mut notes);
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
        Server::deferred(name.to_owned(), Arc::new(catalogue))
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
                "same-job",
                vec![
                    server(
                        "post",
                        Some(GOOD),
                        vec![tool("create_parcel", "Registers what is to be sent.")],
                    ),
                    server(
                        "mail",
                        Some(GOOD),
                        vec![tool("addParcels", "Puts a package on the list.")],
                    ),
                ],
            ),
            (
                "words-nowhere",
                vec![server(
                    "post",
                    Some(GOOD),
                    vec![tool("open_issue", "Opens an issue about a lost parcel.")],
                )],
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

    /// Checks of one tool, by name.
    fn of_tool(tool: Value) -> Vec<&'static str> {
        let notes = check(&[server("post", Some(GOOD), vec![tool])]);
        notes.iter().map(|note| note.check).collect()
    }

    #[test]
    fn descriptions_say_a_deed_and_a_thing_at_once_or_are_noted() {
        for (late, description) in [
            (true, "This is a tool."),
            (
                true,
                "The weather forecast data for the given city and country and its surrounding region in JSON.",
            ),
            (
                true,
                "Please note that this one is only for those who have been given it. Tracks a parcel.",
            ),
            (false, "Tracks a parcel by its number."),
            (false, "Fetches the parcels of a street."),
            (false, "Use this tool when you need to search for parcels."),
            (false, "A tool that returns parcels."),
            (false, "Copies parcels"),
            (false, "追跡番号で荷物を追跡します。"),
        ] {
            let found = of_tool(tool("track_parcel", description));
            assert_eq!(found.contains(&"late-to-the-point"), late, "{description}: {found:?}");
        }
    }

    #[test]
    fn schemas_and_names_are_seen_through() {
        let with = |name: &str, schema: Value| json!({ "name": name, "description": "Tracks a parcel by its number.", "inputSchema": schema });
        let operations: Vec<Value> = ["send", "track", "cancel", "print"]
            .iter()
            .map(|one| json!({ "const": one }))
            .collect();
        let roots: Vec<Value> =
            operations.iter().map(|one| json!({ "properties": { "action": one } })).collect();
        let nested = json!({ "type": "object", "properties": { "b": { "type": "object", "properties": { "c": { "type": "object", "properties": { "d": { "type": "string" } } } } } } });
        for (why, name, schema, want, has) in [
            (
                "constants",
                "track_parcel",
                json!({ "type": "object", "properties": { "action": { "oneOf": operations } } }),
                "one-door-for-many",
                true,
            ),
            (
                "a root of choices",
                "track_parcel",
                json!({ "type": "object", "oneOf": roots }),
                "one-door-for-many",
                true,
            ),
            (
                "a reference",
                "track_parcel",
                json!({ "type": "object", "properties": { "p": { "type": "object", "properties": { "x": { "$ref": "#/$defs/a" } } } }, "$defs": { "a": nested } }),
                "deep-schema",
                true,
            ),
            (
                "a reference to itself",
                "track_parcel",
                json!({ "type": "object", "properties": { "p": { "$ref": "#/properties/p" } } }),
                "deep-schema",
                false,
            ),
            (
                "several types",
                "track_parcel",
                json!({ "type": "object", "properties": { "a": { "type": ["string", "object", "null"] } } }),
                "deep-schema",
                true,
            ),
            (
                "a type or nothing",
                "track_parcel",
                json!({ "type": "object", "properties": { "a": { "type": ["string", "null"] } } }),
                "deep-schema",
                false,
            ),
            (
                "many examples",
                "track_parcel",
                json!({ "type": "object", "properties": { "a": { "type": "string", "examples": vec!["123456"; 50] } } }),
                "dead-weight",
                true,
            ),
            (
                "few examples",
                "track_parcel",
                json!({ "type": "object", "properties": { "a": { "type": "string", "examples": ["1"] } } }),
                "dead-weight",
                false,
            ),
            (
                "an extension",
                "track_parcel",
                json!({ "type": "object", "properties": { "a": { "type": "string", "x-internal": "y" } } }),
                "dead-weight",
                true,
            ),
            (
                "a listing that says nothing of itself",
                "list_offices",
                json!({ "type": "object" }),
                "could-be-resource",
                true,
            ),
            (
                "a general thing",
                "list_items",
                json!({ "type": "object" }),
                "no-service-in-name",
                true,
            ),
            (
                "revoking",
                "revoke_parcel_key",
                json!({ "type": "object" }),
                "destructive-unmarked",
                true,
            ),
            (
                "a forced push",
                "force_push_parcel",
                json!({ "type": "object" }),
                "destructive-unmarked",
                true,
            ),
            ("a push", "push_parcel", json!({ "type": "object" }), "destructive-unmarked", false),
        ] {
            let found = of_tool(with(name, schema));
            assert_eq!(found.contains(&want), has, "{why}: {found:?}");
        }
    }

    #[test]
    fn short_descriptions_are_compared_as_they_stand() {
        let notes = check(&[
            server("a", Some(GOOD), vec![tool("browser_navigate", "Navigate to a URL")]),
            server("b", Some(GOOD), vec![tool("puppeteer_navigate", "Navigate to a URL.")]),
        ]);
        assert!(notes.iter().any(|note| note.check == "near-duplicate"), "{notes:?}");
    }

    #[test]
    fn instructions_must_say_what_is_managed() {
        let of = |instructions: &str| {
            let tools = vec![tool("track_parcel", "Tracks a parcel by its number.")];
            let notes = check(&[server("post", Some(instructions), tools)]);
            notes.into_iter().find(|note| note.check == "instructions-silent")
        };
        let note = of("Use for now. Delete nothing when asked.").expect("silent");
        assert!(note.message.contains("what it manages"), "{}", note.message);
        assert_eq!(of(GOOD), None);
    }

    #[test]
    fn a_server_that_is_always_loaded_announces_nothing() {
        let always = Server {
            announced: 0,
            ..server("post", None, vec![tool("track_parcel", "Tracks a parcel by its number.")])
        };
        assert_eq!(check(&[always]), []);
    }

    #[test]
    fn words_nowhere_are_measured() {
        let notes = check(&[server(
            "post",
            Some(GOOD),
            vec![tool("open_issue", "Opens an issue about a lost parcel.")],
        )]);
        let note = notes
            .iter()
            .find(|note| note.check == "words-nowhere" && note.message.contains("`ticket`"))
            .expect("a note");
        assert_eq!(note.tool.as_deref(), Some("open_issue"));
        assert!(note.effect.contains("does not find it"), "{}", note.effect);
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
