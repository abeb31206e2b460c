//! Single tools, for clients that have no switch for them: the wrapper's rules.

use globset::Glob;

use crate::clients::WrapOptions;

/// What is wanted of single tools.
pub(in crate::plan) enum Scoping<'o> {
    /// Only these, by name or pattern.
    Keep(&'o [String]),
    /// This one too.
    On(&'o str),
    /// Not this one.
    Off(&'o str),
}

impl Scoping<'_> {
    /// The rules with that in them.
    ///
    /// # Errors
    /// Why not, as the end of a sentence about the entry.
    pub fn apply(&self, mut options: WrapOptions) -> Result<WrapOptions, String> {
        match self {
            Self::Keep(tools) => {
                options.only = tools.to_vec();
                options.except.clear();
            }
            Self::Off(tool) => {
                let scoped = !options.only.is_empty();
                options.only.retain(|known| known != tool);
                if scoped && options.only.is_empty() {
                    return Err(format!("has no tool but `{tool}` in scope: switch it off"));
                }
                let listed = options.only.is_empty() || any(&options.only, tool);
                if listed && !any(&options.except, tool) {
                    options.except.push((*tool).to_owned());
                }
            }
            Self::On(tool) => {
                options.except.retain(|known| known != tool);
                if any(&options.except, tool) {
                    let patterns = options.except.join(", ");
                    return Err(format!("keeps `{tool}` out by a pattern: {patterns}"));
                }
                if !options.only.is_empty() && !any(&options.only, tool) {
                    options.only.push((*tool).to_owned());
                }
            }
        }
        Ok(options)
    }
}

/// Whether the wrapper would do nothing.
pub(super) fn is_plain(options: &WrapOptions) -> bool {
    WrapOptions { name: None, ..options.clone() } == WrapOptions::default()
}

fn any(patterns: &[String], name: &str) -> bool {
    patterns.iter().any(|pattern| {
        pattern == name
            || Glob::new(pattern).is_ok_and(|pattern| pattern.compile_matcher().is_match(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_tools_become_rules() {
        let keep = ["get_*".to_owned(), "a".to_owned()];
        let cases = [
            ("only these", "except:x", Scoping::Keep(&keep), Ok("only:get_*,a")),
            ("what else is wanted stays", "defer", Scoping::Keep(&keep), Ok("defer+only:get_*,a")),
            ("one less of all", "defer", Scoping::Off("b"), Ok("defer+except:b")),
            ("one less of some", "only:a,b", Scoping::Off("b"), Ok("only:a")),
            ("one less of a pattern", "only:b*", Scoping::Off("b1"), Ok("only:b*+except:b1")),
            ("off already", "except:b*", Scoping::Off("b1"), Ok("except:b*")),
            ("back again", "defer+except:a,b", Scoping::On("b"), Ok("defer+except:a")),
            ("one more of some", "only:a", Scoping::On("b"), Ok("only:a,b")),
            ("the last one", "only:b", Scoping::Off("b"), Err(())),
            ("a pattern is in the way", "except:b*", Scoping::On("b1"), Err(())),
        ];
        for (why, now, wanted, expected) in cases {
            let now = WrapOptions::parse(now).expect(now);
            let then = wanted.apply(now).map(|then| then.spec()).map_err(|_| ());
            assert_eq!(then, expected.map(ToOwned::to_owned), "{why}");
        }
        let none = WrapOptions { except: vec!["b".to_owned()], ..WrapOptions::default() };
        assert!(Scoping::On("b").apply(none).is_ok_and(|then| is_plain(&then)));
    }
}
