//! Tokens per part, tool, server and client.
//!
//! A tool passes a [`Shape`] (what this client makes of it), becomes the text
//! that is sent, and is counted part by part. [`Weigher`] does that for many
//! tools at once and remembers the answers; [`sums`] adds them up.

mod cache;
mod json;
mod properties;
mod shape;
pub mod sums;
mod tokenizer;
mod tokens;
mod weigh;
mod weigher;

pub use self::{
    cache::{CacheKey, Known, TokenCache},
    properties::{PropertyWeight, heaviest},
    shape::{Refusal, SentTool, Shape},
    tokenizer::Count,
    tokens::{Band, TokenizerId, Tokens},
    weigh::{Weight, weigh},
    weigher::{Item, Weighed, Weigher},
};
