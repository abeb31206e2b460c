//! Entries that start `plimsoll wrap` in front of the real server, and what is
//! behind it. Everything is in the entry itself: no database is asked.

use std::path::Path;

use globset::Glob;

use super::{ClientId, Entry, Finding, Launch, Level, Reading, Remote, Secret, Stdio, Transport};

/// What a wrapper does to a server's tools.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WrapOptions {
    /// Two tools, find and call, instead of all.
    pub defer: bool,
    /// Found tools join the list, for clients that honour `list_changed`.
    pub grow: bool,
    /// Only tools of these names or patterns; empty: all.
    pub only: Vec<String>,
    /// Without tools of these names or patterns.
    pub except: Vec<String>,
    /// Only tools that say they only read.
    pub read_only: bool,
    /// Only tools that say they are for this audience.
    pub audience: Option<String>,
    /// Cuts descriptions in the list to so many characters.
    pub max_description: Option<usize>,
    /// What the entry is called, for what the model reads.
    pub name: Option<String>,
}

impl WrapOptions {
    /// The arguments of `plimsoll wrap` that say so.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |flag: &str, value: Option<&str>| {
            words.push(flag.to_owned());
            words.extend(value.map(ToOwned::to_owned));
        };
        if self.defer {
            add("--defer", None);
        }
        if self.grow {
            add("--grow", None);
        }
        self.only.iter().for_each(|pattern| add("--only", Some(pattern)));
        self.except.iter().for_each(|pattern| add("--except", Some(pattern)));
        if self.read_only {
            add("--read-only", None);
        }
        if let Some(audience) = &self.audience {
            add("--audience", Some(audience));
        }
        if let Some(most) = self.max_description {
            add("--max-description", Some(&most.to_string()));
        }
        if let Some(name) = &self.name {
            add("--name", Some(name));
        }
        words
    }

    /// Reads what a plan writes: parts joined by `+`, of `defer`, `grow`,
    /// `only:NAME,PATTERN`, `except:NAME,PATTERN`, `read-only`,
    /// `audience:NAME`, `max-description:CHARS`.
    ///
    /// # Errors
    /// What is wrong, for people.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for part in text.split('+') {
            let (word, value) = part.split_once(':').unwrap_or((part, ""));
            let list = || {
                let names = patterns(value);
                if names.is_empty() {
                    return Err(format!("`{word}:` needs names or patterns"));
                }
                Ok(names)
            };
            match word {
                "defer" => options.defer = true,
                "grow" => options.grow = true,
                "read-only" => options.read_only = true,
                "only" => options.only = list()?,
                "except" => options.except = list()?,
                "audience" if !value.is_empty() => options.audience = Some(value.to_owned()),
                "max-description" => {
                    let most = value.parse::<usize>().ok().filter(|most| *most > 0);
                    options.max_description =
                        Some(most.ok_or("`max-description:` needs a number of characters")?);
                }
                _ => {
                    return Err(format!(
                        "`{part}` is no way to wrap: write `defer`, `grow`, `only:NAMES`, `except:NAMES`, `read-only`, `audience:NAME` or `max-description:CHARS`, joined by `+`"
                    ));
                }
            }
        }
        if options.grow && !options.defer {
            return Err("`grow` goes with `defer`".to_owned());
        }
        Ok(options)
    }

    /// The first pattern that the wrapper could not read, and what is wrong: it
    /// would not start, and its client would have no server.
    pub fn fault(&self) -> Option<String> {
        self.only.iter().chain(&self.except).find_map(|pattern| {
            let error = Glob::new(pattern).err()?;
            Some(format!("`{pattern}` is not a tool pattern: {}", error.kind()))
        })
    }

    /// As [`Self::parse`] reads it.
    pub fn spec(&self) -> String {
        let mut parts = Vec::new();
        if self.defer {
            parts.push("defer".to_owned());
        }
        if self.grow {
            parts.push("grow".to_owned());
        }
        if !self.only.is_empty() {
            parts.push(format!("only:{}", self.only.join(",")));
        }
        if !self.except.is_empty() {
            parts.push(format!("except:{}", self.except.join(",")));
        }
        if self.read_only {
            parts.push("read-only".to_owned());
        }
        parts.extend(self.audience.as_ref().map(|audience| format!("audience:{audience}")));
        parts.extend(self.max_description.map(|most| format!("max-description:{most}")));
        parts.join("+")
    }

    /// The words for people: "when needed, only `get_*`".
    pub fn title(&self) -> String {
        let mut parts = Vec::new();
        let quoted = |names: &[String]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        if self.defer {
            parts.push("when needed".to_owned());
        }
        if !self.only.is_empty() {
            parts.push(format!("only {}", quoted(&self.only)));
        }
        if !self.except.is_empty() {
            parts.push(format!("without {}", quoted(&self.except)));
        }
        if self.read_only {
            parts.push("only tools that read".to_owned());
        }
        parts.extend(self.audience.as_ref().map(|audience| format!("only tools for {audience}")));
        parts.extend(
            self.max_description.map(|most| format!("descriptions cut to {most} characters")),
        );
        if parts.is_empty() { "unchanged".to_owned() } else { parts.join(", ") }
    }
}

