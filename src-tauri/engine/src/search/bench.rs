//! Public yardsticks for tool retrieval, read from a folder.
//!
//! * `mcpproxy/`: 45 tools, 47 graded queries with a published BM25 baseline
//!   (github.com/smart-mcp-proxy/mcpproxy-go, `specs/065-evaluation-foundation/datasets`, MIT).
//! * `livemcpbench/`: 527 tools, 95 tasks with their steps
//!   (github.com/icip-cas/LiveMCPBench, Apache-2.0).
//!
//! None of it is part of Plimsoll.

use std::{collections::HashSet, fs, io, path::Path, sync::Arc};

use serde_json::{Value, json};

use super::{Document, Engine};
use crate::{
    catalogue::Tool,
    clients::{Loading, claude_code::sent_as},
};

/// The published recall at five of mcpproxy's own BM25 on its golden set. Its
/// index splits words as Bleve's `standard` analyser does and stems none.
pub const MCPPROXY_RECALL_AT_5: f64 = 0.681;

/// How far its own gate lets that number move.
pub const TOLERANCE: f64 = 0.05;

/// Why a yardstick cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum YardstickError {
    /// A file is missing or unreadable.
    #[error("cannot read `{file}`: {source}")]
    Read {
        /// The file.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// A file is not what its name says.
    #[error("`{file}` has not the form expected: {what}")]
    Form {
        /// The file.
        file: String,
        /// What is wrong.
        what: String,
    },
}

/// A query of a yardstick, with the documents that count as found.
struct Graded {
    query: String,
    relevant: HashSet<usize>,
}

/// A catalogue and its queries.
pub struct Yardstick {
    /// Its name.
    pub name: &'static str,
    /// Its tools.
    pub documents: Arc<[Document]>,
    queries: Vec<Graded>,
}

/// How an engine does on a yardstick. Shares from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Queries asked.
    pub queries: usize,
    /// Mean share of the relevant tools among the first one, five and ten.
    pub recall_at: [f64; 3],
    /// Share of queries with a relevant tool among the first one, three, five and ten.
    pub hit_at: [f64; 4],
    /// Mean of one over the place of the first relevant tool among ten.
    pub mrr: f64,
}

impl Yardstick {
    /// Reads mcpproxy's golden set. Relevant is what it grades 1 or 2, as its data
    /// model says; indexed are names and descriptions, all that it has.
    pub fn mcpproxy(folder: &Path) -> Result<Self, YardstickError> {
        let (corpus, golden) = ("corpus_v1.tools.json", "retrieval_golden_v1.json");
        let mut documents = Vec::new();
        let mut ids = Vec::new();
        for tool in list(&read(folder, corpus)?, "tools", corpus)? {
            let text = |key: &str| tool.get(key).and_then(Value::as_str).unwrap_or_default();
            documents.push(document(
                text("server"),
                json!({ "name": text("tool"), "description": text("description"),
                        "inputSchema": { "type": "object" } }),
                corpus,
            )?);
            ids.push(text("tool_id").to_owned());
        }
        let mut queries = Vec::new();
        for query in list(&read(folder, golden)?, "queries", golden)? {
            let labels = query.get("labels").and_then(Value::as_array).into_iter().flatten();
            let relevant = labels
                .filter(|label| label.get("relevance").and_then(Value::as_u64).unwrap_or(0) > 0)
                .filter_map(|label| label.get("tool_id").and_then(Value::as_str))
                .filter_map(|id| ids.iter().position(|known| known == id))
                .collect();
            queries.push(Graded { query: query_text(&query, "query", golden)?, relevant });
        }
        Ok(Self { name: "mcpproxy", documents: documents.into(), queries })
    }

