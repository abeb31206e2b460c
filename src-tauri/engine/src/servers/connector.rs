//! The way into this stage: everything servers have in common, and the calls.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use futures::{Stream, StreamExt, stream};
use tokio_util::sync::CancellationToken;

use super::{Listing, ListingError, ListingRequest, Logins, Progress, remote, stdio};
use crate::clients::Launch;

/// Connects to servers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Connector {
    /// The environment started programs inherit. Values may be secret.
    pub env: Arc<BTreeMap<String, String>>,
    /// One of our programs, which calls [`super::guard::take_over`] first in
    /// `main`; see there. Usually the current executable.
    pub guard: PathBuf,
    /// Where tokens of logins are kept.
    pub logins: Logins,
}

impl Connector {
    /// Starts or reaches one server, lists what it offers and lets it go.
    ///
    /// When this returns, and when it is dropped, a started program and all its
    /// descendants are gone or being ended. A server that offers no tools is no
    /// error.
    pub async fn list(
        &self,
        request: &ListingRequest,
        cancel: &CancellationToken,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Listing, ListingError> {
        match &request.launch {
            Launch::Stdio(program) => stdio::list(self, program, request, cancel, progress).await,
            Launch::Remote(server) => remote::list(self, server, request, cancel, progress).await,
        }
    }

    /// Lists many servers, at most `parallel` at once; results come as they
    /// are ready. Dropping the stream ends everything.
    pub fn list_all<'a, K: Send + Sync + 'a>(
        &'a self,
        requests: Vec<(K, ListingRequest)>,
        parallel: usize,
        cancel: &'a CancellationToken,
        progress: &'a (dyn Fn(&K, Progress) + Send + Sync),
    ) -> impl Stream<Item = (K, Result<Listing, ListingError>)> + Send + 'a {
        stream::iter(requests)
            .map(move |(key, request)| async move {
                let result = self.list(&request, cancel, &|step| progress(&key, step)).await;
                (key, result)
            })
            .buffer_unordered(parallel.max(1))
    }
}
