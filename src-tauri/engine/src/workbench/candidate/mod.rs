//! Trying servers that no configuration names. Nothing is written by it, and
//! what was tried is forgotten with the process.

mod add;
mod effects;
mod spec;
mod start;
mod weigh;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    path::Path,
    sync::{Arc, MutexGuard, PoisonError},
};

use self::spec::{Offered, What};
use super::{
    Workbench,
    known::Known,
    words::{free_name, problem, show_launch},
};
use crate::{
    catalogue::Catalogue,
    clients::{Entry, Launch, Place, Reading, Scope, Secret, Standing, Stdio},
    search::candidate::{Candidate, missing},
    wire::{self, Problem, ProblemLevel},
};

/// A server that was tried.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub(super) key: String,
    pub(super) name: String,
    source: &'static str,
    /// All it offers; `None` while it was not started or reached.
    catalogue: Option<Arc<Catalogue>>,
    audience: Option<String>,
    failure: Option<Problem>,
    /// What it starts or reaches, for a client's file, or why none can have it.
    candidate: Result<Box<Candidate>, &'static str>,
}

impl Tried {
    /// What it offers to the audience asked for.
    pub(super) fn tools(&self) -> Result<Arc<Catalogue>, Problem> {
        let Some(catalogue) = &self.catalogue else {
            return Err(problem(
                "candidate-not-listed",
                format!("the tools of `{}` are not known", self.name),
                Some("Try it first, and allow it to start."),
            ));
        };
        // A catalogue that never says whom a tool is for hides none.
        let says = catalogue.tools.iter().any(|tool| !tool.audiences().is_empty());
        let Some(audience) = self.audience.as_deref().filter(|_| says) else {
            return Ok(Arc::clone(catalogue));
        };
        let mut seen = Catalogue::clone(catalogue);
        seen.tools.retain(|tool| tool.audiences().contains(&audience));
        Ok(Arc::new(seen))
    }

    /// Adds it to what a client's files say, as an entry for every project.
    pub(super) fn join(
        &self,
        reading: &mut Reading,
        known: &mut HashMap<String, Known>,
    ) -> Result<(), Problem> {
        let entry = self.entry();
        if let Some(launch) = &entry.launch {
            let catalogue = Some(self.tools()?);
            known.insert(launch.key(), Known { catalogue, ..Known::default() });
        }
        reading.entries.push(entry);
        Ok(())
    }

    /// Its entry. What it starts is not looked at any more, so the key stands
    /// for it: an entry that is configured keeps its own catalogue.
    fn entry(&self) -> Entry {
        Entry {
            name: self.name.clone(),
            scope: Scope::User,
            place: Place { file: "candidate".into(), line: 1, column: 1 },
            launch: Some(Launch::Stdio(Stdio {
                command: self.key.clone(),
                args: Vec::new(),
                env: Vec::new(),
                cwd: None,
            })),
            missing_variables: Vec::new(),
            standing: Standing::Active,
        }
    }
}

impl Workbench {
    /// Reads, and when allowed starts or reaches, servers that no configuration
    /// names, and says what they would bring.
    ///
    /// # Errors
    /// A text in which no server can be found; a file that cannot be read.
    pub async fn try_candidate(
        &self,
        request: &wire::CandidateRequest,
    ) -> Result<wire::Candidates, Problem> {
        self.try_candidate_telling(request, &|_| ()).await
    }

