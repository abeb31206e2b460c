//! What is wrong with a text in YAML, for people.

use serde_saphyr::{Error, budget::BudgetBreach};

/// What is wrong, and where. What the library says itself is passed on only
/// where it speaks of the text; of its own bounds it speaks to programmers.
pub(super) fn said(error: &Error) -> String {
    let what = match error.without_snippet() {
        Error::DuplicateMappingKey { key: Some(key), .. } => {
            format!("`{key}` is there twice: keep one of them")
        }
        Error::DuplicateMappingKey { .. } => "a key is there twice: keep one of them".to_owned(),
        Error::MultipleDocuments { .. }
        | Error::Budget { breach: BudgetBreach::Documents { .. }, .. } => {
            "a second document begins (`---`): give one".to_owned()
        }
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => {
            "values stand in one another deeper than in any configuration".to_owned()
        }
        Error::AliasError { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::Budget {
            breach:
                BudgetBreach::Aliases { .. }
                | BudgetBreach::Anchors { .. }
                | BudgetBreach::AliasAnchorRatio { .. }
                | BudgetBreach::RecordedAnchorEvents { .. }
                | BudgetBreach::RecordedAnchorBytes { .. },
            ..
        } => "an alias (`*name`) stands for what no configuration holds".to_owned(),
        Error::Budget { breach: BudgetBreach::SequenceUnbalanced, .. } | Error::Eof { .. } => {
            "it ends too early".to_owned()
        }
        Error::Budget { .. } => "it holds more than any configuration".to_owned(),
        Error::UnknownAnchor { .. } => "an alias (`*name`) names nothing".to_owned(),
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            "an alias (`*name`) stands within what it names".to_owned()
        }
        Error::IndentationError { .. } => "it is not indented as what stands around it".to_owned(),
        Error::Message { msg, .. } => msg.clone(),
        _ => "what stands here is not as YAML has to be".to_owned(),
    };
    match error.location().filter(|at| at.line() > 0) {
        Some(at) => format!("line {}, column {}: {what}", at.line(), at.column()),
        None => what,
    }
}
