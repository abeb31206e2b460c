//! Servers behind an address: both HTTP transports, headers, and refusals.

use std::time::Duration;

use plimsoll_engine::{
    clients::{Launch, Transport},
    servers::{Failure, Listing, ListingError, Note},
};
use plimsoll_tests::{
    fake::Script,
    remote::{self, Streamable},
    sandbox::Sandbox,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers};

use crate::connect::{connector, request};

pub async fn list(launch: Launch) -> Result<Listing, ListingError> {
    let sandbox = Sandbox::new();
    let mut request = request(&Script::default(), &sandbox.project());
    request.launch = launch;
    connector(&sandbox).list(&request, &CancellationToken::new(), &|_| ()).await
}

fn odd_tools() -> Value {
    json!([{"zeta": 1, "name": "a", "inputSchema": null, "defer_loading": true}, 7, {"name": "b"}])
}

fn plain() -> Streamable {
    Streamable { tools: odd_tools(), events: false, modern: false, probe: None }
}

async fn serve(answers: impl wiremock::Respond + 'static) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(matchers::method("POST")).respond_with(answers).mount(&server).await;
    server
}

#[tokio::test]
async fn answers_are_kept_as_received_in_every_form() {
    let cases = [
        ("JSON", plain(), "2025-11-25"),
        ("an event stream", Streamable { events: true, ..plain() }, "2025-11-25"),
        ("2026-07-28", Streamable { modern: true, ..plain() }, "2026-07-28"),
        (
            "2026-07-28 in an event stream",
            Streamable { modern: true, events: true, ..plain() },
            "2026-07-28",
        ),
        (
            "the probe refused by status",
            Streamable { probe: Some((400, "")), ..plain() },
            "2025-11-25",
        ),
        (
            "the probe refused in words",
            Streamable { probe: Some((404, "no such method")), ..plain() },
            "2025-11-25",
        ),
        (
            "the probe refused under another id",
            Streamable {
                probe: Some((
                    400,
                    r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32000,"message":"no session"}}"#,
                )),
                ..plain()
            },
            "2025-11-25",
        ),
    ];
    for (why, answers, protocol) in cases {
        let server = serve(answers).await;
        let launch = remote::launch(Transport::Http, &server.uri(), &[]);
        let listing = list(launch).await.unwrap_or_else(|error| panic!("{why}: {error:?}"));
        assert_eq!(Value::Array(listing.tools).to_string(), odd_tools().to_string(), "{why}");
        assert_eq!(listing.protocol.as_deref(), Some(protocol), "{why}");
        assert_eq!(listing.notes, [] as [Note; 0], "{why}");
    }
}

#[tokio::test]
async fn every_request_carries_headers_and_session() {
    let server = serve(plain()).await;
    let launch = remote::launch(
        Transport::Http,
        &server.uri(),
        &[("X-Key", "k"), ("Authorization", "Bearer t")],
    );
    list(launch).await.expect("listed");
    let requests = server.received_requests().await.expect("recorded");
    let posts: Vec<_> = requests.iter().filter(|request| request.method == "POST").collect();
    assert_eq!(posts.len(), 4, "discover, initialize, initialized, list");
    for request in &requests {
        let header =
            |name: &str| request.headers.get(name).map(|value| value.to_str().expect("text"));
        assert_eq!(header("x-key"), Some("k"));
        assert_eq!(header("authorization"), Some("Bearer t"));
        assert_eq!(header("user-agent"), Some("claude-code/2.1.332 (cli)"));
    }
    let last = posts[3];
    assert_eq!(last.headers["mcp-session-id"], "session-1");
    assert_eq!(last.headers["mcp-protocol-version"], "2025-11-25");
    assert_eq!(posts[0].headers["mcp-method"], "server/discover");
}

#[tokio::test]
async fn the_older_transport_is_spoken() {
    let url = remote::legacy_sse(odd_tools(), "/message?sessionId=1").await;
    let listing = list(remote::launch(Transport::Sse, &url, &[])).await.expect("listed");
    assert_eq!(Value::Array(listing.tools).to_string(), odd_tools().to_string());

    let elsewhere = remote::legacy_sse(odd_tools(), "http://192.0.2.1/steal").await;
    let error = list(remote::launch(Transport::Sse, &elsewhere, &[])).await.expect_err("refused");
    assert_eq!(error.state, Failure::Unreachable);
    assert!(error.reason.contains("another server"), "{}", error.reason);
}

