//! Start or reach a server, list its tools, keep its last words.
//!
//! The data's way: [`ListingRequest`] → a transport of rmcp (`stdio`, `http`,
//! `sse`) → [`tap`] keeps every answer as received → [`session`] speaks as the
//! audited client does → [`Listing`] or [`ListingError`].

mod announce;
mod bridge;
mod connector;
mod error;
mod explain;
pub mod guard;
mod headers;
mod helper;
mod http;
mod lenient;
mod listing;
mod log;
mod login;
mod message;
mod pages;
mod program;
mod remote;
mod request;
mod session;
mod sse;
mod stdio;
mod tap;

pub use self::{
    announce::Announce,
    bridge::{Bridge, bridge},
    connector::Connector,
    error::{Failure, ListingError},
    helper::Helper,
    listing::{Listing, LogEntry, LogKind, Note, Timing, Transcript},
    login::{Kept, LoginError, Logins},
    request::{Limits, ListingRequest, Progress, Timeouts},
};
pub(crate) use self::{
    lenient::{mended, parse as parse_as_a_client_does},
    message::RawObject,
};

/// The file of a program, found along `PATH` as a shell would.
pub fn find_program(
    program: &str,
    env: &std::collections::BTreeMap<String, String>,
) -> Option<std::path::PathBuf> {
    program::find(program, env, std::path::Path::new("."))
}