    /// Reads `LiveMCPBench`: each step of a task is a query for the tool at its place.
    pub fn livemcpbench(folder: &Path) -> Result<Self, YardstickError> {
        let (tools, tasks) = ("tools.json", "tasks.jsonl");
        let Value::Array(entries) = read(folder, tools)? else {
            return Err(form(tools, "a list is expected"));
        };
        let mut documents = Vec::new();
        for entry in &entries {
            let servers = entry.get("tools").and_then(Value::as_object).into_iter().flatten();
            for (server, listed) in servers {
                for tool in listed.get("tools").and_then(Value::as_array).into_iter().flatten() {
                    if let Ok(document) = document(server, tool.clone(), tools) {
                        documents.push(document);
                    }
                }
            }
        }
        let mut queries = Vec::new();
        let text = read_text(folder, tasks)?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let task: Value =
                serde_json::from_str(line).map_err(|error| form(tasks, &error.to_string()))?;
            let strings = |key: &str| -> Vec<String> {
                let values = task.get(key).and_then(Value::as_array).into_iter().flatten();
                values.filter_map(Value::as_str).map(ToOwned::to_owned).collect()
            };
            let (steps, wanted) = (strings("steps"), strings("tools"));
            if steps.len() != wanted.len() {
                continue;
            }
            for (query, tool) in steps.into_iter().zip(wanted) {
                let relevant: HashSet<usize> = (0..documents.len())
                    .filter(|place| documents[*place].tool.name == tool)
                    .collect();
                if !relevant.is_empty() {
                    queries.push(Graded { query, relevant });
                }
            }
        }
        Ok(Self { name: "livemcpbench", documents: documents.into(), queries })
    }

    /// Asks an engine every query.
    pub fn measure(&self, engine: &dyn Engine) -> Measured {
        let index = engine.index(self.documents.clone());
        let mut measured = Measured {
            queries: self.queries.len(),
            recall_at: [0.0; 3],
            hit_at: [0.0; 4],
            mrr: 0.0,
        };
        for graded in &self.queries {
            let found: Vec<usize> =
                index.search(&graded.query, 10).hits.iter().map(|hit| hit.document).collect();
            let within = |most: usize| {
                found.iter().take(most).filter(|place| graded.relevant.contains(place)).count()
            };
            for (share, most) in measured.recall_at.iter_mut().zip([1, 5, 10]) {
                *share += ratio(within(most), graded.relevant.len());
            }
            for (share, most) in measured.hit_at.iter_mut().zip([1, 3, 5, 10]) {
                *share += f64::from(u8::from(within(most) > 0));
            }
            let first = found.iter().position(|place| graded.relevant.contains(place));
            measured.mrr += first.map_or(0.0, |first| ratio(1, first + 1));
        }
        let all = self.queries.len();
        let shares = measured.recall_at.iter_mut().chain(&mut measured.hit_at);
        shares.chain([&mut measured.mrr]).for_each(|sum| *sum *= ratio(1, all));
        measured
    }
}

fn ratio(part: usize, of: usize) -> f64 {
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    if of == 0 { 0.0 } else { number(part) / number(of) }
}

fn document(server: &str, tool: Value, file: &str) -> Result<Document, YardstickError> {
    let tool = Tool::from_listed(0, tool).map_err(|fault| form(file, &fault.what))?;
    Ok(Document {
        server: Some(server.into()),
        sent_as: sent_as(server, &tool.name),
        tool: Arc::new(tool),
        loading: Loading::WhenNeeded,
    })
}

fn form(file: &str, what: &str) -> YardstickError {
    YardstickError::Form { file: file.to_owned(), what: what.to_owned() }
}

fn read_text(folder: &Path, file: &str) -> Result<String, YardstickError> {
    let path = folder.join(file);
    fs::read_to_string(&path)
        .map_err(|source| YardstickError::Read { file: path.display().to_string(), source })
}

fn read(folder: &Path, file: &str) -> Result<Value, YardstickError> {
    serde_json::from_str(&read_text(folder, file)?).map_err(|error| form(file, &error.to_string()))
}

fn list(value: &Value, key: &str, file: &str) -> Result<Vec<Value>, YardstickError> {
    value
        .get(key)
        .and_then(Value::as_array)
        .cloned()
        .ok_or_else(|| form(file, &format!("there is no list `{key}`")))
}

fn query_text(value: &Value, key: &str, file: &str) -> Result<String, YardstickError> {
    value
        .get(key)
        .and_then(Value::as_str)
        .map(ToOwned::to_owned)
        .ok_or_else(|| form(file, &format!("a query has no `{key}`")))
}