#[tokio::test]
async fn refusals_say_what_to_do() {
    let page = |status: u16, body: &str| {
        ResponseTemplate::new(status).set_body_raw(body.as_bytes(), "text/html")
    };
    let challenge = ResponseTemplate::new(401).insert_header("www-authenticate", "Bearer");
    let cases = [
        ("a login", challenge, Failure::NeedsLogin, "wants a login"),
        ("a login without a word", page(401, ""), Failure::NeedsLogin, "wants a login"),
        ("a forbidden one", page(403, "no"), Failure::NeedsLogin, "wants a login"),
        (
            "an error page",
            page(500, "<html>Oops</html>"),
            Failure::Unreachable,
            "HTTP 500 Internal Server Error: a web page",
        ),
        (
            "a web page",
            page(200, "<html>Hi</html>"),
            Failure::Unreachable,
            "no protocol message: <html>Hi",
        ),
        (
            "another address",
            page(404, "not here"),
            Failure::Unreachable,
            "HTTP 404 Not Found: not here",
        ),
    ];
    for (why, answer, state, reason) in cases {
        for transport in [Transport::Http, Transport::Sse] {
            let server = MockServer::start().await;
            Mock::given(matchers::any()).respond_with(answer.clone()).mount(&server).await;
            let error = list(remote::launch(transport, &server.uri(), &[])).await.expect_err(why);
            if transport == Transport::Http {
                assert_eq!(error.state, state, "{why}: {error:?}");
                assert!(error.reason.contains(reason), "{why}: {}", error.reason);
            } else {
                let want = if state == Failure::NeedsLogin { state } else { Failure::Unreachable };
                assert_eq!(error.state, want, "{why}: {error:?}");
            }
        }
    }
    let closed = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        format!("http://{}/mcp", listener.local_addr().expect("an address"))
    };
    for transport in [Transport::Http, Transport::Sse] {
        let error = list(remote::launch(transport, &closed, &[])).await.expect_err("nobody there");
        assert_eq!(error.state, Failure::Unreachable, "{error:?}");
    }
    let error = list(remote::launch(Transport::Ws, "ws://127.0.0.1/", &[])).await;
    assert_eq!(error.expect_err("not spoken").state, Failure::Unsupported);
}

#[tokio::test]
async fn a_silent_address_is_not_waited_for_longer_than_allowed() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    let sandbox = Sandbox::new();
    for transport in [Transport::Http, Transport::Sse] {
        let mut request = request(&Script::default(), &sandbox.project());
        request.launch = remote::launch(transport, &url, &[]);
        request.timeouts.start = Duration::from_millis(300);
        let error = connector(&sandbox)
            .list(&request, &CancellationToken::new(), &|_| ())
            .await
            .expect_err("silent");
        assert_eq!(error.state, Failure::NoAnswer);
        assert!(error.after < Duration::from_secs(5), "{:?}", error.after);
    }
}

#[tokio::test]
async fn headers_go_to_no_other_server() {
    let thief = serve(plain()).await;
    for status in [301, 302, 307, 308] {
        let redirect = ResponseTemplate::new(status).insert_header("location", thief.uri());
        let server = serve(redirect).await;
        let launch = remote::launch(Transport::Http, &server.uri(), &[("X-Key", "k")]);
        list(launch).await.expect_err("not followed");
    }
    assert_eq!(thief.received_requests().await.expect("recorded").len(), 0);
}

#[tokio::test]
async fn a_command_may_make_headers() {
    let server = serve(plain()).await;
    let with_helper = |helper: &str| {
        let mut remote = remote::remote(Transport::Http, &server.uri(), &[("X-Key", "written")]);
        remote.headers_helper = Some(helper.to_owned());
        Launch::Remote(remote)
    };
    let helper = r#"printf '{"X-Key": "made", "X-Url": "%s"}' "$CLAUDE_CODE_MCP_SERVER_URL""#;
    list(with_helper(helper)).await.expect("listed");
    let requests = server.received_requests().await.expect("recorded");
    assert_eq!(requests[0].headers["x-key"], "made");
    assert_eq!(requests[0].headers["x-url"], server.uri().as_str());

    let cases = [
        ("it fails", "echo s3cret-token; exit 3", "it ended with exit status: 3"),
        ("it prints no JSON", "echo s3cret-token", "it printed no JSON"),
    ];
    for (why, helper, reason) in cases {
        let error = list(with_helper(helper)).await.expect_err(why);
        assert_eq!(error.state, Failure::HeadersFailed, "{why}");
        assert!(error.reason.contains(reason), "{why}: {}", error.reason);
        assert!(!format!("{error:?}").contains("s3cret"), "{why}: {error:?}");
    }
}
