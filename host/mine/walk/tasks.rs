//! The tasks of a plan for a plain pattern, as the kernels find them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::count::split::{MOST_LOG_PARTS, Split};

use crate::place::Prepared;
use crate::plan::Tasks;

/// The tasks of a plan on a graph: sums over the vertices, and where each vertex's first task lies.
#[derive(Debug)]
pub(crate) struct TaskList {
    tasks: Tasks,
    /// `n + 1` sums, where they are not the graph's offsets: the tasks of vertex `v` are those from sum `v` to before
    /// sum `v + 1`.
    pub sums: Option<Arc<Vec<u64>>>,
    /// Which tasks are split into several.
    pub split: Split,
    end: u64,
}

/// How many parts a heavy task has: the heaviest of a skewed graph take a warp as long as all others take a card.
const LOG_PARTS: u32 = MOST_LOG_PARTS;
/// The most vertices between which tasks are split.
const MOST_HUBS: u32 = 1 << 12;

impl TaskList {
    /// The tasks of `prepared`. Those of the heaviest edges are split, if warps walk one task after the other.
    pub fn new(prepared: &Prepared, tasks: Tasks, walked: bool) -> Self {
        let edges = TaskEdges { prepared, tasks };
        let split = if walked && tasks != Tasks::Vertices { edges.split() } else { Split::NONE };
        let own_sums = !matches!(tasks, Tasks::Vertices | Tasks::AllEdges) || split != Split::NONE;
        let sums = own_sums.then(|| {
            let mut sum = 0;
            let ends = (0..prepared.csr().n()).map(|v| {
                sum += edges.tasks_of(v, split);
                sum
            });
            Arc::new(std::iter::once(0).chain(ends).collect::<Vec<_>>())
        });
        let offsets = prepared.csr().offsets();
        let end = match tasks {
            Tasks::Vertices => prepared.csr().n().into(),
            _ => sums.as_ref().map_or(offsets, |sums| sums).last().copied().unwrap_or(0),
        };
        TaskList { tasks, sums, split, end }
    }

    /// Whether a vertex's first task is at its first greater neighbour, and not at its first neighbour.
    pub fn at_splits(&self) -> bool {
        self.tasks == Tasks::UpperEdges
    }

    /// The number of the first task of each vertex, and how many there are; none if the tasks are the vertices.
    pub fn starts<'t>(&'t self, prepared: &'t Prepared) -> Option<Cow<'t, [u64]>> {
        let starts = self.sums.as_ref().map_or(prepared.csr().offsets(), |sums| sums);
        (self.tasks != Tasks::Vertices).then_some(Cow::Borrowed(starts))
    }

    /// The number of tasks.
    pub fn end(&self) -> u64 {
        self.end
    }
}

/// The edges that are tasks.
struct TaskEdges<'p> {
    prepared: &'p Prepared,
    tasks: Tasks,
}

impl TaskEdges<'_> {
    /// Where those of `v` lie in the neighbours.
    fn places(&self, v: u32) -> Range<usize> {
        let (offsets, v) = (self.prepared.csr().offsets(), v as usize);
        let split = || self.prepared.splits()[v] as usize;
        let (start, end) = (offsets[v] as usize, offsets[v + 1] as usize);
        match self.tasks {
            Tasks::Vertices | Tasks::AllEdges => start..end,
            Tasks::LowerEdges => start..split(),
            Tasks::UpperEdges => split()..end,
        }
    }

    /// How many of those of `v` are to one of the first `hubs` vertices.
    fn to_hubs(&self, v: u32, hubs: u32) -> u64 {
        self.prepared.csr().neighbors_all()[self.places(v)].partition_point(|&w| w < hubs) as u64
    }

    /// How many tasks `v` has.
    fn tasks_of(&self, v: u32, split: Split) -> u64 {
        let more =
            if v < split.hubs { self.to_hubs(v, split.hubs) * u64::from(split.parts() - 1) } else { 0 };
        self.places(v).len() as u64 + more
    }

    /// Between as many hubs as adds no more than half as many tasks as there are.
    fn split(&self) -> Split {
        let n = self.prepared.csr().n();
        let directions = if self.tasks == Tasks::AllEdges { 2 } else { 1 };
        let all = self.prepared.csr().edges() * directions;
        let fits = |hubs: u32| {
            let between: u64 = (0..hubs).map(|v| self.to_hubs(v, hubs)).sum();
            (between << LOG_PARTS) - between <= all / 2
        };
        let sizes = std::iter::successors(Some(2), |hubs| Some(hubs * 2));
        let fitting = sizes.take_while(|&hubs| hubs <= MOST_HUBS.min(n) && fits(hubs)).last();
        fitting.map_or(Split::NONE, |hubs| Split { hubs, log_parts: LOG_PARTS })
    }
}

#[cfg(test)]
mod tests {
    use super::TaskList;
    use crate::graph::generate;
    use crate::place::Prepared;
    use crate::plan::Tasks;

    #[test]
    fn the_tasks_of_hubs_are_split_and_no_others() {
        let prepared = Prepared::new(&generate::rmat(11, 12, 5).unwrap());
        for tasks in [Tasks::AllEdges, Tasks::LowerEdges, Tasks::UpperEdges] {
            let (whole, list) =
                (TaskList::new(&prepared, tasks, false), TaskList::new(&prepared, tasks, true));
            let hubs = list.split.hubs;
            assert!(hubs >= 8 && whole.split.hubs == 0, "{hubs} hubs");
            assert!(list.end() > whole.end() && list.end() <= whole.end() * 3 / 2);
            // One by one.
            let mut expected = 0;
            for v in 0..prepared.csr().n() {
                for &w in prepared.csr().neighbors(v) {
                    let is_task = match tasks {
                        Tasks::LowerEdges => w < v,
                        Tasks::UpperEdges => w > v,
                        _ => true,
                    };
                    expected +=
                        u64::from(is_task) * u64::from(if v.max(w) < hubs { list.split.parts() } else { 1 });
                }
                assert_eq!(list.sums.as_ref().unwrap()[v as usize + 1], expected, "{tasks:?} of {v}");
            }
            assert_eq!(list.end(), expected);
        }
    }
}
