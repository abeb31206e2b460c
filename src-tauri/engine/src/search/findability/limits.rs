//! Hard limits: what clients and models refuse.

use super::{Note, Server};
use crate::{
    clients::{ClientId, Level, claude_code},
    weights::Shape,
};

/// The most tools a request of VS Code's agent and of `OpenAI`'s API takes, of
/// all servers together. github.com/microsoft/vscode/issues/294055
pub const TOOLS: usize = 128;

pub(super) fn check(server: &Server, notes: &mut Vec<Note>) {
    let shape = Shape::of(ClientId::ClaudeCode, None);
    let cut = claude_code::default_cuts(None).eager_description;
    let catalogue = &server.catalogue;
    let mut note = |check, level, tool: Option<&str>, message: String, effect: String, advice| {
        let (server, tool) = (server.name.clone(), tool.map(ToOwned::to_owned));
        notes.push(Note { check, level, server, tool, message, effect, advice });
    };
    if catalogue.tools.len() > TOOLS {
        note(
            "too-many-tools",
            Level::Warning,
            None,
            format!(
                "It has {} tools; some clients take {TOOLS} of all servers together.",
                catalogue.tools.len()
            ),
            format!("{} of its tools cannot be offered there.", catalogue.tools.len() - TOOLS),
            "Offer fewer by default, or in groups that can be switched on.",
        );
    }
    for fault in &catalogue.malformed {
        note(
            "tool-malformed",
            match (fault.refuses_list, fault.kept) {
                (true, _) => Level::Error,
                (false, true) => Level::Hint,
                (false, false) => Level::Warning,
            },
            fault.name.as_deref(),
            if fault.kept {
                format!("Element {} of the list: {}.", fault.position, fault.what)
            } else {
                format!("Element {} of the list is no usable tool: {}.", fault.position, fault.what)
            },
            if fault.refuses_list {
                format!(
                    "Claude Code refuses the whole list: {} tools are lost.",
                    catalogue.tools.len()
                )
            } else if fault.kept {
                "As a server lists it, it would weigh at least what it weighs here.".to_owned()
            } else {
                "This one is left out.".to_owned()
            },
            "Give each tool a name of its own and an object as inputSchema.",
        );
    }
    if catalogue.malformed.iter().all(|fault| !fault.refuses_list)
        && let Some(fault) = shape.list_fault(catalogue)
    {
        note(
            "list-refused",
            Level::Error,
            None,
            format!("{fault}."),
            format!("{} tools are lost.", catalogue.tools.len()),
            "Mend the tool that is named.",
        );
        return;
    }
    for tool in &catalogue.tools {
        let written = claude_code::sent_as(&server.name, &tool.name);
        if let Err(refusal) = shape.send(tool, &written, cut) {
            note(
                "tool-refused",
                Level::Error,
                Some(&tool.name),
                format!("{}.", refusal.because()),
                "The model never sees it.".to_owned(),
                "Name parameters as the API takes them and keep to valid JSON Schema.",
            );
        }
    }
}
