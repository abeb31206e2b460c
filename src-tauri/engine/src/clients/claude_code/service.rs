//! Which service the client sends its requests to.

use super::{mode::is_on, settings::Environment};

/// A service that runs the models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// Anthropic's API, or whatever stands behind `ANTHROPIC_BASE_URL`.
    Anthropic,
    /// Amazon Bedrock.
    Bedrock,
    /// Google Vertex AI.
    Vertex,
    /// Microsoft Foundry.
    Foundry,
}

/// Their switches, the one that wins first. Observed in 2.1.332 with two of
/// them on.
const SWITCHES: [(&str, Service); 3] = [
    ("CLAUDE_CODE_USE_BEDROCK", Service::Bedrock),
    ("CLAUDE_CODE_USE_FOUNDRY", Service::Foundry),
    ("CLAUDE_CODE_USE_VERTEX", Service::Vertex),
];

impl Service {
    /// The service in use.
    pub fn of(environment: &Environment) -> Self {
        SWITCHES
            .iter()
            .find(|(name, _)| environment.value(name).is_some_and(is_on))
            .map_or(Self::Anthropic, |(_, service)| *service)
    }
}
