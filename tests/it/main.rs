//! The engine from outside: several stages, real processes, throw-away homes.

mod connect;

mod cursor;

mod desktop;

mod nothing_left;