/// Names and patterns between commas; a comma in `{a,b}` separates nothing.
pub fn patterns(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let between = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    let names = text.split(between).map(str::trim).filter(|name| !name.is_empty());
    names.map(ToOwned::to_owned).collect()
}

/// What an entry that starts the wrapper stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapped {
    /// The wrapper's program, as written.
    pub program: String,
    /// What it does.
    pub options: WrapOptions,
    /// The server behind it. Equal to the launch of the entry before it was
    /// wrapped, so that [`Launch::key`] names the same server.
    pub inner: Launch,
}

impl Wrapped {
    /// Reads a launch; `None` when it does not start the wrapper.
    pub fn of(launch: &Launch) -> Option<Self> {
        let Launch::Stdio(stdio) = launch else { return None };
        if !is_wrapper(&stdio.command, &stdio.args) {
            return None;
        }
        let (mut options, mut url, mut headers) = (WrapOptions::default(), None, Vec::new());
        let mut transport = Transport::Http;
        let mut words = stdio.args.iter().skip(1);
        while let Some(word) = words.next() {
            let (flag, mut joined) = match word.split_once('=') {
                Some((flag, value)) if word.starts_with("--") => (flag, Some(value.to_owned())),
                _ => (word.as_str(), None),
            };
            let mut value = || joined.take().or_else(|| words.next().cloned());
            match flag {
                "--" => break,
                "--defer" => options.defer = true,
                "--grow" => options.grow = true,
                "--read-only" => options.read_only = true,
                "--no-args" => {}
                "--sse" => transport = Transport::Sse,
                "--only" => options.only.push(value()?),
                "--except" => options.except.push(value()?),
                "--audience" => options.audience = Some(value()?),
                "--max-description" => options.max_description = value()?.parse().ok(),
                "--name" => options.name = Some(value()?),
                "--url" => url = Some(value()?),
                "--header-env" => headers.push(value()?),
                _ => return None,
            }
        }
        let inner = if let Some(url) = url {
            let header = |pair: &String| {
                let (name, variable) = pair.split_once('=')?;
                let (_, value) = stdio.env.iter().rev().find(|(known, _)| known == variable)?;
                Some((name.to_owned(), value.clone()))
            };
            Launch::Remote(Remote {
                transport,
                url,
                headers: headers.iter().filter_map(header).collect::<Vec<(String, Secret)>>(),
                headers_helper: None,
                oauth_client_id: None,
                oauth_callback_port: None,
                oauth_scopes: Vec::new(),
            })
        } else {
            Launch::Stdio(Stdio {
                command: words.next()?.clone(),
                args: words.cloned().collect(),
                env: stdio.env.clone(),
                cwd: stdio.cwd.clone(),
            })
        };
        Some(Self { program: stdio.command.clone(), options, inner })
    }

    /// Whether there is no wrapper any more where the entry starts it.
    pub fn is_gone(&self) -> bool {
        let program = Path::new(&self.program);
        program.is_absolute() && !program.is_file()
    }
}

/// Whether a command line starts the wrapper, wherever its program is.
pub fn is_wrapper(command: &str, args: &[String]) -> bool {
    let file = command.rsplit(['/', '\\']).next().unwrap_or(command);
    let stem = file.strip_suffix(".exe").unwrap_or(file);
    stem == "plimsoll" && args.first().is_some_and(|first| first == "wrap")
}

