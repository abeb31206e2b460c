//! The engine from outside: several stages, real processes, throw-away homes.

mod connect;
mod connect_http;
mod login;
mod nothing_left;
mod real_servers;
