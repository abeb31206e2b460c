//! Readings and catalogues to what each client loads. Pure: everything it
//! needs is handed in.

use std::{collections::HashMap, sync::Arc, time::SystemTime};

use super::{
    known::Known,
    mirror,
    verdicts::{Candidate, verdicts},
    words::{problem_of_finding, rfc3339, show_launch},
};
use crate::{
    catalogue::{Catalogue, NAME_LIMIT, Source, Tool},
    clients::{ClientId, Cut, Entry, Launch, Loading, Place, Reading, Standing, Verdict, Wrapped},
    weights::{
        Item, Shape, TokenizerId, Tokens, Weighed, Weigher,
        sums::{ClientSums, Loaded, ServerSums, Sum},
    },
    wire,
};

/// Assembles the audit of `readings` from what is known of their servers.
pub(super) fn assemble(
    readings: &[Reading],
    known: &HashMap<String, Known>,
    weigher: &Weigher,
    tokenizer: TokenizerId,
    now: SystemTime,
) -> wire::Audit {
    let band = tokenizer.claude_band();
    let mut problems: Vec<wire::Problem> = Vec::new();
    let mut clients = Vec::with_capacity(readings.len());
    for reading in readings {
        problems.extend(
            reading.findings.iter().map(|finding| problem_of_finding(finding, reading.client)),
        );
        let audited = one_client(reading, known, weigher, tokenizer);
        for server in &audited.servers {
            problems.extend(server.problem.clone().map(|problem| wire::Problem {
                client: Some(reading.client.as_str().to_owned()),
                server: Some(server.name.clone()),
                ..problem
            }));
        }
        problems.extend(catalogue_problems(reading, known));
        problems.extend(same_names(reading, known));
        problems.extend(mirror::drift(reading, known));
        clients.push(audited);
    }
    sort_and_dedup(&mut problems);
    wire::Audit {
        schema: "plimsoll.audit/1".to_owned(),
        tokenizer: tokenizer.as_str().to_owned(),
        read_at: rfc3339(now),
        claude_band: wire::Band { low: band.low, high: band.high, source: band.source.to_owned() },
        clients,
        problems,
    }
}

fn one_client(
    reading: &Reading,
    known: &HashMap<String, Known>,
    weigher: &Weigher,
    tokenizer: TokenizerId,
) -> wire::ClientAudit {
    let policy = reading.policy.as_ref();
    let shape = Shape::of(reading.client, reading.installed.version.as_ref());
    let candidates = weigh_entries(reading, known, weigher, tokenizer);
    let verdicts = verdicts(reading, known, shape, &candidates);

    let mut sums = Vec::new();
    let mut answered = wire::Answered::default();
    let mut servers = Vec::with_capacity(reading.entries.len());
    for ((entry, candidates), verdicts) in reading.entries.iter().zip(&candidates).zip(verdicts) {
        let known = entry.launch.as_ref().and_then(|launch| known.get(&launch.key()));
        let tools = candidates.as_ref().map(|candidates| candidates.iter().zip(verdicts));
        let (server, server_sums) =
            one_server(entry, reading, known, tools, |text| weigher.text(tokenizer, text).tokens);
        if entry.is_active() {
            answered.active += 1;
            answered.listed += u32::from(candidates.is_some());
        }
        if entry.is_active() || waits_in_cursor(entry, reading) {
            sums.push(server_sums);
        }
        servers.push(server);
    }

    if policy.uses_others() {
        sums.push(ServerSums::unanswered());
    }
    let fixed_cost = policy.fixed_cost();
    let search = fixed_cost.map_or(0, |fixed| fixed.search_tool + fixed.announcement);
    let sums = ClientSums::of(&sums, Tokens::new(search));
    wire::ClientAudit {
        id: reading.client.as_str().to_owned(),
        version: reading.installed.version.as_ref().map(ToString::to_string),
        project: reading.project.as_ref().map(|project| project.display().to_string()),
        caveat: policy.caveat(),
        counts: shape.counts().to_owned(),
        present: reading.files.iter().any(|file| file.found),
        standing: on_wire(sums.standing),
        deferred: on_wire(sums.deferred),
        if_all_eager: on_wire(sums.if_all_eager),
        fixed: fixed_cost.filter(|_| sums.fixed > Tokens::ZERO).map(|fixed| {
            wire::FixedSearchCost { tokens: sums.fixed.get(), source: fixed.source.to_owned() }
        }),
        instructions: on_wire(sums.instructions),
        deferred_names: on_wire(sums.deferred_names),
        answered,
        servers,
        files: reading
            .files
            .iter()
            .map(|file| wire::FileSeen {
                path: file.path.display().to_string(),
                role: file.role.to_owned(),
                found: file.found,
            })
            .collect(),
    }
}

