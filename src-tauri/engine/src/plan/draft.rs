//! The plan while it is made: texts with the steps so far.

use std::{
    collections::HashMap,
    ops::Range,
    path::{Path, PathBuf},
    rc::Rc,
};

use super::{
    EditError, Step, edit,
    text::{body_of, check, check_list, edit_list, member},
};
use crate::clients::{ClientId, Dialect, Document};

/// New text for one file.
#[derive(Clone, PartialEq, Eq)]
pub struct Edit {
    /// Whose file it is; `None` for Plimsoll's own store of parked entries.
    pub client: Option<ClientId>,
    /// The file.
    pub path: PathBuf,
    /// What must parse after the write.
    pub dialect: Dialect,
    /// Whether it comes with a project: a link there could point anywhere.
    pub in_project: bool,
    /// The text the plan was made from; `None`: the file was not there.
    pub before: Option<String>,
    /// The text to write.
    pub after: String,
}

/// Texts may hold secrets: only [`super::Diff`] shows them, masked.
impl std::fmt::Debug for Edit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Edit").field("path", &self.path).finish_non_exhaustive()
    }
}

/// What a plan could not do, or what its reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// For code: `no-such-switch`.
    pub code: &'static str,
    /// One sentence for people.
    pub message: String,
    /// The next step, when there is one.
    pub hint: Option<String>,
    /// The client it is about.
    pub client: Option<ClientId>,
    /// The server it is about.
    pub server: Option<String>,
    /// The file it is about.
    pub place: Option<crate::clients::Place>,
}

/// Wanted changes as edits. Nothing is written by making one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Files whose text changes, in the order they were first touched.
    pub edits: Vec<Edit>,
    /// What was asked for and cannot be written. Nothing of it is in the edits.
    pub refused: Vec<Remark>,
    /// What holds besides: what a client needs to notice it, what overrules it.
    pub notes: Vec<Remark>,
    /// One sentence per change that is in the edits: what was requested.
    pub requested: Vec<String>,
    /// Tool lists that a "keep only" was worked out from: a server that lists
    /// other tools later has drifted.
    pub kept: Vec<Kept>,
}

/// What "keep only" was worked out from.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// The client.
    pub client: String,
    /// The server's name there.
    pub server: String,
    /// The names and patterns that were kept.
    pub tools: Vec<String>,
    /// [`super::list_hash`] of every tool the server listed then.
    pub list_hash: String,
    /// Every tool the server listed then: one that is not among them is new.
    #[serde(default)]
    pub known: Vec<String>,
    /// The settings file the rules went to.
    #[serde(default)]
    pub file: PathBuf,
}

/// Names a server's tool list, whatever its order: SHA-256 as hex.
pub fn list_hash(tools: &[String]) -> String {
    use std::fmt::Write as _;

    use sha2::{Digest, Sha256};
    let mut sorted: Vec<&String> = tools.iter().collect();
    sorted.sort();
    let mut hash = Sha256::new();
    for tool in sorted {
        hash.update((tool.len() as u64).to_le_bytes());
        hash.update(tool);
    }
    hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// A client's file: whose, where, in which dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct File<'p> {
    pub client: Option<ClientId>,
    pub path: &'p Path,
    pub dialect: Dialect,
    pub in_project: bool,
}

/// Reads a file: its text, `None` when there is none.
pub type ReadText<'a> = dyn Fn(&Path) -> std::io::Result<Option<String>> + 'a;

pub(super) struct Draft<'a> {
    read: &'a ReadText<'a>,
    edits: Vec<Edit>,
    /// Texts as they are now, parsed once.
    documents: HashMap<PathBuf, Rc<Document>>,
    /// Whether steps are only judged: the texts then stay.
    dry: bool,
}

impl<'a> Draft<'a> {
    pub fn new(read: &'a ReadText<'a>) -> Self {
        Self { read, edits: Vec::new(), documents: HashMap::new(), dry: false }
    }

    /// A draft that judges every step and takes none.
    pub fn dry(read: &'a ReadText<'a>) -> Self {
        Self { dry: true, ..Self::new(read) }
    }

    /// Whether nothing is written down.
    pub fn is_dry(&self) -> bool {
        self.dry
    }

    /// The file as it would be now.
    fn opened(&mut self, file: File<'_>) -> Result<&mut Edit, Remark> {
        if let Some(place) = self.edits.iter().position(|edit| edit.path == file.path) {
            return Ok(&mut self.edits[place]);
        }
        let before = (self.read)(file.path).map_err(|error| Remark {
            code: "unreadable",
            message: format!("`{}` cannot be read: {error}", file.path.display()),
            hint: None,
            client: file.client,
            server: None,
            place: None,
        })?;
        self.edits.push(Edit {
            client: file.client,
            path: file.path.to_owned(),
            dialect: file.dialect,
            in_project: file.in_project,
            after: before.clone().unwrap_or_default(),
            before,
        });
        let last = self.edits.len() - 1;
        Ok(&mut self.edits[last])
    }

