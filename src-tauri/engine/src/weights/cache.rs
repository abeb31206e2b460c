//! What was counted before.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use sha2::{Digest, Sha256};

use super::{Refusal, Tokens, Weight, tokenizer::Count};

/// Names a count: a hash over everything it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CacheKey(pub [u8; 16]);

impl CacheKey {
    /// The key of these parts. Lengths keep them apart.
    pub(super) fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let mut first = [0; 16];
        first.copy_from_slice(&hash.finalize()[..16]);
        Self(first)
    }
}

/// An answer worth keeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// A tool is sent and weighs this; `cut` says whether its description is cut.
    Tool {
        /// What it weighs.
        weight: Weight,
        /// Whether the client cuts its description.
        cut: bool,
    },
    /// The client does not send the tool.
    Refused(Refusal),
    /// A text has this many tokens.
    Text(Count),
}

/// Counts by content hash, shared by all threads.
///
/// It holds numbers and hashes only, so it may be stored: see
/// `store::Store::load_tokens`.
#[derive(Debug, Default)]
pub struct TokenCache {
    known: RwLock<HashMap<CacheKey, Known>>,
    fresh: RwLock<Vec<CacheKey>>,
}

impl TokenCache {
    /// Takes over what an earlier process counted.
    pub fn preload(&self, entries: impl IntoIterator<Item = (CacheKey, Known)>) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).extend(entries);
    }

    /// What was counted since the last call, to be stored.
    pub fn take_fresh(&self) -> Vec<(CacheKey, Known)> {
        let fresh =
            std::mem::take(&mut *self.fresh.write().unwrap_or_else(PoisonError::into_inner));
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        fresh.into_iter().filter_map(|key| Some((key, *known.get(&key)?))).collect()
    }

    /// How many answers it holds.
    pub fn len(&self) -> usize {
        self.known.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn get(&self, key: CacheKey) -> Option<Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }

    pub(super) fn put(&self, entries: &[(CacheKey, Known)]) {
        if entries.is_empty() {
            return;
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let mut fresh = self.fresh.write().unwrap_or_else(PoisonError::into_inner);
        for &(key, answer) in entries {
            if known.insert(key, answer).is_none() {
                fresh.push(key);
            }
        }
    }
}

impl Known {
    /// Bytes of a stored answer.
    pub const BYTES: usize = 22;

    /// The answer as bytes, for the store.
    pub fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        let (kind, flags, numbers) = match self {
            Self::Tool { weight: w, cut } => (
                0,
                u8::from(w.approximate) | u8::from(cut) << 1,
                [w.name, w.description, w.schema, w.total, w.if_deferred],
            ),
            Self::Refused(refusal) => (1, refusal.code(), [Tokens::ZERO; 5]),
            Self::Text(count) => {
                let zero = Tokens::ZERO;
                (2, u8::from(count.approximate), [count.tokens, zero, zero, zero, zero])
            }
        };
        bytes.extend([kind, flags]);
        numbers.iter().for_each(|number| bytes.extend(number.get().to_le_bytes()));
        bytes
    }

    /// Reads what [`Self::to_bytes`] wrote; `None` for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[kind, flags], numbers) = bytes.split_first_chunk::<2>()?;
        let (numbers, []) = numbers.as_chunks::<4>() else { return None };
        let &[name, description, schema, total, if_deferred] = numbers else { return None };
        let tokens = |bytes| Tokens::new(u32::from_le_bytes(bytes));
        match kind {
            0 => Some(Self::Tool {
                weight: Weight {
                    name: tokens(name),
                    description: tokens(description),
                    schema: tokens(schema),
                    total: tokens(total),
                    if_deferred: tokens(if_deferred),
                    approximate: flags & 1 != 0,
                },
                cut: flags & 2 != 0,
            }),
            1 => Refusal::from_code(flags).map(Self::Refused),
            2 => Some(Self::Text(Count { tokens: tokens(name), approximate: flags & 1 != 0 })),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_survives_being_stored() {
        let weight = Weight {
            name: Tokens::new(1),
            description: Tokens::new(2),
            schema: Tokens::new(300),
            total: Tokens::new(70_000),
            if_deferred: Tokens::new(u32::MAX),
            approximate: true,
        };
        let answers = [
            Known::Tool { weight, cut: false },
            Known::Tool { weight: Weight::default(), cut: true },
            Known::Refused(Refusal::PropertyName),
            Known::Refused(Refusal::InvalidSchema),
            Known::Text(Count { tokens: Tokens::new(9), approximate: true }),
        ];
        for answer in answers {
            assert_eq!(answer.to_bytes().len(), Known::BYTES);
            assert_eq!(Known::from_bytes(&answer.to_bytes()), Some(answer));
        }
        for (why, bytes) in [("empty", &[][..]), ("short", &[0; 21]), ("unknown kind", &[9; 22])] {
            assert_eq!(Known::from_bytes(bytes), None, "{why}");
        }
    }

    #[test]
    fn only_what_is_new_is_handed_to_the_store() {
        let cache = TokenCache::default();
        let (old, new) = (CacheKey::of(&[b"old"]), CacheKey::of(&[b"new"]));
        let answer = Known::Text(Count::default());
        cache.preload([(old, answer)]);
        cache.put(&[(old, answer), (new, answer)]);
        assert_eq!(cache.take_fresh(), [(new, answer)]);
        assert!(cache.take_fresh().is_empty(), "once");
        assert_eq!(cache.len(), 2);
    }
}
