//! What differs between versions of Claude Code: one dated table.
//!
//! Every figure was taken from the real client run against a loopback stand-in
//! of the Messages API, or from its documentation where the line says so.
//! Last measured: 2026-11-30, versions 2.1.197 and 2.1.332; the borders between
//! them by running some twenty published Linux builds.

use semver::Version;

use super::service::Service;
use crate::clients::{Cut, Cuts, FixedCost};

/// The newest version the rules were measured on.
pub const NEWEST_MEASURED: Version = Version::new(2, 1, 332);

/// The oldest version the rules were measured on.
pub const OLDEST_MEASURED: Version = Version::new(2, 1, 197);

/// From here on `alwaysLoad: false` defers a tool whose server asks for
/// `anthropic/alwaysLoad`; before, `false` meant the same as absent.
const FALSE_DEFERS: Version = Version::new(2, 1, 287);

/// From here on descriptions and instructions are cut at 4,096 units, before at 2,048.
const LONGER_CUT: Version = Version::new(2, 1, 296);

/// From here on the description of a found tool is cut at 16,384 units.
const LONGER_FOUND_CUT: Version = Version::new(2, 1, 295);

/// From here on tool search is on by itself on Vertex AI.
const VERTEX: Version = Version::new(2, 1, 221);

/// From here on a base URL that is not the vendor's leaves tool search on.
const ANY_BASE_URL: Version = Version::new(2, 1, 304);

/// From here on a `~/.claude.json` that does not parse is left as it is and
/// stops the client; before, it was replaced by an empty configuration.
const BROKEN_GLOBAL: Version = Version::new(2, 1, 318);

/// From here on no model of the third generation searches; before, only its
/// Haiku models do not.
const THIRD_GENERATION: Version = Version::new(2, 1, 295);

/// From here on the personal settings of the main checkout count below it.
/// Seen in 2.1.221, not in 2.1.197.
const ROOT_SETTINGS: Version = Version::new(2, 1, 221);

/// From here on a deny rule knows whole server names. Seen in 2.1.300, not in
/// 2.1.296.
const WHOLE_NAMES: Version = Version::new(2, 1, 300);

/// The context windows `auto` mode reckons with, in tokens.
const SMALL_WINDOW: u64 = 200_000;
const LARGE_WINDOW: u64 = 1_000_000;

/// Models with the small window. The client takes a model it does not know to
/// have the large one. Observed in 2.1.332.
const SMALL_WINDOW_MODELS: [&str; 4] =
    ["claude-sonnet-4-5", "claude-opus-4-5", "claude-haiku-4-5", "claude-3"];

/// Models that get the client's tools for task lists. It gives none to newer
/// models, to those it does not know, and by default (2.1.332); Opus before 4.5
/// is replaced by the default.
const TASK_LIST_MODELS: [&str; 7] = [
    "claude-sonnet-4-2",
    "claude-sonnet-4-5",
    "claude-sonnet-4-6",
    "claude-opus-4-5",
    "claude-opus-4-6",
    "claude-opus-4-7",
    "claude-haiku-4-5",
];

/// From here on a model the client does not know has the large window. Seen in
/// 2.1.326, not in 2.1.310.
const UNKNOWN_IS_LARGE: Version = Version::new(2, 1, 326);

/// From here on Opus 4.8 has it. Seen in 2.1.294, not in 2.1.284.
const LARGE_OPUS: Version = Version::new(2, 1, 294);

/// What the client takes off its own count before it compares, in tokens.
/// Observed in 2.1.332: 10 % of 200,000 is reached at 20,500, 1 % at 2,500,
/// 10 % of 1,000,000 at 100,500, with one deferrable MCP tool as with three.
pub const COUNT_ALLOWANCE: u64 = 500;

/// What a Claude model's own count of tool JSON is between, in percent of an
/// o200k count. Source: published comparisons, 2026 (before 4.7: 110 to 120,
/// since then 140 to 155).
pub const CLAUDE_COUNT: (u64, u64) = (110, 155);

/// Names no entry may have: the client keeps them for servers of its own.
/// Observed in 2.1.332.
pub const RESERVED_NAMES: [&str; 6] =
    ["workspace", "claude-in-chrome", "computer-use", "Claude Preview", "Claude Browser", "ide"];

