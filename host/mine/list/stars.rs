//! Samples of stars: how many there are at a vertex follows from its degree, and which one has a number from that
//! number. No match is gone through, and none is counted.

use super::ListOptions;
use super::sample::{Sample, draw};
use crate::clock::Clock;
use crate::direct::{Star, choose};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::{MineError, Placed};

/// The fewest stars that are not walked: smaller samples come in the order of the listing.
const LEAST: u128 = 1 << 20;
/// The numbers of the matches of a sample are below this.
const MOST: u128 = 1 << 56;

impl Star {
    /// The one with a number, at a vertex: its row.
    fn row(&self, graph: &Csr, vertex: u32, number: u128) -> Vec<u32> {
        let places = self.combination(graph.degree(vertex), number / self.times);
        let mut leaves: Vec<u32> = places.map(|place| graph.neighbors(vertex)[place as usize]).collect();
        leaves.reverse();
        let mut order = number % self.times;
        // Each leaf in turn is one of those that are left.
        for left in (1..=leaves.len()).filter(|_| self.times > 1) {
            let from = left - 1 + (order % (leaves.len() + 1 - left) as u128) as usize;
            order /= (leaves.len() + 1 - left) as u128;
            leaves[left - 1..=from].rotate_right(1);
        }
        leaves.insert(self.center, vertex);
        leaves
    }

    /// The places of the leaves among so many neighbours, falling: the combinations by their last place, then by the
    /// one before.
    fn combination(&self, degree: u32, mut number: u128) -> impl Iterator<Item = u32> {
        let below = |end: u32, leaves: u32, number: u128| {
            // As many as `C(place, leaves)` combinations are below those with this last place.
            let is_below = |place: u32| choose(place.into(), leaves).is_some_and(|first| first <= number);
            let (mut low, mut high) = (0, end);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if is_below(middle) { low = middle } else { high = middle }
            }
            low
        };
        (1..=self.leaves).rev().scan(degree, move |end, leaves| {
            let place = below(*end, leaves, number);
            number -= choose(place.into(), leaves)?;
            *end = place;
            Some(place)
        })
    }
}

impl Placed {
    /// A sample of stars, where there are many; `None` for other patterns, and where there are few.
    ///
    /// # Errors
    /// [`MineError::ListTooLong`] if there are 2^56 matches or more, [`MineError::SampleTooLarge`] if the sample does
    /// not fit in memory; when the job is to stop.
    pub(super) fn sample_of_stars(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        size: u64,
        seed: u64,
    ) -> Result<Option<Sample>, MineError> {
        let Some(star) = Star::of(pattern, options.matching) else { return Ok(None) };
        let (clock, graph, width) = (Clock::default(), self.target().csr, pattern.vertices());
        options.context.check()?;
        let of = star.all(graph).filter(|&all| all < MOST).ok_or(MineError::ListTooLong)?;
        if of < LEAST {
            return Ok(None);
        }
        let of = of as u64;
        let ids = clock.mine(|| -> Result<_, MineError> {
            let numbers = draw(of, size.min(of), width, seed)?;
            Ok(rows(graph, star, &numbers))
        })?;
        Ok(Some(Sample { ids, width, of, seconds: clock.seconds() }))
    }
}

/// The rows of the stars with these numbers, rising: by their centers.
fn rows(graph: &Csr, star: Star, numbers: &[u64]) -> Vec<u32> {
    let (mut rows, mut left, mut before) = (Vec::new(), numbers, 0u128);
    for vertex in 0..graph.n() {
        let here = star.at_center(graph.degree(vertex)).expect("all of them fit");
        let end = left.partition_point(|&number| u128::from(number) < before + here);
        for &number in &left[..end] {
            rows.extend(star.row(graph, vertex, u128::from(number) - before));
        }
        (left, before) = (&left[end..], before + here);
    }
    rows
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::graph::generate;
    use crate::plan::Semantics;

    /// Every number has a row of its own, and every row is a star.
    #[test]
    fn numbers_are_stars_each_once() {
        let graph = generate::barabasi_albert(12, 3, 5).unwrap();
        for (text, semantics) in [
            ("3-star", Semantics::Subgraphs),
            ("3-star", Semantics::Embeddings),
            ("wedge", Semantics::Subgraphs),
            ("b-a, c-b, b-d, b-e", Semantics::Embeddings),
        ] {
            let pattern = Pattern::parse(text).unwrap();
            let star = Star::of(&pattern, semantics.into()).unwrap();
            let all: u64 = (0..graph.n()).map(|v| star.at_center(graph.degree(v)).unwrap() as u64).sum();
            let numbers: Vec<u64> = (0..all).collect();
            let rows = rows(&graph, star, &numbers);
            let mut seen = BTreeSet::new();
            for row in rows.chunks_exact(pattern.vertices()) {
                let joined = |&(a, b): &(usize, usize)| graph.neighbors(row[a]).contains(&row[b]);
                assert!(pattern.edges().iter().all(joined), "{text}: {row:?}");
                let mut key = row.to_vec();
                if semantics == Semantics::Subgraphs {
                    key.remove(star.center);
                    key.sort_unstable();
                    key.push(row[star.center]);
                }
                assert!(seen.insert(key), "{text}: {row:?} twice");
            }
            assert_eq!(seen.len() as u64, all, "{text}");
        }
    }
}
