//! What differs between versions of `ToolSearch`: one dated table.
//!
//! Every row was measured from outside, by asking the real client for its
//! answers on a loopback stand-in of the Messages API; the borders by bisection
//! over the versions published for Linux. Last measured 2026-11-30.

use semver::Version;

/// The newest version whose answers were compared.
pub const NEWEST_MEASURED: Version = Version::new(2, 1, 332);

/// The oldest version whose answers were compared.
pub const OLDEST_MEASURED: Version = Version::new(2, 1, 126);

/// The rules of `ToolSearch` in one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The first version they hold for.
    pub since: Version,
    /// Where the searched description ends, in UTF-16 code units. It is the cut
    /// of a tool that loads always, even where a found tool may be longer.
    pub description_units: usize,
    /// Where the searched hint ends, in UTF-16 code units; `None`: nowhere.
    pub hint_units: Option<usize>,
    /// Whether `select:` takes a tool's own name without its server.
    pub selects_bare_names: bool,
    /// Whether of two tools that differ in case only, the one spelled like the
    /// query is taken.
    pub prefers_exact_case: bool,
}

/// Newest first.
static TABLE: [Rules; 5] = [
    Rules {
        since: Version::new(2, 1, 326),
        description_units: 4_096,
        hint_units: Some(4_096),
        selects_bare_names: true,
        prefers_exact_case: true,
    },
    Rules {
        since: Version::new(2, 1, 296),
        description_units: 4_096,
        hint_units: Some(4_096),
        selects_bare_names: true,
        prefers_exact_case: false,
    },
    Rules {
        // Hints were whole in 2.1.290 and are cut here.
        since: Version::new(2, 1, 295),
        description_units: 2_048,
        hint_units: Some(2_048),
        selects_bare_names: true,
        prefers_exact_case: false,
    },
    Rules {
        since: Version::new(2, 1, 271),
        description_units: 2_048,
        hint_units: None,
        selects_bare_names: true,
        prefers_exact_case: false,
    },
    Rules {
        since: OLDEST_MEASURED,
        description_units: 2_048,
        hint_units: None,
        selects_bare_names: false,
        prefers_exact_case: false,
    },
];

impl Rules {
    /// The rules of a version: those of the newest measured for `None` and for
    /// anything newer, of the oldest for anything older.
    pub fn of(version: Option<&Version>) -> Self {
        let [newest, .., oldest] = &TABLE;
        let rules = match version {
            None => newest,
            Some(version) => TABLE.iter().find(|rules| rules.since <= *version).unwrap_or(oldest),
        };
        rules.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_the_rules_of_the_row_it_falls_in() {
        for (why, version, want) in [
            ("unknown", None, (4_096, true, true)),
            ("newer than any measured", Some(Version::new(3, 0, 0)), (4_096, true, true)),
            ("on a border", Some(Version::new(2, 1, 326)), (4_096, true, true)),
            ("between borders", Some(Version::new(2, 1, 197)), (2_048, false, false)),
            ("older than any measured", Some(Version::new(1, 0, 0)), (2_048, false, false)),
        ] {
            let rules = Rules::of(version.as_ref());
            let got = (rules.description_units, rules.selects_bare_names, rules.prefers_exact_case);
            assert_eq!(got, want, "{why}");
        }
        assert!(TABLE.is_sorted_by(|a, b| a.since > b.since), "newest first");
    }
}
