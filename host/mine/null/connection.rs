//! Whether a graph hangs together.

use motherlode_device::kernels::rewiring::ends_of;

use super::classes::RewiringClasses;
use crate::graph::Csr;

/// How samples stay connected; nothing where they need not.
#[derive(Debug, Default)]
pub(super) struct Connection {
    /// For each vertex, whether it has but one edge (1) or more (0).
    pub leaves: Vec<u32>,
    /// How many edges join parts in a sample that is connected as the graph is.
    pub joins: u64,
}

impl Connection {
    /// That of a graph.
    pub fn new(graph: &Csr, classes: &RewiringClasses) -> Connection {
        let mut degrees = vec![0u32; graph.n() as usize];
        for (first, second) in classes.start.iter().map(|&slot| ends_of(slot)) {
            degrees[first as usize] += 1;
            degrees[second as usize] += 1;
        }
        let leaves = degrees.into_iter().map(|degree| u32::from(degree == 1)).collect();
        Connection { leaves, joins: joins(graph) }
    }
}

/// The vertices less the parts that they are in.
fn joins(graph: &Csr) -> u64 {
    let mut seen = vec![false; graph.n() as usize];
    let (mut joins, mut waiting) = (0, Vec::new());
    for start in 0..graph.n() {
        if std::mem::replace(&mut seen[start as usize], true) {
            continue;
        }
        waiting.push(start);
        while let Some(v) = waiting.pop() {
            for &w in graph.neighbors(v) {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    joins += 1;
                    waiting.push(w);
                }
            }
        }
    }
    joins
}
