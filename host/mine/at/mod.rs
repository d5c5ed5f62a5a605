//! Where counts land: at the vertices of a graph, or at its edges.
//!
//! What counts at places is written once, for any [`At`], and what differs between places stands in `vertices` and
//! `edges`. The rooms above add to it what they know of places: `direct` the sums there and the kernels that are
//! launched, `local` the roles that a place may have in a pattern.

mod edges;
mod orbits;
mod vertices;

use crate::graph::{Csr, GraphStats};
use crate::pattern::Pattern;
use crate::place::Outline;
use crate::plan::Induced;
use crate::plan::decomposition::{InnerShares, RootedDecomposition, RootedProduct, SmallGraph};

pub(crate) use edges::edge_between;
pub(crate) use motherlode_device::places::{Edges, Places, Vertices};
pub use orbits::{Orbits, pairs};

/// What counts are asked for at each of: [`Vertices`], or [`Edges`].
pub(crate) trait At: Places {
    /// One of a graph, given by its vertices.
    type Place: Copy + PartialEq + Send + Sync;
    /// One of a pattern.
    type Member: Copy + Send + Sync;
    /// A product of tables, read at one.
    type Product: RootedProduct + Send + Sync;

    /// How many a form has.
    fn count(outline: &Outline) -> usize;

    /// How many a graph has.
    fn count_of_graph(graph: &Csr) -> usize;

    /// Those of a graph, in the order in which counts are told.
    fn places(graph: &Csr) -> Vec<Self::Place>;

    /// Tells where one of a graph is in that order.
    fn numbers(graph: &Csr) -> impl Fn(Self::Place) -> usize + Send + Sync;

    /// What `of` is at its vertices: their numbers elsewhere, or their degrees.
    fn each(place: Self::Place, of: impl Fn(u32) -> u32) -> Self::Place;

    /// Those of a pattern, in the order of its orbits.
    fn members(pattern: &Pattern) -> Vec<Self::Member>;

    /// Its vertices, as bits.
    fn vertices(member: Self::Member) -> u32;

    /// Where a match takes it.
    fn image(member: Self::Member, row: &[u32]) -> Self::Place;

    /// The orbits of those of a pattern.
    fn orbits(pattern: &Pattern, induced: Induced) -> Orbits;

    /// A pattern as seen from one, in canonical form: equal for those of one orbit.
    fn seen_from(pattern: &SmallGraph, member: Self::Member) -> SmallGraph;

    /// How the counts of patterns as seen from one follow from tables; `None` if they do not.
    fn decompose(
        roles: &[SmallGraph],
        stats: &GraphStats,
        inner: Option<InnerShares>,
    ) -> Option<RootedDecomposition<Self::Product>> {
        RootedDecomposition::of(roles, stats, inner)
    }

    /// Of each orbit the first.
    fn firsts(pattern: &Pattern, orbits: &Orbits) -> Vec<Self::Member> {
        let members = Self::members(pattern);
        orbits.firsts().map(|first| members[first]).collect()
    }

    /// A pattern as seen from each of its own.
    ///
    /// # Panics
    /// For a pattern that is too large to be decomposed.
    fn roles(pattern: &Pattern) -> Vec<SmallGraph> {
        let small = SmallGraph::of(pattern).expect("a pattern that may have roots has up to 8 vertices");
        Self::members(pattern).into_iter().map(|member| Self::seen_from(&small, member)).collect()
    }
}
