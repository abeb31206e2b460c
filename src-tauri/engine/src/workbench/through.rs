//! Entries that start Plimsoll's wrapper: what their client is shown.

use std::{collections::HashMap, sync::Arc};

use serde_json::Value;

use super::known::Known;
use crate::{
    catalogue::Catalogue,
    clients::{Entry, Launch, Reading, Wrapped},
    wrap::{Wrapping, preview},
};

/// The launches behind the wrappers of some readings.
pub(super) fn behind(readings: &[Reading]) -> impl Iterator<Item = Launch> {
    wrapped(readings).map(|(_, wrapped)| wrapped.inner)
}

/// Adds, for wrapped entries nobody has connected since their server was last
/// known, what the wrapper shows of what is known of it: the wrapper itself is
/// run, over a server that says just that. So a staged wrapper has its weight
/// before it is written.
pub(super) async fn add(readings: &[Reading], known: &mut HashMap<String, Known>) {
    for (launch, wrapped) in wrapped(readings) {
        let behind = known.get(&wrapped.inner.key()).and_then(|known| known.catalogue.clone());
        let (Some(behind), Ok(wrapping)) = (behind, Wrapping::new(&wrapped.options)) else {
            continue;
        };
        let entry = known.entry(launch.key()).or_default();
        if entry.catalogue.as_ref().is_some_and(|own| own.taken_at >= behind.taken_at) {
            continue;
        }
        let tools: Vec<Value> =
            behind.tools.iter().map(|tool| Value::Object(tool.raw.clone())).collect();
        if let Some(shown) = preview(&tools, behind.instructions.as_deref(), wrapping).await {
            let listed = Catalogue::from_listing(shown.tools, behind.taken_at, behind.source);
            let catalogue = Catalogue {
                tools: listed.tools,
                malformed: listed.malformed,
                instructions: shown.instructions,
                ..Catalogue::clone(&behind)
            };
            entry.catalogue = Some(Arc::new(catalogue));
        }
    }
}

fn wrapped(readings: &[Reading]) -> impl Iterator<Item = (&Launch, Wrapped)> {
    let entries = readings.iter().flat_map(|reading| &reading.entries);
    entries.filter_map(|Entry { launch, .. }| {
        let launch = launch.as_ref()?;
        Some((launch, Wrapped::of(launch)?))
    })
}
