//! Wanted loading and scope to edits: pure, text in and text out.
