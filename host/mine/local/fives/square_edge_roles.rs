//! Where an edge can be in the patterns of five vertices that have 4-cycles and no denser part.

use SquareEdgeRole::{AcrossTail, AtTail, Biclique, Ceiling, Floor, Roof, Tail, Wall};
use motherlode_device::kernels::motifs::edge_roles::SquareEdgeRole;

use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;

/// The patterns, with the edge between the first two vertices.
const PATTERNS: [(&str, SquareEdgeRole); 8] = [
    ("a-b, b-c-d-e-b", Tail),
    ("a-b-c-d-a, a-e", AtTail),
    ("a-b-c-d-a, c-e", AcrossTail),
    ("a-b-c-a, b-d-e-c", Roof),
    ("a-b-c-d-a, a-e-b", Ceiling),
    ("a-b-c-d-a, b-e-c", Wall),
    ("a-b-c-d-a, c-e-d", Floor),
    ("a-b-c, a-d-c, a-e-c", Biclique),
];

/// All roles, as patterns seen from an edge.
pub(crate) fn square_edge_roles() -> Vec<(SmallGraph, SquareEdgeRole)> {
    let of = |(text, role): (&str, SquareEdgeRole)| {
        let pattern = Pattern::parse(text).expect("edges");
        let graph = SmallGraph::of(&pattern).expect("a small pattern");
        (graph.canonical_from_edge((0, 1)), role)
    };
    PATTERNS.into_iter().map(of).collect()
}
