//! Short strings that recur, and where.

use std::collections::HashMap;

/// Distinct strings and the places that have them: one look at a string serves
/// every place it stands in.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    places: HashMap<Box<str>, Vec<u32>>,
}

impl Vocabulary {
    /// Notes that `place` has `text`. Places must come in rising order.
    pub fn add(&mut self, text: &str, place: u32) {
        match self.places.get_mut(text) {
            Some(places) if places.last() == Some(&place) => {}
            Some(places) => places.push(place),
            None => {
                self.places.insert(text.into(), vec![place]);
            }
        }
    }

    /// The strings that hold `text`, each with its places. In no order.
    pub fn holding<'v>(
        &'v self,
        text: &str,
    ) -> impl Iterator<Item = (&'v str, &'v [u32])> + use<'v> {
        let text = text.to_owned();
        self.places
            .iter()
            .filter(move |(held, _)| held.contains(&text))
            .map(|(held, places)| (&**held, places.as_slice()))
    }
}