    /// As [`Self::try_candidate`], and tells how far each server is: what a
    /// package runner has to install first may take a minute.
    ///
    /// # Errors
    /// As [`Self::try_candidate`].
    pub async fn try_candidate_telling(
        &self,
        request: &wire::CandidateRequest,
        tell: &(dyn Fn(wire::ConnectEvent) + Send + Sync),
    ) -> Result<wire::Candidates, Problem> {
        let tokenizer = self.tokenizer(None).await?;
        let projects: Vec<String> = request.project.iter().cloned().collect();
        let readings = self.read(&[], &projects).await?;
        let mut offered = self.offered(&request.spec, request.file_name.as_deref())?;
        spec::name_apart(&mut offered, &readings);
        if let Some(folder) = &request.project {
            offered.iter_mut().for_each(|one| one.beside(Path::new(folder)));
        }
        let (values, problems) = self.values(&request.env);

        let mut starting = Vec::with_capacity(offered.len());
        for offered in &offered {
            starting.push(self.listed(offered, &values, request, tell));
        }
        let listed = futures::future::join_all(starting).await;
        let known = self.known_for(&readings).await;
        let weighing = self.weighing(&readings, &known, tokenizer);
        let mut candidates = Vec::with_capacity(offered.len());
        for (offered, listed) in offered.iter().zip(listed) {
            let tried = self.keep_tried(offered, listed, request.audience.clone());
            let seen = weighing.of(&tried)?;
            let effects = match &request.tasks {
                Some(sets) if tried.catalogue.is_some() => {
                    Some(self.effects(&tried, &seen.weights, sets, request.project.as_ref()).await?)
                }
                _ => None,
            };
            candidates.push(wire::Candidate {
                key: tried.key.clone(),
                name: tried.name.clone(),
                source: tried.source.to_owned(),
                ask: offered.ask(&values),
                missing: offered.missing(&values),
                not_addable: tried.candidate.as_ref().err().map(ToString::to_string),
                listed: tried.catalogue.is_some(),
                problem: tried.failure.clone(),
                audiences: tried.catalogue.as_deref().map(audiences).unwrap_or_default(),
                tools: seen.tools,
                weights: seen.weights,
                findings: seen.findings,
                effects,
            });
        }
        self.keep_counts().await;
        Ok(wire::Candidates {
            schema: "plimsoll.try/1".to_owned(),
            tokenizer: tokenizer.as_str().to_owned(),
            candidates,
            problems,
        })
    }

    /// Its tools; `None` where they are not known without starting it, and that
    /// was not allowed.
    async fn listed(
        &self,
        offered: &Offered,
        values: &BTreeMap<String, String>,
        request: &wire::CandidateRequest,
        tell: &(dyn Fn(wire::ConnectEvent) + Send + Sync),
    ) -> Option<Result<Arc<Catalogue>, Problem>> {
        match &offered.what {
            What::Tools(catalogue) => Some(Ok(Arc::clone(catalogue))),
            _ if !request.allowed => None,
            _ if !request.only.is_empty() && !request.only.contains(&offered.key) => None,
            _ => {
                let started = self.start(offered, values, request.timeout_ms, tell).await;
                Some(started.map(Arc::new))
            }
        }
    }

    /// Forgets a tried server.
    pub fn forget_candidate(&self, key: &str) {
        self.tried_map().remove(key);
    }

    /// The tried servers of these keys.
    pub(super) fn tried(&self, keys: &[String]) -> Result<Vec<Arc<Tried>>, Problem> {
        let tried = self.tried_map();
        let found = keys.iter().map(|key| {
                tried.get(key).cloned().ok_or_else(|| {
                    problem(
                        "unknown-candidate",
                        format!("nothing was tried under `{key}`"),
                        Some("Try it again: tried servers are forgotten when Plimsoll ends. On the command line, give it once more with --add."),
                    )
                })
            });
        Ok(named_apart(found.collect::<Result<_, _>>()?))
    }

    fn tried_map(&self) -> MutexGuard<'_, HashMap<String, Arc<Tried>>> {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what came of a try; without a new answer an earlier one stays.
    fn keep_tried(
        &self,
        offered: &Offered,
        listed: Option<Result<Arc<Catalogue>, Problem>>,
        audience: Option<String>,
    ) -> Arc<Tried> {
        let mut map = self.tried_map();
        let earlier = map.get(&offered.key).and_then(|tried| tried.catalogue.clone());
        let (catalogue, failure) = match listed {
            Some(Ok(catalogue)) => (Some(catalogue), None),
            Some(Err(failure)) => (None, Some(failure)),
            None => (earlier, None),
        };
        let tried = Arc::new(Tried {
            key: offered.key.clone(),
            name: offered.name.clone(),
            source: offered.source(),
            catalogue,
            audience,
            failure,
            candidate: offered.candidate(),
        });
        map.insert(tried.key.clone(), Arc::clone(&tried));
        tried
    }

