//! What Claude Code would silently ignore or choke on.
//!
//! Findings that hold for any client (secrets, versions of packages, the same
//! program twice) are told elsewhere.

use super::{
    misplaced,
    mode::{Asked, asked},
    places::{Project, is_key_of},
    policy::written,
    search::{Search, is_first_party},
    settings::Environment,
    sources::Files,
    versions::{RESERVED_NAMES, Rules},
};
use crate::{
    clients::{Entry, Finding, Launch, Level, Node, Place, Scope, Standing, Transport, Value},
    world::World,
};

/// Everything findings are drawn from.
#[derive(Clone, Copy)]
pub struct Seen<'s> {
    /// The machine.
    pub world: &'s World,
    /// The project, if any.
    pub project: Option<&'s Project>,
    /// The files.
    pub files: &'s Files,
    /// The entries with their standing.
    pub entries: &'s [Entry],
    /// Whether tools are searched for.
    pub search: &'s Search,
    /// The rules of the version.
    pub rules: &'s Rules,
    /// Whether the user trusts the folder.
    pub trusted: bool,
    /// The environment after all settings.
    pub environment: &'s Environment,
}

/// All of them.
pub fn all(seen: &Seen<'_>) -> Vec<Finding> {
    let mut findings = misplaced::all(seen.world, seen.project, seen.files);
    findings.extend(seen.entries.iter().filter_map(skipped_entry));
    findings.extend(seen.entries.iter().flat_map(names));
    findings.extend(seen.entries.iter().filter_map(missing_variables));
    findings.extend(seen.entries.iter().filter_map(old_transport));
    findings.extend(collisions(seen.entries));
    findings.extend(keys_without_effect(seen.files));
    findings.extend(duplicate_keys(seen.files));
    findings.extend(approvals_without_effect(seen));
    findings.extend(project_keys(seen));
    findings.extend(deferral(seen));
    findings
}

fn finding(
    code: &'static str,
    level: Level,
    message: impl Into<String>,
    hint: &str,
    place: Option<Place>,
    server: Option<&str>,
) -> Finding {
    Finding {
        code,
        level,
        message: message.into(),
        hint: Some(hint.to_owned()),
        place,
        server: server.map(ToOwned::to_owned),
    }
}

/// A deny rule the client skips.
pub fn skipped_rule(why: &str, place: Place) -> Finding {
    finding(
        "deny-rule-skipped",
        Level::Warning,
        format!("Claude Code skips this deny rule: {why}."),
        "Write mcp__SERVER, mcp__SERVER__TOOL, or either with *.",
        Some(place),
        None,
    )
}

fn skipped_entry(entry: &Entry) -> Option<Finding> {
    let Standing::Unusable(cause) = &entry.standing else { return None };
    let name = Some(entry.name.as_str());
    let place = cause.place.clone().or_else(|| Some(entry.place.clone()));
    if RESERVED_NAMES.contains(&entry.name.as_str()) && entry.launch.is_some() {
        return Some(finding(
            "reserved-name",
            Level::Error,
            "Claude Code keeps this name for a server of its own and skips the entry.",
            "Give the entry another name.",
            place,
            name,
        ));
    }
    if cause.because.contains("no type") {
        return Some(finding(
            "url-without-type",
            Level::Error,
            "The entry has a url but no type, so Claude Code skips it.",
            "Add \"type\": \"http\" (or \"sse\" for an older server).",
            place,
            name,
        ));
    }
    Some(finding(
        "entry-skipped",
        Level::Error,
        format!("Claude Code skips the entry: {}.", cause.because),
        "Correct the value; the other entries of the file are not affected.",
        place,
        name,
    ))
}

/// Written names longer than this were refused by the API in many reports.
const LONGEST_NAME: usize = 64;

fn names(entry: &Entry) -> Vec<Finding> {
    let mut findings = Vec::new();
    let place = || Some(entry.place.clone());
    let name = Some(entry.name.as_str());
    let own = matches!(entry.scope, Scope::Plugin(_));
    if !own && written(&entry.name) != entry.name {
        findings.push(finding(
            "name-rewritten",
            Level::Hint,
            format!("Claude Code writes this name as `{}`.", written(&entry.name)),
            "Use the written form in permission rules; the raw name never matches there.",
            place(),
            name,
        ));
    }
    // The shortest tool name makes it one longer than the prefix.
    if "mcp____".len() + written(&entry.name).len() >= LONGEST_NAME {
        findings.push(finding(
            "name-too-long",
            Level::Warning,
            format!(
                "Every tool of this server gets a name of more than {LONGEST_NAME} characters."
            ),
            "Shorten the name: such requests have been refused.",
            place(),
            name,
        ));
    }
    findings
}

