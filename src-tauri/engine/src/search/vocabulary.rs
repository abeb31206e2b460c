//! Short strings that recur, and where.

use std::collections::HashMap;

use memchr::memmem;

/// Distinct strings and the places that have them, laid out for one sweep: a
/// look for a part of a string is one search in one text, however many there are.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// The strings, each with a line break behind it.
    text: String,
    /// Where each begins.
    starts: Vec<u32>,
    places: Vec<Vec<u32>>,
}

/// A vocabulary while it is collected.
#[derive(Clone, Debug, Default)]
pub struct Collecting {
    places: HashMap<Box<str>, Vec<u32>>,
}

impl Collecting {
    /// Notes that `place` has `text`, a line at most. Places must come in rising
    /// order.
    pub fn add(&mut self, text: &str, place: u32) {
        match self.places.get_mut(text) {
            Some(places) if places.last() == Some(&place) => {}
            Some(places) => places.push(place),
            None => {
                self.places.insert(text.into(), vec![place]);
            }
        }
    }

    /// The whole of it.
    pub fn done(self) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for (string, places) in self.places {
            vocabulary.starts.push(u32::try_from(vocabulary.text.len()).unwrap_or(u32::MAX));
            vocabulary.text.push_str(&string);
            vocabulary.text.push('\n');
            vocabulary.places.push(places);
        }
        vocabulary
    }
}

impl Vocabulary {
    /// The strings that hold `text`, each once, with its places. In no order.
    pub fn holding<'v>(
        &'v self,
        text: &'v str,
    ) -> impl Iterator<Item = (&'v str, &'v [u32])> + use<'v> {
        let finder = memmem::Finder::new(text);
        let mut from = 0;
        std::iter::from_fn(move || {
            // The end of the last string is the end of the text.
            let rest = self.text.as_bytes().get(from..).filter(|rest| !rest.is_empty())?;
            let at = from + finder.find(rest)?;
            let string =
                self.starts.partition_point(|start| *start as usize <= at).checked_sub(1)?;
            let start = self.starts[string] as usize;
            let end =
                self.starts.get(string + 1).map_or(self.text.len(), |next| *next as usize) - 1;
            from = end + 1;
            Some((&self.text[start..end], self.places[string].as_slice()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_strings_lead_to_their_places() {
        let mut collecting = Collecting::default();
        for (place, text) in ["open", "reopen", "open", "close", "", "öffnen"].iter().enumerate() {
            collecting.add(text, u32::try_from(place).expect("few"));
        }
        let vocabulary = collecting.done();
        for (part, want) in [
            ("open", vec![("open", vec![0, 2]), ("reopen", vec![1])]),
            ("clos", vec![("close", vec![3])]),
            ("ff", vec![("öffnen", vec![5])]),
            ("openn", vec![]),
        ] {
            let mut found: Vec<_> =
                vocabulary.holding(part).map(|(held, places)| (held, places.to_vec())).collect();
            found.sort();
            assert_eq!(found, want, "{part}");
        }
        assert_eq!(vocabulary.holding("").count(), 5, "nothing is in every string");
        assert_eq!(Vocabulary::default().holding("x").count(), 0);
    }
}
