//! The client-wide mode: which values Plimsoll writes.

use crate::clients::ClientId;

/// What may be written, for people.
const FORMS: &str = "the mode of Claude Code is `when-needed` (`true`), `always` (`false`), `auto`, `auto:N` with N from 0 to 100, or `default`";

/// The value of a client's switch: our own words in the client's.
///
/// Claude Code takes any text it does not know for "deferred" (observed in
/// 2.1.332), `always` too: such a value would say one thing and do another. The
/// empty one is written on purpose, to overrule a variable of the shell.
///
/// # Errors
/// What may be written instead.
pub(super) fn value(client: ClientId, typed: &str) -> Result<String, &'static str> {
    if client != ClientId::ClaudeCode {
        return Ok(typed.to_owned());
    }
    let percent = typed.strip_prefix("auto:").map(str::parse::<u8>);
    let known = ["", "true", "1", "yes", "on", "false", "0", "no", "off", "auto"];
    match typed {
        "always" => Ok("false".to_owned()),
        "when-needed" | "whenNeeded" => Ok("true".to_owned()),
        _ if known.contains(&typed) => Ok(typed.to_owned()),
        _ if matches!(percent, Some(Ok(0..=100))) => Ok(typed.to_owned()),
        _ => Err(FORMS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_client_knows_is_written() {
        for (typed, want) in [
            ("always", Some("false")),
            ("when-needed", Some("true")),
            ("true", Some("true")),
            ("off", Some("off")),
            ("auto", Some("auto")),
            ("auto:0", Some("auto:0")),
            ("auto:100", Some("auto:100")),
            ("", Some("")),
            ("auto:101", None),
            ("auto:abc", None),
            ("auto:", None),
            ("Auto", None),
            ("banana", None),
        ] {
            let got = value(ClientId::ClaudeCode, typed).ok();
            assert_eq!(got.as_deref(), want, "{typed}");
        }
        assert_eq!(
            value(ClientId::Cursor, "banana"),
            Ok("banana".to_owned()),
            "the planner refuses"
        );
    }
}
