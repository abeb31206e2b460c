//! Live progress on standard error, when a person reads it.

use std::{sync::Mutex, time::Duration};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use plimsoll_engine::wire::{ConnectEvent, ConnectPhase};

use crate::render::visible;

/// One spinner for the whole and one finished line per server.
pub(crate) struct Progress {
    all: MultiProgress,
    bar: ProgressBar,
    open: Mutex<std::collections::BTreeMap<String, String>>,
}

impl Progress {
    /// Shows progress on `err` when `interactive`, else nothing.
    pub(crate) fn start(interactive: bool, servers: usize) -> Self {
        let all = MultiProgress::new();
        if !interactive {
            all.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        }
        let bar = all.add(ProgressBar::new(servers as u64));
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { all, bar, open: Mutex::default() }
    }

    /// Takes one event.
    pub(crate) fn on(&self, event: &ConnectEvent) {
        let name = visible(&event.name);
        let Ok(mut open) = self.open.lock() else { return };
        let line = match event.phase {
            ConnectPhase::Queued | ConnectPhase::Starting | ConnectPhase::Listing => {
                open.insert(event.key.clone(), name);
                None
            }
            ConnectPhase::Listed => {
                Some(format!("{name}: {} tools, {} ms", event.tools.unwrap_or_default(), event.ms))
            }
            ConnectPhase::Cancelled => Some(format!("{name}: cancelled")),
            ConnectPhase::Failed => Some(format!(
                "{name}: {}",
                visible(event.problem.as_ref().map_or("failed", |problem| &problem.message)),
            )),
        };
        if let Some(line) = line {
            open.remove(&event.key);
            self.bar.inc(1);
            // A line that cannot be shown is no reason to stop.
            let _ = self.all.println(line);
        }
        self.bar.set_message(open.values().cloned().collect::<Vec<_>>().join(", "));
    }

    /// Takes the spinner away.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
