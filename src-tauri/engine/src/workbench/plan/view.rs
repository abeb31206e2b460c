//! Plans, writes and refusals as the window and the terminal receive them.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::super::words::problem;
use crate::{
    clients::Place,
    plan::{Diff, Edit, Plan, Remark, Side},
    wire::{self, Problem, ProblemLevel},
    write::{ChangeSet, Recovered, State, WriteError},
};

/// What a plan would write; what it comes to is not in it yet.
pub(in super::super) fn view(request: &wire::PlanRequest, plan: &Plan) -> wire::PlanView {
    let problems = |remarks: &[Remark], level| {
        remarks.iter().map(|remark| problem_of(remark, level)).collect()
    };
    wire::PlanView {
        schema: "plimsoll.plan/1".to_owned(),
        request: request.clone(),
        requested: plan.requested.clone(),
        files: plan.edits.iter().map(file_diff).collect(),
        refused: problems(&plan.refused, ProblemLevel::Error),
        notes: problems(&plan.notes, ProblemLevel::Warning),
        tokenizer: String::new(),
        standing: Vec::new(),
    }
}

/// The first file that is not what it was when the plan was reviewed, or would
/// not become what was shown: a server may list other tools by now.
pub(super) fn differs(reviewed: &wire::PlanView, now: &wire::PlanView) -> Option<String> {
    fn by_path(view: &wire::PlanView) -> HashMap<&str, &wire::FileDiff> {
        view.files.iter().map(|file| (file.path.as_str(), file)).collect()
    }
    let (seen, there) = (by_path(reviewed), by_path(now));
    there
        .iter()
        .find(|(path, file)| seen.get(*path) != Some(file))
        .or_else(|| seen.iter().find(|(path, _)| !there.contains_key(*path)))
        .map(|(path, _)| (*path).to_owned())
}

pub(super) fn file_diff(edit: &Edit) -> wire::FileDiff {
    use std::fmt::Write as _;
    let diff = Diff::of(edit.path.clone(), edit.dialect, edit.before.as_deref(), &edit.after);
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let basis = Sha256::digest(edit.before.as_deref().unwrap_or_default());
    wire::FileDiff {
        path: edit.path.display().to_string(),
        client: edit.client.map(|client| client.as_str().to_owned()),
        created: diff.created,
        basis: basis.iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        }),
        hunks: diff
            .hunks
            .iter()
            .map(|hunk| wire::DiffHunk {
                old_start: number(hunk.old_start),
                new_start: number(hunk.new_start),
                lines: hunk
                    .lines
                    .iter()
                    .map(|line| wire::DiffText {
                        side: match line.side {
                            Side::Both => "both",
                            Side::Old => "old",
                            Side::New => "new",
                        }
                        .to_owned(),
                        text: line.text.clone(),
                    })
                    .collect(),
            })
            .collect(),
    }
}

pub(super) fn line(set: &ChangeSet) -> wire::ChangeSetLine {
    wire::ChangeSetLine {
        id: set.id.clone(),
        at: set.at.clone(),
        state: match set.state {
            State::Writing => "writing",
            State::Done => "done",
            State::RolledBack => "rolledBack",
        }
        .to_owned(),
        requested: set.requested.clone(),
        files: set.files.iter().map(|file| file.path.display().to_string()).collect(),
        undo_of: set.undo_of.clone(),
        undone_by: set.undone_by.clone(),
        notes: Vec::new(),
    }
}

pub(super) fn problem_of(remark: &Remark, level: ProblemLevel) -> Problem {
    let place = remark.place.as_ref();
    Problem {
        code: remark.code.to_owned(),
        level,
        message: remark.message.clone(),
        hint: remark.hint.clone(),
        file: place.map(|place| place.file.display().to_string()),
        line: place.and_then(Place::line),
        column: place.and_then(Place::column),
        client: remark.client.map(|client| client.as_str().to_owned()),
        server: remark.server.clone(),
    }
}

pub(super) fn problem_of_write(error: &WriteError) -> Problem {
    Problem {
        file: error.path().map(|path| path.display().to_string()),
        ..problem(error.code(), error.to_string(), Some(error.hint()))
    }
}

pub(super) fn recovery(recovered: &Recovered) -> Problem {
    let hint = |problem: Problem| Problem { level: ProblemLevel::Hint, ..problem };
    match recovered {
        Recovered::Finished { id } => hint(problem(
            "write-finished",
            format!("write {id} had been interrupted after its last file; it stands"),
            Some("`plimsoll undo` takes it back."),
        )),
        Recovered::RolledBack { id, left } if left.is_empty() => hint(problem(
            "write-rolled-back",
            format!("write {id} had been interrupted; its files have their old text again"),
            Some("Plan the changes again if you still want them."),
        )),
        Recovered::RolledBack { id, left } => Problem {
            level: ProblemLevel::Warning,
            file: left.first().map(|path| path.display().to_string()),
            ..problem(
                "write-rolled-back",
                format!(
                    "write {id} had been interrupted and was taken back, but {} file(s) were written by somebody else since and were left alone",
                    left.len()
                ),
                Some("Compare them with the write's difference in the history."),
            )
        },
    }
}
