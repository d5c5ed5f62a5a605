//! How a pattern is counted: decided once, and handed on.
//!
//! | strategy | patterns | how |
//! | --- | --- | --- |
//! | cliques | edge, triangle, k-clique | rows of bits over the oriented graph |
//! | wedges | 4-cycle | wedges counted by their ends |
//! | formula | stars, 3 more of four vertices and 19 of five ([`Formula`]) | sums over vertices, edges, triangles and pairs of vertices |
//! | census | vertex-induced: all of 3 to 5 vertices | a linear combination of the counts above |
//! | decomposition | not induced, of treewidth 2 and up to 8 vertices, without absence; labels, directions and homomorphisms too | the homomorphisms of quotients, from tables; the walk, where the graph makes it cheaper |
//! | supergraphs | that ask for absent edges, at most 10, and up to 8 vertices: vertex-induced ones, larger or with labels, among them | the edge-induced counts of the patterns that contain them, each in its way; the walk, where the graph makes it cheaper |
//! | walk | everything else of plain edges, up to 8 vertices | the walk over a plan |
//! | attributed walk | labels, directions, absence, homomorphisms, up to 12 vertices | the walk over a plan, on lists made for it |

mod census;
mod direct;
mod formula;
mod from_others;
mod method;
mod walk;
mod way;

use std::fmt;

pub use direct::Direct;
pub(super) use direct::{CLIQUES_OF_FEW, CYCLES, EDGES, MOTIFS, PIVOTS, SUMS, TRIANGLES, of_cliques};
pub use formula::Formula;
pub use method::Method;
pub(super) use walk::of_listing;

use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;

/// The most vertices of a clique that is counted.
pub const LARGEST_CLIQUE: u32 = 32;

/// How to count a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Without a plan, from what is known of vertices, edges and triangles.
    Direct(Direct),
    /// From the counts of all connected patterns with as many vertices, not induced: for an induced one.
    Census,
    /// From the homomorphisms of the pattern's quotients ([`decomposition`](crate::plan::decomposition)); over a plan, where that is
    /// expected to cost less on the graph.
    Decomposition,
    /// From the edge-induced counts of the patterns that contain it, for a pattern that asks for absent edges; over a plan, where that is
    /// expected to cost less on the graph.
    Supergraphs,
    /// The walk over a plan.
    Walk,
    /// The walk over a plan on the views of a graph: for labels, directions, absence, homomorphisms and large patterns.
    AttributedWalk,
}

impl fmt::Display for Strategy {
    /// In a word, as the command prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(way::way_of(*self).word)
    }
}

impl Strategy {
    /// How the matches of `pattern` are counted in the way that `method` allows, with the features of the planner that are in use.
    pub fn of(pattern: &Pattern, options: impl Into<PlanOptions>, method: Method) -> Strategy {
        let request = way::CountRequest { pattern, options: options.into(), method };
        let applies = way::ways(method).find_map(|way| (way.applies)(&request));
        applies.expect("a walk serves every pattern")
    }

    /// What the count comes from, in a few words.
    pub fn how(self) -> &'static str {
        way::way_of(self).how
    }

    /// The families of kernels that a count in this way may launch.
    pub(super) fn families(self) -> Vec<&'static str> {
        (way::way_of(self).families)(self)
    }

    /// The steps that it takes for a pattern of so many vertices, about, where that is known without a plan.
    pub(super) fn steps(self, vertices: usize, stats: &GraphStats) -> Option<f64> {
        (way::way_of(self).steps)(self, vertices, stats)
    }

    /// Whether it needs neither a plan nor a look at the graph to be chosen.
    pub(super) fn needs_no_plan(self) -> bool {
        matches!(self, Strategy::Direct(_) | Strategy::Census)
    }
}
