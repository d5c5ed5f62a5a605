//! Readers, writers and generators, from bytes to graphs.

mod adjacency;
mod attributes;
mod bad_input;
mod bounds;
mod csr_damage;
mod csr_layouts;
mod csv;
mod documents;
mod formats;
mod generators;
mod known;
mod names;
mod preparation;
mod round_trip;
mod sized;

use std::collections::BTreeSet;

use motherlode::graph::{self, Graph, LoadOptions};

/// The edges of a graph under the original ids, each once, smaller id first.
fn edges_by_id(graph: &Graph) -> BTreeSet<(u64, u64)> {
    let csr = graph.csr();
    let ids = graph.ids().numbers().expect("ids that are numbers");
    let mut edges = BTreeSet::new();
    for v in 0..csr.n() {
        for &w in csr.neighbors(v).iter().filter(|&&w| w > v) {
            let (a, b) = (ids.get(v), ids.get(w));
            edges.insert((a.min(b), a.max(b)));
        }
    }
    assert_eq!(edges.len() as u64, csr.edges());
    edges
}

fn read(text: &str) -> Graph {
    read_with(text, &LoadOptions::default())
}

fn read_with(text: &str, options: &LoadOptions) -> Graph {
    graph::read(text.as_bytes(), "in", options).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// What is said of a text that is refused.
fn refusal(text: &str) -> String {
    refusal_with(text, &LoadOptions::default())
}

fn refusal_with(text: &str, options: &LoadOptions) -> String {
    graph::read(text.as_bytes(), "in", options).expect_err(text).to_string()
}

fn blocks_of(block_bytes: usize) -> LoadOptions {
    LoadOptions::default().block_bytes(block_bytes)
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}
