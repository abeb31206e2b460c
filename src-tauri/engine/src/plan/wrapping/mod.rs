//! The wrapper in front of an entry, for clients that have no switch of their
//! own; taken out again; pointed to where it is now.

mod text;

use super::{
    Plan, Remark, Step, Target,
    draft::Draft,
    entries::{container, file},
    ground::Ground,
};
use crate::clients::{ClientId, Entry, Scope, WrapOptions, Wrapped, mask_url};

/// What is to become of an entry's wrapper.
pub(super) enum Wanted<'o> {
    /// In front, so.
    Wrap(&'o WrapOptions),
    /// Taken out.
    Unwrap,
    /// At the path where it is now.
    Repair,
}

/// Plans it; the sentence says what was requested.
pub(super) fn change(
    target: &Target,
    wanted: &Wanted<'_>,
    ground: &Ground<'_>,
    draft: &mut Draft<'_>,
    plan: &mut Plan,
) -> Result<String, Remark> {
    let entry = ground.entry(target)?.clone();
    let client = target.client;
    let refused = |code, message: String, hint: Option<String>| Remark {
        code,
        message,
        hint,
        client: Some(client),
        server: Some(entry.name.clone()),
        place: Some(entry.place.clone()),
    };
    let now = entry.launch.as_ref().and_then(Wrapped::of);
    if let Wanted::Wrap(options) = wanted
        && let Some(why) = unavailable(client, &entry)
    {
        let hint = native(target, options);
        let code = if hint.is_some() { "native-switch" } else { "not-ours" };
        return Err(refused(code, why, hint));
    }
    let at = container(ground, client, &entry)?;
    let path = entry.place.file.clone();
    let file = file(ground, client, &path);
    let (raw, behind) = draft.member(file, &at, &entry.name)?.ok_or_else(|| {
        refused(
            "stale",
            format!("`{}` is not in `{}` any more", entry.name, path.display()),
            Some("Plan again.".to_owned()),
        )
    })?;
    let no = |why: String| refused("not-wrappable", format!("`{}` {why}", entry.name), None);
    let wrapper = || {
        let path = ground.wrapper.as_ref().map(|path| path.display().to_string());
        path.ok_or_else(|| {
            refused(
                "no-wrapper",
                "the program `plimsoll` is not installed beside this one".to_owned(),
                Some("Install it, or run this from `plimsoll` itself.".to_owned()),
            )
        })
    };
    let is_wrapped = || match &now {
        Some(_) => Ok(()),
        None => Err(no("is not wrapped".to_owned())),
    };
    let (text, said) = match wanted {
        Wanted::Wrap(options) => {
            let mut options = (*options).clone();
            options.name.get_or_insert_with(|| entry.name.clone());
            // Wrapped already: the rules change, the server stays.
            let bare = match &now {
                Some(_) => text::unwrap(&raw, file.dialect).map_err(no)?,
                None => raw,
            };
            let wrapped = text::wrap(&bare, file.dialect, &wrapper()?, &options.arguments());
            (wrapped.map_err(no)?, format!("{}, through Plimsoll", options.title()))
        }
        Wanted::Unwrap => {
            is_wrapped()?;
            (text::unwrap(&raw, file.dialect).map_err(no)?, "without Plimsoll's wrapper".to_owned())
        }
        Wanted::Repair => {
            is_wrapped()?;
            let repaired = text::repair(&raw, file.dialect, &wrapper()?).map_err(no)?;
            (repaired, "its wrapper where it is now".to_owned())
        }
    };
    draft.step(file, Step::Put { at, key: entry.name.clone(), raw: text, behind })?;
    if matches!(wanted, Wanted::Wrap(_)) {
        notes(client, &entry, plan);
    }
    Ok(format!("`{}` ({}): {said}", entry.name, entry.scope.as_str()))
}

/// Why an entry cannot be wrapped; `None`: it can.
///
/// A client's own switch is always better: it costs no second process and
/// nobody has to take it out again.
pub fn unavailable(client: ClientId, entry: &Entry) -> Option<String> {
    match (client, &entry.scope) {
        (ClientId::ClaudeCode, _) => {
            Some("Claude Code has switches of its own for loading and for single tools".to_owned())
        }
        (_, Scope::Managed | Scope::Plugin(_) | Scope::Extension(_)) => Some(format!(
            "`{}` is installed in {}, in a file that is not the user's",
            entry.name,
            client.title()
        )),
        _ => None,
    }
}

/// The client's own way to the same end.
fn native(target: &Target, options: &WrapOptions) -> Option<String> {
    if target.client != ClientId::ClaudeCode {
        return None;
    }
    let name = target.spec();
    let mut ways = Vec::new();
    if options.defer {
        ways.push(format!("`--set {name}=when-needed`"));
    }
    if !options.only.is_empty() {
        ways.push(format!("`--keep {name}={}`", options.only.join(",")));
    }
    if !options.except.is_empty() || ways.is_empty() {
        ways.push(format!("`--set {name}/TOOL=off`"));
    }
    Some(format!("Use {}.", ways.join(" and ")))
}

/// What to know of this wrapping.
fn notes(client: ClientId, entry: &Entry, plan: &mut Plan) {
    let mut note = |code, message: String, hint: &str| {
        plan.notes.push(Remark {
            code,
            message,
            hint: Some(hint.to_owned()),
            client: Some(client),
            server: Some(entry.name.clone()),
            place: None,
        });
    };
    if let Some(crate::clients::Launch::Remote(remote)) = &entry.launch {
        note(
            "login-moves",
            format!(
                "{} no longer speaks to `{}` itself; a server that asks for a login cannot be used through the wrapper",
                client.title(),
                entry.name
            ),
            "A token in a header still works.",
        );
        if mask_url(&remote.url) != remote.url {
            note(
                "secret-in-arguments",
                format!(
                    "the address of `{}` holds a secret, and arguments of a program can be read by others on this machine",
                    entry.name
                ),
                "Move the secret into a header.",
            );
        }
    }
}
