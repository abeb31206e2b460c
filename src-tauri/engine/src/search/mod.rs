//! Simulated tool search over a catalogue.
