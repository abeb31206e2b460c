//! Catalogues to search and answers of the real client.

use std::{error::Error, fs, path::Path, sync::Arc};

use plimsoll_engine::{
    catalogue::Tool,
    clients::Loading,
    search::{Document, Index},
};
use serde_json::Value;

/// The tools of every catalogue file in `folder`, as Claude Code would defer
/// them: all, but those that ask to be loaded always.
pub fn documents_of(folder: &Path) -> Result<Arc<[Document]>, Box<dyn Error>> {
    let mut files: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut documents = Vec::new();
    for file in files {
        let mut catalogue: Value = serde_json::from_str(&fs::read_to_string(&file)?)?;
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let server: Arc<str> =
            catalogue.get("server").and_then(Value::as_str).unwrap_or(&stem).into();
        let eager = catalogue.pointer("/entry/alwaysLoad") == Some(&Value::Bool(true));
        let Some(Value::Array(tools)) = catalogue.get_mut("tools").map(Value::take) else {
            return Err(format!("{} has no tools", file.display()).into());
        };
        for (position, tool) in tools.into_iter().enumerate() {
            let Ok(tool) = Tool::from_listed(position, tool) else { continue };
            let loading = if eager || tool.always_load() == Some(true) {
                Loading::Always
            } else {
                Loading::WhenNeeded
            };
            documents.push(Document {
                server: Some(server.clone()),
                sent_as: format!("mcp__{}__{}", written(&server), written(&tool.name)),
                tool: Arc::new(tool),
                loading,
            });
        }
    }
    Ok(documents.into())
}

/// A name as Claude Code writes it: anything but ASCII letters, digits, `_`
/// and `-` becomes `_`, one for each UTF-16 code unit.
fn written(name: &str) -> String {
    plimsoll_engine::clients::received_by_claude_code(name)
        .chars()
        .flat_map(|c| {
            let kept = c.is_ascii_alphanumeric() || c == '_' || c == '-';
            std::iter::repeat_n(if kept { c } else { '_' }, c.len_utf16())
        })
        .collect()
}

/// What the real client answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The query.
    pub query: String,
    /// The number of results asked for.
    pub max_results: i64,
    /// The written names it gave, in order; its own tools left out.
    pub tools: Vec<String>,
    /// Whether it gave some of its own tools, too.
    pub with_built_ins: bool,
}

impl Answer {
    /// Reads a file of answers.
    pub fn read(file: &Path) -> Result<Vec<Self>, Box<dyn Error>> {
        fs::read_to_string(file)?.lines().filter(|line| !line.is_empty()).map(Self::parse).collect()
    }

    fn parse(line: &str) -> Result<Self, Box<dyn Error>> {
        let value: Value = serde_json::from_str(line)?;
        let given: Vec<String> = value
            .get("tools")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|name| name.as_str().map(ToOwned::to_owned))
            .collect();
        let query = value.get("query").and_then(Value::as_str).ok_or("no query")?;
        let max_results = value.get("max_results").and_then(Value::as_i64).unwrap_or(5);
        Ok(Self::given(query, max_results, &given))
    }

    /// What the client gave for a query, in order, its own tools among them.
    pub fn given(query: &str, max_results: i64, given: &[String]) -> Self {
        let of_servers = given.iter().filter(|name| name.starts_with("mcp__"));
        let tools: Vec<String> = of_servers.cloned().collect();
        Self {
            query: query.to_owned(),
            max_results,
            with_built_ins: tools.len() < given.len(),
            tools,
        }
    }

    /// What the simulation gives for the same query.
    pub fn simulated(&self, index: &dyn Index, documents: &[Document]) -> Vec<String> {
        let outcome = index.search(&self.query, self.max_results);
        outcome.hits.iter().map(|hit| documents[hit.document].sent_as.clone()).collect()
    }

    /// Whether the simulation gives the same tools in the same order, as far as
    /// the client's own tools left room for them.
    pub fn agrees(&self, simulated: &[String]) -> bool {
        if self.max_results < 0 {
            // So many are left out at the end: how many of them are the
            // client's own is not known here.
            self.tools.iter().zip(simulated).all(|(real, here)| real == here)
        } else if self.with_built_ins {
            simulated.get(..self.tools.len()) == Some(&self.tools)
        } else {
            simulated == self.tools
        }
    }
}
