//! The audit as people read it in a terminal.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use owo_colors::OwoColorize as _;
use plimsoll_engine::wire::{
    Audit, ClientAudit, Problem, ProblemLevel, ServerAudit, ServerState, TokenSum,
};

use crate::Streams;

/// Text from a file or server, with control and direction characters made
/// visible, so that it can neither colour the terminal nor reorder a line.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        let hidden = character.is_control()
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if hidden {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Says problems on standard error, each behind a word, and what to do.
pub(crate) fn say<'p>(
    word: &str,
    problems: impl IntoIterator<Item = &'p Problem>,
    streams: &mut Streams<'_>,
) -> std::io::Result<()> {
    for problem in problems {
        writeln!(streams.err, "{word}: {}", visible(&problem.message))?;
        if let Some(hint) = &problem.hint {
            writeln!(streams.err, "hint: {}", visible(hint))?;
        }
    }
    Ok(())
}

/// A number with thousands separated: `110,400`.
pub(crate) fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// A sum, `≥` before it when something in it could not be weighed.
pub(crate) fn sum(sum: TokenSum) -> String {
    format!("{}{}", if sum.lower_bound { "≥ " } else { "" }, thousands(sum.tokens))
}

/// Prints the audit: a table per client, then what is wrong.
pub(crate) fn audit(audit: &Audit, width: Option<u16>, out: &mut dyn Write) -> io::Result<()> {
    let mut absent = Vec::new();
    for client in &audit.clients {
        if client.present || !client.servers.is_empty() {
            let unread = audit.problems.iter().any(|problem| {
                problem.hides_entries() && problem.client.as_ref() == Some(&client.id)
            });
            one_client(client, unread, &audit.tokenizer, width, out)?;
        } else {
            absent.push(title(&client.id));
        }
    }
    if !absent.is_empty() {
        absent.dedup();
        writeln!(out, "No configuration found for {}.", absent.join(", "))?;
        writeln!(out)?;
    }
    problems(&audit.problems, out)?;
    writeln!(
        out,
        "{}",
        format!(
            "Tokens of {}; a Claude model counts {} to {} times as many ({}).",
            audit.tokenizer,
            audit.claude_band.low,
            audit.claude_band.high,
            audit.claude_band.source
        )
        .dimmed()
    )
}

/// A client's name for people.
pub(crate) fn title(id: &str) -> &str {
    match id {
        "claude-code" => "Claude Code",
        "claude-desktop" => "Claude Desktop",
        "cursor" => "Cursor",
        other => other,
    }
}

fn one_client(
    client: &ClientAudit,
    unread: bool,
    tokenizer: &str,
    width: Option<u16>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let version = client.version.as_deref().map_or_else(String::new, |v| format!(" {v}"));
    let project =
        client.project.as_deref().map_or_else(String::new, |p| format!(" in {}", visible(p)));
    writeln!(out, "{}{version}{project}", title(&client.id).bold())?;
    writeln!(
        out,
        "  standing {} · reachable by search {} · if all eager {} ({tokenizer} tokens)",
        sum(client.standing).bold(),
        sum(client.deferred),
        sum(client.if_all_eager),
    )?;
    if let Some(fixed) = client.fixed.as_ref().filter(|_| client.deferred_names.tokens > 0) {
        writeln!(
            out,
            "  {}",
            format!(
                "standing = always-loaded definitions + {} deferred names + {} instructions + {} for search ({})",
                thousands(client.deferred_names.tokens),
                thousands(client.instructions.tokens),
                thousands(fixed.tokens),
                fixed.source
            )
            .dimmed()
        )?;
    }
    if client.answered.listed < client.answered.active {
        writeln!(
            out,
            "  {}",
            format!(
                "{} of {} servers are weighed; totals are a lower bound. {}",
                client.answered.listed,
                client.answered.active,
                if client.servers.iter().any(|s| s.state == ServerState::NotStarted) {
                    "Add --connect to list the rest."
                } else {
                    ""
                }
            )
            .trim_end()
            .yellow()
        )?;
    }
    if let Some(caveat) = &client.caveat {
        writeln!(out, "  {}", visible(caveat).dimmed())?;
    }
    if client.servers.is_empty() {
        let none = if unread {
            "No servers: a file cannot be read, see below."
        } else {
            "No servers configured."
        };
        writeln!(out, "  {none}")?;
    } else {
        writeln!(out, "{}", servers(client, width))?;
    }
    writeln!(out)
}

