//! Directed graphs without labels, from arcs between numbers.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::build::place;
use super::{Attributes, Dictionary, EdgeAttributes, NO_ARC, UNLABELLED};
use crate::graph::build::atomics::shared_u32;
use crate::graph::{Csr, Graph, LoadReport};

/// Arcs that a thread takes at a time, at least.
const PIECE: usize = 1 << 14;

impl Graph {
    /// The directed graph of `n` vertices with these arcs: `arc(at)` are the tail and the head of the one at each `at`
    /// below `arcs`, which is asked for more than once, in parallel. Arcs from a vertex to itself and repeated ones are
    /// dropped, and counted in the [`report`](Self::report).
    ///
    /// ```
    /// # use motherlode_data as motherlode;
    /// let arcs = [(0, 2), (2, 0), (0, 1), (0, 2), (1, 1)];
    /// let graph = motherlode::graph::Graph::of_arcs(3, arcs.len(), |at| arcs[at]);
    /// assert_eq!((graph.csr().edges(), graph.attributes().arcs()), (2, Some(3)));
    /// assert_eq!((graph.report().self_loops, graph.report().duplicates), (1, 1));
    /// ```
    ///
    /// # Panics
    /// If an end is not below `n`.
    pub fn of_arcs(n: u32, arcs: usize, arc: impl Fn(usize) -> (u32, u32) + Sync) -> Graph {
        let csr = Csr::of_pairs(n, arcs, &arc);
        let mut out = vec![NO_ARC; csr.neighbors_all().len()];
        let mut back = out.clone();
        let (of_tails, of_heads) = (shared_u32(&mut out), shared_u32(&mut back));
        let dropped = |at: usize| {
            let (from, to) = arc(at);
            if from == to {
                return (1, 0);
            }
            if of_tails[place(&csr, from, to)].swap(UNLABELLED, Relaxed) == UNLABELLED {
                return (0, 1);
            }
            of_heads[place(&csr, to, from)].store(UNLABELLED, Relaxed);
            (0, 0)
        };
        let all = (0..arcs).into_par_iter().with_min_len(PIECE).map(dropped);
        let (self_loops, duplicates) = all.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        let edges = EdgeAttributes { labels: Dictionary::default(), out, back: Some(back) };
        let mut graph = Graph::from(csr);
        graph.attributes = Arc::new(Attributes::new(None, Some(edges)));
        graph.report =
            LoadReport { edges_read: arcs as u64, self_loops, duplicates, ..LoadReport::default() };
        graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;
    use crate::graph::random::RandomStream;

    /// As the builder, which takes one arc after another.
    #[test]
    fn a_graph_of_arcs_is_the_builder_s() {
        let mut random = RandomStream::new(5, 0);
        for (n, arcs) in [(1, 0), (1, 3), (2, 9), (40, 30), (40, 900), (3_000, 40_000)] {
            let mut end = || random.below(n) as u32;
            let arcs: Vec<(u32, u32)> = (0..arcs).map(|_| (end(), end())).collect();
            let mut builder = GraphBuilder::directed();
            builder.consecutive(0, n);
            arcs.iter().for_each(|&(from, to)| builder.edge(u64::from(from), u64::from(to)));
            let (expected, graph) =
                (builder.build().unwrap(), Graph::of_arcs(n as u32, arcs.len(), |at| arcs[at]));
            assert_eq!(graph.csr(), expected.csr(), "{n} vertices");
            assert_eq!(graph.attributes(), expected.attributes(), "{n} vertices");
            assert_eq!(graph.report(), expected.report(), "{n} vertices");
            assert!(graph.ids().is_identity());
        }
    }
}