    /// The variables of our own environment that a candidate gets.
    fn values(&self, names: &[String]) -> (BTreeMap<String, String>, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut values = BTreeMap::new();
        for name in names {
            match self.world.var(name) {
                Some(value) => {
                    values.insert(name.clone(), value.to_owned());
                }
                None => problems.push(Problem {
                    level: ProblemLevel::Warning,
                    ..problem(
                        "variable-not-set",
                        format!("the variable `{name}` is not set here"),
                        Some("Set it before Plimsoll is started."),
                    )
                }),
            }
        }
        (values, problems)
    }
}

/// Servers tried one by one may have one name; together each needs its own.
fn named_apart(mut tried: Vec<Arc<Tried>>) -> Vec<Arc<Tried>> {
    let mut taken = HashSet::new();
    for one in &mut tried {
        let name = free_name(&one.name, &mut taken);
        if name != one.name {
            *one = Arc::new(Tried { name, ..Tried::clone(one) });
        }
    }
    tried
}

impl Offered {
    fn source(&self) -> &'static str {
        match &self.what {
            What::Tools(_) => "catalogue",
            What::Server(candidate) if matches!(candidate.launch, Launch::Remote(_)) => "address",
            What::Server(_) | What::Bundle { .. } => "command",
        }
    }

    /// What a client's file could have of it.
    fn candidate(&self) -> Result<Box<Candidate>, &'static str> {
        match &self.what {
            What::Server(candidate) => Ok(candidate.clone()),
            What::Tools(_) => Err("a list of tools does not say how its server is started"),
            What::Bundle { .. } => {
                Err("a bundle is installed by Claude Desktop: open the file with it")
            }
        }
    }

    /// Names of variables without a value.
    fn missing(&self, values: &BTreeMap<String, String>) -> Vec<String> {
        match &self.what {
            What::Tools(_) => Vec::new(),
            What::Server(candidate) => missing(&candidate.launch, values),
            What::Bundle { launch, .. } => missing(launch, values),
        }
    }

    /// What it would start or reach.
    fn ask(&self, values: &BTreeMap<String, String>) -> Option<wire::ConsentAsk> {
        let launch = match &self.what {
            What::Tools(_) => return None,
            What::Server(candidate) => &candidate.launch,
            What::Bundle { launch, .. } => launch,
        };
        let names = |pairs: &[(String, Secret)]| -> Vec<String> {
            pairs.iter().map(|(name, _)| name.clone()).collect()
        };
        let (mut variables, headers, starts) = match launch {
            Launch::Stdio(stdio) => (names(&stdio.env), Vec::new(), true),
            Launch::Remote(remote) => (Vec::new(), names(&remote.headers), false),
        };
        if starts {
            for name in values.keys() {
                if !variables.contains(name) {
                    variables.push(name.clone());
                }
            }
        }
        Some(wire::ConsentAsk {
            key: self.key.clone(),
            names: vec![self.name.clone()],
            clients: Vec::new(),
            transport: launch.transport().as_str().to_owned(),
            command: show_launch(launch),
            directory: starts.then(|| "a new empty folder, removed afterwards".to_owned()),
            variables,
            given: Vec::new(),
            headers,
            headers_helper: None,
            file: self.file.clone().unwrap_or_default(),
            line: 1,
            remembered: false,
            because: if starts {
                "It was never started here. It gets an empty home and, of your environment, PATH and the variables named."
            } else {
                "It was never reached from here."
            }
            .to_owned(),
        })
    }
}

fn audiences(catalogue: &Catalogue) -> Vec<String> {
    let named = catalogue.tools.iter().flat_map(|tool| tool.audiences());
    let named: BTreeSet<&str> = named.collect();
    named.into_iter().map(ToOwned::to_owned).collect()
}
