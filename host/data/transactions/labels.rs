//! Labels as small numbers: a dictionary that keeps what the input called them.

use rustc_hash::FxHashMap;

use super::Names;

/// The labels of a database, in ascending order: as numbers when all of them are integers, else as text.
///
/// A label's id is its place in this order, so comparing ids compares labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    names: Names,
    numeric: bool,
}

impl Labels {
    /// Whether all labels are integers.
    pub fn is_numeric(&self) -> bool {
        self.numeric
    }

    /// The number of distinct labels.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What the input called label `id`.
    ///
    /// # Panics
    /// If there is no such label.
    pub fn name(&self, id: u32) -> &str {
        self.names.get(id as usize)
    }

    /// The id of the label called `name`.
    pub fn id(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|known| known == name).map(|id| id as u32)
    }

    /// All labels, by id.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter()
    }
}

/// Numbers below this, written plainly, are looked up in a table instead of a hash map.
const SMALL: usize = 1000;
const UNSEEN: u32 = u32::MAX;

/// Gives labels numbers in order of appearance while a part of a file is read.
#[derive(Debug)]
pub(super) struct LabelInterner {
    names: Names,
    small: Box<[u32]>,
    others: FxHashMap<Box<str>, u32>,
}

impl Default for LabelInterner {
    fn default() -> Self {
        LabelInterner {
            names: Names::default(),
            small: vec![UNSEEN; SMALL].into(),
            others: FxHashMap::default(),
        }
    }
}

impl LabelInterner {
    /// The number of `name`, new or known.
    pub(super) fn intern(&mut self, name: &str) -> u32 {
        if let Some(value) = small_number(name.as_bytes()) {
            let slot = &mut self.small[value];
            if *slot == UNSEEN {
                *slot = self.names.len() as u32;
                self.names.push(name);
            }
            return *slot;
        }
        if let Some(&id) = self.others.get(name) {
            return id;
        }
        let id = self.names.len() as u32;
        self.names.push(name);
        self.others.insert(name.into(), id);
        id
    }

    /// How many labels have numbers.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Forgets all labels but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        for id in count..self.names.len() {
            let name = self.names.get(id);
            match small_number(name.as_bytes()) {
                Some(value) => self.small[value] = UNSEEN,
                None => drop(self.others.remove(name)),
            }
        }
        self.names.truncate(count);
    }
}

/// The value of a number below [`SMALL`] that is written without sign or leading zeros.
fn small_number(name: &[u8]) -> Option<usize> {
    match *name {
        [a @ b'0'..=b'9'] => Some((a - b'0').into()),
        [a @ b'1'..=b'9', b @ b'0'..=b'9'] => Some(usize::from(a - b'0') * 10 + usize::from(b - b'0')),
        [a @ b'1'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9'] => {
            Some(usize::from(a - b'0') * 100 + usize::from(b - b'0') * 10 + usize::from(c - b'0'))
        }
        _ => None,
    }
}

/// One dictionary for the labels of all parts, and for each part the new id of each of its numbers.
pub(super) fn unite<'i>(parts: impl Iterator<Item = &'i LabelInterner> + Clone) -> (Labels, Vec<Vec<u32>>) {
    let mut all: Vec<&str> = parts.clone().flat_map(|part| part.names.iter()).collect();
    let numeric = all.iter().all(|name| name.parse::<i64>().is_ok());
    if numeric {
        // Ties are different spellings of one number, such as 1 and 01: they stay different labels.
        all.sort_unstable_by_key(|name| (name.parse::<i64>().expect("checked above"), *name));
    } else {
        all.sort_unstable();
    }
    all.dedup();
    let ids: FxHashMap<&str, u32> = all.iter().enumerate().map(|(id, name)| (*name, id as u32)).collect();
    let maps = parts.map(|part| part.names.iter().map(|name| ids[name]).collect()).collect();
    (Labels { names: all.into_iter().collect(), numeric }, maps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interned(names: &[&str]) -> LabelInterner {
        let mut interner = LabelInterner::default();
        names.iter().for_each(|name| {
            interner.intern(name);
        });
        interner
    }

    #[test]
    fn numbers_sort_as_numbers_and_text_as_text() {
        let (labels, maps) = unite([interned(&["10", "9", "-3", "9"]), interned(&["1234", "10"])].iter());
        assert_eq!(labels.iter().collect::<Vec<_>>(), ["-3", "9", "10", "1234"]);
        assert_eq!(maps, [vec![2, 1, 0], vec![3, 2]]);
        let (labels, maps) = unite([interned(&["C", "10", "9"]), interned(&["Br", "C"])].iter());
        assert_eq!(labels.iter().collect::<Vec<_>>(), ["10", "9", "Br", "C"]);
        assert_eq!(maps, [vec![3, 0, 1], vec![2, 3]]);
    }

    #[test]
    fn each_spelling_is_a_label() {
        let mut interner = LabelInterner::default();
        let ids: Vec<u32> =
            ["7", "07", "70", "700", "7000", "7"].iter().map(|name| interner.intern(name)).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4, 0]);
    }
}