fn missing_variables(entry: &Entry) -> Option<Finding> {
    // `${env:X}` and `${input:X}` are another client's style, told elsewhere.
    let names: Vec<&str> = entry
        .missing_variables
        .iter()
        .map(String::as_str)
        .filter(|name| !name.contains(':'))
        .collect();
    (!names.is_empty()).then(|| {
        finding(
            "variable-not-set",
            Level::Warning,
            format!(
                "Not set and without a default, so the text stays as written: {}.",
                names.join(", ")
            ),
            "Set the variable where Claude Code is started, or write ${NAME:-default}.",
            Some(entry.place.clone()),
            Some(&entry.name),
        )
    })
}

fn old_transport(entry: &Entry) -> Option<Finding> {
    let Some(Launch::Remote(remote)) = &entry.launch else { return None };
    let path = url::Url::parse(&remote.url).ok()?.path().trim_end_matches('/').to_owned();
    (remote.transport == Transport::Sse && path.ends_with("/mcp")).then(|| {
        finding(
            "sse-on-mcp-address",
            Level::Hint,
            "The entry says sse, but the address looks like a Streamable HTTP one.",
            "Try \"type\": \"http\".",
            Some(entry.place.clone()),
            Some(&entry.name),
        )
    })
}

fn collisions(entries: &[Entry]) -> Vec<Finding> {
    let running: Vec<&Entry> = entries.iter().filter(|entry| entry.is_active()).collect();
    let mut findings = Vec::new();
    for (at, entry) in running.iter().enumerate() {
        if let Some(other) =
            running[..at].iter().find(|other| written(&other.name) == written(&entry.name))
        {
            findings.push(finding(
                "names-collide",
                Level::Error,
                format!(
                    "`{}` is written like `{}`; of tools with one name only those of the server that answers first are sent.",
                    entry.name, other.name
                ),
                "Rename one of them.",
                Some(entry.place.clone()),
                Some(&entry.name),
            ));
        }
    }
    findings
}

/// Keys of other clients, or invented ones, and what to use in their place.
const NO_EFFECT: [(&str, &str); 17] = [
    ("disabled", "Switch the server off in Claude Code with /mcp, or remove the entry."),
    ("enabled", "Switch the server off in Claude Code with /mcp, or remove the entry."),
    ("defer_loading", "Use \"alwaysLoad\": false."),
    ("deferLoading", "Use \"alwaysLoad\": false."),
    ("lazy", "Use \"alwaysLoad\": false."),
    (
        "allowedTools",
        "Use permissions.deny in settings.json for the tools that should not be there.",
    ),
    (
        "enabledTools",
        "Use permissions.deny in settings.json for the tools that should not be there.",
    ),
    ("disallowedTools", "Use permissions.deny in settings.json."),
    ("disabledTools", "Use permissions.deny in settings.json."),
    ("autoApprove", "Use permissions.allow in settings.json."),
    ("alwaysAllow", "Use permissions.allow in settings.json."),
    ("envFile", "Write the variables into env."),
    ("cwd", "The server starts in the folder of the session; use absolute paths or a shell."),
    ("transport", "Use type."),
    ("link", "Use url with a type."),
    ("httpUrl", "Use url with \"type\": \"http\"."),
    ("serverUrl", "Use url with \"type\": \"http\"."),
];

/// Shorter time-outs are ignored by the client, in milliseconds. Source: its documentation.
const SHORTEST_TIMEOUT: u64 = 1_000;

fn keys_without_effect(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in &files.sources {
        for entry in source.servers.effective_members() {
            let name = Some(entry.key.as_str());
            for member in entry.node.effective_members() {
                let place = Some(source.document.place(member.key_start));
                if let Some((key, hint)) = NO_EFFECT.iter().find(|(key, _)| *key == member.key) {
                    let value = member.node.as_bool();
                    // Says what happens anyway.
                    if (*key == "disabled" && value == Some(false))
                        || (*key == "enabled" && value == Some(true))
                    {
                        continue;
                    }
                    let switched_off = ["disabled", "enabled"].contains(key);
                    let (level, message) = if switched_off {
                        (
                            Level::Error,
                            format!("`{key}` has no effect in Claude Code: the server runs."),
                        )
                    } else {
                        (Level::Warning, format!("`{key}` has no effect in Claude Code."))
                    };
                    findings.push(finding("key-without-effect", level, message, hint, place, name));
                } else if member.key == "timeout"
                    && let Value::Number(text) = &member.node.value
                    && text
                        .parse()
                        .is_ok_and(|timeout: u64| (1..SHORTEST_TIMEOUT).contains(&timeout))
                {
                    findings.push(finding(
                        "timeout-too-short",
                        Level::Hint,
                        "A timeout below 1000 is ignored: the unit is milliseconds.",
                        "Write milliseconds.",
                        place,
                        name,
                    ));
                }
            }
        }
    }
    findings
}

