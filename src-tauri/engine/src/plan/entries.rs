//! Entries moved, copied, removed and added, within a client and between clients.

use std::path::Path;

use serde_json::{Map, Value};

use super::{
    Change, Home, Plan, Remark, Step, Target, add,
    draft::{Draft, File},
    ground::Ground,
    text, translate,
};
use crate::clients::{ClientId, Dialect, Entry, Scope};

/// Plans a move, a copy, a removal or an addition.
pub(super) fn change(
    change: &Change,
    ground: &Ground<'_>,
    draft: &mut Draft<'_>,
    plan: &mut Plan,
) -> Result<String, Remark> {
    match change {
        Change::Move { target, to, home, copy } => {
            let entry = ground.entry(target)?;
            let said = carry(ground, draft, plan, (target, entry), (*to, *home))?;
            if !copy {
                remove(ground, draft, target.client, entry)?;
            }
            Ok(format!("{} {said}", if *copy { "copy" } else { "move" }))
        }
        Change::Remove { target } => {
            let entry = ground.entry(target)?;
            remove(ground, draft, target.client, entry)?;
            Ok(format!("remove `{}` ({})", entry.name, entry.scope.as_str()))
        }
        Change::Add { candidate, name, to, home } => {
            let json = in_words_of(*to, ClientId::ClaudeCode, name, &add::entry(candidate), plan)?;
            put(ground, draft, plan, name, Text::Json(json), (*to, *home))?;
            Ok(format!("add `{name}` to {} ({})", to.title(), home.as_str()))
        }
        _ => unreachable!("only moves, removals and additions come here"),
    }
}

fn remove(
    ground: &Ground<'_>,
    draft: &mut Draft<'_>,
    client: ClientId,
    entry: &Entry,
) -> Result<(), Remark> {
    let at = container(ground, client, entry)?;
    let path = entry.place.file.clone();
    draft.step(file(ground, client, &path), Step::Remove { at, key: entry.name.clone() })?;
    Ok(())
}

fn carry(
    ground: &Ground<'_>,
    draft: &mut Draft<'_>,
    plan: &mut Plan,
    (target, entry): (&Target, &Entry),
    (to, home): (ClientId, Home),
) -> Result<String, Remark> {
    let refused = |code, message| refusal(to, &entry.name, code, message);
    let from_at = container(ground, target.client, entry)?;
    let from = file(ground, target.client, &entry.place.file);
    let (raw, _) = draft.member(from, &from_at, &entry.name)?.ok_or_else(|| {
        refused("stale", format!("`{}` is not in `{}` any more", entry.name, from.path.display()))
    })?;
    let text = if target.client != to {
        let object: Map<String, Value> = text::laid_out_on_one_line(&raw, false)
            .and_then(|json| serde_json::from_str(&json).ok())
            .ok_or_else(|| refused("not-editable", format!("`{}` is no object", entry.name)))?;
        Text::Json(in_words_of(to, target.client, &entry.name, &object, plan)?)
    } else if text::has_more_than_json(&raw) {
        Text::AsItStands(raw)
    } else {
        Text::Json(text::laid_out_on_one_line(&raw, false).unwrap_or(raw))
    };
    put(ground, draft, plan, &entry.name, text, (to, home))?;
    Ok(format!(
        "`{}` from {} ({}) to {} ({})",
        entry.name,
        target.client.title(),
        entry.scope.as_str(),
        to.title(),
        home.as_str()
    ))
}

/// An entry in the words of the client it goes to; what is lost is noted.
fn in_words_of(
    to: ClientId,
    from: ClientId,
    name: &str,
    entry: &Map<String, Value>,
    plan: &mut Plan,
) -> Result<String, Remark> {
    let translated = translate::translate(entry, from, to)
        .map_err(|why| refusal(to, name, "no-such-switch", why))?;
    let lost = translated.lost.into_iter();
    plan.notes.extend(lost.map(|lost| refusal(to, name, "not-carried-over", lost)));
    Ok(Value::Object(translated.entry).to_string())
}

/// The text of an entry that is put somewhere.
enum Text {
    /// JSON, laid out as the file there is.
    Json(String),
    /// With its own layout: its comments are somebody's words.
    AsItStands(String),
}