    /// Takes one step in a file. Whether its text changes.
    pub fn step(&mut self, file: File<'_>, step: Step) -> Result<bool, Remark> {
        self.steps(file, vec![step])
    }

    /// Takes steps in a file, all or none. Whether its text changes.
    pub fn steps(&mut self, file: File<'_>, steps: Vec<Step>) -> Result<bool, Remark> {
        // Most steps of most plans say what is so already.
        if let [step] = steps.as_slice() {
            let document = self.document(file)?;
            let changes = check(&document, step).map_err(|error| not_editable(file, &error))?;
            if self.dry || !changes {
                return Ok(changes);
            }
        }
        if self.dry {
            return steps.into_iter().try_fold(false, |any, step| Ok(any | self.step(file, step)?));
        }
        self.change(file, |text| edit(file.path, text, file.dialect, &steps))
    }

    fn change(
        &mut self,
        file: File<'_>,
        edit: impl FnOnce(Option<&str>) -> Result<String, EditError>,
    ) -> Result<bool, Remark> {
        let opened = self.opened(file)?;
        // A file that is not there and a step that only takes: still not there.
        let there = opened.before.is_some() || !opened.after.is_empty();
        let after = edit(there.then_some(opened.after.as_str()))
            .map_err(|error| not_editable(file, &error))?;
        let changed = after != opened.after;
        opened.after = after;
        self.documents.remove(file.path);
        Ok(changed)
    }

    /// Puts a text in the place of a part of a file, byte for byte. The range
    /// counts from behind a byte order mark, as [`Document::text`] does.
    pub fn splice(
        &mut self,
        file: File<'_>,
        range: Range<usize>,
        new: &str,
    ) -> Result<bool, Remark> {
        if self.dry {
            return Ok(true);
        }
        self.change(file, |text| {
            let text = text.unwrap_or_default();
            let body = body_of(text);
            let mark = &text[..text.len() - body.len()];
            let (Some(start), Some(end)) = (body.get(..range.start), body.get(range.end..)) else {
                return Err(EditError::Unsound {
                    path: file.path.to_owned(),
                    what: "a part of it is not where it was".to_owned(),
                });
            };
            let edited = format!("{mark}{start}{new}{end}");
            Document::parse(file.path, &edited, file.dialect)?;
            Ok(edited)
        })
    }

    /// Puts an element into a file that is one list, or takes it out.
    pub fn list(&mut self, file: File<'_>, element: &str, wanted: bool) -> Result<bool, Remark> {
        if self.dry {
            let document = self.document(file)?;
            return check_list(&document, element, wanted)
                .map_err(|error| not_editable(file, &error));
        }
        self.change(file, |text| edit_list(file.path, text, file.dialect, element, wanted))
    }

    /// The file's text as it would be now; empty for one that is not there.
    pub fn text(&mut self, file: File<'_>) -> Result<String, Remark> {
        Ok(self.opened(file)?.after.clone())
    }

    /// The file as it would be now, parsed.
    pub fn document(&mut self, file: File<'_>) -> Result<Rc<Document>, Remark> {
        if let Some(document) = self.documents.get(file.path) {
            return Ok(Rc::clone(document));
        }
        let text = &self.opened(file)?.after;
        let document = Document::parse(file.path, text, file.dialect)
            .map_err(|error| not_editable(file, &error.into()))?;
        let document = Rc::new(document);
        self.documents.insert(file.path.to_owned(), Rc::clone(&document));
        Ok(document)
    }

    /// The text of a member as it would be now, and the key it stands behind.
    pub fn member(
        &mut self,
        file: File<'_>,
        at: &[String],
        key: &str,
    ) -> Result<Option<(String, Option<String>)>, Remark> {
        let document = self.document(file)?;
        Ok(member(&document, at, key))
    }

    /// The last key of an object as it would be now, if it has any; `None`: there
    /// is no such object.
    pub fn last_member(
        &mut self,
        file: File<'_>,
        at: &[String],
    ) -> Result<Option<Option<String>>, Remark> {
        let document = self.document(file)?;
        let root = document.root.as_ref();
        let object = root.and_then(|root| at.iter().try_fold(root, |object, key| object.get(key)));
        Ok(object.map(|object| object.members().last().map(|member| member.key.clone())))
    }

    /// The texts as they are now, to come back to when a change is refused.
    pub fn mark(&self) -> Vec<Edit> {
        self.edits.clone()
    }

    /// Back to a mark.
    pub fn back_to(&mut self, mark: Vec<Edit>) {
        self.edits = mark;
        self.documents.clear();
    }

    /// The files whose text changed.
    pub fn finish(self) -> Vec<Edit> {
        let changed = |edit: &Edit| edit.before.as_deref().unwrap_or_default() != edit.after;
        self.edits.into_iter().filter(changed).collect()
    }
}

fn not_editable(file: File<'_>, error: &EditError) -> Remark {
    Remark {
        code: "not-editable",
        message: error.to_string(),
        hint: Some(error.hint().to_owned()),
        client: file.client,
        server: None,
        place: error.place(),
    }
}
