//! Transport and time-out values that are accepted and mean something else.

use super::{Finding, Level, Written};
use crate::clients::{ClientId, Value};

pub(super) fn check(written: &Written<'_>, findings: &mut Vec<Finding>) {
    let name = &written.entry.name;
    if let (Some((node, "sse")), Some((_, url))) = (written.text("type"), written.text("url")) {
        let path = url.split(['?', '#']).next().unwrap_or(url).trim_end_matches('/');
        if path.ends_with("/mcp") {
            findings.push(written.finding(
                "sse-on-mcp",
                Level::Hint,
                node.start,
                format!("`{name}` is of type `sse`, but its address ends in `/mcp`, as Streamable HTTP addresses do."),
                "If it does not connect, use type `http`.",
            ));
        }
    }
    if written.client == ClientId::ClaudeCode
        && let Some(node) = written.member.node.get("timeout")
        && let Value::Number(number) = &node.value
        && number.parse::<f64>().is_ok_and(|timeout| timeout > 0.0 && timeout < 1000.0)
    {
        findings.push(written.finding(
            "timeout-too-small",
            Level::Hint,
            node.start,
            format!("`{name}` has a `timeout` below 1000; it counts milliseconds, and so small a value is ignored."),
            "Write it in milliseconds: 60000 for a minute.",
        ));
    }
}
