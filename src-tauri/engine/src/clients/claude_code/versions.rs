//! What differs between versions of Claude Code: one dated table.
//!
//! Every figure was taken from the real client run against a loopback stand-in
//! of the Messages API, or from its documentation where the line says so.
//! Last measured: 2026-11-30, versions 2.1.197 and 2.1.332; the borders between
//! them by bisection over published Linux builds.

use semver::Version;

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

/// From here on a base URL that is not the vendor's leaves tool search on.
const ANY_BASE_URL: Version = Version::new(2, 1, 304);

/// From here on no model of the third generation searches; before, only its
/// Haiku models do not. Seen in 2.1.197 and 2.1.332; where it changed was not
/// measured, so the newer rule is taken from the newer version on.
const THIRD_GENERATION: Version = Version::new(2, 1, 332);

/// The context windows `auto` mode reckons with, in tokens.
const SMALL_WINDOW: u64 = 200_000;
const LARGE_WINDOW: u64 = 1_000_000;

/// Models with the small window. The client takes a model it does not know to
/// have the large one. Observed in 2.1.332.
const SMALL_WINDOW_MODELS: [&str; 4] =
    ["claude-sonnet-4-5", "claude-opus-4-5", "claude-haiku-4-5", "claude-3"];

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

    /// Whether a model cannot use tool search.
    pub fn model_is_too_old(&self, model: &str) -> bool {
        let third = ["claude-3-", "claude-3."].iter().any(|mark| model.contains(mark));
        third && (self.since(&THIRD_GENERATION) || model.contains("haiku"))
    }

    /// The context window of a model, in tokens; `None`: the client's default model.
    ///
    /// Up to 2.1.197 every named model has the small window unless it ends in
    /// `[1m]`; where that changed was not measured.
    pub fn window(&self, model: Option<&str>) -> u64 {
        let Some(model) = model.filter(|model| !model.ends_with("[1m]")) else {
            return LARGE_WINDOW;
        };
        let known = SMALL_WINDOW_MODELS.iter().any(|known| model.contains(known));
        if known || !self.since(&NEWEST_MEASURED) { SMALL_WINDOW } else { LARGE_WINDOW }
    }

    /// Whether the personal settings of the main checkout count in a folder
    /// below it. In 2.1.197 they do not, in 2.1.332 they do.
    pub fn personal_settings_of_root(&self) -> bool {
        self.since(&NEWEST_MEASURED)
    }

    /// Whether a deny rule knows a server whose written name holds two
    /// underscores. In 2.1.197 it does not, in 2.1.332 it does.
    pub fn rules_know_whole_names(&self) -> bool {
        self.since(&NEWEST_MEASURED)
    }

    /// Where texts are cut without `CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH`.
    ///
    /// 16,384 for a found tool was seen in 2.1.332, 2,048 in 2.1.197; the
    /// version between where it changed was not measured, so it is taken to
    /// have changed with the other cut.
    pub fn cuts(&self) -> Cuts {
        let cut = |units| Cut { units: Some(units) };
        if self.since(&LONGER_CUT) {
            Cuts {
                eager_description: cut(4_096),
                found_description: cut(16_384),
                instructions: cut(4_096),
            }
        } else {
            Cuts {
                eager_description: cut(2_048),
                found_description: cut(2_048),
                instructions: cut(2_048),
            }
        }
    }

    /// The client's own deferrable tools, which `auto` mode counts along, in
    /// o200k tokens: 15 definitions in 2.1.332, 16 in 2.1.197.
    pub fn deferrable_builtins(&self) -> u64 {
        if self.since(&NEWEST_MEASURED) { 9_837 } else { 7_514 }
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
