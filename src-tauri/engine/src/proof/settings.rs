//! Settings files without anything but what decides loading.

use serde_json::{Map, Value, json};

use super::text::{Held, shape};

/// Keys taken over as they stand. None of them holds a credential or starts a
/// program.
const KEPT: [&str; 9] = [
    "model",
    "availableModels",
    "enableAllProjectMcpServers",
    "enabledMcpjsonServers",
    "disabledMcpjsonServers",
    "enabledPlugins",
    "allowManagedMcpServersOnly",
    "strictPluginOnlyCustomization",
    "disableClaudeAiConnectors",
];

/// Keys taken over in part.
const CHANGED: [&str; 4] = ["env", "permissions", "allowedMcpServers", "deniedMcpServers"];

/// Variables that decide loading and hold no credential.
const VARIABLES: [&str; 5] = [
    "ENABLE_TOOL_SEARCH",
    "CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH",
    "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS",
    "ANTHROPIC_MODEL",
    "ANTHROPIC_SMALL_FAST_MODEL",
];

/// Whether a variable decides loading. What a name of a model stands for does.
pub fn decides_loading(variable: &str) -> bool {
    VARIABLES.contains(&variable)
        || (variable.starts_with("ANTHROPIC_DEFAULT_") && variable.ends_with("_MODEL"))
}

/// How a file is copied.
pub struct Copying<'a> {
    /// Whether the client ignores the file as a whole because of a wrong type.
    pub refused: bool,
    /// `ENABLE_TOOL_SEARCH` set to nothing means that it is on: it would be,
    /// were the stand-in the vendor's own address.
    pub blank_is_on: bool,
    /// Elements of a list of servers, for the stand-ins of these servers.
    pub listed: &'a dyn Fn(&Value) -> Vec<Value>,
}

impl Copying<'_> {
    /// The text of the copy.
    pub fn text(&self, held: &Held) -> String {
        held.text(|settings| self.settings(settings))
    }

    fn settings(&self, settings: &Map<String, Value>) -> Value {
        let mut copy = Map::new();
        for (key, value) in settings {
            let copied = match key.as_str() {
                "env" => Some(self.variables(value)),
                "permissions" => Some(permissions(value)),
                "allowedMcpServers" | "deniedMcpServers" => Some(self.list(value)),
                kept if KEPT.contains(&kept) => Some(value.clone()),
                // The wrong type of any key is why the file does not count.
                _ => self.refused.then(|| shape(value)),
            };
            if let Some(copied) = copied {
                copy.insert(key.clone(), copied);
            }
        }
        Value::Object(copy)
    }

    fn variables(&self, value: &Value) -> Value {
        let Value::Object(variables) = value else { return shape(value) };
        let mut kept = Map::new();
        for (name, value) in variables.iter().filter(|(name, _)| decides_loading(name)) {
            let blank = name == "ENABLE_TOOL_SEARCH" && value == "";
            let value = if blank && self.blank_is_on { json!("true") } else { value.clone() };
            kept.insert(name.clone(), value);
        }
        Value::Object(kept)
    }

    fn list(&self, value: &Value) -> Value {
        match value {
            Value::Array(elements) => elements.iter().flat_map(|one| (self.listed)(one)).collect(),
            other => shape(other),
        }
    }
}

/// Rules of other tools may quote a command line, credentials and all.
fn permissions(value: &Value) -> Value {
    let Value::Object(permissions) = value else { return shape(value) };
    let mut kept = Map::new();
    for (key, value) in permissions {
        let copied = match (key.as_str(), value) {
            ("defaultMode", value) => value.clone(),
            ("deny", Value::Array(rules)) => {
                let quotes = |rule: &Value| {
                    rule.as_str().is_some_and(|rule| {
                        rule.contains('(')
                            && !rule.starts_with("mcp__")
                            && !rule.starts_with("Tool")
                    })
                };
                rules.iter().filter(|rule| !quotes(rule)).cloned().collect()
            }
            ("allow" | "ask" | "deny", value) => shape(value),
            _ => continue,
        };
        kept.insert(key.clone(), copied);
    }
    Value::Object(kept)
}

