//! The columns and rows of a board.

use super::{Picture, cells, cells::Side, options};
use crate::{
    clients::ClientId,
    plan::{Parked, Probe},
    wire,
    workbench::drift::Drift,
};

/// What a board is made of.
pub(super) struct Sides<'b> {
    pub(super) now: &'b Picture,
    /// With entries where staged changes put them, before their own switches.
    pub(super) arrived: &'b Picture,
    pub(super) then: &'b Picture,
    pub(super) drift: &'b Drift,
    pub(super) in_project: bool,
}

impl Sides<'_> {
    /// The columns and rows. Switches of entries that are there are asked of
    /// `here`, those of entries that staged changes put there of `there`.
    pub(super) fn board(
        &self,
        mut here: Probe<'_, '_>,
        mut there: Probe<'_, '_>,
        running: &[ClientId],
    ) -> wire::Switchboard {
        let mut clients = Vec::new();
        let mut rows: Vec<wire::SwitchServer> = Vec::new();
        for reading in &self.now.basis.readings {
            let client = reading.client;
            let (Some(side), Some(coming)) =
                (self.side(client, self.now), self.side(client, self.arrived))
            else {
                continue;
            };
            let parked = self.now.basis.parked.iter();
            let parked: Vec<&Parked> =
                parked.filter(|parked| parked.client == client.as_str()).collect();
            let mut cells = side.cells(&parked, &mut here);
            cells.extend(coming.coming(&side, &parked, &mut there));
            if !side.audit.present && cells.is_empty() {
                continue;
            }
            clients.push(options::column(&side, &mut here, running));
            for (key, weight, cell) in cells {
                cells::into_rows(&mut rows, key, weight, cell);
            }
        }
        rows.sort_by(|a, b| b.tokens.cmp(&a.tokens).then_with(|| a.name.cmp(&b.name)));
        wire::Switchboard {
            tokenizer: self.now.audit.tokenizer.clone(),
            clients,
            servers: rows,
            plan: None,
            suggestions: Vec::new(),
        }
    }

    /// One client, from one picture to the last.
    fn side<'s>(&'s self, client: ClientId, from: &'s Picture) -> Option<Side<'s>> {
        let (reading, audit) = from.of(client)?;
        let (reading_then, audit_then) = self.then.of(client)?;
        let (drift, in_project) = (self.drift, self.in_project);
        let known = &from.basis.known;
        Some(Side { reading, audit, reading_then, audit_then, known, drift, in_project })
    }
}
