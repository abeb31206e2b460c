//! Why a query finds nothing.

use std::collections::HashSet;

use super::prepared::Prepared;
use crate::search::words;

/// Tools named in a sentence.
const NAMED: usize = 3;

impl Prepared {
    /// Why a query finds nothing, as far as the tools here tell.
    pub(super) fn why_nothing(&self, query: &str) -> String {
        let sought: HashSet<String> = words(query).into_iter().collect();
        let mut always: Vec<(usize, &str)> = self
            .always()
            .iter()
            .map(|(name, words)| (words.intersection(&sought).count(), name.as_str()))
            .filter(|(both, _)| *both > 0)
            .collect();
        if !always.is_empty() {
            always.sort_by_key(|(both, _)| std::cmp::Reverse(*both));
            let named = always.iter().take(NAMED).map(|(_, name)| format!("`{name}`"));
            return format!(
                "Always loaded, and so there without a search and not searched: {}.",
                named.collect::<Vec<_>>().join(", ")
            );
        }
        if self.said().is_disjoint(&sought) {
            "No word of it occurs in any name, description or argument that is searched here."
                .to_owned()
        } else {
            "Words of it occur here, but not where and as this search wants them.".to_owned()
        }
    }
}
