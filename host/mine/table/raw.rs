//! Patterns as rows tell them: with their vertices in the order in which they were added.

use motherlode_device::kernels::table::codes::join_bits;

use super::TableError;
use crate::graph::attributes::Dictionary;
use crate::pattern::Pattern;

/// The pattern of some rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawPattern {
    /// The label of the vertex at each place; 0 if there are none.
    labels: Vec<u32>,
    /// The places that edges join.
    edges: Vec<(usize, usize)>,
}

/// How the keys of a level are made up (see `motherlode_device::kernels::table::codes`).
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyShape {
    /// Levels up to this one.
    pub levels: u32,
    /// Whether the table has edges.
    pub edges: bool,
    /// Bits of a label.
    pub label_bits: u32,
}

impl KeyShape {
    /// Refuses keys that would pass 64 bits, where the level before has so many patterns; one number is left for a
    /// place without a key.
    pub fn check(self, parents: usize) -> Result<(), TableError> {
        let parent_bits = u64::BITS - (parents as u64).leading_zeros();
        let bits = parent_bits + join_bits(self.levels, self.edges) + self.label_bits;
        if bits < u64::BITS { Ok(()) } else { Err(TableError::TooManyPatterns) }
    }

    /// The pattern of a key, whose rows extend rows of `parents` by their code.
    pub fn pattern(self, key: u64, parents: &[RawPattern]) -> RawPattern {
        let label = (key & ((1 << self.label_bits) - 1)) as u32;
        if self.levels == 1 {
            return RawPattern { labels: vec![label], edges: Vec::new() };
        }
        let (key, bits) = (key >> self.label_bits, join_bits(self.levels, self.edges));
        let join = key & ((1 << bits) - 1);
        let mut pattern = parents[(key >> bits) as usize].clone();
        let new = pattern.labels.len();
        if self.edges {
            let (from, to) = ((join & 0xf) as usize, (join >> 4) as usize);
            pattern.edges.push((from, to));
            if to < new {
                return pattern;
            }
        } else {
            pattern.edges.extend((0..new).filter(|place| join >> place & 1 == 1).map(|place| (place, new)));
        }
        pattern.labels.push(label);
        pattern
    }
}

impl RawPattern {
    /// How many vertices it has.
    pub fn vertices(&self) -> usize {
        self.labels.len()
    }

    /// What isomorphic patterns have in common, and most others do not: for each vertex its label and degree, and those
    /// of its neighbours.
    pub fn invariant(&self) -> Vec<(u32, u32, u64)> {
        let degree = |v: usize| self.edges.iter().filter(|&&(a, b)| a == v || b == v).count() as u32;
        let own = |v: usize| u64::from(self.labels[v]) << 8 | u64::from(degree(v));
        let beside = |v: usize| {
            let ends = self.edges.iter().filter_map(move |&(a, b)| match v {
                _ if a == v => Some(b),
                _ if b == v => Some(a),
                _ => None,
            });
            ends.map(|end| own(end).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8).fold(0u64, u64::wrapping_add)
        };
        let mut all: Vec<_> = (0..self.vertices()).map(|v| (self.labels[v], degree(v), beside(v))).collect();
        all.sort_unstable();
        all
    }

    /// The pattern, with the names of its labels.
    ///
    /// # Errors
    /// When it has one vertex only.
    pub fn pattern(&self, labels: Option<&Dictionary>) -> Result<Pattern, TableError> {
        let pattern = Pattern::from_edges(&self.edges).map_err(|_| TableError::OneVertex)?;
        Ok(match labels {
            Some(names) => {
                let name = |label: u32| Some(names.names()[label.checked_sub(1)? as usize].clone());
                pattern.labelled(self.labels.iter().map(|&label| name(label)))
            }
            None => pattern,
        })
    }
}
