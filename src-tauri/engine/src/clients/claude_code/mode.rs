//! Tool search as a whole: on, off or by weight, from the one value that says so.

/// What `ENABLE_TOOL_SEARCH` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Everything is loaded from the start.
    Eager,
    /// Everything that may be deferred is.
    Deferred,
    /// Deferred when the deferrable definitions weigh at least this part of the
    /// context window, in percent.
    Auto(u8),
}

/// The part of the window in `auto` mode without a number, in percent.
const DEFAULT_PERCENT: u8 = 10;

/// Reads a value as 2.1.332 does (35 values tried).
///
/// Off-words count in any case and with blanks around; `auto` only exactly so.
/// The number after `auto:` is read as far as it is one: `auto:1.5` is 1,
/// `auto:5x` is 5, `auto:-5` is 0 and `auto:abc` the default. Any other text,
/// the empty one included, defers.
pub fn asked(value: &str) -> Asked {
    if is_off(value) {
        return Asked::Eager;
    }
    if value == "auto" {
        return Asked::Auto(DEFAULT_PERCENT);
    }
    let Some(number) = value.strip_prefix("auto:") else { return Asked::Deferred };
    match leading_integer(number).map_or(DEFAULT_PERCENT, |percent| {
        u8::try_from(percent.clamp(0, 100)).unwrap_or(DEFAULT_PERCENT)
    }) {
        0 => Asked::Deferred,
        100 => Asked::Eager,
        percent => Asked::Auto(percent),
    }
}

fn leading_integer(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    Some(sign * digits[..end].parse::<i64>().unwrap_or(i64::MAX))
}

/// Whether a switch variable is off: `0`, `false`, `no` or `off` in any case.
pub fn is_off(value: &str) -> bool {
    ["0", "false", "no", "off"].contains(&value.trim().to_lowercase().as_str())
}

/// Whether a switch variable is on: `1`, `true`, `yes` or `on` in any case.
pub fn is_on(value: &str) -> bool {
    ["1", "true", "yes", "on"].contains(&value.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_switch() {
        let cases = [
            ("", Asked::Deferred),
            ("true", Asked::Deferred),
            ("TRUE", Asked::Deferred),
            ("garbage", Asked::Deferred),
            ("false", Asked::Eager),
            (" FALSE ", Asked::Eager),
            ("0", Asked::Eager),
            ("00", Asked::Deferred),
            ("no", Asked::Eager),
            ("n", Asked::Deferred),
            ("Off", Asked::Eager),
            ("auto", Asked::Auto(10)),
            ("AUTO", Asked::Deferred),
            (" auto", Asked::Deferred),
            ("auto:", Asked::Auto(10)),
            ("auto:abc", Asked::Auto(10)),
            ("auto:0", Asked::Deferred),
            ("auto:-5", Asked::Deferred),
            ("auto:1.5", Asked::Auto(1)),
            ("auto: 5", Asked::Auto(5)),
            ("auto:5x", Asked::Auto(5)),
            ("auto:99", Asked::Auto(99)),
            ("auto:100", Asked::Eager),
            ("auto:101", Asked::Eager),
            ("auto:99999999999999999999", Asked::Eager),
            ("Auto:1", Asked::Deferred),
        ];
        for (value, want) in cases {
            assert_eq!(asked(value), want, "ENABLE_TOOL_SEARCH={value:?}");
        }
    }
}
