//! The workbench, opened once, in the background.

use plimsoll_engine::{wire::Problem, workbench::Workbench, world::World};
use tokio::sync::OnceCell;

/// The workbench of this process, or why it could not be opened.
///
/// The window appears before the database is open. When opening fails, every
/// command answers with the reason, so that the page can show it.
pub struct Bench {
    world: World,
    opened: OnceCell<Result<Workbench, Problem>>,
}

impl Bench {
    /// Nothing is opened yet.
    pub fn new(world: World) -> Self {
        Self { world, opened: OnceCell::new() }
    }

    /// The world it works in.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The workbench; the first call opens it, the others wait.
    pub async fn get(&self) -> Result<&Workbench, Problem> {
        self.opened
            .get_or_init(|| async {
                Workbench::open(self.world.clone()).await.map_err(|error| {
                    tracing::error!(%error, "the workbench does not open");
                    Problem::from(&error)
                })
            })
            .await
            .as_ref()
            .map_err(Clone::clone)
    }

    /// Ends every running connection.
    pub fn close(&self) {
        if let Some(Ok(workbench)) = self.opened.get() {
            workbench.cancel(None);
        }
    }
}
