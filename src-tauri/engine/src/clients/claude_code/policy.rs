//! How the tools of an entry are loaded, and why.

use std::collections::BTreeMap;

use super::{
    rules::DenyRules,
    schema::EntrySettings,
    search::Search,
    versions::{CLAUDE_COUNT, COUNT_ALLOWANCE, Rules},
};
use crate::clients::{
    Cause, Cuts, Entry, FixedCost, Given, Loading, Mode, Place, Policy, Scope, ToolTraits, Verdict,
    received_by_claude_code,
};

/// Claude Code in one project.
#[derive(Debug)]
pub struct ClaudePolicy {
    /// The rules of the installed version.
    pub rules: Rules,
    /// Whether tools are searched for.
    pub search: Search,
    /// Usable deny rules of all settings files.
    pub deny: DenyRules,
    /// Per entry, by the place of its key.
    pub entries: BTreeMap<Place, EntrySettings>,
    /// Where texts are cut here.
    pub cuts: Cuts,
    /// What the files cannot tell.
    pub caveat: String,
    /// What the switch says, whatever else decides.
    pub mode: Option<String>,
    /// What the settings give to every program the client starts.
    pub program_env: Vec<Given>,
    /// Whether the user trusts the folder.
    pub trusted: bool,
}

/// A tool's name as the client writes it to the model: `mcp__server__tool`.
pub fn sent_as(server: &str, tool: &str) -> String {
    format!("mcp__{}__{}", written(server), written_tool(tool))
}

/// A name as the client writes it: every character outside `[A-Za-z0-9_-]`
/// becomes an underscore.
pub fn written(name: &str) -> String {
    name.chars()
        .flat_map(|c| {
            let kept = c.is_ascii_alphanumeric() || c == '_' || c == '-';
            // One underscore per UTF-16 unit, as the client's language counts.
            std::iter::repeat_n(if kept { c } else { '_' }, if kept { 1 } else { c.len_utf16() })
        })
        .collect()
}

/// A tool's name after the client has taken it in.
fn written_tool(name: &str) -> String {
    written(&received_by_claude_code(name))
}

/// What `auto` mode holds the definitions against.
#[derive(Clone, Copy)]
struct Threshold {
    /// In percent of the window.
    percent: u8,
    /// The context window, in tokens.
    window: u64,
    /// The client's own deferrable tools, in o200k tokens.
    own: u64,
}

impl ClaudePolicy {
    fn settings_of(&self, entry: &Entry) -> Option<&EntrySettings> {
        self.entries.get(&entry.place)
    }

    /// The client asks the API to count; we have our own count of another
    /// vocabulary, so close to the threshold nothing is certain.
    fn auto(at: Threshold, cause: &Cause, deferrable: Option<u64>) -> Verdict {
        let Threshold { percent, window, own } = at;
        let threshold = window * u64::from(percent) / 100;
        let rule =
            format!("deferred from {threshold} tokens on, {percent} % of a window of {window}");
        let verdict = |loading, because: String| Verdict {
            loading,
            cause: Cause { because, place: cause.place.clone() },
        };
        let Some(mcp) = deferrable else {
            return verdict(
                Loading::Unknown,
                format!("By weight: {rule}, and not everything deferrable is weighed yet."),
            );
        };
        let counted = mcp.saturating_add(own);
        let claude = |factor: u64| counted.saturating_mul(factor) / 100;
        let (low, high) = (claude(CLAUDE_COUNT.0), claude(CLAUDE_COUNT.1));
        let reaches = |count: u64| count.saturating_sub(COUNT_ALLOWANCE) >= threshold;
        let by_weight = |answer| {
            format!(
                "By weight: {rule}; the deferrable tools, the client's own among them, count {low} to {high} in a Claude model, {answer}."
            )
        };
        match (reaches(low), reaches(high)) {
            (true, _) => verdict(Loading::WhenNeeded, by_weight("so they are")),
            (false, false) => verdict(Loading::Always, by_weight("so they are not")),
            (false, true) => verdict(Loading::Unknown, by_weight("which is too close to say")),
        }
    }
}

