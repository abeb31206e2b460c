//! The wrapper in front of an entry, for clients that have no switch of their
//! own; taken out again; pointed to where it is now.

mod scope;
mod text;

use super::{
    Plan, Remark, Step, Target,
    draft::Draft,
    entries::{container, file},
    ground::Ground,
};
use crate::clients::{ClientId, Dialect, Entry, Scope, WrapOptions, Wrapped, mask_url};

pub(super) use scope::Scoping;

/// What is to become of an entry's wrapper.
pub(super) enum Wanted<'o> {
    /// In front, so.
    Wrap(&'o WrapOptions),
    /// In front or taken out, so that single tools are on or off.
    Scope(Scoping<'o>),
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
    if let Wanted::Wrap(_) | Wanted::Scope(_) = wanted
        && let Some(why) = unavailable(client, &entry)
    {
        let hint = match wanted {
            Wanted::Wrap(options) => native(target, options),
            _ => None,
        };
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
    // As the draft has it: an earlier change of the same plan may be in there.
    let now = text::launch(&raw, file.dialect).as_ref().and_then(Wrapped::of);
    let texts = Texts {
        raw: &raw,
        dialect: file.dialect,
        name: &entry.name,
        now: now.as_ref(),
        no: &|why| refused("not-wrappable", format!("`{}` {why}", entry.name), None),
        wrapper: &|| {
            let path = ground.wrapper.as_ref().map(|path| path.display().to_string());
            path.ok_or_else(|| {
                refused(
                    "no-wrapper",
                    "the program `plimsoll` is not installed beside this one".to_owned(),
                    Some("Install it, or run this from `plimsoll` itself.".to_owned()),
                )
            })
        },
    };
    let (text, said) = texts.of(wanted)?;
    let newly = now.is_none() && text != raw;
    draft.step(file, Step::Put { at, key: entry.name.clone(), raw: text, behind })?;
    if newly {
        notes(client, &entry, plan);
    }
    if matches!(wanted, Wanted::Scope(_)) && newly {
        plan.notes.push(Remark {
            code: "wraps",
            message: format!(
                "{} has no switch for single tools: Plimsoll's wrapper stands between it and `{}`",
                client.title(),
                entry.name
            ),
            hint: Some(format!("`plimsoll unwrap {}` takes it out again.", target.spec())),
            client: Some(client),
            server: Some(entry.name.clone()),
            place: None,
        });
    }
    Ok(format!("`{}` ({}): {said}", entry.name, entry.scope.as_str()))
}

/// An entry's text, and what makes another of it.
struct Texts<'t> {
    raw: &'t str,
    dialect: Dialect,
    name: &'t str,
    /// The wrapper in front of it now.
    now: Option<&'t Wrapped>,
    /// Refuses, with the end of a sentence about the entry.
    no: &'t dyn Fn(String) -> Remark,
    /// Where the wrapper is.
    wrapper: &'t dyn Fn() -> Result<String, Remark>,
}

impl Texts<'_> {
    /// The new text, and what it does.
    fn of(&self, wanted: &Wanted<'_>) -> Result<(String, String), Remark> {
        match wanted {
            Wanted::Wrap(options) => self.wrapped((*options).clone()),
            Wanted::Scope(scoping) => {
                let before = self.now.map(|now| now.options.clone()).unwrap_or_default();
                let options = scoping.apply(before).map_err(self.no)?;
                if scope::is_plain(&options) {
                    return Ok((self.bare()?, "all tools".to_owned()));
                }
                self.wrapped(options)
            }
            Wanted::Unwrap => {
                self.is_wrapped()?;
                Ok((self.bare()?, "without Plimsoll's wrapper".to_owned()))
            }
            Wanted::Repair => {
                self.is_wrapped()?;
                let repaired = text::repair(self.raw, self.dialect, &(self.wrapper)()?);
                Ok((repaired.map_err(self.no)?, "its wrapper where it is now".to_owned()))
            }
        }
    }

    /// Wrapped already, the rules change and the server stays.
    fn wrapped(&self, mut options: WrapOptions) -> Result<(String, String), Remark> {
        if let Some(fault) = options.fault() {
            return Err((self.no)(format!("cannot be wrapped so: {fault}")));
        }
        options.name.get_or_insert_with(|| self.name.to_owned());
        let (bare, wrapper) = (self.bare()?, (self.wrapper)()?);
        let text = text::wrap(&bare, self.dialect, &wrapper, &options.arguments());
        Ok((text.map_err(self.no)?, format!("{}, through Plimsoll", options.title())))
    }

    fn bare(&self) -> Result<String, Remark> {
        match self.now {
            Some(_) => text::unwrap(self.raw, self.dialect).map_err(self.no),
            None => Ok(self.raw.to_owned()),
        }
    }

    fn is_wrapped(&self) -> Result<(), Remark> {
        self.now.map(|_| ()).ok_or_else(|| (self.no)("is not wrapped".to_owned()))
    }
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
                "{} no longer speaks to `{}` itself; a server that asks for a login answers through the wrapper only while a login made in Plimsoll lasts",
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