fn on_wire(sum: Sum) -> wire::TokenSum {
    wire::TokenSum { tokens: sum.tokens.get(), lower_bound: sum.lower_bound }
}

/// Weighs every known tool of every entry that is not shadowed: all in one
/// batch per cut, so that they are counted in parallel.
fn weigh_entries(
    reading: &Reading,
    known: &HashMap<String, Known>,
    weigher: &Weigher,
    tokenizer: TokenizerId,
) -> Vec<Option<Vec<Candidate>>> {
    let policy = reading.policy.as_ref();
    let cuts = policy.cuts();
    let shape = Shape::of(reading.client, reading.installed.version.as_ref());
    let catalogues: Vec<Option<&Catalogue>> = reading
        .entries
        .iter()
        .map(|entry| {
            if matches!(entry.standing, Standing::Shadowed { .. }) {
                return None;
            }
            known.get(&entry.launch.as_ref()?.key())?.catalogue.as_deref()
        })
        .collect();
    let tools: Vec<(usize, &Arc<Tool>, String)> = reading
        .entries
        .iter()
        .zip(&catalogues)
        .enumerate()
        .flat_map(|(server, (entry, catalogue))| {
            let tools = catalogue.iter().flat_map(|catalogue| &catalogue.tools);
            tools.map(move |tool| (server, tool, policy.sent_as(entry, &tool.name)))
        })
        .collect();
    let weigh = |cut: Cut| {
        let items: Vec<Item<'_>> = tools
            .iter()
            .map(|(server, tool, sent_as)| Item { tool, sent_as, cut, server: *server })
            .collect();
        weigher.weigh(tokenizer, shape, &items)
    };
    let eager = weigh(cuts.eager_description);
    let found = if cuts.found_description == cuts.eager_description {
        eager.clone()
    } else {
        weigh(cuts.found_description)
    };

    let mut candidates =
        tools.iter().zip(eager).zip(found).map(|(((_, tool, sent_as), eager), found)| Candidate {
            tool: Arc::clone(tool),
            sent_as: sent_as.clone(),
            eager,
            found,
        });
    catalogues
        .into_iter()
        .map(|catalogue| Some(candidates.by_ref().take(catalogue?.tools.len()).collect()))
        .collect()
}

/// Whether an entry waits for an approval that Cursor's editor may have without
/// a word in any file we read: then its weight is unknown, not zero.
fn waits_in_cursor(entry: &Entry, reading: &Reading) -> bool {
    reading.client == ClientId::Cursor && matches!(entry.standing, Standing::NeedsApproval(_))
}

/// `tools` are those of its catalogue, each with its verdict; `None` when it
/// has none.
fn one_server<'c>(
    entry: &Entry,
    reading: &Reading,
    known: Option<&Known>,
    tools: Option<impl Iterator<Item = (&'c Candidate, Verdict)>>,
    count: impl Fn(&str) -> Tokens,
) -> (wire::ServerAudit, ServerSums) {
    let policy = reading.policy.as_ref();
    let active = entry.is_active();
    let answered = tools.is_some();
    let catalogue = known.filter(|_| answered).and_then(|known| known.catalogue.as_deref());
    let mut weight = Tokens::ZERO;
    let mut loaded = Vec::new();
    let mut audited = Vec::new();
    for (candidate, verdict) in tools.into_iter().flatten() {
        let sent = match verdict.loading {
            Loading::WhenNeeded => candidate.found,
            Loading::Always | Loading::Off | Loading::Unknown => candidate.eager,
        };
        if let (Ok(as_loaded), Ok(if_eager)) = (sent, candidate.eager) {
            weight = weight + as_loaded.weight.total;
            loaded.push(Loaded {
                loading: verdict.loading,
                as_loaded: as_loaded.weight,
                if_eager: if_eager.weight,
            });
        }
        audited.push(tool_audit(candidate, sent.ok(), verdict));
    }
    let instructions = catalogue
        .and_then(|catalogue| catalogue.instructions.as_deref())
        .filter(|_| policy.sends_instructions())
        .map(|text| {
            let (sent, cut) = policy.cuts().instructions.apply(text);
            wire::InstructionsAudit { tokens: count(&sent).get(), cut }
        });
    let mirrored = known
        .and_then(|known| known.mirrored.get(reading.project.as_ref()?))
        .filter(|_| active && reading.client == ClientId::Cursor)
        .filter(|_| catalogue.is_none_or(|catalogue| catalogue.source == Source::Mirror));
    let sums = match (active, answered) {
        (true, false) => ServerSums::unanswered(),
        (false, _) if waits_in_cursor(entry, reading) => ServerSums::unanswered(),
        (true, true) => ServerSums::of(
            loaded,
            instructions.map_or(Tokens::ZERO, |instructions| Tokens::new(instructions.tokens)),
        ),
        (false, _) => ServerSums::default(),
    };
    let misses = mirrored.is_some_and(|mirrored| mirrored.incomplete);
    let sums = if misses { sums.and_more() } else { sums };
    let failure = known
        .and_then(|known| known.failure.clone())
        .filter(|_| active)
        .or_else(|| mirrored.and_then(|mirrored| mirrored.failure.clone()));
    let last_words = failure.iter().flat_map(|failure| failure.last_words.clone()).collect();
    let audit = wire::ServerAudit {
        key: entry.launch.as_ref().map(Launch::key),
        name: entry.name.clone(),
        scope: entry.scope.as_str().to_owned(),
        file: entry.place.file.display().to_string(),
        line: entry.place.line,
        shadowed: matches!(entry.standing, Standing::Shadowed { .. }),
        transport: entry.launch.as_ref().map(|launch| launch.transport().as_str().to_owned()),
        launch: entry.launch.as_ref().map(|launch| show_launch(launch).join(" ")),
        wrapped: entry.launch.as_ref().and_then(Wrapped::of).map(|wrapped| wrapped.options.title()),
        state: state(entry, catalogue.is_some(), failure.is_some()),
        because: because(entry),
        source: catalogue.map(|catalogue| catalogue.source.as_str().to_owned()),
        taken_at: catalogue.map(|catalogue| rfc3339(catalogue.taken_at)),
        problem: failure.map(|failure| at_entry(failure.problem, entry)),
        last_words,
        instructions,
        weight: weight.get(),
        standing: sums.standing().tokens.get(),
        lower_bound: (sums.standing().lower_bound || sums.all_eager.lower_bound).then_some(true),
        tools: audited,
    };
    (audit, sums)
}

