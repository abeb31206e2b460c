//! What others rely on: the TypeScript of the wire types.

mod typescript;
