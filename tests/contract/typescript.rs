//! `ui/src/wire/generated.ts` says what the wire types say.

use std::{collections::BTreeMap, fs, path::Path};

use plimsoll_engine::wire;
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str =
    "// Generated from src-tauri/engine/src/wire by `cargo xtask types`. Do not edit.\n";

/// Collects declarations, each once, by name: `ts-rs` visits what a type depends
/// on in an order that differs from build to build.
struct Declarations {
    config: Config,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only our own types are declared in a file; `string` is not.
        let name = T::ident(&self.config);
        if T::output_path().is_none() || self.texts.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = T::decl(&self.config);
        self.texts.insert(name, format!("\n{docs}export {declaration}\n"));
        T::visit_dependencies(self);
    }
}

fn generated() -> Declarations {
    let mut all =
        Declarations { config: Config::new().with_large_int("number"), texts: BTreeMap::new() };
    // What the commands take and return; the rest follows from these.
    all.visit::<wire::AuditRequest>();
    all.visit::<wire::Audit>();
    all.visit::<wire::ConsentAsk>();
    all.visit::<wire::ConnectRequest>();
    all.visit::<wire::ConnectEvent>();
    all.visit::<wire::ConnectSummary>();
    all.visit::<wire::ServerDetail>();
    all.visit::<wire::ToolDetail>();
    all.visit::<wire::Settings>();
    all.visit::<wire::KnownProject>();
    all.visit::<wire::PlanRequest>();
    all.visit::<wire::PlanView>();
    all.visit::<wire::ChangeSetLine>();
    all.visit::<wire::About>();
    all.visit::<wire::SearchRequest>();
    all.visit::<wire::SearchQuery>();
    all.visit::<wire::Search>();
    all.visit::<wire::EngineAbout>();
    all.visit::<wire::EngineParameter>();
    all.visit::<wire::SearchResult>();
    all.visit::<wire::SearchFault>();
    all.visit::<wire::FoundTool>();
    all.visit::<wire::FoundWhy>();
    all.visit::<wire::SearchInstead>();
    all.visit::<wire::SearchSummary>();
    all.visit::<wire::CandidateRequest>();
    all.visit::<wire::Candidates>();
    all.visit::<wire::TaskSet>();
    all.visit::<wire::SwitchboardRequest>();
    all.visit::<wire::Switchboard>();
    all.visit::<wire::Preset>();
    all.visit::<wire::ProveRequest>();
    all.visit::<wire::Proof>();
    all.visit::<wire::ToolDraft>();
    all.visit::<wire::SearchComparison>();
    all.visit::<wire::Lint>();
    all.visit::<wire::LintFinding>();
    all
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the workspace")
}

#[test]
fn typescript_is_generated_from_the_wire_types() {
    let file = workspace().join("ui/src/wire/generated.ts");
    let all = generated().texts;
    let wanted: String = std::iter::once(HEADER).chain(all.values().map(String::as_str)).collect();
    if std::env::var_os("PLIMSOLL_WRITE_TYPES").is_some() {
        fs::write(&file, &wanted).expect("ui/src/wire can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == wanted, "ui/src/wire/generated.ts is stale: run `cargo xtask types`");
}

#[test]
fn typescript_has_every_wire_type() {
    let seen = generated().texts;
    let folder = workspace().join("src-tauri/engine/src/wire");
    for file in fs::read_dir(folder).expect("the wire types are there") {
        let text = fs::read_to_string(file.expect("listed").path()).expect("readable");
        let declared = text.lines().filter_map(|line| {
            line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "))
        });
        for name in declared.map(|rest| rest.trim_end_matches([' ', '{'])) {
            assert!(seen.contains_key(name), "`{name}` crosses the wire without a TypeScript type");
        }
    }
}