/// Puts an entry where the client looks for those of a scope.
fn put(
    ground: &Ground<'_>,
    draft: &mut Draft<'_>,
    plan: &mut Plan,
    name: &str,
    entry: Text,
    to: (ClientId, Home),
) -> Result<(), Remark> {
    let (path, at) = free_place(ground, draft, name, to)?;
    let (into, key) = (file(ground, to.0, &path), name.to_owned());
    let step = match entry {
        Text::Json(value) => Step::Set { at, key, value },
        Text::AsItStands(raw) => {
            let behind = last_of(draft, into, &at)?;
            Step::Put { at, key, raw, behind }
        }
    };
    draft.step(into, step)?;
    if to.1 == Home::Project {
        warn_of_sharing(plan, to.0, name, &path);
    }
    Ok(())
}

/// The last member of an object, which is made first where it is missing: only
/// one that is there takes a text as it stands.
fn last_of(draft: &mut Draft<'_>, file: File<'_>, at: &[String]) -> Result<Option<String>, Remark> {
    if let Some(last) = draft.last_member(file, at)? {
        return Ok(last);
    }
    if let Some((key, around)) = at.split_last() {
        let (at, key, value) = (around.to_vec(), key.clone(), "{}".to_owned());
        draft.step(file, Step::Set { at, key, value })?;
    }
    Ok(None)
}

/// Where an entry of this name may go: the file, and the way to the object in it.
fn free_place(
    ground: &Ground<'_>,
    draft: &mut Draft<'_>,
    name: &str,
    (to, home): (ClientId, Home),
) -> Result<(std::path::PathBuf, Vec<String>), Remark> {
    let refused = |code, message| refusal(to, name, code, message);
    let path = ground.servers_file(to, home).ok_or_else(|| {
        refused(
            "no-such-scope",
            format!("{} has no scope {} here; a project decides", to.title(), home.as_str()),
        )
    })?;
    let at = match home {
        Home::Local => ground.local_servers().ok_or_else(|| {
            refused(
                "no-project",
                "a local entry belongs to a project, and none was named".to_owned(),
            )
        })?,
        _ => vec!["mcpServers".to_owned()],
    };
    if draft.member(file(ground, to, &path), &at, name)?.is_some() {
        return Err(refused(
            "exists",
            format!("`{}` already has a server `{name}`", path.display()),
        ));
    }
    Ok((path, at))
}

fn refusal(client: ClientId, server: &str, code: &'static str, message: String) -> Remark {
    Remark {
        code,
        message,
        hint: None,
        client: Some(client),
        server: Some(server.to_owned()),
        place: None,
    }
}

fn warn_of_sharing(plan: &mut Plan, to: ClientId, name: &str, path: &Path) {
    let mut note = |code, message: String, hint: &str| {
        plan.notes.push(Remark {
            code,
            message,
            hint: Some(hint.to_owned()),
            client: Some(to),
            server: Some(name.to_owned()),
            place: None,
        });
    };
    note(
        "needs-approval",
        format!("{} asks for approval before it uses `{name}` from a project", to.title()),
        "Approve it in the client; Plimsoll never does that for you.",
    );
    note(
        "shared-file",
        format!(
            "`{}` is shared with everyone who has the project, values of variables and headers too",
            path.display()
        ),
        "Write `${NAME}` where a secret stands.",
    );
}

/// The names on the way to the object an entry stands in.
pub(super) fn container(
    ground: &Ground<'_>,
    client: ClientId,
    entry: &Entry,
) -> Result<Vec<String>, Remark> {
    let refused = |code, message: String| Remark {
        code,
        message,
        hint: None,
        client: Some(client),
        server: Some(entry.name.clone()),
        place: Some(entry.place.clone()),
    };
    match entry.scope {
        Scope::User | Scope::Project => Ok(vec!["mcpServers".to_owned()]),
        Scope::Local => ground.local_servers().ok_or_else(|| {
            refused(
                "no-project",
                format!("`{}` belongs to a project, and none was named", entry.name),
            )
        }),
        Scope::Managed | Scope::Plugin(_) | Scope::Extension(_) => Err(refused(
            "not-ours",
            format!("`{}` is installed in {} and cannot be moved", entry.name, client.title()),
        )),
    }
}

/// A client's file, by its path.
pub(super) fn file<'p>(ground: &Ground<'_>, client: ClientId, path: &'p Path) -> File<'p> {
    // The agent's loader and the editor accept comments (facts of Cursor);
    // both Claude clients accept RFC 8259 and nothing else.
    let dialect = if client == ClientId::Cursor { Dialect::Jsonc } else { Dialect::Strict };
    let in_project = ground.is_in_project(path);
    File { client: Some(client), path, dialect, in_project }
}
