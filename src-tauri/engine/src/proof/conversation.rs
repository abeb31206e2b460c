//! What the stand-in says to a client, and what it learns from it.
//!
//! The first request with tools shows what is loaded and what is announced. The
//! model then "calls" the client's search with the given queries, and at last
//! asks for every announced tool by name, so that its definition is seen too.
//! Pure: a request in, a turn out.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};

/// The client's own search.
const SEARCH: &str = "ToolSearch";

/// Searches called in one turn, as a model may call tools side by side.
const SIDE_BY_SIDE: usize = 20;

/// Tools asked for by name in one search.
const SELECTED: usize = 50;

/// What an announcement of deferred tools says of itself. Observed in Claude
/// Code 2.1.197 and 2.1.332.
const ANNOUNCEMENT: &str = "deferred tools";

/// What the client's search is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Names it.
    pub id: String,
    /// The text.
    pub query: String,
    /// Results asked for; `None`: the client's default.
    pub max_results: Option<i64>,
}

/// A definition as it left the client.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// The description.
    pub description: String,
    /// The input schema.
    pub input_schema: Value,
}

/// What a search answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Tools, best first.
    pub tools: Vec<String>,
    /// What was said instead, when nothing was found or it was refused.
    pub text: Option<String>,
}

/// What a client showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    /// Definitions of its first request, by name.
    pub eager: BTreeMap<String, Sent>,
    /// Names it announced, in its order.
    pub announced: Vec<String>,
    /// The announcement, as sent.
    pub announcement: Option<String>,
    /// Definitions that came after they were asked for.
    pub loaded: BTreeMap<String, Sent>,
    /// What its search answered, in the order of the queries; `None`: nothing,
    /// for there is no search.
    pub answers: Vec<Option<Answer>>,
    /// Every text of its first request that is no prompt of ours.
    pub texts: Vec<String>,
}

/// What the model does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// It says a word and ends.
    Ends,
    /// It calls tools: ids and inputs of searches.
    Searches(Vec<(String, Value)>),
}

/// One conversation with one client.
#[derive(Debug)]
pub struct Conversation {
    queries: Vec<Query>,
    /// Queries called so far.
    asked: usize,
    /// Names still to be asked for; `None` before the announcement is known.
    wanted: Option<Vec<String>>,
    observed: Observed,
    begun: bool,
    over: bool,
}

impl Conversation {
    /// Nothing was said yet.
    pub fn new(queries: Vec<Query>) -> Self {
        let observed = Observed { answers: vec![None; queries.len()], ..Observed::default() };
        Self { queries, asked: 0, wanted: None, observed, begun: false, over: false }
    }

    /// Whether a request with tools has come.
    pub fn begun(&self) -> bool {
        self.begun
    }

    /// Whether everything has been asked.
    pub fn over(&self) -> bool {
        self.over
    }

    /// What was learnt.
    pub fn into_observed(self) -> Observed {
        self.observed
    }

