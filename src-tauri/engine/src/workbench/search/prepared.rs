//! A scope with its engines, prepared once for many queries: as somebody types,
//! every letter asks about the same tools.

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock, PoisonError},
};

use super::{super::Workbench, scope::Scope};
use crate::{
    clients::{Cut, Loading},
    search::{
        Document, Engine, EngineId, Index, Nearest, claude_code::ClaudeCode, engine, said_in, words,
    },
    weights::{Item, TokenizerId},
    wire::{self, Problem},
};

/// Scopes kept: the one that is searched, and the one it is compared with.
const KEPT: usize = 2;

/// One engine, ready to be asked.
pub(super) struct Ready {
    pub(super) id: EngineId,
    pub(super) engine: Box<dyn Engine>,
    pub(super) index: Box<dyn Index>,
}

/// What is searched, and whatever of it was asked for before.
pub(in super::super) struct Prepared {
    pub(super) documents: Arc<[Document]>,
    pub(super) scope: Scope,
    /// In the order of [`EngineId::ALL`].
    ready: [OnceLock<Ready>; EngineId::ALL.len()],
    nearest: OnceLock<Nearest>,
    said: OnceLock<HashSet<String>>,
    always: OnceLock<Vec<(String, HashSet<String>)>>,
    saved: OnceLock<f64>,
}

impl Prepared {
    fn of(mut scope: Scope) -> Self {
        let documents = std::mem::take(&mut scope.documents).into();
        Self {
            documents,
            scope,
            ready: std::array::from_fn(|_| OnceLock::new()),
            nearest: OnceLock::new(),
            said: OnceLock::new(),
            always: OnceLock::new(),
            saved: OnceLock::new(),
        }
    }

    /// An engine over these tools.
    pub(super) fn ready(&self, id: EngineId) -> &Ready {
        let place = EngineId::ALL.iter().position(|known| *known == id).unwrap_or_default();
        self.ready[place].get_or_init(|| {
            let engine: Box<dyn Engine> = match id {
                EngineId::ClaudeCode => {
                    let claude_code = ClaudeCode::new(self.scope.version.as_ref());
                    Box::new(match self.scope.searched_cut {
                        Some(cut) => claude_code.cut_at(cut),
                        None => claude_code,
                    })
                }
                _ => engine(id, None),
            };
            let index = engine.index(self.documents.clone());
            Ready { id, engine, index }
        })
    }

    /// What a query that finds little or nothing would wait for besides its engine.
    pub(super) fn for_any_query(&self) {
        self.nearest();
        self.said();
        self.always();
    }

    /// Words of the names, for a query that finds nothing.
    pub(super) fn nearest(&self) -> &Nearest {
        self.nearest.get_or_init(|| Nearest::of(&self.documents))
    }

    /// Every word of the tools that are searched.
    pub(super) fn said(&self) -> &HashSet<String> {
        self.said.get_or_init(|| said_in(&self.documents))
    }

    /// Names of the tools that are always loaded, each with its words.
    pub(super) fn always(&self) -> &[(String, HashSet<String>)] {
        self.always.get_or_init(|| {
            let always = self.documents.iter().filter(|one| one.loading == Loading::Always);
            always
                .map(|one| (one.sent_as.clone(), words(&one.sent_as).into_iter().collect()))
                .collect()
        })
    }
}

impl Workbench {
    /// What a request searches, as the files are now: prepared before, when
    /// nothing it depends on has changed since.
    pub(super) async fn prepared(
        &self,
        request: &wire::SearchRequest,
        tokenizer: TokenizerId,
    ) -> Result<Arc<Prepared>, Problem> {
        let looked = self.look(request).await?;
        let Some(name) = looked.name(request, tokenizer) else {
            return Ok(Arc::new(Prepared::of(self.scope_of(request, looked, tokenizer)?)));
        };
        let found = {
            let kept = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
            kept.iter().find(|(known, _)| *known == name).map(|(_, prepared)| Arc::clone(prepared))
        };
        let prepared = match found {
            Some(prepared) => prepared,
            None => Arc::new(Prepared::of(self.scope_of(request, looked, tokenizer)?)),
        };
        let mut kept = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| *known != name);
        kept.insert(0, (name, Arc::clone(&prepared)));
        kept.truncate(KEPT);
        Ok(prepared)
    }

    /// What loading everything searchable from the start would cost on top of
    /// the names.
    pub(super) fn all_from_the_start(&self, prepared: &Prepared, tokenizer: TokenizerId) -> f64 {
        *prepared.saved.get_or_init(|| {
            let documents = &prepared.documents;
            let deferred: Vec<usize> = (0..documents.len())
                .filter(|place| {
                    documents[*place].is_deferred() && documents[*place].server.is_some()
                })
                .collect();
            let sent = prepared.scope.sent;
            let weighed =
                self.weigher.weigh(tokenizer, sent.shape, &items(documents, &deferred, sent.eager));
            weighed
                .into_iter()
                .flatten()
                .map(|weighed| {
                    let weight = weighed.weight;
                    f64::from(weight.total.get()) - f64::from(weight.if_deferred.get())
                })
                .sum()
        })
    }
}

/// Documents at these places, to be weighed.
pub(super) fn items<'d>(documents: &'d [Document], places: &[usize], cut: Cut) -> Vec<Item<'d>> {
    places
        .iter()
        .map(|place| {
            let document = &documents[*place];
            Item { tool: &document.tool, sent_as: &document.sent_as, cut, server: *place }
        })
        .collect()
}
