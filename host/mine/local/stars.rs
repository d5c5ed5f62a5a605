//! Stars at each vertex and edge, of any number of leaves: from the degrees alone. A vertex of degree `d` is the center
//! of `C(d, leaves)` of them, and through each of its edges go `C(d - 1, leaves - 1)`.

use super::local_counts::{Anchored, LocalCounts};
use crate::at::{At, Edges, Vertices};
use crate::clock::Clock;
use crate::counts::Counts;
use crate::direct::{Star, choose};
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::pattern::Pattern;
use crate::plan::Induced;
use crate::{MineError, Placed};

impl Star {
    /// The matches at a vertex of so many neighbours that have one of its edges.
    fn at_edge(&self, degree: u32) -> Option<u128> {
        choose(u128::from(degree) - 1, self.leaves - 1)?.checked_mul(self.times)
    }

    /// Those of which a vertex is a leaf.
    fn at_leaf(&self, graph: &Csr, vertex: u32) -> Option<u128> {
        let mut through = graph.neighbors(vertex).iter().map(|&center| self.at_edge(graph.degree(center)));
        through.try_fold(0u128, |sum, count| sum.checked_add(count?))
    }
}

/// Places at which stars follow from degrees.
pub(crate) trait StarsAt: At {
    /// How many matches of a star have one there, in the orbit of this one of the star's; `None` for more than fit in
    /// 128 bits.
    fn stars(star: Star, graph: &Csr, place: Self::Place, member: Self::Member) -> Option<u128>;
}

impl StarsAt for Vertices {
    fn stars(star: Star, graph: &Csr, vertex: u32, member: usize) -> Option<u128> {
        if member == star.center { star.at_center(graph.degree(vertex)) } else { star.at_leaf(graph, vertex) }
    }
}

/// All edges of a star are of one orbit.
impl StarsAt for Edges {
    fn stars(star: Star, graph: &Csr, ends: [u32; 2], _: (usize, usize)) -> Option<u128> {
        let [one, other] = ends.map(|end| star.at_edge(graph.degree(end)));
        one?.checked_add(other?)
    }
}

impl Placed {
    /// The local counts of a star.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; a stop that was asked for.
    pub(super) fn stars<A: StarsAt>(
        &self,
        star: Star,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        options.context.check()?;
        let (clock, graph) = (Clock::default(), self.target().csr);
        let orbits = A::orbits(pattern, Induced::Edge);
        let members = A::firsts(pattern, &orbits);
        let counted = clock.mine(|| {
            let (places, width) = (A::places(graph), members.len());
            let at = |place: usize| A::stars(star, graph, places[place / width], members[place % width]);
            Counts::of(places.len() * width, at).zip(star.all(graph))
        });
        let (counts, matches) = counted.ok_or(MineError::LocalCountOverflow)?;
        Ok(LocalCounts { orbits, counts, matches, seconds: clock.seconds() })
    }

    /// How many matches of a star hold a place.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`].
    pub(super) fn stars_through<A: StarsAt>(
        &self,
        star: Star,
        pattern: &Pattern,
        place: A::Place,
    ) -> Result<Anchored, MineError> {
        let (clock, graph) = (Clock::default(), self.target().csr);
        let members = A::firsts(pattern, &A::orbits(pattern, Induced::Edge));
        let mut parts = members.into_iter().map(|member| A::stars(star, graph, place, member));
        let count = clock.mine(|| parts.try_fold(0u128, |sum, part| sum.checked_add(part?)));
        let count = count.ok_or(MineError::LocalCountOverflow)?;
        Ok(Anchored { count, seconds: clock.seconds() })
    }
}
