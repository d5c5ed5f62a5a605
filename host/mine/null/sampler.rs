//! Samples of a null model, by number.

use std::collections::HashSet;
use std::ops::Range;

use rand::{RngExt, SeedableRng, rngs::SmallRng};

use super::{Mixing, NullOptions};
use crate::MineError;
use crate::graph::Graph;
use crate::runtime::Team;

/// Graphs of a null model. Sample `index` of a seed is the same graph on every device, however samples are asked for.
#[derive(Debug)]
pub struct NullSampler {
    graph: Graph,
    options: NullOptions,
    mixing: Mixing,
}

impl NullSampler {
    /// Gets ready to draw graphs like `graph`.
    ///
    /// # Errors
    /// When the graph does not have what the options ask for, the device fails or its memory is too small, or the job is to stop.
    pub fn new(
        graph: &Graph,
        _team: impl Into<Team>,
        options: &NullOptions,
    ) -> Result<NullSampler, MineError> {
        Ok(NullSampler { graph: graph.clone(), options: options.clone(), mixing: Mixing::default() })
    }

    /// How many samples are best asked for at a time: they are made together.
    pub fn at_once(&self) -> u64 {
        1
    }

    /// How far the switchings of a pilot sample came.
    pub fn mixing(&self) -> &Mixing {
        &self.mixing
    }

    /// Sample number `index`: a graph of the same vertices, with their ids, labels and properties.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn sample(&self, index: u64) -> Result<Graph, MineError> {
        let mut samples = self.samples(index..index + 1)?;
        Ok(samples.pop().expect("one sample was asked for"))
    }

    /// The samples of these numbers, made together.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn samples(&self, indices: Range<u64>) -> Result<Vec<Graph>, MineError> {
        Ok(indices.map(|index| self.switched(index)).collect())
    }

    fn switched(&self, index: u64) -> Graph {
        let csr = self.graph.csr();
        let mut random = SmallRng::seed_from_u64(self.options.seed ^ index << 32);
        let mut edges: Vec<(u32, u32)> = (0..csr.n())
            .flat_map(|u| csr.neighbors(u).iter().filter(move |&&v| u < v).map(move |&v| (u, v)))
            .collect();
        let key = |u: u32, v: u32| (u.min(v), u.max(v));
        let mut known: HashSet<(u32, u32)> = edges.iter().copied().collect();
        for _ in 0..10 * edges.len() {
            let (i, j) = (random.random_range(0..edges.len()), random.random_range(0..edges.len()));
            let ((a, b), (c, d)) = (edges[i], edges[j]);
            let (first, second) = (key(a, d), key(c, b));
            if i != j
                && a != d
                && b != c
                && !known.contains(&first)
                && !known.contains(&second)
                && first != second
            {
                known.remove(&key(a, b));
                known.remove(&key(c, d));
                known.extend([first, second]);
                (edges[i], edges[j]) = (first, second);
            }
        }
        Graph::of_pairs(csr.n(), edges.len(), |at| edges[at])
    }
}
