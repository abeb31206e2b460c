//! What somebody typed, pasted or dropped, to servers that can be tried.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use sha2::{Digest as _, Sha256};

use super::super::{
    Workbench,
    words::{free_name, problem},
};
use crate::{
    catalogue::{Catalogue, ImportError, read_file},
    clients::{Launch, Reading, claude_desktop},
    search::candidate::{Candidate, Offer, bundle, read},
    wire::Problem,
    world::World,
};

/// One server that can be tried.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    pub(super) key: String,
    pub(super) name: String,
    /// The file it was read from.
    pub(super) file: Option<String>,
    pub(super) what: What,
}

/// What it is.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// Tools; nothing needs to start.
    Tools(Arc<Catalogue>),
    /// A program or an address.
    Server(Box<Candidate>),
    /// A bundle; `launch` shows what it starts from where it will be unpacked.
    Bundle { path: PathBuf, launch: Launch },
}

/// Shown for the folder a bundle is unpacked in, which is new every time.
const UNPACKED: &str = "<unpacked bundle>";

/// Files that hold a description of a server. Any other path is a program.
const DESCRIBES: [&str; 9] =
    ["json", "jsonc", "json5", "toml", "yaml", "yml", "txt", "mcpb", "dxt"];

impl Workbench {
    /// The servers that a text, or the file it names, offers. With the name of
    /// the file whose text it is, it names no other.
    pub(super) fn offered(
        &self,
        spec: &str,
        file_name: Option<&str>,
    ) -> Result<Vec<Offered>, Problem> {
        if let Some(name) = file_name {
            let offered = self.offered_by_file_text(spec, Path::new(name))?;
            // Nobody said where that file is.
            return Ok(offered.into_iter().map(|one| Offered { file: None, ..one }).collect());
        }
        match named_file(&self.world, spec) {
            Some(path) => self
                .offered_by_file(&path)
                .map_err(|problem| Problem { file: Some(path.display().to_string()), ..problem }),
            None if is_lost(&self.world, spec) => Err(problem(
                "candidate-unreadable",
                format!("there is no file `{}`", spec.trim()),
                Some("Check the name, or write the whole path."),
            )),
            None => self.offered_by_text(spec, None),
        }
    }

    fn offered_by_file(&self, path: &Path) -> Result<Vec<Offered>, Problem> {
        if extension(path).is_some_and(|ending| ending == "mcpb" || ending == "dxt") {
            // Opening a pipe would wait for its other end.
            if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
                return Err(unreadable(ImportError::NoFile { path: path.to_owned() }));
            }
            return self.offered_by_bundle(path).map(|offered| vec![offered]);
        }
        let text = read_file(path).map_err(unreadable)?;
        self.offered_by_file_text(&text, path)
    }

    fn offered_by_file_text(&self, text: &str, path: &Path) -> Result<Vec<Offered>, Problem> {
        // A text, a number or `true` in a JSON file is no command line.
        let json = extension(path).is_some_and(|ending| ending.starts_with("json"));
        let scalar = json
            && serde_json::from_str::<serde_json::Value>(text)
                .is_ok_and(|value| !value.is_object() && !value.is_array());
        if scalar {
            return Err(unreadable(ImportError::NoTools));
        }
        self.offered_by_text(text, Some(path))
    }

    fn offered_by_text(&self, text: &str, file: Option<&Path>) -> Result<Vec<Offered>, Problem> {
        let offers = read(text, self.world.now()).map_err(|error| {
            problem(
                "candidate-unreadable",
                format!("no server can be read from this: {error}"),
                Some(
                    "Paste a client's snippet, a command line, an address or a list of tools, or name a file with one of these.",
                ),
            )
        })?;
        let stem = file.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        // A catalogue file's server is called like the file, as in a search.
        let stem = stem.filter(|_| offers.len() == 1);
        let shown = file.map(|file| file.display().to_string());
        Ok(offers
            .into_iter()
            .map(|offer| {
                let (name, what) = match offer {
                    Offer::Tools { name, named, catalogue } => {
                        // In a dump it has a name of its own.
                        let stem = stem.clone().filter(|_| !named);
                        let name = stem.or(name);
                        let name = name.unwrap_or_else(|| "candidate".to_owned());
                        (name, What::Tools(Arc::new(catalogue)))
                    }
                    Offer::Server(candidate) => {
                        (candidate.name.clone(), What::Server(Box::new(candidate)))
                    }
                };
                Offered { key: key(&name, &what), name, file: shown.clone(), what }
            })
            .collect())
    }

    fn offered_by_bundle(&self, path: &Path) -> Result<Offered, Problem> {
        let refused = |message: String| {
            problem(
                "bundle-unreadable",
                format!("`{}`: {message}", path.display()),
                Some("A bundle is a zip file with a manifest.json."),
            )
        };
        let manifest = bundle::manifest(path).map_err(|error| refused(error.to_string()))?;
        let entry = claude_desktop::of_bundle(&self.world, Path::new(UNPACKED), &manifest)
            .ok_or_else(|| refused("its manifest is no JSON".to_owned()))?;
        let Some(launch) = entry.launch else {
            return Err(refused("its manifest does not say what it starts".to_owned()));
        };
        let what = What::Bundle { path: path.to_owned(), launch };
        Ok(Offered {
            key: key(&entry.name, &what),
            name: entry.name,
            file: Some(path.display().to_string()),
            what,
        })
    }
}

