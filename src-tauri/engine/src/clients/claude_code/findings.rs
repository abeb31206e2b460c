//! What Claude Code would silently ignore or choke on.
//!
//! What is wrong with an entry in any client is told by [`habits`].

use super::{
    mode::{Asked, asked},
    places::{Project, is_key_of},
    policy::written,
    search::{Search, is_first_party},
    service::Service,
    settings::{Environment, given_by_project},
    sources::Files,
    versions::{RESERVED_NAMES, Rules},
};
use crate::{
    clients::{
        ClientId, Dialect, Document, Entry, Finding, Launch, Level, Node, Place, Scope, Standing,
        habits::{self, Written},
    },
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
    let mut findings = misplaced(seen);
    findings.extend(seen.entries.iter().filter_map(skipped_entry));
    findings.extend(seen.entries.iter().filter_map(long_name));
    findings.extend(seen.entries.iter().filter_map(missing_variables));
    findings.extend(of_habits(seen));
    findings.extend(duplicate_keys(seen.files));
    findings.extend(approvals_without_effect(seen));
    findings.extend(project_keys(seen));
    findings.extend(deferral(seen));
    findings.extend(held_back(seen));
    findings
}

const HERE: ClientId = ClientId::ClaudeCode;

/// Servers in files and settings the client reads none from.
fn misplaced(seen: &Seen<'_>) -> Vec<Finding> {
    let project = seen.project.map(|project| project.folder.as_path());
    let mut findings = Vec::new();
    for (path, right) in habits::misplaced_files(HERE, seen.world, project) {
        if seen.files.looked_at.iter().any(|file| file.path == path) {
            continue;
        }
        // Not one of the client's files: one that does not parse concerns nobody.
        if let Ok(Some(document)) = Document::read(seen.world, &path, Dialect::Jsonc) {
            findings.extend(habits::of_misplaced(HERE, &document, &right));
        }
    }
    for file in &seen.files.settings.files {
        let right = seen.project.filter(|_| file.level.is_of_project()).map_or_else(
            || seen.files.global_path.clone(),
            |project| project.folder.join(".mcp.json"),
        );
        findings.extend(habits::of_misplaced(HERE, &file.document, &right));
    }
    findings
}

fn of_habits(seen: &Seen<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in &seen.files.sources {
        for member in source.servers.effective_members() {
            let place = source.document.place(member.key_start);
            if let Some(entry) = seen.entries.iter().find(|entry| entry.place == place) {
                findings.extend(habits::of_entry(&Written {
                    client: HERE,
                    document: &source.document,
                    member,
                    entry,
                    shared: source.scope == Scope::Project,
                }));
            }
        }
    }
    findings.extend(habits::of_entries(HERE, seen.entries));
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
    if is_note(&entry.name) {
        return Some(finding(
            "entry-skipped",
            Level::Hint,
            "This is no server; Claude Code skips it with a warning.",
            "Nothing to do: the other entries of the file are not affected.",
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

/// Names that authors give to a remark among the entries.
fn is_note(name: &str) -> bool {
    name.starts_with(['_', '$', '#', '/'])
        || ["comment", "comments", "note", "notes"].contains(&name.to_lowercase().as_str())
}

/// Written names longer than this were refused by the API in many reports.
const LONGEST_NAME: usize = 64;

fn long_name(entry: &Entry) -> Option<Finding> {
    // The shortest tool name makes it one longer than the prefix.
    ("mcp____".len() + written(&entry.name).len() >= LONGEST_NAME).then(|| {
        finding(
            "name-too-long",
            Level::Warning,
            format!(
                "Every tool of this server gets a name of more than {LONGEST_NAME} characters."
            ),
            "Shorten the name: such requests have been refused.",
            Some(entry.place.clone()),
            Some(&entry.name),
        )
    })
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

fn duplicate_keys(files: &Files) -> Vec<Finding> {
    let settings = files.settings.files.iter().map(|file| &file.document);
    // Several sources may stand in one file, and of ~/.claude.json only what
    // leads to the entries concerns us.
    let others = files.sources.iter().filter(|source| source.document.path != files.global_path);
    let mut findings: Vec<Finding> = settings
        .chain(others.map(|source| &source.document))
        .flat_map(habits::of_document)
        .collect();
    if let Some(document) = &files.global {
        findings.extend(habits::of_duplicate_keys(document, |path, key| {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            match path.as_slice() {
                [] => matches!(key, "mcpServers" | "projects" | "env"),
                ["env" | "projects"] => true,
                ["projects", _] => key.to_lowercase().contains("mcp"),
                _ => path.contains(&"mcpServers"),
            }
        }));
    }
    findings
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

/// What a folder brings that runs, or may make others run, and that counts only
/// once the folder is trusted. Silent where nothing would be started.
fn held_back(seen: &Seen<'_>) -> Vec<Finding> {
    if seen.trusted {
        return Vec::new();
    }
    let in_use =
        |entry: &&Entry| matches!(entry.standing, Standing::Active | Standing::NeedsApproval(_));
    let has_helper = |entry: &Entry| matches!(&entry.launch, Some(Launch::Remote(remote)) if remote.headers_helper.is_some());
    let starts =
        |entry: &Entry| matches!(entry.launch, Some(Launch::Stdio(_))) || has_helper(entry);
    let entries = || seen.entries.iter().filter(in_use);
    let mut findings: Vec<Finding> = entries()
        .filter(|entry| has_helper(entry) && matches!(entry.scope, Scope::Project | Scope::Local))
        .map(|entry| {
            finding(
                "headers-helper-held-back",
                Level::Warning,
                "Claude Code does not record this folder as trusted, so the headersHelper of this entry does not run, here neither: the server gets no headers from it.",
                "If you trust what the folder holds, start claude in it once and accept.",
                Some(entry.place.clone()),
                Some(&entry.name),
            )
        })
        .collect();
    if entries().any(starts) {
        findings.extend(given_by_project(&seen.files.settings).into_iter().map(|(names, place)| {
            finding(
                "project-variables-held-back",
                Level::Hint,
                format!(
                    "These settings came with the folder, and Claude Code does not record it as trusted: servers are started here without {}.",
                    names.join(", ")
                ),
                "If you trust what the folder holds, start claude in it once and accept.",
                Some(place),
                None,
            )
        }));
    }
    findings
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
        && Service::of(seen.environment) == Service::Anthropic
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
