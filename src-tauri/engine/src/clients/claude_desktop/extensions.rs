//! Installed extensions (MCPB bundles): what each starts, and whether it is on.
//!
//! Files: known from public reports; the manifest and its variables from the
//! MCPB specification 0.3 and the reference implementation, 2.1.2. The user's
//! answers to an extension's questions may be secrets and are never read.

use std::{path::Path, sync::LazyLock};

use regex::{Captures, Regex};

use super::{paths::Folder, servers::program};
use crate::{
    clients::{
        Cause, ClientId, Dialect, Document, Entry, Finding, Launch, Level, Node, Place, Scope,
        Secret, SourceFile, Standing, Stdio, Value, habits,
    },
    world::{Platform, World},
};

/// Reads every installed extension; the files looked at go to `files`.
pub(super) fn read(
    world: &World,
    folder: &Folder,
    files: &mut Vec<SourceFile>,
    findings: &mut Vec<Finding>,
) -> Vec<Entry> {
    let installations = folder.file(world, &["extensions-installations.json"]);
    files.push(SourceFile {
        path: installations.clone(),
        role: "installed extensions",
        found: world.is_file(&installations),
    });
    let Some(document) = parsed(world, &installations, findings) else { return Vec::new() };
    let extensions = document.root.as_ref().and_then(|root| root.get("extensions"));
    let mut entries = Vec::new();
    for extension in extensions.map(Node::effective_members).unwrap_or_default() {
        // An id is a folder name and nothing else.
        let id = extension.key.as_str();
        if id.is_empty() || id.contains(['/', '\\']) || id.starts_with('.') {
            continue;
        }
        let home = folder.file(world, &["Claude Extensions", id]);
        let manifest_file = folder.file(world, &["Claude Extensions", id, "manifest.json"]);
        let settings_file =
            folder.file(world, &["Claude Extensions Settings", &format!("{id}.json")]);
        for (path, role) in
            [(&manifest_file, "an extension's manifest"), (&settings_file, "an extension's switch")]
        {
            files.push(SourceFile { path: path.clone(), role, found: world.is_file(path) });
        }
        // The unpacked manifest counts; the record keeps a copy of it.
        let unpacked = parsed(world, &manifest_file, findings);
        let (source, manifest) = match &unpacked {
            Some(unpacked) => (unpacked, unpacked.root.as_ref()),
            None => (&document, extension.node.get("manifest")),
        };
        let mut entry = match manifest {
            Some(manifest) => of_manifest(world, id, &home, source, manifest),
            None => Entry {
                name: id.to_owned(),
                scope: Scope::Extension(id.to_owned()),
                place: document.place(extension.key_start),
                launch: None,
                missing_variables: Vec::new(),
                standing: Standing::Unusable(Cause {
                    because: "The extension is recorded as installed and has no manifest."
                        .to_owned(),
                    place: Some(document.place(extension.key_start)),
                }),
            },
        };
        if let Some(place) = switched_off(world, &settings_file, findings) {
            entry.standing = Standing::Off(Cause {
                because: "Switched off under Settings → Extensions.".to_owned(),
                place: Some(place),
            });
        }
        if !entry.missing_variables.is_empty() && entry.is_active() {
            findings.push(unread_answers(&entry));
        }
        entries.push(entry);
    }
    entries
}

fn parsed(world: &World, path: &Path, findings: &mut Vec<Finding>) -> Option<Document> {
    match Document::read(world, path, Dialect::Strict) {
        Ok(document) => document,
        Err(error) => {
            findings.push(habits::of_syntax(ClientId::ClaudeDesktop, &error));
            None
        }
    }
}

/// Where an extension is switched off. Only `isEnabled` is looked at; without
/// it an extension is on.
fn switched_off(world: &World, path: &Path, findings: &mut Vec<Finding>) -> Option<Place> {
    let document = parsed(world, path, findings)?;
    let switch = document.root.as_ref()?.member("isEnabled")?;
    (switch.node.as_bool() == Some(false)).then(|| document.place(switch.key_start))
}

fn unread_answers(entry: &Entry) -> Finding {
    let names: Vec<String> =
        entry.missing_variables.iter().map(|name| format!("`{name}`")).collect();
    Finding {
        code: "extension-answers-not-read",
        level: Level::Hint,
        message: format!(
            "`{}` is started with {}, which Claude Desktop keeps among your answers to the extension; they may be secrets and are not read.",
            entry.name,
            names.join(", ")
        ),
        hint: Some("Connecting to it from here may fail or show fewer tools.".to_owned()),
        place: Some(entry.place.clone()),
        server: Some(entry.name.clone()),
    }
}