/// A finding for each entry whose wrapper has gone: its client cannot start it.
pub fn gone(reading: &Reading) -> Vec<Finding> {
    let missing = |entry: &&Entry| {
        let wrapped = entry.launch.as_ref().and_then(Wrapped::of);
        wrapped.is_some_and(|wrapped| wrapped.is_gone())
    };
    let finding = |entry: &Entry| Finding {
        code: "wrapper-gone",
        level: Level::Error,
        message: format!(
            "`{}` starts Plimsoll's wrapper where there is none any more; {} cannot start it",
            entry.name,
            reading.client.title()
        ),
        hint: Some(format!(
            "Repair it with `--set {client}/{name}=repair`, or take the wrapper out with `--set {client}/{name}=unwrap`.",
            client = reading.client.as_str(),
            name = entry.name
        )),
        place: Some(entry.place.clone()),
        server: Some(entry.name.clone()),
    };
    reading.entries.iter().filter(missing).map(finding).collect()
}

/// A hint for each entry with the wrapper in front in a client that has switches
/// of its own by now: they cost no second process.
pub fn not_needed(reading: &Reading) -> Vec<Finding> {
    if reading.client != ClientId::ClaudeCode {
        return Vec::new();
    }
    let wrapped = |entry: &&Entry| entry.launch.as_ref().and_then(Wrapped::of).is_some();
    let finding = |entry: &Entry| Finding {
        code: "wrapper-not-needed",
        level: Level::Hint,
        message: format!(
            "`{}` starts through Plimsoll's wrapper; {} has switches of its own for loading and for single tools",
            entry.name,
            reading.client.title()
        ),
        hint: Some(format!(
            "Take it out with `--set {client}/{name}=unwrap`, then use `--set {client}/{name}=when-needed` or `--keep`.",
            client = reading.client.as_str(),
            name = entry.name
        )),
        place: Some(entry.place.clone()),
        server: Some(entry.name.clone()),
    };
    reading.entries.iter().filter(wrapped).map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stdio(command: &str, args: &[&str]) -> Launch {
        Launch::Stdio(Stdio {
            command: command.to_owned(),
            args: args.iter().map(ToString::to_string).collect(),
            env: vec![("K".to_owned(), Secret::new("v"))],
            cwd: Some("/w".into()),
        })
    }

    #[test]
    fn what_is_behind_the_wrapper_is_the_server_as_it_was() {
        let bare = stdio("npx", &["-y", "--", "x"]);
        let wrapped = stdio(
            "/opt/plimsoll",
            &["wrap", "--defer", "--only=get_*", "--name", "x", "--", "npx", "-y", "--", "x"],
        );
        let read = Wrapped::of(&wrapped).expect("a wrapper");
        assert_eq!(read.inner, bare);
        assert_eq!(read.inner.key(), bare.key());
        assert_eq!(read.options.arguments(), ["--defer", "--only", "get_*", "--name", "x"]);

        let remote = stdio(
            r"C:\Apps\plimsoll.exe",
            &["wrap", "--read-only", "--sse", "--url", "https://h/mcp", "--header-env", "A=K"],
        );
        let read = Wrapped::of(&remote).expect("a wrapper");
        let Launch::Remote(inner) = read.inner else { panic!("an address") };
        assert_eq!((inner.url.as_str(), inner.transport), ("https://h/mcp", Transport::Sse));
        assert_eq!(inner.headers, [("A".to_owned(), Secret::new("v"))]);

        for (why, other) in [
            ("another program", stdio("/opt/other", &["wrap", "--", "x"])),
            ("another command", stdio("plimsoll", &["audit"])),
            ("an option of a later version", stdio("plimsoll", &["wrap", "--new", "--", "x"])),
            ("nothing behind it", stdio("plimsoll", &["wrap", "--defer"])),
        ] {
            assert_eq!(Wrapped::of(&other), None, "{why}");
        }
    }

    #[test]
    fn options_are_read_as_they_are_written() {
        for text in [
            "defer",
            "defer+grow",
            "only:get_*,list_*",
            "only:get_{a,b},c",
            "defer+except:drop_*+read-only+audience:staff+max-description:200",
        ] {
            assert_eq!(WrapOptions::parse(text).map(|options| options.spec()), Ok(text.to_owned()));
        }
        for (text, faulty) in [("only:get_{a,b}", false), ("only:[x", true), ("except:a,{b", true)]
        {
            let options = WrapOptions::parse(text).expect(text);
            assert_eq!(options.fault().is_some(), faulty, "{text}");
        }
        for text in ["", "grow", "only:", "only", "max-description:x", "sometimes"] {
            assert!(WrapOptions::parse(text).is_err(), "{text}");
        }
    }
}
