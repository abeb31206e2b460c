//! The workbench, opened once, in the background.

use std::{env, path::PathBuf};

use plimsoll_engine::{workbench::Workbench, world::World};
use tokio::sync::OnceCell;

/// The workbench of this process. The window appears before its database is open.
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
        let open = || async {
            // A write that another process did not live to finish is seen to first.
            Workbench::open(self.world.clone(), guard()).await.recovered().await
        };
        self.opened.get_or_init(open).await
    }

    /// Ends every running connection, and a proof that runs.
    pub fn close(&self) {
        if let Some(workbench) = self.opened.get() {
            workbench.cancel(None);
            workbench.cancel_proof();
        }
    }
}

/// The program that guards started servers: the terminal twin beside this
/// program, which starts faster because it loads no webview, else this program.
fn guard() -> PathBuf {
    let here = env::current_exe().unwrap_or_default();
    let twin = here.with_file_name("plimsoll").with_extension(env::consts::EXE_EXTENSION);
    if twin.is_file() { twin } else { here }
}
