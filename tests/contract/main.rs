//! What others rely on: the answers of the command line, the TypeScript of the
//! wire types.

mod audit_json;
mod search_json;
mod typescript;
