//! One function per user intention; the only door for the window and the CLI.
