//! Names as `ToolSearch` takes them apart and orders them.

use std::cmp::Reverse;

/// What a term is worth where it stands in a name. The client's own tools earn
/// less than those of MCP servers. Observed in Claude Code 2.1.126 to 2.1.332.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamePoints {
    /// The term is a part of the name.
    pub part: u32,
    /// It stands inside a part.
    pub inside_part: u32,
    /// It stands across parts.
    pub across: u32,
    /// On top, when it is the whole name of the server or of the tool.
    pub whole: u32,
}

/// For tools of MCP servers.
pub const MCP_POINTS: NamePoints = NamePoints { part: 8, inside_part: 5, across: 2, whole: 4 };

/// For the client's own tools.
pub const BUILT_IN_POINTS: NamePoints = NamePoints { part: 6, inside_part: 4, across: 1, whole: 4 };

/// The parts of a server's or tool's name, lower case: between underscores,
/// full stops and white space. Hyphens and capitals do not separate.
pub fn mcp_parts(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    name.split(separates).filter(|part| !part.is_empty()).map(ToOwned::to_owned).collect()
}

/// Whether this character stands between two parts of an MCP name.
fn separates(c: char) -> bool {
    matches!(c, '_' | '.') || super::query::is_space(c)
}

/// The parts of one of the client's own names, lower case: capitals begin one.
pub fn built_in_parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if separates(c) || (after_small && c.is_uppercase()) {
            parts.push(String::new());
        }
        if !separates(c) {
            parts.last_mut().expect("there is always one").extend(c.to_lowercase());
        }
        after_small = c.is_lowercase() || c.is_ascii_digit();
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The order of equal scores: names compared without case, `_` before `-`
/// before digits before letters; small before capital where nothing else differs.
///
/// It is the root collation of Unicode, which over the characters a written
/// name may have is this.
pub fn order(name: &str) -> impl Ord + use<> {
    let primary: Vec<(u8, char)> = name.chars().map(primary_key).collect();
    // ASCII capitals sort before small letters, here it is the other way round.
    (primary, Reverse(name.to_owned()))
}

fn primary_key(c: char) -> (u8, char) {
    match c {
        '_' => (0, c),
        '-' => (1, c),
        '0'..='9' => (2, c),
        _ => (3, c.to_ascii_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_as_observed() {
        let want = [
            "so", "so_", "so__a", "so_a", "so_a_", "so_a_b", "so_a-b", "so_a1", "so_a10", "so_a2",
            "so_ab", "so_AB", "so_abc", "so_Abc", "so_aBd", "so-",
        ];
        let mut got = want;
        got.reverse();
        got.sort_by_cached_key(|name| order(name));
        assert_eq!(got, want);
    }

    #[test]
    fn names_come_apart_as_observed() {
        for (name, want) in [
            ("create_issue", vec!["create", "issue"]),
            ("ca.melCase v2", vec!["ca", "melcase", "v2"]),
            ("_x__y_", vec!["x", "y"]),
            ("chrome-devtools/a", vec!["chrome-devtools/a"]),
        ] {
            assert_eq!(mcp_parts(name), want);
        }
        assert_eq!(built_in_parts("WebFetch"), ["web", "fetch"]);
        assert_eq!(built_in_parts("Read_Mcp"), ["read", "mcp"]);
    }
}
