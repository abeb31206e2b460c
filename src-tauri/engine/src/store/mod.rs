//! `SQLite`: snapshots, token cache, consents, settings.
