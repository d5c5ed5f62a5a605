//! The tasks of a plan, as the kernels find them.

use super::Prepared;
use crate::plan::Tasks;

/// The tasks of a plan on a graph: sums over the vertices, and where each vertex's first task lies.
#[derive(Debug)]
pub(super) struct TaskList {
    tasks: Tasks,
    /// The sums, where they are not the graph's offsets.
    sums: Option<Vec<u64>>,
}

impl TaskList {
    /// The tasks of `prepared`.
    pub fn new(prepared: &Prepared, tasks: Tasks) -> Self {
        let (offsets, splits) = (prepared.csr.offsets(), &prepared.splits[..]);
        let sums = |length: &dyn Fn(usize) -> u64| {
            let mut sum = 0;
            let ends = (0..splits.len()).map(|v| {
                sum += length(v);
                sum
            });
            Some(std::iter::once(0).chain(ends).collect())
        };
        let sums = match tasks {
            Tasks::Vertices | Tasks::AllEdges => None,
            Tasks::LowerEdges => sums(&|v| splits[v] - offsets[v]),
            Tasks::UpperEdges => sums(&|v| offsets[v + 1] - splits[v]),
        };
        TaskList { tasks, sums }
    }

    /// `n + 1` sums: the tasks of vertex `v` are those from `starts[v]` to before `starts[v + 1]`. For tasks that are
    /// vertices it says nothing.
    pub fn starts<'a>(&'a self, prepared: &'a Prepared) -> &'a [u64] {
        self.sums.as_deref().unwrap_or(prepared.csr.offsets())
    }

    /// Whether a vertex's first task is at its first greater neighbour, and not at its first neighbour.
    pub fn at_splits(&self) -> bool {
        self.tasks == Tasks::UpperEdges
    }

    /// The number of tasks.
    pub fn end(&self, prepared: &Prepared) -> u64 {
        let n = prepared.csr.n();
        if self.tasks == Tasks::Vertices { u64::from(n) } else { self.starts(prepared)[n as usize] }
    }
}
