//! A graph with other edges.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::build::place;
use super::rewired_lists::RewiredLists;
use super::{Attributes, EdgeAttributes, NO_ARC};
use crate::graph::build::atomics::shared_u32;
use crate::graph::{Csr, Graph, LoadReport};

/// Edges that a thread takes at a time, at least.
const PIECE: usize = 1 << 14;
/// Labelled edges from which on all threads make one graph: of fewer, each thread makes one in less time, as its lists
/// stay in a cache.
const MANY: usize = 1 << 20;

/// An edge, or one or two arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct RewiredEdge {
    /// The two vertices.
    pub ends: (u32, u32),
    /// The label from the first to the second, and back, as [`EdgeAttributes::out`] has it. An edge of an undirected
    /// graph has the same twice.
    pub labels: (u32, u32),
}

impl Graph {
    /// The graph of the same vertices, with their ids, labels and properties, that has these edges: `edge(at)` for each
    /// `at` below `edges`, which is asked for more than once, in parallel. None leads from a vertex to itself, and none
    /// is there twice. Properties of edges are left out.
    ///
    /// # Panics
    /// If an end is no vertex.
    #[doc(hidden)]
    pub fn rewired(&self, edges: usize, edge: impl Fn(usize) -> RewiredEdge + Sync) -> Graph {
        let (csr, of_edges) = match self.attributes.edges.as_deref() {
            Some(old) if edges < MANY => {
                let RewiredLists { csr, out, back } = RewiredLists::of(self.csr.n(), edges, edge);
                let back = old.back.is_some().then_some(back);
                (csr, Some(EdgeAttributes { labels: old.labels.clone(), out, back }))
            }
            old => {
                let csr = Csr::of_pairs(self.csr.n(), edges, |at| edge(at).ends);
                let of_edges = old.map(|old| labelled(old, &csr, edges, edge));
                (csr, of_edges)
            }
        };
        let properties = self.attributes.properties.as_ref().map(|properties| properties.of_vertices_alone());
        let attributes = Attributes {
            vertices: self.attributes.vertices.clone(),
            edges: of_edges.map(Arc::new),
            properties,
        };
        Graph {
            csr,
            ids: self.ids.clone(),
            attributes: Arc::new(attributes),
            report: LoadReport::default(),
            source: None,
        }
    }
}

/// The labels and directions of these edges.
fn labelled(
    old: &EdgeAttributes,
    csr: &Csr,
    edges: usize,
    edge: impl Fn(usize) -> RewiredEdge + Sync,
) -> EdgeAttributes {
    let mut out = vec![NO_ARC; csr.neighbors_all().len()];
    let mut back = old.back.is_some().then(|| out.clone());
    {
        let (at_tails, at_heads) = (shared_u32(&mut out), back.as_mut().map(|back| shared_u32(back)));
        let set = |from: u32, to: u32, label: u32| {
            if label != NO_ARC {
                at_tails[place(csr, from, to)].store(label, Relaxed);
                if let Some(at_heads) = at_heads {
                    at_heads[place(csr, to, from)].store(label, Relaxed);
                }
            }
        };
        (0..edges).into_par_iter().with_min_len(PIECE).for_each(|at| {
            let RewiredEdge { ends: (first, second), labels } = edge(at);
            set(first, second, labels.0);
            set(second, first, labels.1);
        });
    }
    EdgeAttributes { labels: old.labels.clone(), out, back }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;
    use crate::graph::attributes::Dictionary;
    use crate::graph::properties::{Properties, PropertyColumn};

    /// Arcs of all kinds, in no order: one thread makes of them what all make.
    #[test]
    fn few_edges_are_as_many() {
        let mut edges = Vec::new();
        for u in 0..40 {
            for v in (0..u).filter(|v| (u * 7 + v * v) % 3 == 0) {
                let (ends, label) =
                    if (u + 2 * v) % 5 < 2 { ((u, v), u * 100 + v) } else { ((v, u), v * 100 + u) };
                let back = if u % 4 == 1 { u + v } else { NO_ARC };
                // Mutual pairs are one edge, or two arcs far from each other.
                let apart = back != NO_ARC && v % 2 == 0;
                edges.push(RewiredEdge { ends, labels: (label, if apart { NO_ARC } else { back }) });
                if apart {
                    edges.insert(0, RewiredEdge { ends: (ends.1, ends.0), labels: (back, NO_ARC) });
                }
            }
        }
        let csr = Csr::of_pairs(41, edges.len(), |at| edges[at].ends);
        let old = EdgeAttributes { labels: Dictionary::default(), out: Vec::new(), back: Some(Vec::new()) };
        let expected = labelled(&old, &csr, edges.len(), |at| edges[at]);
        let lists = RewiredLists::of(41, edges.len(), |at| edges[at]);
        assert!(csr.edges() < edges.len() as u64, "some arcs are two of one edge");
        assert_eq!(lists.csr, csr);
        assert_eq!((lists.out, Some(lists.back)), (expected.out, expected.back));
    }

    #[test]
    fn vertices_stay_what_they_are() {
        let built = |arcs: &[(u64, u64, &str)]| {
            let mut builder = GraphBuilder::directed();
            for (id, label) in [(10, "x"), (11, "y"), (12, "x"), (13, "y")] {
                builder.vertex(id, &[label]);
            }
            arcs.iter().for_each(|&(from, to, label)| builder.labelled_edge(from, to, label));
            builder.build().unwrap()
        };
        let ages =
            || Properties::default().vertex("age", PropertyColumn::integers(vec![4, 3, 2, 1])).unwrap();
        let graph = built(&[(10, 11, "p"), (11, 10, "q"), (12, 13, "r")]);
        let known =
            ages().edges(vec![0], vec![1]).and_then(|of| of.edge("w", PropertyColumn::integers(vec![7])));
        let graph = graph.with_properties(known.unwrap()).unwrap();
        let edges = [((0, 3), (0, 1)), ((2, 1), (2, NO_ARC))];
        let rewired = graph.rewired(2, |at| RewiredEdge { ends: edges[at].0, labels: edges[at].1 });
        let expected = built(&[(10, 13, "p"), (13, 10, "q"), (12, 11, "r")]).with_properties(ages()).unwrap();
        assert_eq!(rewired.csr(), expected.csr());
        assert_eq!(rewired.attributes(), expected.attributes());
        assert!((0..4).all(|v| rewired.ids().get(v) == expected.ids().get(v)));
    }
}
