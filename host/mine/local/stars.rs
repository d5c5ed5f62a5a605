//! Stars at each vertex and edge, of any number of leaves: from the degrees alone. A vertex of degree `d` is the center of `C(d, leaves)` of them,
//! and through each of its edges go `C(d - 1, leaves - 1)`.

use rayon::prelude::*;

use super::solved::{Solved, counts_all};
use super::{Anchor, Anchored, Counts, LocalCounts, Orbits, edges_of};
use crate::clock::Clock;
use crate::direct::choose;
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::pattern::Pattern;
use crate::plan::{Induced, Semantics};
use crate::strategy::{self, Direct, Formula};
use crate::{MineError, Placed, Seconds};

/// A star whose local counts are asked for.
struct Star {
    leaves: u32,
    /// How often each match counts.
    times: u128,
}

impl Star {
    /// `None` for other patterns, and where not all matches count.
    fn of(pattern: &Pattern, options: &ListOptions) -> Option<Star> {
        let matching = options.matching;
        let counted = matching.induced == Induced::Edge && matching.semantics.injective();
        let is_asked = pattern.is_plain() && counted && counts_all(options);
        let Direct::Formula(Formula::Star(leaves)) = strategy::direct(pattern).filter(|_| is_asked)? else {
            return None;
        };
        let embeddings = matching.semantics == Semantics::Embeddings;
        Some(Star { leaves, times: if embeddings { pattern.automorphism_count().into() } else { 1 } })
    }

    /// The matches with their center at a vertex of so many neighbours; `None` for more than fit in 128 bits.
    fn at_center(&self, degree: u32) -> Option<u128> {
        choose(degree.into(), self.leaves)?.checked_mul(self.times)
    }

    /// Those of them that have one of its edges.
    fn at_edge(&self, degree: u32) -> Option<u128> {
        choose(u128::from(degree) - 1, self.leaves - 1)?.checked_mul(self.times)
    }

    /// Those of which a vertex is a leaf.
    fn at_leaf(&self, graph: &Csr, vertex: u32) -> Option<u128> {
        let mut through = graph.neighbors(vertex).iter().map(|&center| self.at_edge(graph.degree(center)));
        through.try_fold(0u128, |sum, count| sum.checked_add(count?))
    }

    /// All matches.
    fn all(&self, graph: &Csr) -> Option<u128> {
        let at = |v: u32| self.at_center(graph.degree(v));
        (0..graph.n()).into_par_iter().map(at).try_reduce(|| 0, u128::checked_add)
    }
}

impl Placed {
    /// The local counts of a star at the vertices; `None` for other patterns.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; a stop that was asked for.
    pub(super) fn stars_at_vertices(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let graph = self.target().csr;
        self.stars(pattern, options, Orbits::of_vertices(pattern, Induced::Edge), |star, orbits| {
            let center = pattern_center(pattern, star);
            let of_center = orbits.of().nth(center);
            let at = |place: usize| {
                let (vertex, orbit) = ((place / orbits.len()) as u32, place % orbits.len());
                match Some(orbit) == of_center {
                    true => star.at_center(graph.degree(vertex)),
                    false => star.at_leaf(graph, vertex),
                }
            };
            Counts::of(graph.n() as usize * orbits.len(), at)
        })
    }

    /// The local counts of a star at the edges, which are all of one orbit; `None` for other patterns.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; a stop that was asked for.
    pub(super) fn stars_at_edges(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let graph = self.target().csr;
        self.stars(pattern, options, Orbits::of_pairs(pattern, Induced::Edge), |star, _| {
            let edges = edges_of(graph);
            let at = |edge: usize| {
                let [one, other] = edges[edge].map(|end| star.at_edge(graph.degree(end)));
                one?.checked_add(other?)
            };
            Counts::of(edges.len(), at)
        })
    }

    /// How many matches of a star hold an anchor; `None` for other patterns.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`].
    pub(super) fn stars_at_anchor(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        anchor: Anchor,
    ) -> Result<Option<Anchored>, MineError> {
        let Some(star) = Star::of(pattern, options) else { return Ok(None) };
        let (clock, graph) = (Clock::default(), self.target().csr);
        let parts = clock.mine(|| match anchor {
            Anchor::Vertex(v) => [star.at_center(graph.degree(v)), star.at_leaf(graph, v)],
            Anchor::Edge(u, v) => [u, v].map(|end| star.at_edge(graph.degree(end))),
        });
        let count = parts.into_iter().try_fold(0u128, |sum, part| sum.checked_add(part?));
        let count = count.ok_or(MineError::LocalCountOverflow)?;
        Ok(Some(Anchored { count, seconds: clock.seconds() }))
    }

    /// What `count` makes of a star and its orbits; `None` for other patterns.
    fn stars(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        orbits: Orbits,
        count: impl FnOnce(&Star, &Orbits) -> Option<Counts>,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let Some(star) = Star::of(pattern, options) else { return Ok(None) };
        options.context.check()?;
        let clock = Clock::default();
        let counted = clock.mine(|| count(&star, &orbits).zip(star.all(self.target().csr)));
        let (counts, matches) = counted.ok_or(MineError::LocalCountOverflow)?;
        let counts = LocalCounts { orbits, counts, matches, seconds: Seconds::default() };
        Ok(Some(Ok(LocalCounts { seconds: clock.seconds(), ..counts })))
    }
}

/// The vertex of the pattern that the others are leaves of.
fn pattern_center(pattern: &Pattern, star: &Star) -> usize {
    let center = (0..pattern.vertices()).find(|&v| pattern.neighbors(v).count_ones() == star.leaves);
    center.expect("a star has a center")
}
