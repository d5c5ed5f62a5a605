//! Stars of at least two leaves, edge-induced: what is asked of them follows from the degrees alone.

use rayon::prelude::*;

use super::choose;
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::Matching;
use crate::strategy::{Direct, Formula};

/// A pattern that is a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Star {
    pub leaves: u32,
    /// The vertex of the pattern that the others are leaves of.
    pub center: usize,
    /// How often each subgraph counts.
    pub times: u128,
}

impl Star {
    /// `None` for other patterns.
    pub fn of(pattern: &Pattern, matching: Matching) -> Option<Star> {
        let is_asked = matching.is_plain_and_open(pattern);
        let Direct::Formula(Formula::Star(leaves)) = Direct::of(pattern).filter(|_| is_asked)? else {
            return None;
        };
        let center = (0..pattern.vertices()).find(|&v| pattern.neighbors(v).count_ones() == leaves)?;
        Some(Star { leaves, center, times: matching.maps_per_subgraph(pattern).into() })
    }

    /// The matches with their center at a vertex of so many neighbours; `None` for more than fit in 128 bits.
    pub fn at_center(&self, degree: u32) -> Option<u128> {
        choose(degree.into(), self.leaves)?.checked_mul(self.times)
    }

    /// All matches.
    pub fn all(&self, graph: &Csr) -> Option<u128> {
        let at = |v: u32| self.at_center(graph.degree(v));
        (0..graph.n()).into_par_iter().map(at).try_reduce(|| 0, u128::checked_add)
    }
}
