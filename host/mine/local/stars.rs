//! Stars at each vertex and edge, of any number of leaves: from the degrees alone. A vertex of degree `d` is the center
//! of `C(d, leaves)` of them, and through each of its edges go `C(d - 1, leaves - 1)`.

use rayon::prelude::*;

use super::local_counts::{Anchored, LocalCounts};
use super::solved::counts_all;
use crate::at::{At, Edges, Vertices};
use crate::clock::Clock;
use crate::counts::Counts;
use crate::direct::choose;
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::pattern::Pattern;
use crate::plan::{Induced, Semantics};
use crate::strategy::{Direct, Formula};
use crate::{MineError, Placed};

/// A star whose local counts are asked for.
pub(crate) struct Star {
    leaves: u32,
    /// The vertex of the pattern that the others are leaves of.
    center: usize,
    /// How often each match counts.
    times: u128,
}

impl Star {
    /// `None` for other patterns, and where not all matches count.
    fn of(pattern: &Pattern, options: &ListOptions) -> Option<Star> {
        let matching = options.matching;
        let counted = matching.induced == Induced::Edge && matching.semantics.injective();
        let is_asked = pattern.is_plain() && counted && counts_all(options);
        let Direct::Formula(Formula::Star(leaves)) = Direct::of(pattern).filter(|_| is_asked)? else {
            return None;
        };
        let center = (0..pattern.vertices()).find(|&v| pattern.neighbors(v).count_ones() == leaves);
        let embeddings = matching.semantics == Semantics::Embeddings;
        Some(Star {
            leaves,
            center: center.expect("a star has a center"),
            times: if embeddings { pattern.automorphism_count().into() } else { 1 },
        })
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

/// Places at which stars follow from degrees.
pub(crate) trait StarsAt: At {
    /// How many matches of a star have one there, in the orbit of this one of the star's; `None` for more than fit in
    /// 128 bits.
    fn stars(star: &Star, graph: &Csr, place: Self::Place, member: Self::Member) -> Option<u128>;
}

impl StarsAt for Vertices {
    fn stars(star: &Star, graph: &Csr, vertex: u32, member: usize) -> Option<u128> {
        if member == star.center { star.at_center(graph.degree(vertex)) } else { star.at_leaf(graph, vertex) }
    }
}

/// All edges of a star are of one orbit.
impl StarsAt for Edges {
    fn stars(star: &Star, graph: &Csr, ends: [u32; 2], _: (usize, usize)) -> Option<u128> {
        let [one, other] = ends.map(|end| star.at_edge(graph.degree(end)));
        one?.checked_add(other?)
    }
}

impl Placed {
    /// The local counts of a star; `None` for other patterns.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; a stop that was asked for.
    pub(super) fn stars<A: StarsAt>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<LocalCounts>, MineError> {
        let Some(star) = Star::of(pattern, options) else { return Ok(None) };
        options.context.check()?;
        let (clock, graph) = (Clock::default(), self.target().csr);
        let orbits = A::orbits(pattern, Induced::Edge);
        let members = A::firsts(pattern, &orbits);
        let counted = clock.mine(|| {
            let (places, width) = (A::places(graph), members.len());
            let at = |place: usize| A::stars(&star, graph, places[place / width], members[place % width]);
            Counts::of(places.len() * width, at).zip(star.all(graph))
        });
        let (counts, matches) = counted.ok_or(MineError::LocalCountOverflow)?;
        Ok(Some(LocalCounts { orbits, counts, matches, seconds: clock.seconds() }))
    }

    /// How many matches of a star hold a place; `None` for other patterns.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`].
    pub(super) fn stars_through<A: StarsAt>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        place: A::Place,
    ) -> Result<Option<Anchored>, MineError> {
        let Some(star) = Star::of(pattern, options) else { return Ok(None) };
        let (clock, graph) = (Clock::default(), self.target().csr);
        let members = A::firsts(pattern, &A::orbits(pattern, Induced::Edge));
        let mut parts = members.into_iter().map(|member| A::stars(&star, graph, place, member));
        let count = clock.mine(|| parts.try_fold(0u128, |sum, part| sum.checked_add(part?)));
        let count = count.ok_or(MineError::LocalCountOverflow)?;
        Ok(Some(Anchored { count, seconds: clock.seconds() }))
    }
}