/// A failure that an earlier process saw does not know where the entry stands.
fn at_entry(problem: wire::Problem, entry: &Entry) -> wire::Problem {
    wire::Problem {
        file: problem.file.or_else(|| Some(entry.place.file.display().to_string())),
        line: problem.line.or(Some(entry.place.line)),
        column: problem.column.or(Some(entry.place.column)),
        ..problem
    }
}

fn tool_audit(candidate: &Candidate, sent: Option<Weighed>, verdict: Verdict) -> wire::ToolAudit {
    let weight = sent.map(|sent| sent.weight).unwrap_or_default();
    wire::ToolAudit {
        name: candidate.tool.name.clone(),
        sent_as: candidate.sent_as.clone(),
        loading: verdict.loading.as_str().to_owned(),
        because: verdict.cause.because,
        file: verdict.cause.place.as_ref().map(|place| place.file.display().to_string()),
        line: verdict.cause.place.as_ref().and_then(Place::line),
        tokens: wire::ToolTokens {
            name: weight.name.get(),
            description: weight.description.get(),
            schema: weight.schema.get(),
            total: weight.total.get(),
            if_deferred: weight.if_deferred.get(),
        },
        cut: sent.is_some_and(|sent| sent.cut),
    }
}

pub(super) fn state(entry: &Entry, listed: bool, failed: bool) -> wire::ServerState {
    match entry.standing {
        Standing::Off(_) | Standing::Unusable(_) | Standing::Shadowed { .. } => {
            wire::ServerState::Off
        }
        Standing::NeedsApproval(_) => wire::ServerState::NeedsApproval,
        // A server that failed just now is failed, even where an older answer
        // still gives its weight.
        Standing::Active if failed => wire::ServerState::Failed,
        Standing::Active if listed => wire::ServerState::Listed,
        Standing::Active => wire::ServerState::NotStarted,
    }
}

fn because(entry: &Entry) -> Option<String> {
    match &entry.standing {
        Standing::Active if entry.missing_variables.is_empty() => None,
        Standing::Active => {
            Some(format!("variables not set: {}", entry.missing_variables.join(", ")))
        }
        Standing::Shadowed { by } => {
            Some(format!("the entry at {}:{} is used instead", by.file.display(), by.line))
        }
        Standing::Off(cause) | Standing::NeedsApproval(cause) | Standing::Unusable(cause) => {
            Some(cause.because.clone())
        }
    }
}

