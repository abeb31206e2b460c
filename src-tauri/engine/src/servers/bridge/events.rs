//! An event stream, read as it comes.
//!
//! The reader of rmcp keeps a long event twice and gives up at a field it does
//! not know, which the standard says to skip. Here an event's data is kept
//! once, as bytes, and on one line: a line break between data fields is white
//! space in JSON.

use bytes::Bytes;
use futures::{Stream, StreamExt as _};

/// One event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// `event`; empty for a message.
    pub name: String,
    /// `data`, on one line.
    pub data: Vec<u8>,
    /// `id`.
    pub id: Option<String>,
    /// `retry`, ms.
    pub retry: Option<u64>,
}

/// The events of a body.
pub(super) struct Events<S> {
    body: S,
    /// What was received and not yet read.
    rest: Bytes,
    parser: Parser,
}

impl<S, E> Events<S>
where
    S: Stream<Item = Result<Bytes, E>> + Unpin,
{
    pub fn new(body: S) -> Self {
        Self { body, rest: Bytes::new(), parser: Parser::default() }
    }

    /// The next event; `None` at the end, an error when the stream broke.
    pub async fn next(&mut self) -> Option<Result<Event, E>> {
        loop {
            if let Some(event) = self.parser.read(&mut self.rest) {
                return Some(Ok(event));
            }
            match self.body.next().await? {
                Ok(chunk) => self.rest = chunk,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

#[derive(Default)]
struct Parser {
    event: Event,
    /// Whether the event has any field.
    begun: bool,
    /// The start of the line, until it is known to be data.
    line: Vec<u8>,
    in_data: bool,
    after_return: bool,
}

impl Parser {
    /// Reads until an event ends, or all there is.
    fn read(&mut self, rest: &mut Bytes) -> Option<Event> {
        while !rest.is_empty() {
            if std::mem::take(&mut self.after_return) && rest[0] == b'\n' {
                let _ = rest.split_to(1);
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let piece = rest.split_to(end.unwrap_or(rest.len()));
            self.take(&piece);
            if end.is_some() {
                self.after_return = rest.split_to(1)[0] == b'\r';
                if let Some(event) = self.end_line() {
                    return Some(event);
                }
            }
        }
        None
    }

    fn take(&mut self, piece: &[u8]) {
        if self.in_data {
            self.event.data.extend_from_slice(piece);
            return;
        }
        self.line.extend_from_slice(piece);
        if self.line.len() > b"data: ".len() && self.line.starts_with(b"data:") {
            self.begin_data();
            self.in_data = true;
        }
    }

    fn begin_data(&mut self) {
        let value = &self.line[b"data:".len()..];
        if !self.event.data.is_empty() {
            self.event.data.push(b' ');
        }
        self.event.data.extend_from_slice(value.strip_prefix(b" ").unwrap_or(value));
        self.begun = true;
        self.line.clear();
    }

    /// What a line was; the event when it was its end.
    fn end_line(&mut self) -> Option<Event> {
        if std::mem::take(&mut self.in_data) {
            return None;
        }
        if self.line.is_empty() {
            return std::mem::take(&mut self.begun).then(|| std::mem::take(&mut self.event));
        }
        if self.line.starts_with(b"data:") {
            self.begin_data();
            return None;
        }
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim_start_matches('\u{feff}');
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
        match field {
            "event" => self.event.name = value,
            "id" if !value.contains('\0') => self.event.id = Some(value),
            "retry" => self.event.retry = value.parse().ok(),
            _ => {
                self.line.clear();
                return None;
            }
        }
        self.begun = true;
        self.line.clear();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(chunks: &[&[u8]]) -> Vec<Event> {
        let mut parser = Parser::default();
        let mut events = Vec::new();
        for chunk in chunks {
            let mut rest = Bytes::copy_from_slice(chunk);
            events.extend(std::iter::from_fn(|| parser.read(&mut rest)));
        }
        events
    }

    #[test]
    fn events_are_read_however_they_are_cut() {
        let message = |data: &str| Event { data: data.into(), ..Event::default() };
        let cases: [(&str, &str, Vec<Event>); 7] = [
            ("a message", "data: {\"a\":1}\n\n", vec![message("{\"a\":1}")]),
            (
                "named, with an id",
                "event: endpoint\nid: 7\nretry: 50\ndata:/m\r\n\r\n",
                vec![Event {
                    name: "endpoint".into(),
                    data: "/m".into(),
                    id: Some("7".into()),
                    retry: Some(50),
                }],
            ),
            ("over several lines", "data: {\ndata: }\n\n", vec![message("{ }")]),
            (
                "comments and unknown fields",
                ": ping\n\nfoo: x\nbar\ndata: y\n\n",
                vec![message("y")],
            ),
            (
                "an id alone",
                "id: 1\ndata:\n\n",
                vec![Event { id: Some("1".into()), ..Event::default() }],
            ),
            ("cut off", "data: x\n\ndata: y\n", vec![message("x")]),
            ("bare returns", "data: x\r\rdata: y\r\r", vec![message("x"), message("y")]),
        ];
        for (why, text, want) in cases {
            assert_eq!(read(&[text.as_bytes()]), want, "{why}");
            let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
            assert_eq!(read(&bytes), want, "{why}, byte by byte");
        }
    }
}