    /// Takes a request and says what the model does.
    pub fn turn(&mut self, request: &Value) -> Turn {
        let tools = request["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
        // A client also asks for titles and the like, without tools.
        if tools.is_empty() {
            return Turn::Ends;
        }
        let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let deferred = |tool: &&Value| tool["defer_loading"] == true;
        if !self.begun {
            self.begun = true;
            self.observed.eager =
                tools.iter().filter(|tool| !deferred(tool)).filter_map(sent).collect();
            self.observed.texts = messages
                .iter()
                .flat_map(|message| texts(&message["content"]))
                .chain(texts(&request["system"]))
                .map(ToOwned::to_owned)
                .collect();
            self.hear_announcements();
        }
        self.observed.loaded.extend(tools.iter().filter(deferred).filter_map(sent));
        // Not the last message alone: from 10 calls side by side on, Claude Code
        // 2.1.197 has none of the results there.
        for message in messages {
            self.hear_results(&message["content"]);
        }
        if !tools.iter().any(|tool| tool["name"] == SEARCH) {
            // With a search, this is some aside of the client's own, which may
            // come at any time; without one there is nothing to ask.
            self.over |= !self.observed.eager.contains_key(SEARCH);
            return Turn::Ends;
        }
        let calls = self.next_calls();
        if calls.is_empty() {
            self.over = true;
            return Turn::Ends;
        }
        Turn::Searches(calls)
    }

    /// Names stand one a line right after the sentence about them.
    fn hear_announcements(&mut self) {
        let mut seen = HashSet::new();
        let mut said = String::new();
        for text in &self.observed.texts {
            let mut sentence: Option<&str> = None;
            let mut listing = false;
            for line in text.lines().map(str::trim) {
                if line.contains(ANNOUNCEMENT) {
                    (sentence, listing) = (Some(line), false);
                } else if let Some(about) = sentence
                    && is_name(line)
                {
                    let lines = if listing { vec![line] } else { vec![about, line] };
                    for line in lines {
                        said.push_str(line);
                        said.push('\n');
                    }
                    listing = true;
                    if seen.insert(line) {
                        self.observed.announced.push(line.to_owned());
                    }
                } else if !line.is_empty() {
                    sentence = None;
                }
            }
        }
        self.observed.announcement =
            Some(said.trim_end().to_owned()).filter(|said| !said.is_empty());
    }

    fn hear_results(&mut self, content: &Value) {
        let blocks = content.as_array().map(Vec::as_slice).unwrap_or_default();
        for block in blocks.iter().filter(|block| block["type"] == "tool_result") {
            let number = block["tool_use_id"].as_str().and_then(|id| id.strip_prefix(QUERY));
            let Some(slot) = number
                .and_then(|number| number.parse::<usize>().ok())
                .and_then(|number| self.observed.answers.get_mut(number))
            else {
                continue;
            };
            let tools: Vec<String> = block["content"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|part| part["tool_name"].as_str().map(ToOwned::to_owned))
                .collect();
            let text = texts(&block["content"]).collect::<Vec<_>>().join("\n");
            let text = Some(text).filter(|text| tools.is_empty() && !text.is_empty());
            *slot = Some(Answer { tools, text });
        }
    }

    fn next_calls(&mut self) -> Vec<(String, Value)> {
        let calls: Vec<(String, Value)> = self
            .queries
            .iter()
            .enumerate()
            .skip(self.asked)
            .take(SIDE_BY_SIDE)
            .map(|(number, query)| {
                let mut input = json!({"query": query.query});
                if let Some(max) = query.max_results {
                    input["max_results"] = json!(max);
                }
                (format!("{QUERY}{number}"), input)
            })
            .collect();
        self.asked += calls.len();
        if !calls.is_empty() {
            return calls;
        }
        let observed = &self.observed;
        let wanted = self.wanted.get_or_insert_with(|| {
            let missing = |name: &&String| !observed.loaded.contains_key(*name);
            observed.announced.iter().filter(missing).cloned().collect()
        });
        let now: Vec<String> = wanted.drain(..wanted.len().min(SELECTED * SIDE_BY_SIDE)).collect();
        now.chunks(SELECTED)
            .enumerate()
            .map(|(number, names)| {
                let query = format!("select:{}", names.join(","));
                let input = json!({"query": query, "max_results": names.len()});
                (format!("{SELECT}{}_{number}", wanted.len()), input)
            })
            .collect()
    }
}

/// Begins the id of a query's call; its number follows.
const QUERY: &str = "toolu_query";

/// Begins the id of a call that asks for tools by name.
const SELECT: &str = "toolu_select";

fn is_name(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| c.is_ascii_alphanumeric() || "_-.:".contains(c))
}

fn sent(tool: &Value) -> Option<(String, Sent)> {
    let description = tool["description"].as_str().unwrap_or_default().to_owned();
    let sent = Sent { description, input_schema: tool["input_schema"].clone() };
    Some((tool["name"].as_str()?.to_owned(), sent))
}

