//! Labels by number.

use rustc_hash::FxHashMap;

/// What labels are called, by number: as they were given, in order. Labels that are all whole numbers are in the order
/// of their values, others in that of their letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    names: Vec<String>,
}

impl Dictionary {
    /// The labels `0`, `1`, … below `count`.
    pub fn of_numbers(count: u32) -> Self {
        Dictionary { names: (0..count).map(|number| number.to_string()).collect() }
    }

    /// Labels in the order of their numbers; none if one is there twice.
    pub(crate) fn from_names(names: Vec<String>) -> Option<Self> {
        let distinct: std::collections::HashSet<&String> = names.iter().collect();
        (distinct.len() == names.len()).then_some(Dictionary { names })
    }

    /// The same with more labels after those that it has.
    pub(crate) fn with_more(&self, more: impl Iterator<Item = String>) -> Self {
        Dictionary { names: self.names.iter().cloned().chain(more).collect() }
    }

    /// How many labels there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The labels in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of a label.
    pub fn code(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|known| known == name).map(|code| code as u32)
    }
}

/// A dictionary to which labels are still added.
#[derive(Debug, Default)]
pub(super) struct Growing {
    codes: FxHashMap<String, u32>,
}

impl Growing {
    /// The label's number for the time being.
    pub fn code(&mut self, name: &str) -> u32 {
        if let Some(&code) = self.codes.get(name) {
            return code;
        }
        let code = self.codes.len() as u32;
        self.codes.insert(name.to_owned(), code);
        code
    }

    /// The dictionary, and for each number so far the one that the label has there.
    pub fn finish(self) -> (Dictionary, Vec<u32>) {
        let mut entries: Vec<(String, u32)> = self.codes.into_iter().collect();
        let numbers: Option<Vec<i64>> = entries.iter().map(|(name, _)| name.parse().ok()).collect();
        match numbers {
            Some(_) => entries.sort_by_key(|(name, _)| (name.parse::<i64>().unwrap_or(0), name.clone())),
            None => entries.sort(),
        }
        let mut renumbered = vec![0; entries.len()];
        for (new, (_, old)) in (0..).zip(&entries) {
            renumbered[*old as usize] = new;
        }
        (Dictionary { names: entries.into_iter().map(|(name, _)| name).collect() }, renumbered)
    }
}
