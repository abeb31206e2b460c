//! Weighing many tools at once, each content once.

use std::{borrow::Borrow, collections::HashSet};

use rayon::prelude::*;

use super::{
    CacheKey, Count, Known, Refusal, Shape, TokenCache, TokenizerId, Weight, weigh::weigh,
};
use crate::{catalogue::Tool, clients::Cut};

/// A tool to be weighed, as one client would write it.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The tool as received.
    pub tool: &'a Tool,
    /// Its name as the client writes it.
    pub sent_as: &'a str,
    /// Where its description is cut, for the way it is loaded.
    pub cut: Cut,
    /// Which server it is of: any number that tells the servers of one call apart.
    pub server: usize,
}

/// A tool that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What it costs.
    pub weight: Weight,
    /// Whether its description is cut.
    pub cut: bool,
}

/// Changes with anything that changes a number for the same input, so that
/// counts stored by an older Plimsoll are not taken for ours.
const RULES: &[u8] = b"weights/2";

/// Weighs, and remembers by content.
#[derive(Debug, Default)]
pub struct Weigher {
    /// What was counted, here and in earlier processes.
    pub cache: TokenCache,
}

impl Weigher {
    /// Weighs the tools a client gets from its servers, in parallel; the
    /// answers come in the order of the items.
    ///
    /// Of two items of one server with one written name the client sends the
    /// first.
    /// While every answer is known no vocabulary is set up.
    pub fn weigh(
        &self,
        tokenizer: TokenizerId,
        shape: Shape,
        items: &[Item<'_>],
    ) -> Vec<Result<Weighed, Refusal>> {
        let keys: Vec<_> = items.par_iter().map(|item| key(tokenizer, shape, item)).collect();
        let known: Vec<_> = keys.iter().map(|&key| self.cache.get(key)).collect();
        let unknown: Vec<_> = (0..items.len()).filter(|&at| known[at].is_none()).collect();
        let counted: Vec<_> =
            unknown.par_iter().map(|&at| (keys[at], count(tokenizer, shape, &items[at]))).collect();
        self.cache.put(&counted);

        let mut counted = counted.into_iter().map(|(_, answer)| answer);
        let mut written = HashSet::with_capacity(items.len());
        known
            .into_iter()
            .zip(items)
            .map(|(known, item)| {
                let answer = known.or_else(|| counted.next());
                if !written.insert((item.server, item.sent_as)) {
                    return Err(Refusal::SameName);
                }
                match answer {
                    Some(Known::Tool { weight, cut }) => Ok(Weighed { weight, cut }),
                    Some(Known::Refused(refusal)) => Err(refusal),
                    // Two hashes of 128 bits never meet by accident.
                    Some(Known::Text(_)) | None => unreachable!("the key names a tool"),
                }
            })
            .collect()
    }

    /// Counts texts, in parallel: instructions after the client's cut, queries.
    pub fn texts<T: Borrow<str> + Sync>(&self, tokenizer: TokenizerId, texts: &[T]) -> Vec<Count> {
        texts.par_iter().map(|text| self.text(tokenizer, text.borrow())).collect()
    }

    /// Counts one text.
    pub fn text(&self, tokenizer: TokenizerId, text: &str) -> Count {
        let key = CacheKey::of(&[RULES, b"text", tokenizer.as_str().as_bytes(), text.as_bytes()]);
        if let Some(Known::Text(count)) = self.cache.get(key) {
            return count;
        }
        let count = tokenizer.count(text);
        self.cache.put(&[(key, Known::Text(count))]);
        count
    }
}

fn key(tokenizer: TokenizerId, shape: Shape, item: &Item<'_>) -> CacheKey {
    let cut = item.cut.units.map_or(u64::MAX, |units| units as u64);
    CacheKey::of(&[
        RULES,
        b"tool",
        tokenizer.as_str().as_bytes(),
        shape.id().as_bytes(),
        &cut.to_le_bytes(),
        item.sent_as.as_bytes(),
        &item.tool.hash().0,
    ])
}

fn count(tokenizer: TokenizerId, shape: Shape, item: &Item<'_>) -> Known {
    match shape.send(item.tool, item.sent_as, item.cut) {
        Ok(sent) => Known::Tool { weight: weigh(tokenizer, &sent), cut: sent.cut },
        Err(refusal) => Known::Refused(refusal),
    }
}
