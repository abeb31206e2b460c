//! Lists one server and keeps on until it is killed: what Plimsoll is to a
//! server when it dies without a chance to clean up.
//!
//! Usage: `lister GUARD PROGRAM ARGUMENT`

use std::{path::PathBuf, sync::Arc, time::Duration};

use plimsoll_engine::{
    clients::{Launch, Stdio},
    servers::{Announce, Connector, Helper, Limits, ListingRequest, Logins, Timeouts},
};
use tokio_util::sync::CancellationToken;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut args = std::env::args().skip(1);
    let guard = PathBuf::from(args.next().expect("a guard"));
    let command = args.next().expect("a program");
    let request = ListingRequest {
        launch: Launch::Stdio(Stdio { command, args: args.collect(), env: vec![], cwd: None }),
        directory: std::env::temp_dir(),
        helper: Helper::default(),
        announce: Announce::claude_code(None),
        timeouts: Timeouts { start: Duration::from_mins(1), list: Duration::from_mins(1) },
        limits: Limits::default(),
    };
    let connector =
        Connector { env: Arc::new(std::env::vars().collect()), guard, logins: Logins::in_memory() };
    let _ = connector.list(&request, &CancellationToken::new(), &|_| ()).await;
}