impl Offered {
    /// Names files beside which the text was given by their whole path: what is
    /// tried starts in an empty folder.
    pub(super) fn beside(&mut self, folder: &Path) {
        let What::Server(candidate) = &mut self.what else { return };
        let Launch::Stdio(stdio) = &mut candidate.launch else { return };
        let whole = |word: &mut String| {
            let path = Path::new(word.as_str());
            let like_a_file = word.contains(['/', '\\']) || path.extension().is_some();
            let place = folder.join(path);
            if path.is_relative() && like_a_file && place.is_file() {
                // `./` in the middle of a path says nothing.
                *word = place.components().collect::<PathBuf>().display().to_string();
            }
        };
        if stdio.command.contains(['/', '\\']) {
            whole(&mut stdio.command);
        }
        stdio.args.iter_mut().for_each(whole);
    }
}

fn unreadable(error: ImportError) -> Problem {
    problem("candidate-unreadable", error.to_string(), None)
}

/// The file a text names: one line, absolute or below the home, of a kind that
/// describes a server. It need not be there: then reading it says so.
fn named_file(world: &World, spec: &str) -> Option<PathBuf> {
    let line = spec.trim().trim_matches(['"', '\'']);
    if line.contains(['\n', '{']) {
        return None;
    }
    let line = line.strip_prefix("file://").unwrap_or(line);
    let path = below_home(world, line);
    (path.is_absolute() && describes(&path)).then_some(path)
}

/// Whether a text can only be the path of a file, and there is none: it is one
/// word that begins like a path or ends like a description of a server.
fn is_lost(world: &World, spec: &str) -> bool {
    let word = spec.trim();
    if word.contains(char::is_whitespace) || word.contains(['{', '"']) || word.contains("://") {
        return false;
    }
    let drive =
        matches!(word.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic());
    let begins =
        ["./", "../", ".\\", "..\\", "/", "~/"].iter().any(|start| word.starts_with(start));
    let path = below_home(world, word);
    // Nobody says where a path starts that is not whole: the terminal completes them.
    (drive || begins || describes(&path)) && (path.is_relative() || !path.exists())
}

fn below_home(world: &World, text: &str) -> PathBuf {
    match text.strip_prefix("~/") {
        Some(below) => world.home.join(below),
        None => PathBuf::from(text),
    }
}

fn describes(path: &Path) -> bool {
    extension(path).is_some_and(|ending| DESCRIBES.contains(&ending.as_str()))
}

fn extension(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// Gives each a name that no active entry and no other one has.
pub(super) fn name_apart(offered: &mut [Offered], readings: &[Reading]) {
    let entries = readings.iter().flat_map(|reading| &reading.entries);
    let mut taken: HashSet<String> =
        entries.filter(|entry| entry.is_active()).map(|entry| entry.name.clone()).collect();
    for one in offered {
        one.name = free_name(&one.name, &mut taken);
    }
}

/// The same for the same server tried again.
fn key(name: &str, what: &What) -> String {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    part(name.as_bytes());
    match what {
        What::Tools(catalogue) => {
            part(catalogue.instructions.as_deref().unwrap_or_default().as_bytes());
            catalogue.tools.iter().for_each(|tool| part(&tool.hash().0));
        }
        What::Server(candidate) => part(candidate.launch.key().as_bytes()),
        What::Bundle { path, launch, .. } => {
            part(path.display().to_string().as_bytes());
            part(launch.key().as_bytes());
        }
    }
    hash.finalize().iter().take(8).fold("try-".to_owned(), |mut key, byte| {
        use std::fmt::Write as _;
        let _ = write!(key, "{byte:02x}");
        key
    })
}
