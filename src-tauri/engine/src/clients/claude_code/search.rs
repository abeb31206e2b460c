//! Whether this client, so configured, searches for tools at all.

use super::{
    mode::{Asked, asked, is_on},
    rules::DenyRule,
    service::Service,
    settings::{Environment, Settings},
    versions::Rules,
};
use crate::clients::{Cause, Place};

/// How tools that may be deferred are treated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// There is no search: everything loads from the start.
    Off(Cause),
    /// Everything that may be deferred is.
    On(Cause),
    /// Deferred when the deferrable definitions reach the threshold.
    Auto {
        /// In percent of the window.
        percent: u8,
        /// The context window of the model in use, in tokens.
        window: u64,
        /// The client's own deferrable tools with that model, in o200k tokens.
        own: u64,
        /// The setting that asks for it.
        cause: Cause,
    },
    /// Nothing measured says which.
    Unknown(Cause),
}

const SWITCH: &str = "ENABLE_TOOL_SEARCH";
const NO_BETAS: &str = "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS";
const BASE_URL: &str = "ANTHROPIC_BASE_URL";

/// Decides in the client's order: what takes search away comes before what asks for it.
pub fn decide(
    rules: &Rules,
    environment: &Environment,
    settings: &Settings,
    deny: &[DenyRule],
) -> Search {
    let off = |because: String, place: Option<Place>| Search::Off(Cause { because, place });
    if let Some((value, place)) = environment.set(NO_BETAS)
        && is_on(value)
    {
        return off(format!("{NO_BETAS} is on, which turns tool search off."), place);
    }
    if let Some(rule) = deny.iter().find(|rule| rule.takes_own("ToolSearch")) {
        return off(
            format!("The deny rule `{}` takes the search tool away.", rule.text()),
            Some(rule.place.clone()),
        );
    }
    let service = Service::of(environment);
    let model = model(environment, settings);
    if let Some((model, place)) = &model
        && rules.model_is_too_old(model, service)
    {
        let there = if service == Service::Vertex { " on Vertex AI" } else { "" };
        return off(format!("The model {model} cannot use tool search{there}."), place.clone());
    }
    let (value, place) = match environment.set(SWITCH) {
        Some((value, place)) => (value, place),
        None => {
            if service == Service::Vertex && !rules.searches_on_vertex() {
                return off(
                    format!("This version does not search on Vertex AI unless {SWITCH} is set."),
                    None,
                );
            }
            if service == Service::Anthropic
                && !rules.any_base_url()
                && let Some((address, place)) = environment.set(BASE_URL)
                && !is_first_party(address)
            {
                return off(
                    format!("{BASE_URL} is not Anthropic's, and {SWITCH} is not set."),
                    place,
                );
            }
            return Search::On(Cause {
                because: "Claude Code defers MCP tools unless told otherwise.".to_owned(),
                place: None,
            });
        }
    };
    match asked(value) {
        Asked::Eager => off(format!("{SWITCH} turns tool search off."), place),
        Asked::Deferred => {
            Search::On(Cause { because: format!("{SWITCH} turns tool search on."), place })
        }
        // No count left the client for the stand-in, and whatever it was told
        // there changed nothing (2.1.332); on Vertex AI it counts as elsewhere.
        Asked::Auto(_) if service == Service::Bedrock => Search::Unknown(Cause {
            because: format!(
                "{SWITCH} decides by weight, and how Claude Code counts on Bedrock was not seen."
            ),
            place,
        }),
        Asked::Auto(percent) => {
            let model = model.as_ref().map(|(model, _)| model.as_str());
            let because = format!(
                "{SWITCH} defers when the deferrable tools reach {percent} % of the context window."
            );
            Search::Auto {
                percent,
                window: rules.window(model),
                own: rules.deferrable_builtins(model),
                cause: Cause { because, place },
            }
        }
    }
}

/// What the switch itself says.
pub fn asked_for(environment: &Environment) -> Option<String> {
    environment.set(SWITCH).map(|(value, _)| value.to_owned())
}

/// The configured model and where it is set: the variable beats the settings
/// key, and an alias means what the variable of its family says. `None`: none
/// is named, and the client takes its own.
fn model(environment: &Environment, settings: &Settings) -> Option<(String, Option<Place>)> {
    let named = match environment.set("ANTHROPIC_MODEL") {
        Some((model, place)) => Some((model, place)),
        None => {
            settings.first("model").and_then(|(node, _, place)| Some((node.as_str()?, Some(place))))
        }
    };
    let named =
        named.map(|(model, place)| (model.trim(), place)).filter(|(model, _)| !model.is_empty());
    let family = family(named.as_ref().map(|(model, _)| *model));
    let meant = family
        .and_then(|family| environment.set(&format!("ANTHROPIC_DEFAULT_{family}_MODEL")))
        .or(named)?;
    Some((meant.0.to_owned(), meant.1))
}

/// The family of models that an alias means, as the variables spell it; `None`
/// for a model called by its own name. Measured by the model that 2.1.332 asks
/// for: without any it takes the family of Opus.
fn family(model: Option<&str>) -> Option<&'static str> {
    let Some(model) = model else { return Some("OPUS") };
    let alias = model.to_lowercase();
    match alias.strip_suffix("[1m]").unwrap_or(&alias) {
        "opus" | "best" => Some("OPUS"),
        "sonnet" | "opusplan" => Some("SONNET"),
        "haiku" => Some("HAIKU"),
        _ => None,
    }
}

/// Whether an address is the vendor's own API.
pub fn is_first_party(address: &str) -> bool {
    url::Url::parse(address)
        .ok()
        .and_then(|url| url.host_str().map(|host| host == "api.anthropic.com"))
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_means_a_family() {
        for (model, want) in [
            (None, Some("OPUS")),
            (Some("opus"), Some("OPUS")),
            (Some("opus[1m]"), Some("OPUS")),
            (Some("best"), Some("OPUS")),
            (Some("sonnet[1m]"), Some("SONNET")),
            (Some("opusplan"), Some("SONNET")),
            (Some("Haiku"), Some("HAIKU")),
            (Some("claude-opus-4-8"), None),
        ] {
            assert_eq!(family(model), want, "{model:?}");
        }
    }
}