/// The texts of a content: one string, or blocks.
fn texts(content: &Value) -> Box<dyn Iterator<Item = &str> + '_> {
    match content {
        Value::String(text) => Box::new(std::iter::once(text.as_str())),
        Value::Array(blocks) => Box::new(blocks.iter().filter_map(|block| block["text"].as_str())),
        _ => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str, max_results: Option<i64>) -> Query {
        Query { id: "1".to_owned(), query: text.to_owned(), max_results }
    }

    fn tool(name: &str) -> Value {
        json!({"name": name, "description": "d", "input_schema": {}})
    }

    fn request(tools: &[Value], content: Value) -> Value {
        json!({"tools": tools, "messages": [{"role": "user", "content": content}]})
    }

    fn announced(names: &str) -> Value {
        json!([
            {"type": "text", "text": "x"},
            {"type": "text", "text": format!("<r>\nThe deferred tools:\n{names}\n</r>\nlater")},
        ])
    }

    #[test]
    fn results_are_heard_wherever_they_stand() {
        let mut talk = Conversation::new(vec![query("q", None), query("r", None)]);
        talk.turn(&request(&[tool(SEARCH)], json!("hello")));
        let result = |id: &str, found: &str| {
            json!({"role": "user", "content": [{
                "type": "tool_result", "tool_use_id": id,
                "content": [{"type": "tool_reference", "tool_name": found}],
            }]})
        };
        let messages = json!([
            result("toolu_query0", "mcp__a__x"),
            {"role": "assistant", "content": []},
            result("toolu_query1", "mcp__a__y"),
            {"role": "user", "content": "a reminder"},
        ]);
        talk.turn(&json!({"tools": [tool(SEARCH)], "messages": messages}));
        let found = talk.into_observed().answers.into_iter().flatten().flat_map(|one| one.tools);
        assert_eq!(found.collect::<Vec<_>>(), ["mcp__a__x", "mcp__a__y"]);
    }

    #[test]
    fn a_client_is_asked_everything_and_heard() {
        let mut talk = Conversation::new(vec![query("q", None), query("+r", Some(2))]);
        assert_eq!(talk.turn(&json!({"messages": []})), Turn::Ends, "a request without tools");
        assert!(!talk.begun());
        let tools = [tool(SEARCH), tool("mcp__a__x")];
        let first = talk.turn(&request(&tools, announced("Own\nmcp__b__y")));
        let calls = [
            ("toolu_query0".to_owned(), json!({"query": "q"})),
            ("toolu_query1".to_owned(), json!({"query": "+r", "max_results": 2})),
        ];
        assert_eq!(first, Turn::Searches(calls.to_vec()));

        let aside = request(&[tool("title")], json!("name this"));
        assert_eq!(talk.turn(&aside), Turn::Ends);
        assert!(!talk.over(), "an aside ends nothing");

        let results = json!([
            {"type": "tool_result", "tool_use_id": "toolu_query1", "content": "nothing"},
            {"type": "tool_result", "tool_use_id": "toolu_query0",
             "content": [{"type": "tool_reference", "tool_name": "mcp__b__y"}]},
        ]);
        let mut loaded = tool("mcp__b__y");
        loaded["defer_loading"] = json!(true);
        let tools = [tool(SEARCH), tool("mcp__a__x"), loaded];
        let Turn::Searches(calls) = talk.turn(&request(&tools, results)) else {
            panic!("it asks for the rest")
        };
        assert_eq!(calls[0].1, json!({"query": "select:Own", "max_results": 1}));
        assert_eq!(talk.turn(&request(&tools, json!("done"))), Turn::Ends);
        assert!(talk.over());

        let observed = talk.into_observed();
        assert_eq!(observed.announced, ["Own", "mcp__b__y"]);
        assert_eq!(observed.announcement.as_deref(), Some("The deferred tools:\nOwn\nmcp__b__y"));
        assert_eq!(observed.eager.keys().collect::<Vec<_>>(), [SEARCH, "mcp__a__x"]);
        assert_eq!(observed.loaded.keys().collect::<Vec<_>>(), ["mcp__b__y"]);
        let found = Answer { tools: vec!["mcp__b__y".to_owned()], text: None };
        let nothing = Answer { tools: vec![], text: Some("nothing".to_owned()) };
        assert_eq!(observed.answers, [Some(found), Some(nothing)]);
    }

    #[test]
    fn without_a_search_nothing_is_asked() {
        let mut talk = Conversation::new(vec![query("q", None)]);
        assert_eq!(talk.turn(&request(&[tool("mcp__a__x")], json!("hello"))), Turn::Ends);
        assert!(talk.over());
        assert_eq!(talk.into_observed().answers, [None]);
    }

    #[test]
    fn many_names_are_asked_for_in_parts() {
        let names: Vec<String> = (0..1_030).map(|n| format!("mcp__a__t{n}")).collect();
        let mut talk = Conversation::new(vec![]);
        let mut counts = Vec::new();
        let request = request(&[tool(SEARCH)], announced(&names.join("\n")));
        while let Turn::Searches(calls) = talk.turn(&request) {
            counts.push(calls.len());
        }
        assert_eq!(counts, [20, 1], "50 names a call, 20 calls a turn");
    }
}
