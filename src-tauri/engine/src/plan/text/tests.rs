//! What an edit does to a text, by table.

use std::path::Path;

use super::*;

fn at(path: &[&str]) -> Vec<String> {
    path.iter().map(ToString::to_string).collect()
}

fn set(path: &[&str], key: &str, value: &str) -> Step {
    Step::Set { at: at(path), key: key.into(), value: value.into() }
}

fn remove(path: &[&str], key: &str) -> Step {
    Step::Remove { at: at(path), key: key.into() }
}

fn include(path: &[&str], key: &str, element: &str) -> Step {
    Step::Include { at: at(path), key: key.into(), element: element.into() }
}

fn exclude(path: &[&str], key: &str, element: &str) -> Step {
    Step::Exclude { at: at(path), key: key.into(), element: element.into() }
}

#[test]
fn an_edit_changes_what_it_names_and_nothing_else() {
    let always = || set(&["mcpServers", "git"], "alwaysLoad", "true");
    let rule = || include(&["permissions"], "deny", "\"mcp__a__b\"");
    let once = |key: &str, element: &str| Step::Once {
        at: at(&[]),
        key: key.into(),
        element: element.into(),
    };
    let strict: [(&str, &str, Step, &str); 23] = [
        (
            "of equal elements the first stays",
            "{\n  \"a\": [\n    1,\n    2,\n    1,\n    1\n  ]\n}",
            once("a", "1"),
            "{\n  \"a\": [\n    1,\n    2\n  ]\n}",
        ),
        ("and one alone is left alone", "{\"a\":[ 1 ]}", once("a", "1"), "{\"a\":[ 1 ]}"),
        (
            "a key goes last, in the indentation of its neighbours",
            "{\n  \"mcpServers\": {\n    \"git\": {\n      \"command\": \"x\"\n    }\n  }\n}",
            always(),
            "{\n  \"mcpServers\": {\n    \"git\": {\n      \"command\": \"x\",\n      \"alwaysLoad\": true\n    }\n  }\n}",
        ),
        (
            "tabs, Windows line ends, number spelling and a final line end stay",
            "{\r\n\t\"n\": 1.50e3,\r\n\t\"mcpServers\": {\r\n\t\t\"git\": {\r\n\t\t\t\"command\": \"x\"\r\n\t\t}\r\n\t}\r\n}\r\n",
            always(),
            "{\r\n\t\"n\": 1.50e3,\r\n\t\"mcpServers\": {\r\n\t\t\"git\": {\r\n\t\t\t\"command\": \"x\",\r\n\t\t\t\"alwaysLoad\": true\r\n\t\t}\r\n\t}\r\n}\r\n",
        ),
        (
            "a byte order mark stays",
            "\u{feff}{\n  \"mcpServers\": {\n    \"git\": {\n    }\n  }\n}",
            always(),
            "\u{feff}{\n  \"mcpServers\": {\n    \"git\": {\n      \"alwaysLoad\": true\n    }\n  }\n}",
        ),
        (
            "a one-line entry stays on its line",
            "{\n  \"mcpServers\": {\n    \"git\": { \"command\": \"x\" },\n    \"b\": {}\n  }\n}",
            always(),
            "{\n  \"mcpServers\": {\n    \"git\": { \"command\": \"x\", \"alwaysLoad\": true },\n    \"b\": {}\n  }\n}",
        ),
        (
            "a minified file stays minified",
            "{\"mcpServers\":{\"git\":{\"command\":\"x\"}}}",
            always(),
            "{\"mcpServers\":{\"git\":{\"command\":\"x\",\"alwaysLoad\":true}}}",
        ),
        (
            "a value that changes changes in place",
            "{\"mcpServers\":{\"git\":{\"alwaysLoad\" : false , \"command\":\"x\"}}}",
            always(),
            "{\"mcpServers\":{\"git\":{\"alwaysLoad\" : true , \"command\":\"x\"}}}",
        ),
        (
            "a value that says so already keeps its bytes",
            "{ \"mcpServers\" : {\"git\":{\"alwaysLoad\" :true}}}\n\n",
            always(),
            "{ \"mcpServers\" : {\"git\":{\"alwaysLoad\" :true}}}\n\n",
        ),
        (
            "a key written with an escape is the same key",
            "{\"mcpServers\":{\"g\\u0069t\":{\"a\":1}}}",
            always(),
            "{\"mcpServers\":{\"g\\u0069t\":{\"a\":1,\"alwaysLoad\":true}}}",
        ),
        (
            "a list grows as it is laid out: on lines",
            "{\n  \"permissions\": {\n    \"deny\": [\n      \"x\"\n    ]\n  }\n}",
            rule(),
            "{\n  \"permissions\": {\n    \"deny\": [\n      \"x\",\n      \"mcp__a__b\"\n    ]\n  }\n}",
        ),
        (
            "a list grows as it is laid out: on one line",
            "{\n  \"permissions\": {\n    \"deny\": [\"x\"]\n  }\n}",
            rule(),
            "{\n  \"permissions\": {\n    \"deny\": [\"x\", \"mcp__a__b\"]\n  }\n}",
        ),
        (
            "an empty list is spread as the client spreads it",
            "{\n  \"permissions\": {\n    \"deny\": []\n  }\n}",
            rule(),
            "{\n  \"permissions\": {\n    \"deny\": [\n      \"mcp__a__b\"\n    ]\n  }\n}",
        ),
        (
            "missing objects and lists are created as the client would write them",
            "{\n  \"model\": \"m\"\n}\n",
            rule(),
            "{\n  \"model\": \"m\",\n  \"permissions\": {\n    \"deny\": [\n      \"mcp__a__b\"\n    ]\n  }\n}\n",
        ),
        (
            "an empty object on a line of its own is spread",
            "{\n  \"permissions\": {}\n}",
            rule(),
            "{\n  \"permissions\": {\n    \"deny\": [\n      \"mcp__a__b\"\n    ]\n  }\n}",
        ),
        (
            "an empty file is created in the client's format",
            "",
            rule(),
            "{\n  \"permissions\": {\n    \"deny\": [\n      \"mcp__a__b\"\n    ]\n  }\n}",
        ),
        (
            "a one-line file stays on its line",
            "{\"a\": 1}",
            rule(),
            "{\"a\": 1, \"permissions\": {\"deny\": [\"mcp__a__b\"]}}",
        ),
        (
            "an element that is there already is not repeated",
            "{\"permissions\":{\"deny\":[ \"mcp__a__b\"]}}",
            rule(),
            "{\"permissions\":{\"deny\":[ \"mcp__a__b\"]}}",
        ),
        (
            "the last key goes with the comma before it",
            "{\n  \"a\": 1,\n  \"b\": 2\n}",
            remove(&[], "b"),
            "{\n  \"a\": 1\n}",
        ),
        (
            "the first key goes with the comma behind it",
            "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}",
            remove(&[], "a"),
            "{\r\n  \"b\": 2\r\n}",
        ),
        (
            "a key in the middle of a line",
            "{\"a\": 1, \"b\": 2, \"c\": 3}",
            remove(&[], "b"),
            "{\"a\": 1, \"c\": 3}",
        ),
        (
            "an element in the middle of a line, twice",
            "{\"l\": [\"a\", \"b\", \"b\", \"c\"]}",
            exclude(&[], "l", "\"b\""),
            "{\"l\": [\"a\", \"c\"]}",
        ),
        (
            "what is not there need not be removed",
            "{\n\n\"a\":1}",
            exclude(&["x", "y"], "l", "\"b\""),
            "{\n\n\"a\":1}",
        ),
    ];
    for (why, before, step, want) in strict {
        let got = edit(Path::new("f.json"), Some(before), Dialect::Strict, &[step]);
        assert_eq!(got.expect(why), want, "{why}");
    }
}

