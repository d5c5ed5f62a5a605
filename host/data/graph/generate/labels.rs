//! Labels at random.

use super::super::attributes::{Attributes, Dictionary, EdgeAttributes, VertexLabels};
use super::super::random::finalise;
use crate::graph::{Graph, VertexId};

/// Gives each vertex one of `vertex_labels` labels and each edge one of `edge_labels`, all equally likely: the numbers
/// from 0 on. 0 leaves vertices, or edges, without. The same `seed` gives the same labels, whatever the threads.
///
/// The label of a vertex depends on its original id alone, and that of an edge on those of its ends.
pub fn label(graph: Graph, vertex_labels: u32, edge_labels: u32, seed: u64) -> Graph {
    let (csr, ids) = (graph.csr(), graph.ids());
    // Multiplied, not divided: the high half of the product is uniform below the bound.
    let below = |bound: u32, hash: u64| ((u128::from(hash) * u128::from(bound)) >> 64) as u32;
    let start = finalise(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let hash = |id: VertexId<'_>| {
        let id = match id {
            VertexId::Number(number) => number,
            VertexId::Name(name) => fnv(name),
        };
        finalise(id.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(start))
    };
    let vertices = (vertex_labels > 0).then(|| {
        let codes = (0..csr.n()).map(|v| below(vertex_labels, hash(ids.get(v)))).collect();
        VertexLabels::single(Dictionary::of_numbers(vertex_labels), codes)
    });
    let edges = (edge_labels > 0).then(|| {
        let ends = (0..csr.n()).flat_map(|v| csr.neighbors(v).iter().map(move |&w| (v.min(w), v.max(w))));
        let of_edge = |(v, w): (u32, u32)| {
            below(edge_labels, finalise(hash(ids.get(v)) ^ hash(ids.get(w)).rotate_left(17)))
        };
        let out = ends.map(of_edge).collect();
        EdgeAttributes { labels: Dictionary::of_numbers(edge_labels), out, back: None }
    });
    graph.with_attributes(Attributes::new(vertices, edges))
}

/// A hash that is the same on every machine (Fowler, Noll and Vo's 1a).
fn fnv(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
