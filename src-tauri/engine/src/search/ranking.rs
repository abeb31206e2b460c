//! From points per document to an outcome.

use super::{Hit, Match, Outcome};

/// Up to so many results the best are kept in order while they come; more are
/// sorted at the end.
const FEW: usize = 64;

/// Orders documents by points, best first, cuts, and counts what is tied
/// behind the cut. Equal points keep the order in which they are given; what
/// has none is no result.
pub fn rank(
    scored: impl IntoIterator<Item = (usize, f64)>,
    max: i64,
    mut why: impl FnMut(usize) -> Vec<Match>,
) -> Outcome {
    let scored = scored.into_iter().filter(|(_, score)| *score > 0.0);
    let most = usize::try_from(max).unwrap_or(0);
    let Best { kept, matching, tied_beyond } =
        if most > FEW { sorted(scored, most) } else { best(scored, most) };
    Outcome {
        hits: kept
            .into_iter()
            .map(|(document, score)| Hit { document, score, why: why(document) })
            .collect(),
        matching,
        tied_beyond,
        ..Outcome::default()
    }
}

/// The best, in order, and what there is besides.
#[derive(Debug, Default, PartialEq)]
struct Best {
    kept: Vec<(usize, f64)>,
    matching: usize,
    tied_beyond: usize,
}

fn sorted(scored: impl Iterator<Item = (usize, f64)>, most: usize) -> Best {
    let mut kept: Vec<(usize, f64)> = scored.collect();
    kept.sort_by(|a, b| b.1.total_cmp(&a.1));
    let matching = kept.len();
    let beyond = kept.split_off(matching.min(most));
    let tied_beyond = kept.last().map_or(0, |last| {
        beyond.iter().take_while(|(_, score)| score.total_cmp(&last.1).is_eq()).count()
    });
    Best { kept, matching, tied_beyond }
}

fn best(scored: impl Iterator<Item = (usize, f64)>, most: usize) -> Best {
    if most == 0 {
        return Best { matching: scored.count(), ..Best::default() };
    }
    let mut best = Best::default();
    // What a document must beat once all places are taken.
    let mut least = f64::NEG_INFINITY;
    for (document, score) in scored {
        best.matching += 1;
        if best.kept.len() == most {
            if score <= least {
                best.tied_beyond += usize::from(score.total_cmp(&least).is_eq());
                continue;
            }
            best.kept.pop();
            // Whatever was left out before is tied with the one that goes now,
            // and with the new last one only if that has as much.
            let still = best.kept.last().is_some_and(|(_, kept)| kept.total_cmp(&least).is_eq());
            best.tied_beyond = if still { best.tied_beyond + 1 } else { 0 };
        }
        let place = best.kept.partition_point(|(_, kept)| *kept >= score);
        best.kept.insert(place, (document, score));
        if best.kept.len() == most {
            least = best.kept.last().map_or(f64::INFINITY, |(_, score)| *score);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_best_come_first_and_ties_stay_in_order() {
        let scores = [1.0, 3.0, 0.0, 2.0, 3.0, 2.0, 2.0];
        let outcome = rank(scores.into_iter().enumerate(), 3, |_| Vec::new());
        let places: Vec<usize> = outcome.hits.iter().map(|hit| hit.document).collect();
        assert_eq!(places, [1, 4, 3]);
        assert_eq!((outcome.matching, outcome.tied_beyond), (6, 2));
        for max in [0, -1] {
            let outcome = rank(scores.into_iter().enumerate(), max, |_| Vec::new());
            assert_eq!((outcome.hits.len(), outcome.matching, outcome.tied_beyond), (0, 6, 0));
        }
    }

    proptest! {
        #[test]
        fn keeping_the_best_is_sorting_and_cutting(
            scores in prop::collection::vec(1_u8..6, 0..40), most in 1_usize..8,
        ) {
            let scored = || scores.iter().map(|score| f64::from(*score)).enumerate();
            prop_assert_eq!(best(scored(), most), sorted(scored(), most));
        }
    }
}
