//! One step of a task: a heading and a program that must succeed.

use std::{
    io::{self, BufRead, BufReader, Read},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::Instant,
};

/// Why a task stopped.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The program could not be started.
    #[error("cannot start `{program}`: {source}")]
    Start { program: String, source: io::Error },
    /// The program ran and failed.
    #[error("{title}: `{program}` ended with {status}")]
    Status { title: String, program: String, status: ExitStatus },
    /// Something is missing that is not installed from here.
    #[error("{missing} is missing.\n{remedy}")]
    Missing { missing: String, remedy: String },
    /// Some steps of many failed.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<Failure>),
    /// A file of the workspace cannot be read or written.
    #[error("`{path}`: {source}")]
    File { path: String, source: io::Error },
}

/// Runs a program under a heading.
pub fn run(title: &str, command: &mut Command) -> Result<(), Failure> {
    heading(title, command);
    let began = Instant::now();
    let status = command.status().map_err(|source| cannot_start(command, source))?;
    finish(title, command, status, began)
}

/// Runs a test runner, shows what it says as it comes, and returns its closing
/// lines: those that `closes` recognises.
pub fn run_tests(
    title: &str,
    command: &mut Command,
    closes: fn(&str) -> bool,
) -> Result<Vec<String>, Failure> {
    heading(title, command);
    let began = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|source| cannot_start(command, source))?;
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|output| Box::new(output) as _),
        child.stderr.take().map(|output| Box::new(output) as _),
    ];
    let readers = outputs.map(|output| thread::spawn(move || show(output, closes)));
    let closing =
        readers.into_iter().flat_map(|reader| reader.join().unwrap_or_default()).collect();
    let status = child.wait().map_err(|source| cannot_start(command, source))?;
    finish(title, command, status, began)?;
    Ok(closing)
}

/// Passes lines on; returns the closing ones.
fn show(output: Option<Box<dyn Read + Send>>, closes: fn(&str) -> bool) -> Vec<String> {
    let Some(output) = output else { return Vec::new() };
    let mut closing = Vec::new();
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        if closes(&line) {
            closing.push(line.into_owned());
        }
    }
    closing
}

fn heading(title: &str, command: &Command) {
    println!("\n── {title} ── {}", shown(command));
}

fn shown(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command, source: io::Error) -> Failure {
    Failure::Start { program: command.get_program().to_string_lossy().into_owned(), source }
}

fn finish(
    title: &str,
    command: &Command,
    status: ExitStatus,
    began: Instant,
) -> Result<(), Failure> {
    if status.success() {
        println!("── {title}: done in {:.1} s", began.elapsed().as_secs_f32());
        return Ok(());
    }
    Err(Failure::Status { title: title.to_owned(), program: shown(command), status })
}
