//! `plimsoll bench-search`.

use std::{io::Write as _, path::Path};

use comfy_table::{CellAlignment, Table, presets};
use plimsoll_engine::search::{
    EngineId,
    bench::{MCPPROXY_RECALL_AT_5, TOLERANCE, Yardstick},
    engine,
};

use crate::{CommandError, Exit, Streams, args};

/// Measures every engine on every yardstick and prints a table of each.
pub(crate) fn run(
    args: &args::BenchSearch,
    directory: &Path,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let folder = directory.join(&args.folder);
    let yardsticks = [
        Yardstick::mcpproxy(&folder.join("mcpproxy")),
        Yardstick::livemcpbench(&folder.join("livemcpbench")),
    ];
    let mut within = false;
    for yardstick in yardsticks {
        let yardstick = yardstick.map_err(|error| CommandError::Usage(error.to_string()))?;
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header([
            "engine",
            "recall@1",
            "recall@5",
            "recall@10",
            "MRR",
            "hit@1",
            "hit@3",
            "hit@5",
            "hit@10",
        ]);
        let (mut queries, mut recall) = (0, 0.0);
        for id in EngineId::ALL {
            let measured = yardstick.measure(engine(id, None).as_ref());
            queries = measured.queries;
            if id == EngineId::ApiBm25 {
                recall = measured.recall_at[1];
            }
            let mut row = vec![id.as_str().to_owned()];
            let numbers =
                measured.recall_at.into_iter().chain([measured.mrr]).chain(measured.hit_at);
            row.extend(numbers.map(|number| format!("{number:.3}")));
            table.add_row(row);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(
            streams.out,
            "{}: {} tools, {queries} queries",
            yardstick.name,
            yardstick.documents.len()
        )?;
        writeln!(streams.out, "{table}\n")?;
        if yardstick.name == "mcpproxy" {
            within = (recall - MCPPROXY_RECALL_AT_5).abs() <= TOLERANCE;
            writeln!(
                streams.out,
                "mcpproxy's own BM25: recall@5 {MCPPROXY_RECALL_AT_5}, tolerance {TOLERANCE} \
                 (published); api-bm25 {recall:.3} is {} it.\n",
                if within { "within" } else { "outside" }
            )?;
        }
    }
    streams.out.flush()?;
    Ok(if within { Exit::Done } else { Exit::Short })
}