/// Whether a model's name is that of a fourth-generation model before 4.5:
/// `claude-opus-4-1@20250805`, `claude-sonnet-4-20250514`.
fn is_before_4_5(model: &str) -> bool {
    ["claude-sonnet-4", "claude-opus-4"].iter().any(|family| {
        let Some((_, rest)) = model.split_once(family) else { return false };
        let minor: String =
            rest.trim_start_matches('-').chars().take_while(char::is_ascii_digit).collect();
        // A date, or nothing, stands for 4.0.
        minor.len() > 2 || minor.parse::<u32>().unwrap_or(0) < 5
    })
}

/// The rules of one installed version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The version they are for; `None`: unknown, the newest measured rules hold.
    version: Option<Version>,
}

impl Rules {
    /// The rules of `version`, or the newest we measured.
    pub fn of(version: Option<&Version>) -> Self {
        Self { version: version.cloned() }
    }

    fn since(&self, border: &Version) -> bool {
        self.version.as_ref().is_none_or(|version| version >= border)
    }

    /// Whether `alwaysLoad: false` beats the server's own wish.
    pub fn false_defers(&self) -> bool {
        self.since(&FALSE_DEFERS)
    }

    /// Whether tool search stays on behind a base URL that is not the vendor's.
    pub fn any_base_url(&self) -> bool {
        self.since(&ANY_BASE_URL)
    }

    /// Whether the client refuses a `~/.claude.json` that does not parse, rather
    /// than replacing it.
    pub fn refuses_broken_global(&self) -> bool {
        self.since(&BROKEN_GLOBAL)
    }

    /// Whether tool search is on by itself on Vertex AI. On Bedrock and Foundry
    /// it was on in every version measured, whatever the base URL.
    pub fn searches_on_vertex(&self) -> bool {
        self.since(&VERTEX)
    }

    /// Whether a model cannot use tool search. On Vertex AI nothing before 4.5
    /// can, from the version on that searches there by itself; elsewhere
    /// Sonnet 4 does (2.1.332).
    pub fn model_is_too_old(&self, model: &str, service: Service) -> bool {
        let third = ["claude-3-", "claude-3."].iter().any(|mark| model.contains(mark));
        if service == Service::Vertex && self.searches_on_vertex() && is_before_4_5(model) {
            return true;
        }
        third && (self.since(&THIRD_GENERATION) || model.contains("haiku"))
    }

    /// The context window of a model, in tokens; `None`: the client's default model.
    ///
    /// Up to 2.1.197 every named model has the small window unless it ends in
    /// `[1m]`; Opus 4.8 was the one tried in between.
    pub fn window(&self, model: Option<&str>) -> u64 {
        let Some(model) = model.filter(|model| !model.ends_with("[1m]")) else {
            return LARGE_WINDOW;
        };
        let small = if self.since(&UNKNOWN_IS_LARGE) {
            SMALL_WINDOW_MODELS.iter().any(|known| model.contains(known))
        } else {
            !(self.since(&LARGE_OPUS) && model.contains("claude-opus-4-8"))
        };
        if small { SMALL_WINDOW } else { LARGE_WINDOW }
    }

    /// Whether the personal settings of the main checkout count in a folder
    /// below it.
    pub fn personal_settings_of_root(&self) -> bool {
        self.since(&ROOT_SETTINGS)
    }

    /// Whether a deny rule knows a server whose written name holds two
    /// underscores.
    pub fn rules_know_whole_names(&self) -> bool {
        self.since(&WHOLE_NAMES)
    }

    /// Where texts are cut without `CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH`.
    ///
    /// The two borders were found by bisection over published builds.
    pub fn cuts(&self) -> Cuts {
        let cut = |longer: bool, units| Cut { units: Some(if longer { units } else { 2_048 }) };
        let (all, found) = (self.since(&LONGER_CUT), self.since(&LONGER_FOUND_CUT));
        Cuts {
            eager_description: cut(all, 4_096),
            found_description: cut(found, 16_384),
            instructions: cut(all, 4_096),
        }
    }

    /// The client's own deferrable tools, which `auto` mode counts along, in
    /// o200k tokens: 16 definitions in 2.1.197 with every model; in 2.1.332 15
    /// with the models that get its four tools for task lists, 11 with the rest.
    pub fn deferrable_builtins(&self, model: Option<&str>) -> u64 {
        let lists = |model: &str| {
            // Else the bare name of Sonnet 4 would be part of every later one.
            model.trim_end_matches("[1m]").ends_with("claude-sonnet-4")
                || TASK_LIST_MODELS.iter().any(|known| model.contains(known))
        };
        match (self.since(&NEWEST_MEASURED), model.is_some_and(lists)) {
            (true, true) => 9_849,
            (true, false) => 7_859,
            (false, _) => 7_514,
        }
    }

