//! There and back.

use proptest::prelude::*;

use super::*;

const BINARY: &str = "/opt/plimsoll";

fn round(raw: &str) -> String {
    let options = ["--defer".to_owned(), "--only".to_owned(), "get_*".to_owned()];
    let wrapped = wrap(raw, Dialect::Jsonc, BINARY, &options).expect(raw);
    assert_eq!(unwrap(&wrapped, Dialect::Jsonc).as_deref(), Ok(raw), "{wrapped}");
    wrapped
}

#[test]
fn an_entry_keeps_its_bytes_behind_the_wrapper() {
    let cases = [
        (
            "on one line",
            r#"{ "command": "npx", "args": ["-y", "x"] }"#,
            r#"{ "command": "/opt/plimsoll", "args": ["wrap", "--defer", "--only", "get_*", "--", "npx", "-y", "x"] }"#,
        ),
        (
            "tight",
            r#"{"command":"npx","args":["-y","x"]}"#,
            r#"{"command":"/opt/plimsoll","args":["wrap","--defer","--only","get_*","--","npx","-y","x"]}"#,
        ),
        (
            "no arguments",
            r#"{"env": {"A": "1"}, "command": "x"}"#,
            r#"{"env": {"A": "1"}, "command": "/opt/plimsoll", "args": ["wrap", "--defer", "--only", "get_*", "--no-args", "--", "x"]}"#,
        ),
        (
            "an empty list",
            r#"{"args": [ ], "command": "x"}"#,
            r#"{"args": ["wrap", "--defer", "--only", "get_*", "--", "x" ], "command": "/opt/plimsoll"}"#,
        ),
        (
            "over lines, with comments and odd spellings",
            "{\n  \"command\" : \"\\u006epx\", // why\n  \"args\": [\n    \"-y\", // yes\n    \"x\",\n  ],\n}",
            "{\n  \"command\" : \"/opt/plimsoll\", // why\n  \"args\": [\n    \"wrap\",\n    \"--defer\",\n    \"--only\",\n    \"get_*\",\n    \"--\",\n    \"\\u006epx\",\n    \"-y\", // yes\n    \"x\",\n  ],\n}",
        ),
        (
            "an address",
            r#"{ "type": "sse", "url": "https://h/\u0061", "headers": { "Authorization": "Bearer ${env:T}" } }"#,
            r#"{ "type": "stdio", "command": "/opt/plimsoll", "args": ["wrap", "--defer", "--only", "get_*", "--sse", "--url", "https://h/\u0061", "--header-env", "Authorization=Authorization"], "env": { "Authorization": "Bearer ${env:T}" } }"#,
        ),
    ];
    for (why, raw, want) in cases {
        assert_eq!(round(raw), want, "{why}");
    }
}

#[test]
fn what_could_not_come_back_is_refused() {
    for (why, raw) in [
        ("no object", "[]"),
        ("neither", r#"{"env": {}}"#),
        ("a command twice", r#"{"command": "a", "command": "b"}"#),
        ("no list", r#"{"command": "a", "args": "b"}"#),
        ("a login of the client", r#"{"url": "u", "auth": {"CLIENT_ID": "c"}}"#),
        ("an address with variables", r#"{"url": "u", "env": {}}"#),
        ("a key spelled oddly", r#"{"\u0075rl": "u"}"#),
    ] {
        assert!(wrap(raw, Dialect::Jsonc, BINARY, &[]).is_err(), "{why}");
    }
    for raw in [r#"{"command": "a"}"#, r#"{"command": "a", "args": ["b"]}"#, "7"] {
        assert!(unwrap(raw, Dialect::Jsonc).is_err(), "{raw}");
    }
}

#[test]
fn an_entry_wrapped_by_hand_comes_back_too() {
    let by_hand =
        r#"{"command": "plimsoll", "args": ["wrap", "--read-only", "--", "npx", "-y", "x"]}"#;
    assert_eq!(
        unwrap(by_hand, Dialect::Strict).as_deref(),
        Ok(r#"{"command": "npx", "args": ["-y", "x"]}"#)
    );
    let gone = repair(by_hand, Dialect::Strict, "/new/plimsoll").expect("an entry");
    assert!(gone.starts_with(r#"{"command": "/new/plimsoll", "args": ["wrap""#), "{gone}");
}

proptest! {
    #[test]
    fn any_layout_comes_back(
        blank in prop::collection::vec(prop::sample::select(vec!["", " ", "\n  ", "\t", " /* c */ ", "// c\n"]), 14),
        args in prop::option::of(prop::collection::vec("[-a-z\u{e9}]{0,4}", 0..4)),
        order in any::<bool>(),
        trailing in any::<bool>(),
    ) {
        let b = |n: usize| blank[n % blank.len()];
        let command = format!("\"command\"{}:{}\"run\"", b(0), b(1));
        let mut members = vec![command];
        if let Some(args) = args {
            let mut list = String::from("[");
            let count = args.len();
            for (place, arg) in args.into_iter().enumerate() {
                list.push_str(b(place + 2));
                list.push_str(&quoted(arg));
                list.push_str(b(place + 5));
                if place + 1 < count || trailing { list.push(','); }
            }
            list.push_str(b(9));
            members.push(format!("\"args\"{}:{}{list}]", b(10), b(11)));
        }
        members.push("\"env\": {\"K\": \"v\"}".to_owned());
        if order { members.reverse(); }
        let raw = format!("{{{}{}{}}}", b(12), members.join(&format!("{},{}", b(13), b(3))), b(4));
        round(&raw);
    }
}
