//! Frequent patterns of one graph by minimum image, on every device of this machine, against brute force, known supports and laws.

mod brute;
#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "shared-data")]
mod known;
mod laws;

use std::collections::BTreeMap;

use motherlode::dfs_code::{Kinds, Step, minimum_code};
use motherlode::graph::{Graph, GraphBuilder};
use motherlode::mine::frequent::{self, ImageOptions, PreparedGraph};
use motherlode::runtime::Device;

/// A pattern by the names of its labels: each edge of its minimum DFS code as from, to, and the labels of from, edge and to.
type Named = Vec<(u32, u32, String, String, String)>;

/// A graph by its vertices' labels and its labelled edges.
#[derive(Clone, Debug)]
struct Said {
    labels: Vec<Vec<&'static str>>,
    edges: Vec<(usize, usize, &'static str)>,
}

impl Said {
    fn build(&self) -> Graph {
        let mut builder = GraphBuilder::undirected();
        for (v, labels) in (0u64..).zip(&self.labels) {
            builder.vertex(v, labels);
        }
        for &(u, v, label) in &self.edges {
            builder.labelled_edge(u as u64, v as u64, label);
        }
        builder.build().unwrap()
    }

    /// About `m` edges among `n` vertices, with hubs, two or three labels of each kind; a few vertices have two.
    fn random(seed: u64, n: usize, m: usize, several: bool) -> Said {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |end: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % end
        };
        let names = ["x", "y", "z"];
        let labels = (0..n)
            .map(|v| match several && v % 5 == 3 {
                true => vec![names[v % 3], names[(v + 1) % 3]],
                false => vec![names[below(5) % 3]],
            })
            .collect();
        let mut edges = BTreeMap::new();
        while edges.len() < m {
            let (u, v) = (if below(2) == 0 { below(n.min(4)) } else { below(n) }, below(n));
            if u != v {
                edges.entry((u.min(v), u.max(v))).or_insert(["1", "2"][below(3) % 2]);
            }
        }
        Said { labels, edges: edges.into_iter().map(|((u, v), label)| (u, v, label)).collect() }
    }
}

fn named(prepared: &PreparedGraph, kinds: &Kinds, code: &[Step]) -> Named {
    let step = |step: &Step| {
        let [a, e, b] = kinds.triple(step.kind);
        let (vertex, edge) = (prepared.vertex_labels(), prepared.edge_labels());
        let name = |names: &[String], label: u32| names[label as usize].clone();
        (step.from, step.to, name(vertex, a), name(edge, e), name(vertex, b))
    };
    code.iter().map(step).collect()
}

/// The frequent patterns in the order in which they are found, each with its support.
fn mined(graph: &Graph, device: &Device, options: &ImageOptions) -> Vec<(Named, u32)> {
    let prepared = PreparedGraph::new(graph, options.support.get(), &Default::default()).unwrap();
    let mut all = Vec::new();
    frequent::mine(&prepared, device, options, |found| {
        assert_eq!(found.exact, options.exact || found.code.len() == 1);
        let edges: Vec<_> = found.code.iter().map(|step| (step.from, step.to, step.kind)).collect();
        assert_eq!(minimum_code(found.kinds, &edges).unwrap(), found.code);
        all.push((named(&prepared, found.kinds, found.code), found.support));
        Ok(())
    })
    .unwrap();
    all
}
