//! What the window and `--json` receive, and what the window sends.
//!
//! TypeScript is generated from these types into `ui/src/wire/generated.ts`.
//! No configured value crosses here unmasked.

mod audit;
mod candidate;
mod connect;
mod detail;
mod plan;
mod problem;
mod proof;
mod search;
mod settings;
mod switchboard;
mod tasks;

pub use self::{
    audit::*, candidate::*, connect::*, detail::*, plan::*, problem::*, proof::*, search::*,
    settings::*, switchboard::*, tasks::*,
};
