//! The engine from outside: several stages, real processes, throw-away homes.

mod additions;
mod arrivals;
mod candidate;
mod connect;
mod connect_http;
mod cursor;
mod desktop;
mod layers;
mod loading;
mod login;
mod nothing_left;
mod plan;
mod prove;
mod real_servers;
mod search;
mod search_lab;
mod staged;
mod switchboard;
mod wrap;
mod wrap_defer;
mod wrap_differential;
mod wrap_edges;
mod wrap_entry;
mod wrap_faults;
mod wrap_remote;
mod write;