#[test]
fn comments_stay_where_a_client_accepts_them() {
    let cases: [(&str, &str, Step, &str); 3] = [
        (
            "a comment behind the last value, and a trailing comma",
            "// mine\n{\n  \"mcpServers\": {\n    // the good one\n    \"git\": {\n      \"command\": \"x\", // why\n    },\n  },\n}\n",
            set(&["mcpServers", "git"], "cwd", "\"/\""),
            "// mine\n{\n  \"mcpServers\": {\n    // the good one\n    \"git\": {\n      \"command\": \"x\", // why\n      \"cwd\": \"/\",\n    },\n  },\n}\n",
        ),
        (
            "a comment without a comma before it",
            "{\n  \"a\": 1 // one\n}",
            set(&[], "b", "2"),
            "{\n  \"a\": 1, // one\n  \"b\": 2\n}",
        ),
        (
            "the comment above a removed key belongs to somebody else",
            "{\n  // about a\n  \"a\": 1,\n  // about b\n  \"b\": 2\n}",
            remove(&[], "a"),
            "{\n  // about a\n  // about b\n  \"b\": 2\n}",
        ),
    ];
    for (why, before, step, want) in cases {
        let got = edit(Path::new("f.json"), Some(before), Dialect::Jsonc, &[step]);
        assert_eq!(got.expect(why), want, "{why}");
    }
}