impl Policy for ClaudePolicy {
    fn mode(&self) -> Option<Mode> {
        let cause = match &self.search {
            Search::Off(cause)
            | Search::On(cause)
            | Search::Auto { cause, .. }
            | Search::Unknown(cause) => cause.clone(),
        };
        Some(Mode { value: self.mode.clone(), cause })
    }

    fn sent_as(&self, entry: &Entry, tool: &str) -> String {
        sent_as(&entry.name, tool)
    }

    fn verdict(&self, entry: &Entry, tool: ToolTraits<'_>, deferrable: Option<u64>) -> Verdict {
        let verdict = |loading, because: &str, place: Option<Place>| Verdict {
            loading,
            cause: Cause { because: because.to_owned(), place },
        };
        let (server, name) = (written(&entry.name), written_tool(tool.name));
        let whole_names = self.rules.rules_know_whole_names();
        if let Some(rule) = self.deny.taking(&server, &name, whole_names) {
            return verdict(
                Loading::Off,
                &format!("Denied by the rule `{}`.", rule.text()),
                Some(rule.place.clone()),
            );
        }
        let settings = self.settings_of(entry);
        if let Some((_, place)) = settings
            .and_then(|settings| settings.blocked.iter().find(|(blocked, _)| blocked == tool.name))
        {
            return verdict(Loading::Off, "Blocked by toolPermissions.", Some(place.clone()));
        }
        if let Search::Off(cause) = &self.search {
            return Verdict { loading: Loading::Always, cause: cause.clone() };
        }
        let wanted = settings.and_then(|settings| settings.always_load.as_ref());
        match wanted {
            // Only a plugin's server may opt a tool out again (2.1.332).
            Some((true, place))
                if !(matches!(entry.scope, Scope::Plugin(_))
                    && tool.always_load == Some(false)) =>
            {
                return verdict(
                    Loading::Always,
                    "The entry says alwaysLoad: true.",
                    Some(place.clone()),
                );
            }
            // Not to be loaded always is all that `false` says: what becomes of
            // the tool is left to the search.
            Some((false, _)) if self.rules.false_defers() => {}
            _ if tool.always_load == Some(true) => {
                return verdict(
                    Loading::Always,
                    "The server asks for it (anthropic/alwaysLoad).",
                    None,
                );
            }
            _ => {}
        }
        if let (Search::On(_), Some((false, place)), Some(true)) =
            (&self.search, wanted, tool.always_load)
        {
            return verdict(
                Loading::WhenNeeded,
                "The entry says alwaysLoad: false, which beats the server's own wish.",
                Some(place.clone()),
            );
        }
        match &self.search {
            Search::Off(cause) => Verdict { loading: Loading::Always, cause: cause.clone() },
            Search::On(cause) => Verdict { loading: Loading::WhenNeeded, cause: cause.clone() },
            Search::Unknown(cause) => Verdict { loading: Loading::Unknown, cause: cause.clone() },
            Search::Auto { percent, window, own, cause } => {
                let threshold = Threshold { percent: *percent, window: *window, own: *own };
                Self::auto(threshold, cause, deferrable)
            }
        }
    }

    /// The server that answers first wins: observed in 2.1.332 and 2.1.197 with
    /// delays of either server, in every order of the entries.
    fn one_tool_per_name(&self) -> bool {
        true
    }

    fn cuts(&self) -> Cuts {
        self.cuts
    }

    fn fixed_cost(&self) -> Option<FixedCost> {
        match self.search {
            Search::Off(_) => None,
            _ => Some(self.rules.fixed_cost()),
        }
    }

    fn sends_instructions(&self) -> bool {
        true
    }

    fn needs_weights(&self) -> bool {
        matches!(self.search, Search::Auto { .. })
    }

    fn program_env(&self) -> &[Given] {
        &self.program_env
    }

    /// What a project brings, or the user says for it alone, runs once the
    /// folder is trusted; the trust of a folder above does not count. Observed
    /// in 2.1.332 and 2.1.284; 2.1.221 did not ask.
    fn runs_helper(&self, entry: &Entry) -> bool {
        self.trusted || !matches!(entry.scope, Scope::Project | Scope::Local)
    }

    fn caveat(&self) -> Option<String> {
        Some(self.caveat.clone())
    }
}
