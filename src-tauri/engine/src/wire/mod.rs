//! What the window and `--json` receive, and what the window sends.
//!
//! TypeScript is generated from these types into `ui/src/wire/generated.ts`.
//! No configured value crosses here unmasked.

mod audit;
mod connect;
mod detail;
mod plan;
mod problem;
mod search;
mod settings;

pub use self::{audit::*, connect::*, detail::*, plan::*, problem::*, search::*, settings::*};