#[test]
fn what_is_odd_is_refused_with_its_line() {
    let cases: [(&str, &str, Step, u32); 7] = [
        ("a comment in strict JSON", "{ // x\n}", set(&[], "a", "1"), 1),
        ("a trailing comma in strict JSON", "{\n\"a\":1,\n}", set(&[], "b", "1"), 2),
        ("a list at the root", "\n[]", set(&[], "a", "1"), 2),
        ("a list where an object belongs", "{\n\"a\":[]}", set(&["a"], "b", "1"), 2),
        ("an object where a list belongs", "{\n\"a\":{}}", include(&[], "a", "1"), 2),
        ("a duplicate on the way", "{\"a\":{},\n\"a\":{}}", set(&["a"], "b", "1"), 2),
        ("a duplicate at the end", "{\"a\":1,\n\n\"a\":2}", remove(&[], "a"), 3),
    ];
    for (why, before, step, line) in cases {
        let error =
            edit(Path::new("f.json"), Some(before), Dialect::Strict, &[step]).expect_err(why);
        assert_eq!(error.place().expect(why).line, line, "{why}");
    }
    let elsewhere = "{\"x\":1,\"x\":2,\"a\":{}}";
    let got = edit(Path::new("f"), Some(elsewhere), Dialect::Strict, &[set(&["a"], "b", "1")]);
    assert_eq!(got.expect("fine"), "{\"x\":1,\"x\":2,\"a\":{\"b\":1}}", "a duplicate elsewhere");
}

#[test]
fn what_was_taken_out_comes_back_as_it_was() {
    let raw = "{\n      \"command\" : \"x\",\n\n      \"args\": [ 1.0 ]\n    }";
    let before = format!(
        "{{\n  \"mcpServers\": {{\n    \"a\": 1,\n    \"b\": {raw},\n    \"c\": {{}}\n  }}\n}}"
    );
    let out = edit(Path::new("f"), Some(&before), Dialect::Strict, &[remove(&["mcpServers"], "b")])
        .expect("removes");
    let put = |behind: Option<&str>| Step::Put {
        at: at(&["mcpServers"]),
        key: "b".into(),
        raw: raw.into(),
        behind: behind.map(ToOwned::to_owned),
    };
    let back = edit(Path::new("f"), Some(&out), Dialect::Strict, &[put(Some("a"))]);
    assert_eq!(back.expect("puts"), before);
    let last = edit(Path::new("f"), Some(&out), Dialect::Strict, &[put(Some("gone"))]);
    assert!(last.expect("puts").ends_with("]\n    }\n  }\n}"), "its neighbour has gone: last");
}

/// Many rules are one edit of their list; the bytes are those of one edit each.
#[test]
fn many_elements_go_in_and_out_as_one_by_one() {
    let layouts = [
        "{}",
        "{\n}",
        "{\"p\": {\"deny\": []}}",
        "{\"p\":{\"deny\":[\"x\"]}}",
        "{\"p\": {\"deny\": [\"x\", \"t2\"]}}",
        "{\n  \"p\": {\n    \"deny\": [\n      \"x\",\n      \"t2\"\n    ]\n  }\n}",
        "{\r\n\t\"p\": {\r\n\t\t\"deny\": []\r\n\t}\r\n}\r\n",
    ];
    let steps = |make: fn(&[&str], &str, &str) -> Step| -> Vec<Step> {
        ["\"t1\"", "\"t2\"", "{\"a\": 1}", "\"t3\"", "\"t1\"", "\"\\u0074\""]
            .iter()
            .map(|element| make(&["p"], "deny", element))
            .collect()
    };
    for text in layouts {
        let run = |text: &str, steps: &[Step]| {
            edit(Path::new("f"), Some(text), Dialect::Strict, steps).expect("editable")
        };
        for makes in [include as fn(&[&str], &str, &str) -> Step, exclude] {
            let steps = steps(makes);
            let (mut single, mut texts) = (text.to_owned(), text.to_owned());
            for step in &steps {
                single = run(&single, std::slice::from_ref(step));
            }
            let together = run(text, &steps);
            assert_eq!(together, single, "{text}");
            // Texts alone take the way of the long list.
            let only: Vec<Step> = steps
                .iter()
                .filter(|step| step.element().is_some_and(|e| e.starts_with('"')))
                .cloned()
                .collect();
            for step in &only {
                texts = run(&texts, std::slice::from_ref(step));
            }
            assert_eq!(run(text, &only), texts, "{text}");
        }
    }
}
