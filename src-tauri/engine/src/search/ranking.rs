//! From points per document to an outcome.

use super::{Hit, Match, Outcome};

/// Orders documents by points, best first, cuts, and counts what is tied
/// behind the cut. Equal points keep the order in which they are given.
pub fn rank(
    scored: impl IntoIterator<Item = (usize, f64)>,
    max: i64,
    mut why: impl FnMut(usize) -> Vec<Match>,
) -> Outcome {
    let mut scored: Vec<(usize, f64)> =
        scored.into_iter().filter(|(_, score)| *score > 0.0).collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    let kept = scored.len().min(usize::try_from(max).unwrap_or(0));
    let tied_beyond = kept.checked_sub(1).map_or(0, |last| {
        let last = scored[last].1;
        scored[kept..].iter().take_while(|(_, score)| score.total_cmp(&last).is_eq()).count()
    });
    let hits = scored[..kept].iter();
    Outcome {
        hits: hits
            .map(|(document, score)| Hit {
                document: *document,
                score: *score,
                why: why(*document),
            })
            .collect(),
        matching: scored.len(),
        tied_beyond,
        ..Outcome::default()
    }
}