/// Servers with tools that are written the same way: one problem for each pair.
fn same_names(reading: &Reading, known: &HashMap<String, Known>) -> Vec<wire::Problem> {
    if !reading.policy.one_tool_per_name() {
        return Vec::new();
    }
    let mut first: HashMap<String, &Entry> = HashMap::new();
    let mut pairs: Vec<(&Entry, &Entry, Vec<String>)> = Vec::new();
    for entry in reading.entries.iter().filter(|entry| entry.is_active()) {
        let catalogue =
            entry.launch.as_ref().and_then(|launch| known.get(&launch.key())?.catalogue.as_deref());
        for tool in catalogue.map(|catalogue| &*catalogue.tools).unwrap_or_default() {
            let sent_as = reading.policy.sent_as(entry, &tool.name);
            let earlier = *first.entry(sent_as.clone()).or_insert(entry);
            if earlier.place == entry.place {
                continue;
            }
            match pairs
                .iter_mut()
                .find(|(a, b, _)| a.place == earlier.place && b.place == entry.place)
            {
                Some((.., names)) => names.push(sent_as),
                None => pairs.push((earlier, entry, vec![sent_as])),
            }
        }
    }
    pairs
        .into_iter()
        .map(|(earlier, later, names)| wire::Problem {
            code: "same-written-name".to_owned(),
            level: wire::ProblemLevel::Error,
            message: format!(
                "`{}` and `{}` both have a tool that is written `{}`{}: the model gets the one of the server that answers first",
                earlier.name,
                later.name,
                names[0],
                match names.len() - 1 {
                    0 => String::new(),
                    more => format!(", and {more} more in common"),
                }
            ),
            hint: Some("Rename one of the servers.".to_owned()),
            file: Some(later.place.file.display().to_string()),
            line: Some(later.place.line),
            column: Some(later.place.column),
            client: Some(reading.client.as_str().to_owned()),
            server: Some(later.name.clone()),
        })
        .collect()
}

/// What a server's list itself gets wrong, at the line of its entry.
fn catalogue_problems(reading: &Reading, known: &HashMap<String, Known>) -> Vec<wire::Problem> {
    let mut problems = Vec::new();
    for entry in reading.entries.iter().filter(|entry| entry.is_active()) {
        let Some(launch) = &entry.launch else { continue };
        let Some(catalogue) = known.get(&launch.key()).and_then(|known| known.catalogue.as_deref())
        else {
            continue;
        };
        let problem = |code: &str, level, message: String, hint: &str| wire::Problem {
            code: code.to_owned(),
            level,
            message,
            hint: Some(hint.to_owned()),
            file: Some(entry.place.file.display().to_string()),
            line: Some(entry.place.line),
            column: Some(entry.place.column),
            client: Some(reading.client.as_str().to_owned()),
            server: Some(entry.name.clone()),
        };
        let shape = Shape::of(reading.client, reading.installed.version.as_ref());
        if let Some(fault) = shape.list_fault(catalogue) {
            problems.push(problem(
                "tool-list-refused",
                wire::ProblemLevel::Error,
                format!("`{}`: {fault}", entry.name),
                "None of its tools reach the model until the server's author mends this one.",
            ));
        }
        for fault in &catalogue.malformed {
            let name = fault.name.as_deref().unwrap_or("without a name");
            problems.push(problem(
                "tool-malformed",
                wire::ProblemLevel::Warning,
                format!(
                    "`{}`, tool {name} (element {}): {}",
                    entry.name, fault.position, fault.what
                ),
                "The server's author can mend it; the other tools are not concerned.",
            ));
        }
        for tool in &catalogue.tools {
            let sent_as = reading.policy.sent_as(entry, &tool.name);
            if sent_as.len() > NAME_LIMIT {
                problems.push(problem(
                    "tool-name-too-long",
                    wire::ProblemLevel::Warning,
                    format!("`{sent_as}` has {} characters; the model's API took at most {NAME_LIMIT} for long", sent_as.len()),
                    "A shorter server name in the configuration shortens every tool's name.",
                ));
            }
        }
        if catalogue.tools.is_empty() && catalogue.malformed.is_empty() {
            problems.push(problem(
                "server-offers-no-tools",
                wire::ProblemLevel::Hint,
                format!("`{}` answered and offers no tools", entry.name),
                "Check that it is the server you meant, and that its credentials let it list tools.",
            ));
        }
    }
    problems
}

/// Worst first, then by file and line; the same file read for several projects
/// says its faults once.
fn sort_and_dedup(problems: &mut Vec<wire::Problem>) {
    problems.sort_by(|a, b| {
        b.level
            .cmp(&a.level)
            .then_with(|| a.file.cmp(&b.file))
            .then_with(|| (a.line, a.column).cmp(&(b.line, b.column)))
            .then_with(|| a.code.cmp(&b.code))
            .then_with(|| a.message.cmp(&b.message))
    });
    problems.dedup();
}
