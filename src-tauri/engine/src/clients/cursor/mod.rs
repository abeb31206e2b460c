//! Cursor: where its files are, what they say, what it would load.

pub mod mirror;
mod paths;

use std::path::{Path, PathBuf};

pub(crate) use self::mirror::folder_name;
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
