//! Nothing a server started outlives the listing, however that ends.

use std::{
    process::{Command, Stdio as Pipe},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use plimsoll_engine::{
    clients::{Launch, Stdio},
    servers::{Failure, ListingRequest, Note},
};
use plimsoll_tests::{fake::Script, sandbox::Sandbox, survivors};
use tokio_util::sync::CancellationToken;

use crate::connect::{FAKE, connector, request};

/// A number of seconds that only this tree sleeps: its mark in process lists.
fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("9{:07}{:03}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A server that ignores its closed input and every signal that can be
/// ignored, with a child, a child that left the group, and a daemon that left
/// its parent too, all as stubborn.
fn stubborn(marker: &str, silent: Option<&str>) -> (Script, [String; 3]) {
    let sleep = format!("trap '' TERM HUP INT; exec sleep {marker}");
    let script = Script {
        children: vec![
            sleep.clone(),
            format!("exec setsid sh -c \"{sleep}\""),
            format!("setsid sh -c \"{sleep}\" & exit"),
        ],
        ignores_eof: true,
        silent: silent.map(Into::into),
        ..Script::with_tools(1)
    };
    let text = serde_json::to_string(&script).expect("a script serializes");
    let args =
        ["-c".to_owned(), "trap '' TERM HUP INT; \"$0\" \"$1\"; exit".to_owned(), FAKE.to_owned()];
    let [flag, wrapper, fake] = args;
    (script, [format!("{flag}\n{wrapper}\n{fake}"), text, marker.to_owned()])
}

fn stubborn_request(marker: &str, silent: Option<&str>, sandbox: &Sandbox) -> ListingRequest {
    let (script, [shell, text, _]) = stubborn(marker, silent);
    let mut args: Vec<String> = shell.split('\n').map(ToOwned::to_owned).collect();
    args.push(text);
    let mut request = request(&script, &sandbox.project());
    request.launch =
        Launch::Stdio(Stdio { command: "sh".to_owned(), args, env: vec![], cwd: None });
    request
}

/// Waits until the whole tree lives: shell, server and three sleepers.
fn wait_for_tree(marker: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    while survivors::with_marker(marker).len() < 5 {
        assert!(Instant::now() < end, "the tree never grew: {:#?}", survivors::with_marker(marker));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_listing() {
    let (sandbox, marker) = (Sandbox::new(), marker());
    let request = stubborn_request(&marker, None, &sandbox);
    let listing = connector(&sandbox)
        .list(&request, &CancellationToken::new(), &|_| ())
        .await
        .expect("listed");
    assert_eq!(survivors::with_marker(&marker), [""; 0]);
    assert_eq!(listing.notes, [Note::Killed]);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_time_out_and_after_cancel() {
    for (why, cancelled, want) in
        [("time-out", false, Failure::ListFailed), ("cancel", true, Failure::Cancelled)]
    {
        let (sandbox, marker) = (Sandbox::new(), marker());
        let mut request = stubborn_request(&marker, Some("tools/list"), &sandbox);
        let cancel = CancellationToken::new();
        if !cancelled {
            request.timeouts.list = Duration::from_millis(500);
        }
        let connector = connector(&sandbox);
        let listing = connector.list(&request, &cancel, &|_| ());
        let (result, ()) = tokio::join!(listing, async {
            if cancelled {
                tokio::task::block_in_place(|| wait_for_tree(&marker));
                cancel.cancel();
            }
        });
        assert_eq!(survivors::with_marker(&marker), [""; 0], "{why}");
        assert_eq!(result.expect_err(why).state, want, "{why}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_listing_is_dropped() {
    let (sandbox, marker) = (Sandbox::new(), marker());
    let request = stubborn_request(&marker, Some("tools/list"), &sandbox);
    let connector = connector(&sandbox);
    let cancel = CancellationToken::new();
    tokio::select! {
        _ = connector.list(&request, &cancel, &|_| ()) => panic!("it never answers"),
        grown = tokio::task::spawn_blocking({ let marker = marker.clone(); move || wait_for_tree(&marker) }) => {
            grown.expect("the tree grows");
        }
    }
    assert_eq!(survivors::after(&marker, Duration::from_secs(10)), [""; 0]);
}

#[test]
fn after_we_are_killed() {
    let (_, [shell, text, marker]) = stubborn(&marker(), Some("tools/list"));
    let mut lister = Command::new(env!("CARGO_BIN_EXE_lister"))
        .args([FAKE, "sh"])
        .args(shell.split('\n'))
        .arg(text)
        .stdout(Pipe::null())
        .spawn()
        .expect("the lister starts");
    wait_for_tree(&marker);
    lister.kill().expect("SIGKILL");
    lister.wait().expect("reaped");
    assert_eq!(survivors::after(&marker, Duration::from_secs(10)), [""; 0]);
}

#[tokio::test]
async fn what_a_wrapper_leaves_behind_when_it_ends() {
    let (sandbox, marker) = (Sandbox::new(), marker());
    let script = Script {
        children: vec![format!("trap '' TERM; exec sleep {marker}")],
        exit_at_start: Some(3),
        ..Script::default()
    };
    let error = connector(&sandbox)
        .list(&request(&script, &sandbox.project()), &CancellationToken::new(), &|_| ())
        .await
        .expect_err("it ended");
    assert_eq!(survivors::with_marker(&marker), [""; 0]);
    assert_eq!(error.state, Failure::ExitedEarly);
}
