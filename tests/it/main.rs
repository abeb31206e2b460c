//! The engine from outside: several stages, real processes, throw-away homes.

mod connect;

mod nothing_left;
mod search;
