//! The workbench, opened once, in the background.

use plimsoll_engine::{workbench::Workbench, world::World};
use tokio::sync::OnceCell;

/// The workbench of this process.
///
/// The window appears before the database is open.
pub struct Bench {
    world: World,
    opened: OnceCell<Workbench>,
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
    pub async fn get(&self) -> &Workbench {
        self.opened
            .get_or_init(|| async {
                // This program guards the servers it starts; see `main`.
                let guard = std::env::current_exe().unwrap_or_default();
                Workbench::open(self.world.clone(), guard).await
            })
            .await
    }

    /// Ends every running connection.
    pub fn close(&self) {
        if let Some(workbench) = self.opened.get() {
            workbench.cancel(None);
        }
    }
}
