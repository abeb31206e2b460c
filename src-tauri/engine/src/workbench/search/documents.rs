//! Catalogues to what the engines search.

use std::{collections::HashMap, sync::Arc};

use serde_json::{Value, json};

use super::super::words::problem;
use crate::{
    catalogue::{Catalogue, Tool},
    clients::{Loading, claude_code},
    search::Document,
    wire::{self, Problem},
};

/// The catalogue with the texts an author is trying.
pub(super) fn drafted(
    server: &str,
    catalogue: Arc<Catalogue>,
    drafts: &[wire::ToolDraft],
) -> Result<Arc<Catalogue>, Problem> {
    if !drafts.iter().any(|draft| draft.server == server) {
        return Ok(catalogue);
    }
    let mut changed = Catalogue::clone(&catalogue);
    for (position, tool) in changed.tools.iter_mut().enumerate() {
        let Some(draft) =
            drafts.iter().find(|draft| draft.server == server && draft.tool == tool.name)
        else {
            continue;
        };
        let mut raw = tool.raw.clone();
        for (key, text) in [("name", &draft.name), ("description", &draft.description)] {
            if let Some(text) = text {
                raw.insert(key.to_owned(), json!(text));
            }
        }
        *tool =
            Arc::new(Tool::from_listed(position, Value::Object(raw)).map_err(|fault| Problem {
                server: Some(server.to_owned()),
                ..problem(
                    "draft-is-no-tool",
                    format!("`{}` cannot be changed so: {}", draft.tool, fault.what),
                    Some("A tool needs a name."),
                )
            })?);
    }
    Ok(Arc::new(changed))
}

/// The tools of an entry as the audit says they are loaded.
pub(super) fn as_audited(
    name: &str,
    server: &wire::ServerAudit,
    catalogue: &Catalogue,
) -> Vec<Document> {
    let server_name: Arc<str> = name.into();
    let tools: HashMap<&str, _> =
        catalogue.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
    server
        .tools
        .iter()
        .filter_map(|audited| {
            let loading = [Loading::Always, Loading::WhenNeeded]
                .into_iter()
                .find(|loading| loading.as_str() == audited.loading)?;
            Some(Document {
                server: Some(server_name.clone()),
                sent_as: audited.sent_as.clone(),
                tool: Arc::clone(tools.get(audited.name.as_str())?),
                loading,
            })
        })
        .collect()
}

/// The tools of a catalogue file, as Claude Code would defer them.
pub(super) fn as_claude_code_would(server: &str, catalogue: &Catalogue) -> Vec<Document> {
    let server_name: Arc<str> = server.into();
    catalogue
        .tools
        .iter()
        .map(|tool| Document {
            server: Some(server_name.clone()),
            sent_as: claude_code::sent_as(server, &tool.name),
            loading: if tool.always_load() == Some(true) {
                Loading::Always
            } else {
                Loading::WhenNeeded
            },
            tool: Arc::clone(tool),
        })
        .collect()
}

/// A tool of the client itself; one whose definition was not captured has an
/// empty schema.
pub(super) fn built_in(mut tool: Value) -> Option<Document> {
    let object = tool.as_object_mut()?;
    if !object.contains_key("inputSchema") {
        object.insert("inputSchema".to_owned(), json!({}));
    }
    let tool = Tool::from_listed(0, tool).ok()?;
    Some(Document {
        server: None,
        sent_as: tool.name.clone(),
        tool: Arc::new(tool),
        loading: Loading::WhenNeeded,
    })
}