/// What a bundle's manifest starts once it is unpacked in `home`, with the
/// manifest's own defaults for what nobody has answered yet: `${user_config.KEY}`
/// becomes `${user_config.KEY:-default}`. `None` where the text is no JSON.
pub fn of_bundle(world: &World, home: &Path, manifest: &str) -> Option<Entry> {
    let place = home.join("manifest.json");
    let document = Document::parse(&place, manifest, Dialect::Strict).ok()?;
    let root = document.root.as_ref()?;
    let mut entry = of_manifest(world, "bundle", home, &document, root);
    if let (Some(Launch::Stdio(stdio)), Some(asked)) = (&mut entry.launch, root.get("user_config"))
    {
        with_defaults(world, home, stdio, asked);
    }
    Some(entry)
}

/// Puts in the defaults of `user_config`. A list of texts is as many arguments
/// where it is one argument (specification 0.3, "User Configuration").
fn with_defaults(world: &World, home: &Path, stdio: &mut Stdio, asked: &Node) {
    let mut ignored = Vec::new();
    let mut plain = |text: &str| expanded_text(world, home, text, &mut ignored);
    for member in asked.effective_members() {
        let Some(default) = member.node.get("default") else { continue };
        let reference = format!("${{user_config.{}}}", member.key);
        let filled: Vec<String> = match &default.value {
            Value::String(text) => vec![plain(text)],
            Value::Number(number) => vec![number.clone()],
            Value::Bool(value) => vec![value.to_string()],
            Value::Array(elements) => {
                elements.iter().filter_map(Node::as_str).map(&mut plain).collect()
            }
            _ => continue,
        };
        if let [one] = filled.as_slice() {
            // The answer may still be given; a brace would end it early.
            let one = if one.contains('}') {
                one.clone()
            } else {
                format!("${{user_config.{}:-{one}}}", member.key)
            };
            stdio.args.iter_mut().for_each(|arg| *arg = arg.replace(&reference, &one));
            for (_, value) in &mut stdio.env {
                *value = Secret::new(value.expose().replace(&reference, &one));
            }
        } else if let Some(at) = stdio.args.iter().position(|arg| *arg == reference) {
            stdio.args.splice(at..=at, filled);
        }
    }
}

/// The entry of a manifest in its document.
fn of_manifest(
    world: &World,
    id: &str,
    home: &Path,
    document: &Document,
    manifest: &Node,
) -> Entry {
    let named = manifest.member("name");
    let place = document.place(named.map_or(manifest.start, |member| member.key_start));
    let config = manifest.get("server").and_then(|server| server.get("mcp_config"));
    let mut missing = Vec::new();
    let launch = config
        .ok_or((manifest.start, "Its manifest does not say how it is started."))
        .and_then(|config| {
            let stdio = overridden(world.platform, config)?;
            Ok(Launch::Stdio(expanded(world, home, stdio, &mut missing)))
        });
    Entry {
        name: named
            .and_then(|member| member.node.as_str())
            .filter(|name| !name.is_empty())
            .unwrap_or(id)
            .to_owned(),
        scope: Scope::Extension(id.to_owned()),
        place,
        standing: match &launch {
            Ok(_) => Standing::Active,
            Err((at, because)) => Standing::Unusable(Cause {
                because: (*because).to_owned(),
                place: Some(document.place(*at)),
            }),
        },
        launch: launch.ok(),
        missing_variables: missing,
    }
}

/// `mcp_config` with the parts that its `platform_overrides` replace.
fn overridden(platform: Platform, config: &Node) -> Result<Stdio, (usize, &'static str)> {
    let name = match platform {
        Platform::Linux => "linux",
        Platform::MacOs => "darwin",
        Platform::Windows => "win32",
    };
    let Some(own) = config.get("platform_overrides").and_then(|all| all.get(name)) else {
        return program(config);
    };
    let mut merged = config.clone();
    if let Value::Object(members) = &mut merged.value {
        for key in ["command", "args", "env"] {
            if let Some(member) = own.member(key) {
                members.push(member.clone());
            }
        }
    }
    // The last member of a name counts.
    program(&merged)
}

static REFERENCE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\$\{([^}]+)\}").expect("a constant pattern"));

/// The program with the manifest's variables resolved. The user's own answers
/// stay as they stand and go to `missing`; so does everything unknown.
fn expanded(world: &World, home: &Path, stdio: Stdio, missing: &mut Vec<String>) -> Stdio {
    let mut expand = |text: &str| expanded_text(world, home, text, missing);
    Stdio {
        command: expand(&stdio.command),
        args: stdio.args.iter().map(|arg| expand(arg)).collect(),
        env: stdio
            .env
            .into_iter()
            .map(|(name, value)| (name, Secret::new(expand(value.expose()))))
            .collect(),
        cwd: None,
    }
}

