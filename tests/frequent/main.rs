//! Frequent patterns of one graph by minimum image, on every device of this machine, against brute force, known
//! supports and laws.

mod brute;
#[cfg(feature = "shared-data")]
mod known;
mod laws;
mod stopped;

use std::collections::BTreeMap;

use motherlode::dfs_code::{Kinds, Step, minimum_code};
use motherlode::graph::{Graph, GraphBuilder};
use motherlode::mine::frequent::{self, ImageOptions, PreparedGraph};
use motherlode::runtime::Team;

/// A pattern by the names of its labels: each edge of its minimum DFS code as from, to, and the labels of from, edge
/// and to. The label of an arc is after `>`, or `<` if it leads from `to` to `from`.
type Named = Vec<(u32, u32, String, String, String)>;

/// A graph by its vertices' labels and its labelled edges.
#[derive(Clone, Debug)]
struct Said {
    labels: Vec<Vec<&'static str>>,
    edges: Vec<(usize, usize, &'static str)>,
    directed: bool,
}

impl Said {
    fn build(&self) -> Graph {
        let mut builder = if self.directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        for (v, labels) in (0u64..).zip(&self.labels) {
            builder.vertex(v, labels);
        }
        for &(u, v, label) in &self.edges {
            builder.labelled_edge(u as u64, v as u64, label);
        }
        builder.build().unwrap()
    }

    /// If it is directed, with arcs in all directions, and arcs back beside each third, of the other label or the same.
    fn with_arcs_back(mut self) -> Said {
        if self.directed {
            for (u, v, _) in self.edges.iter_mut().filter(|(u, v, _)| (u + v) % 2 == 1) {
                std::mem::swap(u, v);
            }
            let back = |(i, &(u, v, label)): (usize, &(usize, usize, &'static str))| {
                (v, u, if i % 2 == 0 { label } else { "2" })
            };
            let more: Vec<_> = self.edges.iter().step_by(3).enumerate().map(back).collect();
            self.edges.extend(more);
        }
        self
    }

    /// With the other label beside each fourth edge's own.
    fn with_second_labels(mut self) -> Said {
        let other =
            |&(u, v, label): &(usize, usize, &'static str)| (u, v, if label == "1" { "2" } else { "1" });
        let more: Vec<_> = self.edges.iter().step_by(4).map(other).collect();
        self.edges.extend(more);
        self
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
        Said {
            labels,
            edges: edges.into_iter().map(|((u, v), label)| (u, v, label)).collect(),
            directed: false,
        }
    }
}

fn named(prepared: &PreparedGraph, kinds: &Kinds, code: &[Step]) -> Named {
    let step = |step: &Step| {
        let [a, _, b] = kinds.triple(step.kind);
        let (vertex, edge) = (prepared.vertex_labels(), prepared.edge_labels());
        let name = |names: &[String], label: u32| names[label as usize].clone();
        let arrow = match (kinds.is_directed(), kinds.leads_back(step.kind)) {
            (false, _) => "",
            (true, false) => ">",
            (true, true) => "<",
        };
        let edge = format!("{arrow}{}", name(edge, kinds.edge_label(step.kind)));
        (step.from, step.to, name(vertex, a), edge, name(vertex, b))
    };
    code.iter().map(step).collect()
}

/// The frequent patterns in the order in which they are found, each with its support.
fn mined(graph: &Graph, team: impl Into<Team>, options: &ImageOptions) -> Vec<(Named, u32)> {
    let prepared = PreparedGraph::new(graph, options.support.get(), &Default::default()).unwrap();
    let mut all = Vec::new();
    frequent::mine(&prepared, team, options, |found| {
        assert_eq!(found.exact, options.exact || found.code.len() == 1);
        let edges: Vec<_> = found.code.iter().map(|step| (step.from, step.to, step.kind)).collect();
        assert_eq!(minimum_code(found.kinds, &edges).unwrap(), found.code);
        all.push((named(&prepared, found.kinds, found.code), found.support));
        Ok(())
    })
    .unwrap();
    all
}
