//! Safe writes: compare, back up, replace, read back, undo.
