//! The search engines over our own catalogues and recorded answers.

use std::{path::PathBuf, sync::Arc};

use plimsoll_engine::search::{Document, Engine as _, EngineId, claude_code::ClaudeCode, engine};
use plimsoll_tests::search::{Answer, documents_of};

fn fixtures(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder)
}

fn documents() -> Arc<[Document]> {
    documents_of(&fixtures("catalogues")).expect("our own catalogues")
}

/// The real client was asked by a loopback stand-in of the Messages API;
/// `cargo xtask conformance search VERSION` asks another version the same.
#[test]
fn tool_search_answers_as_the_real_client_did() {
    let documents = documents();
    for version in ["2.1.150", "2.1.197", "2.1.240", "2.1.290", "2.1.332"] {
        let engine = ClaudeCode::new(Some(&version.parse().expect("a version")));
        let index = engine.index(documents.clone());
        let answers = Answer::read(&fixtures("search").join(format!("{version}.jsonl")))
            .expect("recorded answers");
        assert!(answers.len() >= 400, "{version}: {} answers", answers.len());
        for answer in answers {
            let found = answer.simulated(index.as_ref(), &documents);
            assert!(
                answer.agrees(&found),
                "{version}, {:?} for {}\n  here {found:?}\n  real {:?}",
                answer.query,
                answer.max_results,
                answer.tools
            );
        }
    }
}

#[test]
fn every_engine_finds_what_it_should_and_says_why() {
    let documents = documents();
    for (why, id, query, first) in [
        ("terms", EngineId::ClaudeCode, "create issue", "mcp__field-notes__create_issue"),
        ("a hint", EngineId::ClaudeCode, "docking", "mcp__harbour__moor"),
        ("a pattern", EngineId::ApiRegex, "^take_", "mcp__Night_Sky_v2__take_exposure"),
        ("an argument", EngineId::ApiRegex, "^phrase$", "mcp__harbour__search_berth"),
        (
            "rare words",
            EngineId::ApiBm25,
            "where does this picture point",
            "mcp__Night_Sky_v2__plate_solve",
        ),
        ("a file pattern", EngineId::Cursor, "plate_*", "mcp__Night_Sky_v2__plate_solve"),
        ("a word to grep", EngineId::Cursor, "splinters", "mcp__Atelier__v2_cutBoard"),
        ("a word of a name", EngineId::Names, "lamp cut", "mcp__Atelier__cutLampShade"),
    ] {
        let outcome = engine(id, None).index(documents.clone()).search(query, 5);
        let hit = outcome.hits.first().unwrap_or_else(|| panic!("{why}: nothing for {query}"));
        assert_eq!(documents[hit.document].sent_as, first, "{why}");
        assert!(!hit.why.is_empty(), "{why}: no reason");
    }
}

#[test]
fn what_cannot_be_found_is_said() {
    let documents = documents();
    let ask = |id, query: &str| engine(id, None).index(documents.clone()).search(query, 5);
    for (why, id, query, code) in [
        ("a bad pattern", EngineId::ApiRegex, "(", "invalid_tool_input"),
        ("a pattern of 201 characters", EngineId::ApiRegex, &"x".repeat(201), "invalid_tool_input"),
        ("a query of 501 characters", EngineId::ApiBm25, &"x".repeat(501), "invalid_tool_input"),
        ("a catastrophe", EngineId::ApiRegex, r"^(\w+\s?)*(?=\x01)\1$", "execution_time_exceeded"),
    ] {
        let error = ask(id, query).error.unwrap_or_else(|| panic!("{why} was taken"));
        assert_eq!(error.code.as_str(), code, "{why}");
    }
    let outcome = ask(EngineId::ClaudeCode, "quixotic berth");
    assert_eq!(outcome.unmatched, ["quixotic"]);
    assert!(outcome.tied_beyond > 0, "more berths than five");
    for id in EngineId::ALL {
        let index = engine(id, None).index(Arc::from([]));
        assert!(index.search("anything", 5).hits.is_empty(), "{} without tools", id.as_str());
        assert!(
            ask(id, "").hits.is_empty() || id == EngineId::ApiRegex,
            "{} without a query",
            id.as_str()
        );
    }
}
