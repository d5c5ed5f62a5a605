//! The tasks of a plan for a plain pattern, as the kernels find them.

use std::sync::Arc;

use crate::place::Prepared;
use crate::plan::Tasks;

/// The tasks of a plan on a graph: sums over the vertices, and where each vertex's first task lies.
#[derive(Debug)]
pub(in crate::mine) struct TaskList {
    tasks: Tasks,
    /// `n + 1` sums, where they are not the graph's offsets: the tasks of vertex `v` are those from sum `v` to before sum
    /// `v + 1`.
    pub sums: Option<Arc<Vec<u64>>>,
    end: u64,
}

impl TaskList {
    /// The tasks of `prepared`.
    pub fn new(prepared: &Prepared, tasks: Tasks) -> Self {
        let (offsets, splits) = (prepared.csr().offsets(), prepared.splits());
        let sums = |length: &dyn Fn(usize) -> u64| {
            let mut sum = 0;
            let ends = (0..splits.len()).map(|v| {
                sum += length(v);
                sum
            });
            Some(Arc::new(std::iter::once(0).chain(ends).collect::<Vec<_>>()))
        };
        let sums = match tasks {
            Tasks::Vertices | Tasks::AllEdges => None,
            Tasks::LowerEdges => sums(&|v| splits[v] - offsets[v]),
            Tasks::UpperEdges => sums(&|v| offsets[v + 1] - splits[v]),
        };
        let end = match tasks {
            Tasks::Vertices => prepared.csr().n().into(),
            _ => sums.as_ref().map_or(offsets, |sums| sums).last().copied().unwrap_or(0),
        };
        TaskList { tasks, sums, end }
    }

    /// Whether a vertex's first task is at its first greater neighbour, and not at its first neighbour.
    pub fn at_splits(&self) -> bool {
        self.tasks == Tasks::UpperEdges
    }

    /// The number of tasks.
    pub fn end(&self) -> u64 {
        self.end
    }
}
