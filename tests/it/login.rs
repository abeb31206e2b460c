//! The whole login against a fake authorization server: discovery,
//! registration, PKCE, redirect to this machine, token, and listing with it.

use plimsoll_engine::{
    clients::Transport,
    servers::{Failure, Kept, LoginError},
};
use plimsoll_tests::{
    fake::Script,
    remote::{self, Streamable},
    sandbox::Sandbox,
};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use wiremock::{Mock, MockServer, Request, ResponseTemplate, matchers};

use crate::connect::{connector, request};

const TOKEN: &str = "token-of-the-login-0001";

/// A server that lists for a token only, and the one that gives it.
async fn guarded_server() -> MockServer {
    let server = MockServer::start().await;
    let uri = server.uri();
    let json_at = |path: &'static str, body: serde_json::Value| {
        Mock::given(matchers::method("GET"))
            .and(matchers::path(path))
            .respond_with(ResponseTemplate::new(200).set_body_json(body))
    };
    let resource = json!({"resource": format!("{uri}/mcp"), "authorization_servers": [uri]});
    json_at("/.well-known/oauth-protected-resource", resource.clone()).mount(&server).await;
    json_at("/.well-known/oauth-protected-resource/mcp", resource).mount(&server).await;
    let authorization = json!({
        "issuer": uri,
        "authorization_endpoint": format!("{uri}/authorize"),
        "token_endpoint": format!("{uri}/token"),
        "registration_endpoint": format!("{uri}/register"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    });
    json_at("/.well-known/oauth-authorization-server", authorization).mount(&server).await;
    Mock::given(matchers::path("/register"))
        .respond_with(|request: &Request| {
            let asked: serde_json::Value = serde_json::from_slice(&request.body).expect("JSON");
            ResponseTemplate::new(201).set_body_json(json!({
                "client_id": "registered-client",
                "redirect_uris": asked["redirect_uris"],
            }))
        })
        .mount(&server)
        .await;
    Mock::given(matchers::path("/token"))
        .and(matchers::body_string_contains("code=the-code"))
        .and(matchers::body_string_contains("code_verifier="))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({
            "access_token": TOKEN, "token_type": "Bearer", "expires_in": 3600,
        })))
        .mount(&server)
        .await;
    let tools = json!([{"name": "private", "inputSchema": {}}]);
    Mock::given(matchers::path("/mcp"))
        .and(matchers::header("authorization", format!("Bearer {TOKEN}").as_str()))
        .respond_with(Streamable { tools, events: false, modern: false, probe: None })
        .mount(&server)
        .await;
    let challenge =
        format!(r#"Bearer resource_metadata="{uri}/.well-known/oauth-protected-resource/mcp""#);
    Mock::given(matchers::path("/mcp"))
        .respond_with(
            ResponseTemplate::new(401).insert_header("www-authenticate", challenge.as_str()),
        )
        .with_priority(10)
        .mount(&server)
        .await;
    server
}

/// What the user's browser does with the address it is given.
fn browser(address: &str, query: &str) {
    let address = url::Url::parse(address).expect("an address");
    let asked = |name: &str| {
        let pair = address.query_pairs().find(|(key, _)| key == name);
        pair.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    assert_eq!(asked("code_challenge_method"), "S256");
    let redirect = asked("redirect_uri");
    assert!(redirect.starts_with("http://127.0.0.1:"), "{redirect}");
    remote::visit(&format!("{redirect}?{query}&state={}", asked("state")));
}

#[tokio::test]
async fn a_login_opens_the_list() {
    let server = guarded_server().await;
    let sandbox = Sandbox::new();
    let connector = connector(&sandbox);
    let mut request = request(&Script::default(), &sandbox.project());
    request.launch = remote::launch(Transport::Http, &format!("{}/mcp", server.uri()), &[]);
    let cancel = CancellationToken::new();

    let before = connector.list(&request, &cancel, &|_| ()).await.expect_err("not logged in");
    assert_eq!(before.state, Failure::NeedsLogin);

    let denied = connector
        .login(&request.launch, &|address| browser(address, "error=access_denied"), &cancel)
        .await;
    assert!(matches!(denied, Err(LoginError::Denied(_))), "{denied:?}");

    let kept = connector
        .login(&request.launch, &|address| browser(address, "code=the-code"), &cancel)
        .await
        .expect("logged in");
    assert!(matches!(kept, Kept::InMemory(_)), "{kept:?}");

    let listing = connector.list(&request, &cancel, &|_| ()).await.expect("listed");
    assert_eq!(listing.tools[0]["name"], "private");
    assert!(!format!("{:?} {connector:?}", listing.log).contains(TOKEN));

    connector.logins.forget(&request.launch).await;
    let after = connector.list(&request, &cancel, &|_| ()).await.expect_err("forgotten");
    assert_eq!(after.state, Failure::NeedsLogin);
}

#[tokio::test]
async fn a_login_can_be_cancelled() {
    let server = guarded_server().await;
    let sandbox = Sandbox::new();
    let launch = remote::launch(Transport::Http, &format!("{}/mcp", server.uri()), &[]);
    let cancel = CancellationToken::new();
    let result = connector(&sandbox).login(&launch, &|_| cancel.cancel(), &cancel).await;
    assert!(matches!(result, Err(LoginError::Cancelled)), "{result:?}");
}
