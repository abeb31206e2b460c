//! The mean over all rounds of one measure, for ratios that criterion does not print.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

/// Time over all rounds of one measure.
#[derive(Debug, Default)]
pub struct Rounds(Cell<(Duration, u32)>);

impl Rounds {
    /// Runs some rounds; `once` says how long each took.
    pub fn time(&self, rounds: u64, mut once: impl FnMut() -> Duration) -> Duration {
        let spent = (0..rounds).map(|_| once()).sum();
        let (before, count) = self.0.get();
        let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
        self.0.set((before + spent, count.saturating_add(rounds)));
        spent
    }

    /// Seconds a round took.
    pub fn mean(&self) -> f64 {
        let (spent, count) = self.0.get();
        spent.as_secs_f64() / f64::from(count.max(1))
    }
}

/// How long a piece of work takes.
pub fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
