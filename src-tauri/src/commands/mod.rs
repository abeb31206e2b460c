//! What the page can call: parse, call the workbench, return what it says.

pub mod audit;
pub mod connect;
pub mod files;
pub mod loading;
pub mod projects;
pub mod proof;
pub mod search;
pub mod settings;
