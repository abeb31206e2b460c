//! The real window: the built app, its own home, WebKit's driver.
//!
//! `cargo xtask test` builds the app, names it in `PLIMSOLL_APP` and runs these;
//! plain `cargo test` leaves them out (`test = false` in Cargo.toml).

mod home;

mod candidate;
mod connecting;
mod first_run;
mod frame;
mod keyboard;
mod loading;
mod search;
mod wrap;
