//! Labels by number.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// What labels are called, by number: as they were given, in order. Labels that are all whole numbers are in the order
/// of their values, others in that of their letters.
///
/// The number of an edge stands for all that it is labelled: after the labels come numbers for the sets of two and more
/// of them that edges have. So an edge has one number, whatever reads it, and whoever asks for a label asks for all
/// numbers that [have](Self::codes_with) it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    names: Vec<String>,
    /// Sets of two and more labels, ascending, as are the labels of each.
    sets: Vec<Vec<u32>>,
}

impl Dictionary {
    /// The labels `0`, `1`, … below `count`.
    pub fn of_numbers(count: u32) -> Self {
        Dictionary { names: (0..count).map(|number| number.to_string()).collect(), sets: Vec::new() }
    }

    /// Labels in the order of their numbers; none if one is there twice.
    pub(crate) fn from_names(names: Vec<String>) -> Option<Self> {
        let distinct: std::collections::HashSet<&String> = names.iter().collect();
        (distinct.len() == names.len()).then_some(Dictionary { names, sets: Vec::new() })
    }

    /// These labels, with sets of them, which are numbered in their order; none if the sets are not as they must be.
    pub(crate) fn with_sets(self, sets: Vec<Vec<u32>>) -> Option<Self> {
        let known = |label: &u32| (*label as usize) < self.names.len();
        let is_set =
            |set: &Vec<u32>| set.len() > 1 && set.is_sorted_by(|a, b| a < b) && set.iter().all(known);
        let ascend = sets.is_sorted_by(|a, b| a < b);
        (ascend && sets.iter().all(is_set)).then_some(Dictionary { sets, ..self })
    }

    /// These labels, without sets, and more labels after them.
    #[doc(hidden)]
    pub fn with_more(&self, more: impl Iterator<Item = String>) -> Self {
        Dictionary { names: self.names.iter().cloned().chain(more).collect(), sets: Vec::new() }
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

    /// The sets of several labels that edges have, in the order of their numbers, which follow those of the labels.
    pub fn sets(&self) -> &[Vec<u32>] {
        &self.sets
    }

    /// How many numbers there are, of labels and of sets.
    pub fn codes(&self) -> u32 {
        (self.names.len() + self.sets.len()) as u32
    }

    /// The labels that a number stands for: one, or those of a set; none for a number of neither.
    pub fn labels_of(&self, code: u32) -> impl Iterator<Item = u32> + '_ {
        let single = ((code as usize) < self.names.len()).then_some(code);
        let set = (code as usize).checked_sub(self.names.len()).and_then(|place| self.sets.get(place));
        single.into_iter().chain(set.into_iter().flatten().copied())
    }

    /// What the labels are called that a number stands for.
    pub fn names_of(&self, code: u32) -> impl Iterator<Item = &str> + '_ {
        self.labels_of(code).map(|label| self.names[label as usize].as_str())
    }

    /// The numbers that stand for a label, ascending: its own, and those of the sets that have it.
    pub fn codes_with(&self, label: u32) -> impl Iterator<Item = u32> + '_ {
        (0..self.codes()).filter(move |&code| self.labels_of(code).any(|of| of == label))
    }
}

/// Numbers for sets of labels, as [`Dictionary`] has them.
pub(super) struct LabelSets {
    labels: u32,
    sets: Vec<Vec<u32>>,
}

impl LabelSets {
    /// The sets among `given`, each of which ascends, of so many labels.
    pub fn of<'s>(given: impl Iterator<Item = &'s [u32]>, labels: u32) -> Self {
        let mut distinct: BTreeSet<&[u32]> = BTreeSet::new();
        distinct.extend(given.filter(|set| set.len() > 1));
        LabelSets { labels, sets: distinct.into_iter().map(<[u32]>::to_vec).collect() }
    }

    /// The number of one of them, or of a single label.
    pub fn code(&self, set: &[u32]) -> u32 {
        match set {
            [label] => *label,
            set => self.labels + self.sets.partition_point(|known| known.as_slice() < set) as u32,
        }
    }

    pub fn into_sets(self) -> Vec<Vec<u32>> {
        self.sets
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
        let names = entries.into_iter().map(|(name, _)| name).collect();
        (Dictionary { names, sets: Vec::new() }, renumbered)
    }
}
