//! Cursor: where its files are, what they say, what it would load.

use std::path::{Path, PathBuf};

use super::{Client, ClientId, Installed, Reading};
use crate::world::World;

/// See the module.
pub struct Cursor;

impl Client for Cursor {
    fn id(&self) -> ClientId {
        ClientId::Cursor
    }
    fn installed(&self, _: &World) -> Installed {
        Installed::default()
    }
    fn projects(&self, _: &World) -> Vec<PathBuf> {
        Vec::new()
    }
    fn read(&self, _: &World, _: Option<&Path>) -> Reading {
        todo!()
    }
}
