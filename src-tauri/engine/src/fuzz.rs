//! What property tests of parsers share: odd texts, and a clock that ends a hang.

use std::{io::Write as _, sync::mpsc, time::Duration};

use proptest::prelude::*;

/// Longer than any test here takes on a busy machine.
const HANG: Duration = Duration::from_mins(2);

/// `few` cases; as many as `PROPTEST_CASES` says where it is set.
pub fn cases(few: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => config,
        None => ProptestConfig { cases: few, ..config },
    }
}

/// Ends the test program if it is not dropped in time: a parser that hangs
/// cannot be stopped from within.
pub struct Watch(mpsc::Sender<()>);

impl Watch {
    /// Watches what happens from now on; `input` is what is shown if it hangs.
    pub fn over(input: String) -> Self {
        let (over, ended) = mpsc::channel();
        std::thread::spawn(move || {
            if ended.recv_timeout(HANG) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = writeln!(std::io::stderr(), "hangs on {input}");
                std::process::abort();
            }
        });
        Self(over)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

/// Any bytes.
pub fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

/// A cut and a splice at any two places of a text.
pub fn mutated(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    (0..text.len(), 0..text.len(), prop::collection::vec(any::<u8>(), 0..6)).prop_map(
        move |(from, to, insert)| {
            let (from, to) = (from.min(to), from.max(to));
            [&text.as_bytes()[..from], &insert, &text.as_bytes()[to..]].concat()
        },
    )
}

/// JSON made of the words a parser looks for.
pub fn json(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let word = prop::sample::select(words);
    let spelled = |word: &str| serde_json::Value::from(word).to_string();
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        word.clone().prop_map(spelled),
    ];
    leaf.prop_recursive(6, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|elements| format!("[{}]", elements.join(","))),
            prop::collection::vec((word.clone(), inner), 0..6).prop_map(move |members| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, value)| format!("{}:{value}", spelled(key)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// What a file may hold: bytes, JSON of these words, a text damaged somewhere.
pub fn file(words: &'static [&'static str], valid: &'static str) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => bytes(),
        3 => json(words).prop_map(String::into_bytes),
        3 => mutated(valid),
    ]
}
