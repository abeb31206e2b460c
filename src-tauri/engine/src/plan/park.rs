//! Entries taken out of a file that has no switch for them, with their full
//! text, so that "on" brings the same bytes back.
//!
//! They lie in a file of Plimsoll's own that is part of the same change set.
//! It holds what the client's file held, secrets too, and is its owner's alone.
//!
//! Comments, blank lines, the comma and the spelling of the key lie beside an
//! entry, not in it: all that stood between its neighbours is kept too, and put
//! back as one piece where the neighbours are still beside each other.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Remark, Step,
    draft::{Draft, File},
};
use crate::clients::{ClientId, Dialect, Document};

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
    /// What stood around it; `None` in what was parked by an earlier Plimsoll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gap: Option<Gap>,
}

/// The text between an entry's neighbours, or the braces in their place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Gap {
    /// The entry it stood in front of; `None`: it was the last.
    ahead: Option<String>,
    /// With the entry.
    with: String,
    /// Without it.
    without: String,
}

/// Where the text between two neighbours stands; `None` when they are none.
fn between(document: &Document, behind: Option<&str>, ahead: Option<&str>) -> Option<Range<usize>> {
    let servers = document.root.as_ref()?.get(SERVERS)?;
    let members = servers.members();
    let place = |key: &str| members.iter().position(|member| member.key == key);
    let (start, next) = match behind {
        Some(behind) => (members[place(behind)?].node.end, place(behind)? + 1),
        None => (servers.start + 1, 0),
    };
    let end = match (members.get(next), ahead) {
        (Some(member), Some(ahead)) if member.key == ahead => member.key_start,
        (None, None) => servers.end.checked_sub(1)?,
        _ => return None,
    };
    (start <= end).then_some(start..end)
}

/// The key behind an entry, and the text around it.
fn around(
    document: &Document,
    server: &str,
    behind: Option<&str>,
) -> Option<(Option<String>, String)> {
    let members = document.root.as_ref()?.get(SERVERS)?.members();
    let place = members.iter().position(|member| member.key == server)?;
    let ahead = members.get(place + 1).map(|member| member.key.clone());
    let start = between(document, behind, Some(server))?.start;
    let end = between(document, Some(server), ahead.as_deref())?.end;
    Some((ahead, document.text.get(start..end)?.to_owned()))
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
///
/// # Errors
/// `exists` when another entry of this name and file is parked: one of them
/// would be lost.
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
    let earlier = find(draft, parking, client, server, |parked| parked == file.path)?;
    if let Some(earlier) = &earlier {
        if earlier.text != text {
            return Err(two(file, client, server));
        }
        // The very same: where it stands now is where it comes back to.
        draft.step(lot(parking), entries_step(earlier, true))?;
    }
    let around = around(&*draft.document(file)?, server, behind.as_deref());
    draft.step(file, Step::Remove { at, key: server.to_owned() })?;
    let gap = around.and_then(|(ahead, with)| {
        let document = draft.document(file).ok()?;
        let left = between(&document, behind.as_deref(), ahead.as_deref())?;
        let without = document.text.get(left)?.to_owned();
        Some(Gap { ahead, with, without })
    });
    let parked = Parked {
        client: client.as_str().to_owned(),
        file: file.path.to_owned(),
        server: server.to_owned(),
        text,
        behind,
        gap,
    };
    draft.step(lot(parking), entries_step(&parked, false))?;
    Ok(true)
}

/// Puts a parked entry back where it was.
///
/// # Errors
/// `exists` when the file has another entry of this name by now.
pub(super) fn unpark(
    draft: &mut Draft<'_>,
    parking: &Path,
    client: ClientId,
    file: File<'_>,
    parked: &Parked,
) -> Result<(), Remark> {
    let at = vec![SERVERS.to_owned()];
    match draft.member(file, &at, &parked.server)? {
        Some((there, _)) if there != parked.text => {
            return Err(two(file, client, &parked.server));
        }
        // Somebody has put it back already.
        Some(_) => {}
        None => {
            if !put_between(draft, file, parked)? {
                let (key, raw) = (parked.server.clone(), parked.text.clone());
                let behind = parked.behind.clone();
                draft.step(file, Step::Put { at, key, raw, behind })?;
            }
        }
    }
    draft.step(lot(parking), entries_step(parked, true))?;
    Ok(())
}

/// Puts everything back that stood between the neighbours of an entry, if the
/// file has the same there as when it was taken out. Whether it has.
fn put_between(draft: &mut Draft<'_>, file: File<'_>, parked: &Parked) -> Result<bool, Remark> {
    let Some(gap) = &parked.gap else { return Ok(false) };
    let document = draft.document(file)?;
    let Some(range) = between(&document, parked.behind.as_deref(), gap.ahead.as_deref()) else {
        return Ok(false);
    };
    if document.text.get(range.clone()) != Some(gap.without.as_str()) {
        return Ok(false);
    }
    // A text that would not parse is left to the step, which lays it out anew.
    Ok(draft.splice(file, range, &gap.with).is_ok())
}

/// Two entries of one name: which of them is wanted is not for us to say.
fn two(file: File<'_>, client: ClientId, server: &str) -> Remark {
    Remark {
        code: "exists",
        message: format!(
            "`{}` has an entry `{server}`, and another one that was taken out of this file is parked under the same name",
            file.path.display()
        ),
        hint: Some(format!(
            "Rename the one in the file: then `{}/{server}=on` brings the other one back.",
            client.as_str()
        )),
        client: Some(client),
        server: Some(server.to_owned()),
        place: None,
    }
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

#[cfg(test)]
mod tests;
