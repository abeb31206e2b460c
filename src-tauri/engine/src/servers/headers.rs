//! The headers of a remote server: written ones, and those a command makes.

use std::time::Duration;

use http::{HeaderName, HeaderValue};

use super::{Connector, ListingRequest, LogKind, log::Log};
use crate::clients::Remote;

/// How long the command may take. The documentation of Claude Code says 10 s.
const PATIENCE: Duration = Duration::from_secs(10);

/// Headers to send, in order; later ones of the same name replace earlier ones.
pub(super) type Headers = Vec<(HeaderName, HeaderValue)>;

/// All headers of a remote server. Runs its helper, when it has one.
///
/// # Errors
/// What is wrong, in one sentence without any value.
pub(super) async fn all(
    connector: &Connector,
    remote: &Remote,
    request: &ListingRequest,
    log: &Log,
) -> Result<Headers, String> {
    let mut headers = Vec::new();
    for (name, value) in &remote.headers {
        add(&mut headers, name, value.expose())?;
    }
    if let Some(helper) = &remote.headers_helper {
        log.add(LogKind::Note, "running the command that makes headers");
        let run = request.helper.run(helper, remote, connector, &request.announce);
        let printed = tokio::time::timeout(PATIENCE, run)
            .await
            .map_err(|_| format!("it did not end within {} s", PATIENCE.as_secs()))??;
        for (name, value) in parse(&printed)? {
            log.learn(&value);
            if let Some((_, token)) = value.split_once(' ') {
                log.learn(token);
            }
            add(&mut headers, &name, &value)?;
        }
    }
    Ok(headers)
}

fn add(headers: &mut Headers, name: &str, value: &str) -> Result<(), String> {
    let name = HeaderName::try_from(name)
        .map_err(|_| format!("`{}` is no header name", name.escape_debug()))?;
    let mut value = HeaderValue::try_from(value).map_err(|_| {
        format!("the value of the header `{name}` has characters no header may have")
    })?;
    value.set_sensitive(true);
    headers.retain(|(earlier, _)| *earlier != name);
    headers.push((name, value));
    Ok(())
}

/// A JSON object whose values are texts.
fn parse(printed: &str) -> Result<Vec<(String, String)>, String> {
    let value: serde_json::Value =
        serde_json::from_str(printed).map_err(|_| "it printed no JSON".to_owned())?;
    let object = value.as_object().ok_or("it printed JSON, but no object")?;
    object
        .iter()
        .map(|(name, value)| match value.as_str() {
            Some(text) => Ok((name.clone(), text.to_owned())),
            None => Err(format!("the value of `{}` is no text", name.escape_debug())),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_object_of_texts_gives_headers() {
        let cases = [
            ("two headers", r#"{"A": "1", "B": "x y"}"#, Ok(2)),
            ("none", "{}\n", Ok(0)),
            ("no JSON", "Bearer x", Err("it printed no JSON")),
            ("nothing", "", Err("it printed no JSON")),
            ("a list", "[]", Err("it printed JSON, but no object")),
            ("a number", r#"{"A": 1}"#, Err("the value of `A` is no text")),
        ];
        for (why, printed, want) in cases {
            assert_eq!(
                parse(printed).map(|headers| headers.len()),
                want.map_err(String::from),
                "{why}"
            );
        }
    }

    #[test]
    fn later_headers_replace_earlier_ones() {
        let mut headers = Headers::new();
        assert!(add(&mut headers, "X-Key", "old").is_ok());
        assert!(add(&mut headers, "x-key", "new").is_ok());
        assert_eq!(headers.len(), 1);
        assert_eq!(headers[0].1, "new");
        let fault = add(&mut headers, "X Key", "v").expect_err("a blank in a name");
        assert_eq!(fault, "`X Key` is no header name");
        let fault = add(&mut headers, "X-Key", "s3cret\n").expect_err("a line break in a value");
        assert!(!fault.contains("s3cret"), "{fault}");
    }
}
