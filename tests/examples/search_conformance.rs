//! Holds the simulated `ToolSearch` against recorded answers of the real client.
//!
//! `cargo run -p plimsoll-tests --example search_conformance -- VERSION CATALOGUES ANSWERS.jsonl`
//! where CATALOGUES is a folder of tool lists (`{"server"?, "tools": […]}`, the
//! server named like the file otherwise) and each answer is
//! `{"query", "max_results", "tools"?}`.

use std::{error::Error, path::Path, process::ExitCode};

use plimsoll_engine::search::{Engine as _, claude_code::ClaudeCode};
use plimsoll_tests::search::{Answer, documents_of};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [version, catalogues, answers] = arguments.as_slice() else {
        return Err("usage: search_conformance VERSION CATALOGUES ANSWERS.jsonl".into());
    };
    let documents = documents_of(Path::new(catalogues))?;
    let index = ClaudeCode::new(Some(&version.parse()?)).index(documents.clone());
    let answers = Answer::read(Path::new(answers))?;
    let mut missed = 0_usize;
    for answer in &answers {
        let found = answer.simulated(index.as_ref(), &documents);
        if !answer.agrees(&found) {
            missed += 1;
            report(&answer.query, &found, &answer.tools);
        }
    }
    show(&format!("{} of {} answers agree", answers.len() - missed, answers.len()));
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(query: &str, found: &[String], real: &[String]) {
    show(&format!("{query:?}\n  here {found:?}\n  real {real:?}"));
}

#[expect(clippy::print_stdout, reason = "this is a command")]
fn show(text: &str) {
    println!("{text}");
}