fn servers(client: &ClientAudit, width: Option<u16>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["  Server", "Scope", "Tools", "Weight", "Standing", "Loading", "Note"]);
    if let Some(width) = width {
        table.set_width(width);
    }
    for column in [2, 3, 4] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut heaviest: Vec<&ServerAudit> = client.servers.iter().collect();
    heaviest.sort_by_key(|server| std::cmp::Reverse((server.standing, server.weight)));
    for server in heaviest {
        let known = server.state == ServerState::Listed || !server.tools.is_empty();
        table.add_row([
            format!("  {}", visible(&server.name)),
            server.scope.clone(),
            if known { server.tools.len().to_string() } else { "?".to_owned() },
            if known { thousands(server.weight) } else { "?".to_owned() },
            if known { thousands(server.standing) } else { "?".to_owned() },
            loading(server),
            note(server),
        ]);
    }
    table
}

fn loading(server: &ServerAudit) -> String {
    let mut words: Vec<String> = Vec::new();
    for (loading, word) in [
        ("always", "always"),
        ("whenNeeded", "when needed"),
        ("off", "off"),
        ("unknown", "unknown"),
    ] {
        let count = server.tools.iter().filter(|tool| tool.loading == loading).count();
        if count == server.tools.len() && count > 0 {
            return word.to_owned();
        }
        if count > 0 {
            words.push(format!("{count} {word}"));
        }
    }
    words.join(", ")
}

fn note(server: &ServerAudit) -> String {
    let mut parts = Vec::new();
    match server.state {
        ServerState::NotStarted => parts.push("not connected".to_owned()),
        ServerState::Failed => {
            parts
                .push(server.problem.as_ref().map_or("failed".to_owned(), |p| visible(&p.message)));
        }
        ServerState::Listed | ServerState::Off | ServerState::NeedsApproval => {}
    }
    if let Some(because) = &server.because {
        parts.push(visible(because));
    }
    match (server.source.as_deref(), server.taken_at.as_deref()) {
        (Some("snapshot"), Some(at)) => parts.push(format!("stored {at}")),
        (Some("mirror"), Some(at)) => parts.push(format!("Cursor's mirror of {at}")),
        _ => {}
    }
    parts.join("; ")
}

fn problems(problems: &[Problem], out: &mut dyn Write) -> io::Result<()> {
    for problem in problems {
        let level = match problem.level {
            ProblemLevel::Error => format!("{}", "error".red()),
            ProblemLevel::Warning => format!("{}", "warning".yellow()),
            ProblemLevel::Hint => format!("{}", "hint".cyan()),
        };
        writeln!(out, "{level}[{}]: {}", problem.code, visible(&problem.message))?;
        if let Some(file) = &problem.file {
            let line = problem.line.map_or_else(String::new, |line| format!(":{line}"));
            let column = problem.column.map_or_else(String::new, |column| format!(":{column}"));
            let server = problem
                .server
                .as_ref()
                .map_or_else(String::new, |server| format!("`{}` ", visible(server)));
            writeln!(out, "  {server}at {}{line}{column}", visible(file))?;
        }
        if let Some(hint) = &problem.hint {
            writeln!(out, "  {}", visible(hint))?;
        }
    }
    if !problems.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        for (number, want) in [(0, "0"), (999, "999"), (1000, "1,000"), (110_400, "110,400")] {
            assert_eq!(thousands(number), want);
        }
    }

    #[test]
    fn hostile_text_cannot_steer_the_terminal() {
        assert_eq!(visible("a\u{1b}[31mb\u{202e}c"), "a\\u{1b}[31mb\\u{202e}c");
    }
}
