//! Entries taken out of a file that has no switch for them, with their full
//! text, so that "on" brings the same bytes back.
//!
//! They lie in a file of Plimsoll's own that is part of the same change set.
//! It holds what the client's file held, secrets too, and is its owner's alone.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Remark, Step,
    draft::{Draft, File},
};
use crate::clients::{ClientId, Dialect};

/// One parked entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Parked {
    /// Whose: a client's id.
    pub client: String,
    /// The file it was taken from.
    pub file: PathBuf,
    /// Its name there.
    pub server: String,
    /// Its text as it stood there.
    text: String,
    /// The entry it stood behind; `None`: it was the first.
    behind: Option<String>,
}

/// The entries in a parking file's text; none when there is no text.
pub fn parked_in(text: Option<&str>) -> Vec<Parked> {
    #[derive(Default, Deserialize)]
    struct Lot {
        #[serde(default)]
        entries: Vec<Parked>,
    }
    text.and_then(|text| serde_json::from_str::<Lot>(text).ok()).unwrap_or_default().entries
}

const SERVERS: &str = "mcpServers";

fn lot(path: &Path) -> File<'_> {
    File { client: None, path, dialect: Dialect::Strict, in_project: false }
}

fn entries_step(parked: &Parked, take: bool) -> Step {
    let (at, key) = (Vec::new(), "entries".to_owned());
    let element = json!(parked).to_string();
    if take { Step::Exclude { at, key, element } } else { Step::Include { at, key, element } }
}

/// Takes an entry out of a file and parks it. Whether it was there.
pub(super) fn park(
    draft: &mut Draft<'_>,
    parking: &Path,
    client: ClientId,
    file: File<'_>,
    server: &str,
) -> Result<bool, Remark> {
    let at = vec![SERVERS.to_owned()];
    let Some((text, behind)) = draft.member(file, &at, server)? else {
        return Ok(false);
    };
    let parked = Parked {
        client: client.as_str().to_owned(),
        file: file.path.to_owned(),
        server: server.to_owned(),
        text,
        behind,
    };
    draft.step(file, Step::Remove { at, key: server.to_owned() })?;
    draft.step(lot(parking), entries_step(&parked, false))?;
    Ok(true)
}

/// Puts a parked entry back where it was.
pub(super) fn unpark(
    draft: &mut Draft<'_>,
    parking: &Path,
    file: File<'_>,
    parked: &Parked,
) -> Result<(), Remark> {
    draft.step(
        file,
        Step::Put {
            at: vec![SERVERS.to_owned()],
            key: parked.server.clone(),
            raw: parked.text.clone(),
            behind: parked.behind.clone(),
        },
    )?;
    draft.step(lot(parking), entries_step(parked, true))?;
    Ok(())
}

/// The parked entry of this name, of a client.
pub(super) fn find(
    draft: &mut Draft<'_>,
    parking: &Path,
    client: ClientId,
    server: &str,
    wanted: impl Fn(&Path) -> bool,
) -> Result<Option<Parked>, Remark> {
    let text = draft.text(lot(parking))?;
    Ok(parked_in(Some(&text)).into_iter().find(|parked| {
        parked.client == client.as_str() && parked.server == server && wanted(&parked.file)
    }))
}
