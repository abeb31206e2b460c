//! The wrapper as a process, and what can go wrong around it: nothing hangs,
//! nothing is left behind, nothing is lost.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use plimsoll_tests::{fake::Script, survivors};

use crate::connect::FAKE;

const PATIENCE: Duration = Duration::from_secs(20);

/// A marker in the command lines of one test's processes.
fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("wrapped-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

struct Wrapper {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Wrapper {
    fn start(options: &[&str], server: &[&str]) -> Self {
        let mut child = Command::new(FAKE)
            .arg("wrap")
            .args(options)
            .arg("--")
            .args(server)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let input = child.stdin.take();
        let output = child.stdout.take().map(BufReader::new);
        Self { child, input, output }
    }

    fn say(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("writes");
    }

    fn hear(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        self.output.as_mut().expect("open").read_until(b'\n', &mut line).expect("reads");
        line
    }

    fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        self.output.as_mut().expect("open").read_to_end(&mut rest).expect("reads");
        rest
    }

    fn end(&mut self) -> ExitStatus {
        let late = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < late, "the wrapper does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Wrapper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// With every kind of rule: what passes must pass through all of them.
const WAYS: [&[&str]; 4] = [&[], &["--only", "get_*"], &["--read-only"], &["--defer"]];

#[test]
fn odd_bytes_pass_as_they_are() {
    for options in WAYS {
        let marker = marker();
        let mut wrapper = Wrapper::start(options, &[FAKE, "echo", &marker]);
        for line in [
            b"\xff\xfe\x00 no UTF-8\n".as_slice(),
            b"{\"half\": \n",
            b"\n",
            b"[1, 2\r\n",
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"x\":\"\xc3\x28\"}\n",
        ] {
            wrapper.say(line);
            assert_eq!(wrapper.hear(), line, "{options:?}");
        }
        // Half a line at the end still arrives.
        wrapper.say(b"{\"half\"");
        drop(wrapper.input.take());
        assert_eq!(wrapper.rest().trim_ascii_end(), b"{\"half\"", "{options:?}");
        assert!(wrapper.end().success(), "{options:?}");
        assert_eq!(survivors::after(&marker, PATIENCE), [""; 0], "{options:?}");
    }
}

#[test]
fn a_line_of_100_mb_passes_whole() {
    const HEAD: &[u8] = b"{\"method\":\"x\",\"params\":\"";
    for options in [&[] as &[&str], &["--only", "get_*"]] {
        let mut wrapper = Wrapper::start(options, &[FAKE, "echo"]);
        let mut input = wrapper.input.take().expect("open");
        let writer = thread::spawn(move || {
            let piece = vec![b'x'; 1 << 20];
            input.write_all(HEAD).expect("writes");
            for _ in 0..100 {
                input.write_all(&piece).expect("writes");
            }
            input.write_all(b"\"}\n").expect("writes");
            // Open until all is heard: a closed input is a request to end soon.
            input
        });
        let line = wrapper.hear();
        assert_eq!(line.len(), HEAD.len() + (100 << 20) + 3, "{options:?}");
        assert!(line.ends_with(b"xx\"}\n"), "{options:?}");
        drop(writer.join().expect("written"));
        assert!(wrapper.end().success(), "{options:?}");
    }
}

#[test]
fn a_flood_of_notifications_loses_nothing() {
    for options in WAYS {
        let mut wrapper = Wrapper::start(options, &[FAKE, "echo"]);
        wrapper.say(b"flood 50000\n");
        for number in 0..50_000 {
            let line = wrapper.hear();
            let end = format!("\"{number}\"}}}}\n");
            assert!(
                line.ends_with(end.as_bytes()),
                "{options:?}: {}",
                String::from_utf8_lossy(&line)
            );
        }
        wrapper.say(b"after\n");
        assert_eq!(wrapper.hear(), b"after\n", "{options:?}");
    }
}

#[test]
fn a_client_that_does_not_read_stops_the_server_and_nothing_else() {
    let marker = marker();
    let mut wrapper = Wrapper::start(&["--read-only"], &[FAKE, "echo", &marker]);
    wrapper.say(b"flood 500000\n");
    thread::sleep(Duration::from_millis(300));
    // The pipes are full; the end is seen all the same.
    drop((wrapper.input.take(), wrapper.output.take()));
    wrapper.end();
    assert_eq!(survivors::after(&marker, PATIENCE), [""; 0]);
}

#[test]
fn the_end_of_the_server_is_the_clients_end_too() {
    for options in WAYS {
        for (why, line, code) in [("well", "exit 0\n", 0), ("with its own code", "exit 7\n", 7)] {
            let mut wrapper = Wrapper::start(options, &[FAKE, "echo"]);
            wrapper.say(b"first\n");
            wrapper.say(line.as_bytes());
            assert_eq!(
                wrapper.rest(),
                b"first\n",
                "{options:?} {why}: nothing said before is lost"
            );
            assert_eq!(wrapper.end().code(), Some(code), "{options:?} {why}");
        }
        let marker = marker();
        let mut wrapper = Wrapper::start(options, &["sh", "-c", "kill -9 $$", &marker]);
        assert_eq!(wrapper.rest(), b"", "{options:?} killed");
        assert_eq!(wrapper.end().code(), Some(128 + 9), "{options:?} killed");
    }
}

#[test]
fn nothing_is_left_however_the_wrapper_ends() {
    for signal in ["TERM", "HUP", "INT", "KILL"] {
        let marker = marker();
        let script = Script {
            ignores_eof: true,
            children: vec![format!("trap '' TERM; sleep 60; : {marker}")],
            ..Script::with_tools(1)
        };
        let script = serde_json::to_string(&script).expect("serializes");
        let mut wrapper = Wrapper::start(&["--defer"], &[FAKE, &script, &marker]);
        wrapper.say(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
        wrapper.hear();
        let pid = wrapper.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status().expect("kill");
        assert!(sent.success());
        wrapper.end();
        assert_eq!(survivors::after(&marker, PATIENCE), [""; 0], "{signal}");
    }
}

#[test]
fn either_side_may_die_at_any_moment() {
    let script = serde_json::to_string(&Script::with_tools(3)).expect("serializes");
    let said = concat!(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"tool_1\"}}\n",
    );
    for options in WAYS {
        for at in (0..said.len()).step_by(23) {
            // The client's stream ends in the middle of whatever it was saying.
            let mut wrapper = Wrapper::start(options, &[FAKE, &script]);
            wrapper.say(&said.as_bytes()[..at]);
            drop(wrapper.input.take());
            wrapper.rest();
            wrapper.end();
        }
        for lines in 0..4 {
            // The server ends after so many lines.
            let head = format!("head -n {lines} >/dev/null");
            let mut wrapper = Wrapper::start(options, &["sh", "-c", &head]);
            let _ = wrapper.input.as_mut().expect("open").write_all(said.as_bytes());
            wrapper.rest();
            wrapper.end();
        }
    }
}