/// The first key of the organisation's settings that a copy cannot leave out,
/// because the client reads them itself; `None` when all only decide loading.
pub fn not_only_loading(settings: &Value) -> Option<String> {
    let Value::Object(settings) = settings else { return None };
    for (key, value) in settings {
        match key.as_str() {
            "env" => {
                let foreign = value
                    .as_object()
                    .and_then(|all| all.keys().find(|name| !decides_loading(name)));
                if let Some(name) = foreign {
                    return Some(format!("env.{name}"));
                }
            }
            "allowedMcpServers" | "deniedMcpServers" => {
                let elements = value.as_array().map(Vec::as_slice).unwrap_or_default();
                if elements.iter().any(|element| element.get("serverName").is_none()) {
                    return Some(format!("{key} by command or address"));
                }
            }
            "permissions" | "$schema" | "companyAnnouncements" | "cleanupPeriodDays" => {}
            known if KEPT.contains(&known) || CHANGED.contains(&known) => {}
            _ => return Some(key.clone()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(text: &Value, refused: bool) -> Value {
        let copying =
            Copying { refused, blank_is_on: true, listed: &|element| vec![element.clone()] };
        serde_json::from_str(&copying.text(&Held::This(text.clone()))).expect("JSON")
    }

    #[test]
    fn only_what_decides_loading_is_copied() {
        let real = json!({
            "model": "m", "hooks": {"PreToolUse": []}, "apiKeyHelper": "print s3cret",
            "env": {"ENABLE_TOOL_SEARCH": "", "ANTHROPIC_API_KEY": "s3cret",
                    "ANTHROPIC_BASE_URL": "https://proxy", "ANTHROPIC_DEFAULT_OPUS_MODEL": "o"},
            "permissions": {
                "allow": ["Bash(curl -H s3cret)"], "additionalDirectories": ["/x"],
                "deny": ["Bash(rm s3cret)", "mcp__a__b(*)", "ToolSearch(*)", "Bash", 5],
                "defaultMode": "plan",
            },
            "deniedMcpServers": [{"serverName": "a"}],
        });
        let want = json!({
            "model": "m",
            "env": {"ENABLE_TOOL_SEARCH": "true", "ANTHROPIC_DEFAULT_OPUS_MODEL": "o"},
            "permissions": {
                "allow": [], "deny": ["mcp__a__b(*)", "ToolSearch(*)", "Bash", 5],
                "defaultMode": "plan",
            },
            "deniedMcpServers": [{"serverName": "a"}],
        });
        assert_eq!(copy(&real, false), want);
    }

    #[test]
    fn a_wrong_type_stays_wrong() {
        let real = json!({"hooks": "s3cret", "verbose": "yes", "env": "x", "permissions": []});
        let want = json!({"hooks": "", "verbose": "", "env": "", "permissions": []});
        assert_eq!(copy(&real, true), want);
        assert_eq!(copy(&real, false), json!({"env": "", "permissions": []}));
    }

    #[test]
    fn what_the_organisation_may_say() {
        for (settings, want) in [
            (json!({"env": {"ENABLE_TOOL_SEARCH": "1"}, "permissions": {}, "model": "m"}), None),
            (json!({"deniedMcpServers": [{"serverName": "a"}]}), None),
            (json!({"env": {"HTTPS_PROXY": "x"}}), Some("env.HTTPS_PROXY")),
            (json!({"hooks": {}}), Some("hooks")),
            (
                json!({"allowedMcpServers": [{"serverUrl": "https://x/*"}]}),
                Some("allowedMcpServers by command or address"),
            ),
        ] {
            assert_eq!(not_only_loading(&settings).as_deref(), want, "{settings}");
        }
    }
}
