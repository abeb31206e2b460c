//! ClaudeDesktop: where its files are, what they say, what it would load.

use std::path::{Path, PathBuf};

use super::{Client, ClientId, Installed, Reading, UserSays};
use crate::world::World;

/// See the module.
pub struct ClaudeDesktop;

impl Client for ClaudeDesktop {
    fn id(&self) -> ClientId {
        ClientId::ClaudeDesktop
    }
    fn installed(&self, _: &World) -> Installed {
        Installed::default()
    }
    fn projects(&self, _: &World) -> Vec<PathBuf> {
        Vec::new()
    }
    fn read(&self, _: &World, _: UserSays, _: Option<&Path>) -> Reading {
        todo!()
    }
}
