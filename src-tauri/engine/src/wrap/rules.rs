//! Which tools are listed and callable. Rules hold for tools that appear later too.

use globset::{Glob, GlobSet, GlobSetBuilder};
use serde_json::Value;

/// A pattern that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("`{pattern}` is not a tool pattern: {source}")]
pub struct RuleError {
    /// As given.
    pub pattern: String,
    /// What is wrong with it.
    pub source: globset::Error,
}

/// Which tools of a server are in scope.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    only: Option<GlobSet>,
    except: Option<GlobSet>,
    read_only: bool,
    audience: Option<String>,
}

impl Rules {
    /// Rules from the command line: names or patterns with `*`, `?`, `[…]`, `{a,b}`.
    ///
    /// # Errors
    /// [`RuleError`] naming the pattern that cannot be read.
    pub fn new(
        only: &[String],
        except: &[String],
        read_only: bool,
        audience: Option<String>,
    ) -> Result<Self, RuleError> {
        let set = |patterns: &[String]| -> Result<Option<GlobSet>, RuleError> {
            if patterns.is_empty() {
                return Ok(None);
            }
            let fault = |pattern: &str| {
                let pattern = pattern.to_owned();
                move |source| RuleError { pattern, source }
            };
            let mut builder = GlobSetBuilder::new();
            for pattern in patterns {
                builder.add(Glob::new(pattern).map_err(fault(pattern))?);
            }
            builder.build().map(Some).map_err(fault(&patterns.join(", ")))
        };
        Ok(Self { only: set(only)?, except: set(except)?, read_only, audience })
    }

    /// Whether every tool is in scope.
    pub fn is_open(&self) -> bool {
        self.only.is_none() && self.except.is_none() && !self.needs_definition()
    }

    /// Whether a name alone cannot tell.
    pub fn needs_definition(&self) -> bool {
        self.read_only || self.audience.is_some()
    }

    /// Whether the patterns let a name through.
    pub fn admits_name(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.is_match(name))
            && self.except.as_ref().is_none_or(|except| !except.is_match(name))
    }

    /// Whether a tool is in scope. What does not say that it only reads, or
    /// whom it is for, is out where a rule asks for it.
    pub fn admits(&self, tool: &Value) -> bool {
        tool.get("name").and_then(Value::as_str).is_some_and(|name| self.admits_name(name))
            && (!self.read_only || reads_only(tool))
            && self.audience.as_ref().is_none_or(|audience| is_for(tool, audience))
    }
}

fn reads_only(tool: &Value) -> bool {
    let hint = tool.pointer("/annotations/readOnlyHint").or_else(|| tool.get("readOnly"));
    hint.and_then(Value::as_bool).unwrap_or(false)
}

fn is_for(tool: &Value, audience: &str) -> bool {
    ["/audiences", "/annotations/audience", "/_meta/audiences"]
        .iter()
        .filter_map(|pointer| tool.pointer(pointer)?.as_array())
        .flatten()
        .any(|value| value.as_str() == Some(audience))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rules(only: &[&str], except: &[&str], read_only: bool, audience: Option<&str>) -> Rules {
        let own = |patterns: &[&str]| patterns.iter().map(ToString::to_string).collect::<Vec<_>>();
        Rules::new(&own(only), &own(except), read_only, audience.map(ToOwned::to_owned))
            .expect("valid patterns")
    }

    #[test]
    fn scope_follows_every_rule() {
        let get =
            json!({"name": "get_x", "annotations": {"readOnlyHint": true}, "audiences": ["staff"]});
        let set = json!({"name": "set_x"});
        let cases = [
            ("no rule admits all", rules(&[], &[], false, None), true, true),
            ("a pattern", rules(&["get_*"], &[], false, None), true, false),
            ("an exception wins", rules(&["*"], &["get_x"], false, None), false, true),
            ("only what says it reads", rules(&[], &[], true, None), true, false),
            ("only what says whom it is for", rules(&[], &[], false, Some("staff")), true, false),
            ("another audience", rules(&[], &[], false, Some("end-user")), false, false),
        ];
        for (why, rules, first, second) in cases {
            assert_eq!((rules.admits(&get), rules.admits(&set)), (first, second), "{why}");
        }
        assert!(Rules::new(&["[".to_owned()], &[], false, None).is_err());
    }
}
