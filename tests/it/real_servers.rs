//! Real servers from npm and `PyPI`, at pinned versions, over every transport.
//!
//! They are installed once, below `target/tmp`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio as Pipe},
    sync::OnceLock,
    time::{Duration, Instant},
};

use plimsoll_engine::{
    clients::{Launch, Stdio, Transport},
    servers::{Listing, Note},
};
use plimsoll_tests::{fake::Script, remote, sandbox::Sandbox};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    connect::{connector, request},
    connect_http,
};

const NPM: [&str; 2] = [
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
];
const PYPI: &str = "mcp-server-time==2026.10.19";

/// The folder of the programs installed from npm.
fn npm() -> &'static Path {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm");
        install(&folder, &NPM.join("\n"), |folder| {
            let mut npm = Command::new("npm");
            npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"])
                .arg(folder)
                .args(NPM);
            vec![npm]
        });
        folder.join("node_modules/.bin")
    })
}

/// The folder of the programs installed from `PyPI`.
fn pypi() -> &'static Path {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pypi");
        install(&folder, PYPI, |folder| {
            let mut venv = Command::new("python3");
            venv.args(["-m", "venv"]).arg(folder);
            let mut pip = Command::new(folder.join("bin/pip"));
            pip.args(["install", "--quiet", "--disable-pip-version-check", PYPI]);
            vec![venv, pip]
        });
        folder.join("bin")
    })
}

/// Installs unless exactly this was installed before.
fn install(folder: &Path, what: &str, steps: impl FnOnce(&Path) -> Vec<Command>) {
    // Each test may be a process of its own: the first installs, the others wait.
    fs::create_dir_all(folder).expect("below target/");
    let lock = fs::File::create(folder.with_extension("lock")).expect("below target/");
    lock.lock().expect("a lock on a file of ours");
    let stamp = folder.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == what) {
        return;
    }
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a folder");
    for mut step in steps(folder) {
        let status =
            step.stdout(Pipe::null()).status().unwrap_or_else(|error| panic!("{step:?}: {error}"));
        assert!(status.success(), "{step:?} ended with {status}");
    }
    fs::write(stamp, what).expect("a stamp");
}

fn program(folder: &Path, name: &str, args: &[&str]) -> Launch {
    Launch::Stdio(Stdio {
        command: folder.join(name).display().to_string(),
        args: args.iter().map(ToString::to_string).collect(),
        env: vec![],
        cwd: None,
    })
}

async fn list(launch: Launch, sandbox: &Sandbox) -> Listing {
    let mut request = request(&Script::default(), &sandbox.project());
    request.launch = launch;
    request.timeouts.start = Duration::from_mins(1);
    connector(sandbox)
        .list(&request, &CancellationToken::new(), &|_| ())
        .await
        .unwrap_or_else(|error| panic!("{error:#?}"))
}

fn names(listing: &Listing) -> Vec<&str> {
    listing.tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

#[tokio::test]
async fn filesystem_from_npm() {
    let sandbox = Sandbox::new();
    let listing = list(program(npm(), "mcp-server-filesystem", &[]), &sandbox).await;
    assert_eq!(listing.tools.len(), 14);
    assert_eq!(listing.server_info["name"], "secure-filesystem-server");
    let asked = listing.log.lines.iter().any(|line| line.text.contains("asks roots/list"));
    assert!(asked, "started without folders it asks for roots: {:#?}", listing.log);
}

#[tokio::test]
async fn time_from_pypi() {
    let listing = list(program(pypi(), "mcp-server-time", &[]), &Sandbox::new()).await;
    assert_eq!(names(&listing), ["get_current_time", "convert_time"]);
    assert_eq!(listing.protocol.as_deref(), Some("2026-07-28"));
}

/// `server-everything` behind an address; ended when dropped.
struct Everything(Child);

impl Drop for Everything {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn everything(mode: &str, sandbox: &Sandbox) -> (Everything, u16) {
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port();
    let server = Command::new(npm().join("mcp-server-everything"))
        .arg(mode)
        .env("PORT", port.to_string())
        .env("HOME", sandbox.home())
        .stdin(Pipe::null())
        .stdout(Pipe::null())
        .stderr(Pipe::null())
        .spawn()
        .expect("it starts");
    let server = Everything(server);
    let end = Instant::now() + Duration::from_secs(30);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < end, "it never listens");
        std::thread::sleep(Duration::from_millis(50));
    }
    (server, port)
}

/// The same tools over every transport, byte for byte, and as many as a client
/// with the capabilities of Claude Code gets.
#[tokio::test]
async fn everything_from_npm_over_every_transport() {
    let sandbox = Sandbox::new();
    let stdio = list(program(npm(), "mcp-server-everything", &[]), &sandbox).await;
    let whole = |listing: &Listing| Value::Array(listing.tools.clone()).to_string();
    assert!(stdio.tools.len() >= 13, "{:?}", names(&stdio));
    assert!(stdio.instructions.is_some() && stdio.resources.is_some() && stdio.prompts.is_some());
    assert!(stdio.notes.iter().all(|note| *note == Note::Killed), "{:?}", stdio.notes);

    for (mode, transport, path) in
        [("streamableHttp", Transport::Http, "mcp"), ("sse", Transport::Sse, "sse")]
    {
        let (_server, port) = everything(mode, &sandbox);
        let url = format!("http://127.0.0.1:{port}/{path}");
        let listing = connect_http::list(remote::launch(transport, &url, &[]))
            .await
            .unwrap_or_else(|error| panic!("{mode}: {error:#?}"));
        assert_eq!(whole(&listing), whole(&stdio), "{mode}");
        assert_eq!(listing.instructions, stdio.instructions, "{mode}");
    }
}