    /// What searching costs before the first message. The names of the client's
    /// own deferred tools (46 tokens in 2.1.332, 51 in 2.1.197) stand in the
    /// announcement too; they are there without any server and are not counted.
    pub fn fixed_cost(&self) -> FixedCost {
        let search_tool = if self.since(&NEWEST_MEASURED) { 330 } else { 333 };
        FixedCost {
            search_tool,
            announcement: 60,
            source: "o200k_base count of what Claude Code 2.1.332 and 2.1.197 sent, 2026-11-30",
        }
    }

    /// What is not certain about these rules.
    pub fn caveat(&self) -> Option<String> {
        match &self.version {
            None => Some(format!(
                "The installed version of Claude Code is unknown; the rules are those of {NEWEST_MEASURED}."
            )),
            Some(version) if *version > NEWEST_MEASURED => Some(format!(
                "Not verified for Claude Code {version}; the rules are those of {NEWEST_MEASURED}."
            )),
            Some(version) if *version < OLDEST_MEASURED => Some(format!(
                "Not verified for Claude Code {version}; the rules are those of {OLDEST_MEASURED}."
            )),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_hold_where_each_build_was_seen_to_follow_them() {
        // A third-generation model, a deny rule for `c__d`, personal settings of
        // the checkout above: each build run with all three.
        let cases = [
            ("2.1.197", [false, false, false]),
            ("2.1.221", [false, false, true]),
            ("2.1.294", [false, false, true]),
            ("2.1.295", [true, false, true]),
            ("2.1.296", [true, false, true]),
            ("2.1.300", [true, true, true]),
            ("2.1.332", [true, true, true]),
        ];
        for (version, want) in cases {
            let rules = Rules::of(version.parse().ok().as_ref());
            let got = [
                rules.model_is_too_old("claude-3-7-sonnet-20250219", Service::Anthropic),
                rules.rules_know_whole_names(),
                rules.personal_settings_of_root(),
            ];
            assert_eq!(got, want, "{version}");
        }
    }

    #[test]
    fn windows_are_those_each_build_reported() {
        for (version, opus, unknown) in [
            ("2.1.197", SMALL_WINDOW, SMALL_WINDOW),
            ("2.1.284", SMALL_WINDOW, SMALL_WINDOW),
            ("2.1.294", LARGE_WINDOW, SMALL_WINDOW),
            ("2.1.310", LARGE_WINDOW, SMALL_WINDOW),
            ("2.1.326", LARGE_WINDOW, LARGE_WINDOW),
            ("2.1.332", LARGE_WINDOW, LARGE_WINDOW),
        ] {
            let rules = Rules::of(version.parse().ok().as_ref());
            let got = [rules.window(Some("claude-opus-4-8")), rules.window(Some("weird-model"))];
            assert_eq!(got, [opus, unknown], "{version}");
        }
    }

    #[test]
    fn its_own_tools_are_those_each_model_was_given() {
        // What `count_tokens` was sent: 11 tools of its own or 15, with 2.1.332.
        let rules = Rules::of(None);
        let (all, few) = (9_849, 7_859);
        for (model, want) in [
            (None, few),
            (Some("sonnet"), few),
            (Some("claude-opus-4-1"), few),
            (Some("claude-opus-4-7[1m]"), all),
            (Some("claude-opus-4-8"), few),
            (Some("claude-sonnet-4"), all),
            (Some("claude-sonnet-4-20250514"), all),
            (Some("claude-sonnet-4-6"), all),
            (Some("claude-sonnet-4-7"), few),
            (Some("claude-haiku-4-5"), all),
            (Some("weird-model"), few),
        ] {
            assert_eq!(rules.deferrable_builtins(model), want, "{model:?}");
        }
    }

    #[test]
    fn texts_are_cut_where_each_version_cuts_them() {
        // Descriptions of 30,000 units and instructions of 9,000, each build run.
        let cases = [
            ("2.1.197", [2_048, 2_048, 2_048]),
            ("2.1.294", [2_048, 2_048, 2_048]),
            ("2.1.295", [2_048, 16_384, 2_048]),
            ("2.1.296", [4_096, 16_384, 4_096]),
            ("2.1.332", [4_096, 16_384, 4_096]),
        ];
        for (version, want) in cases {
            let cuts = Rules::of(version.parse().ok().as_ref()).cuts();
            let got = [cuts.eager_description, cuts.found_description, cuts.instructions];
            assert_eq!(got.map(|cut| cut.units), want.map(Some), "{version}");
        }
    }
}