fn expanded_text(world: &World, home: &Path, text: &str, missing: &mut Vec<String>) -> String {
    REFERENCE
        .replace_all(text, |found: &Captures<'_>| {
            variable(world, home, &found[1]).unwrap_or_else(|| {
                let name = &found[1];
                if !missing.iter().any(|known| known == name) {
                    missing.push(name.to_owned());
                }
                found[0].to_owned()
            })
        })
        .into_owned()
}

fn variable(world: &World, home: &Path, name: &str) -> Option<String> {
    let below = |folder: &str| {
        world.platform.join(&world.home.to_string_lossy(), &[folder]).to_string_lossy().into_owned()
    };
    Some(match name {
        "__dirname" => home.to_string_lossy().into_owned(),
        "HOME" => world.home.to_string_lossy().into_owned(),
        "DESKTOP" => below("Desktop"),
        "DOCUMENTS" => below("Documents"),
        "DOWNLOADS" => below("Downloads"),
        "pathSeparator" | "/" => {
            if world.platform == Platform::Windows {
                "\\".to_owned()
            } else {
                "/".to_owned()
            }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::claude_desktop::tests::world;

    fn entry(platform: Platform, manifest: &str) -> Entry {
        let world = world(platform, "/h", &[]);
        let document =
            Document::parse(Path::new("manifest.json"), manifest, Dialect::Strict).expect("valid");
        let root = document.root.as_ref().expect("a value");
        of_manifest(&world, "ant.dir.x", Path::new("/ext"), &document, root)
    }

    const MANIFEST: &str = r#"{"name":"files","server":{"type":"node","mcp_config":{
        "command":"node",
        "args":["${__dirname}/server.js","${HOME}","${user_config.folder}","a${/}b"],
        "env":{"KEY":"${user_config.key}","N":"1"},
        "platform_overrides":{"win32":{"command":"node.exe"},"darwin":{"args":["m"],"env":{}}}}},
        "user_config":{"folder":{"type":"directory","title":"Folder"},"key":{"type":"string","sensitive":true,"default":"SENTINEL"}}}"#;

    #[test]
    fn a_manifest_starts_its_program() {
        let entry = entry(Platform::Linux, MANIFEST);
        assert_eq!(
            (entry.name.as_str(), entry.scope.clone()),
            ("files", Scope::Extension("ant.dir.x".to_owned()))
        );
        let Some(Launch::Stdio(stdio)) = &entry.launch else { panic!("a program") };
        assert_eq!(stdio.command, "node");
        assert_eq!(stdio.args, ["/ext/server.js", "/h", "${user_config.folder}", "a/b"]);
        assert_eq!(stdio.env[0].1.expose(), "${user_config.key}");
        assert_eq!(entry.missing_variables, ["user_config.folder", "user_config.key"]);
        assert!(entry.is_active());
    }

    #[test]
    fn a_bundle_that_nobody_answered_for_has_its_defaults() {
        let world = world(Platform::Linux, "/h", &[]);
        let manifest = r#"{"name":"p","server":{"mcp_config":{"command":"node",
            "args":["${user_config.folders}","--port","${user_config.port}"],
            "env":{"KEY":"${user_config.key}","AT":"${user_config.at}"}}},
            "user_config":{"folders":{"default":["${HOME}/a","/b"]},"port":{"default":3000},
                           "at":{"default":"${HOME}"},"key":{"type":"string"}}}"#;
        let entry = of_bundle(&world, Path::new("/ext"), manifest).expect("an entry");
        let Some(Launch::Stdio(stdio)) = entry.launch else { panic!("a program") };
        assert_eq!(stdio.args, ["/h/a", "/b", "--port", "${user_config.port:-3000}"]);
        let env: Vec<&str> = stdio.env.iter().map(|(_, value)| value.expose()).collect();
        assert_eq!(env, ["${user_config.key}", "${user_config.at:-/h}"]);
    }

    #[test]
    fn a_platform_replaces_whole_parts() {
        for (platform, command, args, env) in [
            (Platform::Linux, "node", 4, 2),
            (Platform::Windows, "node.exe", 4, 2),
            (Platform::MacOs, "node", 1, 0),
        ] {
            let Some(Launch::Stdio(stdio)) = entry(platform, MANIFEST).launch else { panic!() };
            assert_eq!(
                (stdio.command.as_str(), stdio.args.len(), stdio.env.len()),
                (command, args, env)
            );
        }
    }

    #[test]
    fn a_manifest_without_a_program_is_unusable() {
        for manifest in
            ["{}", "[]", r#"{"server":{"type":"uv"}}"#, r#"{"server":{"mcp_config":{}}}"#]
        {
            let entry = entry(Platform::Linux, manifest);
            assert!(matches!(entry.standing, Standing::Unusable(_)), "{manifest}");
            assert_eq!((entry.name.as_str(), entry.launch), ("ant.dir.x", None), "{manifest}");
        }
    }
}