fn duplicate_keys(files: &Files) -> Vec<Finding> {
    let settings = files.settings.files.iter().map(|file| &file.document);
    let shared = files
        .sources
        .iter()
        .filter(|source| source.scope != Scope::User && source.scope != Scope::Local);
    let mut findings: Vec<Finding> = settings
        .chain(shared.map(|source| &source.document))
        .flat_map(|document| {
            document.duplicate_keys().into_iter().map(move |(_, member)| (document, member))
        })
        .map(|(document, member)| duplicate(&member.key, document.place(member.key_start)))
        .collect();
    // Of ~/.claude.json only the entries concern us.
    for source in &files.sources {
        if matches!(source.scope, Scope::User | Scope::Local) {
            let members = source.servers.members();
            for (at, member) in members.iter().enumerate() {
                if members[..at].iter().any(|earlier| earlier.key == member.key) {
                    let place = source.document.place(member.key_start);
                    findings.push(duplicate(&member.key, place));
                }
            }
        }
    }
    findings
}

fn duplicate(key: &str, place: Place) -> Finding {
    finding(
        "duplicate-key",
        Level::Error,
        format!(
            "`{key}` stands twice here; only the last one counts, and the other is lost when Claude Code next writes the file."
        ),
        "Rename or remove one of them.",
        Some(place),
        None,
    )
}

/// Approvals in a folder that is not trusted, and switches in places that are
/// not read.
fn approvals_without_effect(seen: &Seen<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for key in ["enabledMcpjsonServers", "enableAllProjectMcpServers"] {
        for (file, node) in seen.files.settings.each(key) {
            let says_yes = node.as_bool() == Some(true) || !node.elements().is_empty();
            if file.level.is_of_project() && says_yes && !seen.trusted {
                findings.push(finding(
                    "approval-needs-trust",
                    Level::Hint,
                    format!("`{key}` counts here only after you trust the folder in Claude Code."),
                    "Start claude in the folder once and accept, or approve in your user settings.",
                    Some(file.document.place(node.start)),
                    None,
                ));
            }
        }
    }
    let settings = seen.files.settings.files.iter().map(|file| &file.document);
    for document in settings.chain(&seen.files.global) {
        if let Some(member) =
            document.root.as_ref().and_then(|root| root.member("disabledMcpServers"))
        {
            findings.push(finding(
                "switch-without-effect",
                Level::Warning,
                "`disabledMcpServers` counts only inside `projects` of ~/.claude.json.",
                "Switch the server off with /mcp in the project.",
                Some(document.place(member.key_start)),
                None,
            ));
        }
    }
    findings
}

/// Two keys of `projects` that mean the same folder (drive letters on Windows).
fn project_keys(seen: &Seen<'_>) -> Option<Finding> {
    let (document, root) = seen.files.global_root()?;
    let folder = &seen.project?.key_folder;
    let mut same = root
        .get("projects")
        .map(Node::effective_members)
        .unwrap_or_default()
        .into_iter()
        .filter(|member| is_key_of(seen.world.platform, &member.key, folder));
    same.next()?;
    let second = same.next()?;
    Some(finding(
        "project-key-twice",
        Level::Warning,
        "This folder stands twice in `projects`, spelled differently; which one counts depends on how Claude Code was started.",
        "Move the settings of one into the other.",
        Some(document.place(second.key_start)),
        None,
    ))
}

/// What turns deferral off behind the user's back, and a switch that is not
/// read as it looks.
fn deferral(seen: &Seen<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let switch = seen.environment.set("ENABLE_TOOL_SEARCH");
    if let Search::Off(cause) = seen.search {
        let asked_for = cause.because.starts_with("ENABLE_TOOL_SEARCH");
        findings.push(finding(
            "deferral-off",
            if asked_for { Level::Hint } else { Level::Warning },
            format!("Every tool loads from the start. {}", cause.because),
            "Remove the setting, or set ENABLE_TOOL_SEARCH to true.",
            cause.place.clone(),
            None,
        ));
    } else if seen.rules.any_base_url()
        && let Some((address, place)) = seen.environment.set("ANTHROPIC_BASE_URL")
        && !is_first_party(address)
    {
        findings.push(finding(
            "deferral-behind-proxy",
            Level::Hint,
            "Tool search is on behind a base URL that is not Anthropic's; a gateway that does not know it answers with error 400.",
            "If requests fail, set ENABLE_TOOL_SEARCH to false.",
            place,
            None,
        ));
    }
    if let Some((value, place)) = switch
        && value.trim().to_lowercase().starts_with("auto")
        && !value.starts_with("auto")
        && asked(value) == Asked::Deferred
    {
        findings.push(finding(
            "auto-misspelt",
            Level::Warning,
            "ENABLE_TOOL_SEARCH is not read as auto: only lower case without blanks is.",
            "Write auto or auto:N.",
            place,
            None,
        ));
    }
    findings
}
