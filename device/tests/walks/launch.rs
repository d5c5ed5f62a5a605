//! What the kernels of walks take, and counting.

use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::in_matrix::{FillMatrix, FillMatrixArgs, MatrixWalkArgs};
use motherlode_device::kernels::count::split::Split;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::lists::Views;
use motherlode_device::matrix_graph::{AdjacencyMatrix, MatrixGraph, row_words};
use motherlode_device::memory::Slice;
use motherlode_device::plan::{AnyPlan, AttributedWalk, WalkPlan};

use super::above;
use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::atomics;

/// A plan, and the lists that its kernels read.
pub trait Plan: AnyPlan {
    type Lists<'a>: Copy;

    fn lists<'a>(offsets: &'a [u64], neighbors: &'a [u32], splits: &'a [u64]) -> Self::Lists<'a>;
}

impl Plan for WalkPlan {
    type Lists<'a> = GraphView<'a>;

    fn lists<'a>(offsets: &'a [u64], neighbors: &'a [u32], splits: &'a [u64]) -> GraphView<'a> {
        let [offsets, splits] = [offsets, splits].map(Slice::from);
        GraphView { offsets, neighbors: Slice::from(neighbors), splits }
    }
}

impl Plan for AttributedWalk {
    type Lists<'a> = Views<'a>;

    fn lists<'a>(offsets: &'a [u64], neighbors: &'a [u32], splits: &'a [u64]) -> Views<'a> {
        let (offsets, neighbors) = (Slice::from(offsets), Slice::from(neighbors));
        Views { offsets, neighbors, vertices: splits.len() as u32 }
    }
}

/// A plan, lists in compressed sparse rows, one view after another, and the tasks.
pub struct Walk<P> {
    offsets: Vec<u64>,
    neighbors: Vec<u32>,
    /// For each vertex, the place of its first greater neighbour in view 0.
    splits: Vec<u64>,
    starts: Vec<u64>,
    first: Vec<u64>,
    split: Split,
    pub(super) plan: P,
}

/// What a launch writes.
pub(super) struct Memory {
    queue: [u64; 1],
    pub(super) totals: [u64; TOTALS],
    buffers: Vec<u32>,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { queue: [0], totals: [0; TOTALS], buffers: vec![] }
    }
}

impl Memory {
    /// Lets the queue begin with this task.
    pub(super) fn start_at(&mut self, task: u64) {
        self.queue = [task];
    }
}

impl<P: Plan> Walk<P> {
    /// A plan over views, each a list of neighbours for each vertex. A task is a vertex, or where the walk goes deeper
    /// a pair: of a vertex and one of its neighbours in the view that the second level draws from, within its bounds.
    pub fn new(views: &[Vec<Vec<u32>>], plan: P) -> Self {
        let n = views[0].len();
        let (mut offsets, mut neighbors) = (vec![], vec![]);
        for lists in views {
            offsets.push(neighbors.len() as u64);
            for list in lists {
                neighbors.extend(list);
                offsets.push(neighbors.len() as u64);
            }
        }
        // Where the neighbours of a vertex start that are greater, in a view.
        let split = |view: usize, v: usize| views[view][v].partition_point(|&w| (w as usize) < v) as u64;
        let second = plan.level(1.min(plan.last()));
        let (view, halved) = (second.source.view as usize, second.bounds == above(0));
        let rows = &offsets[view * (n + 1)..];
        let first: Vec<u64> = (0..n).map(|v| rows[v] + if halved { split(view, v) } else { 0 }).collect();
        let mut starts = vec![0];
        (0..n).for_each(|v| starts.push(starts[v] + rows[v + 1] - first[v]));
        let splits = (0..n).map(|v| offsets[v] + split(0, v)).collect();
        Walk { offsets, neighbors, splits, starts, first, split: Split::NONE, plan }
    }

    /// This walk with the tasks between hubs in parts.
    pub fn in_parts(self, split: Split) -> Self {
        let mut starts = vec![0];
        for v in 0..self.vertices() {
            let (first, count) = (self.first[v] as usize, (self.starts[v + 1] - self.starts[v]) as usize);
            let to_hubs = self.neighbors[first..first + count].iter().filter(|&&w| w < split.hubs).count();
            let split_edges = if (v as u32) < split.hubs { to_hubs as u64 } else { 0 };
            starts.push(starts[v] + count as u64 + split_edges * u64::from(split.parts() - 1));
        }
        Walk { starts, split, ..self }
    }

    /// The number of vertices.
    pub(super) fn vertices(&self) -> usize {
        self.splits.len()
    }

    /// The length of the longest list, which no buffer passes.
    fn capacity(&self) -> u64 {
        self.offsets.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0)
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        if self.plan.last() == 0 { self.vertices() as u64 } else { self.starts[self.vertices()] }
    }

    /// What the kernels take for `end` draws of `chunk`.
    pub(super) fn args<'a>(
        &'a self,
        memory: &'a mut Memory,
        end: u64,
        chunk: u32,
    ) -> WalkArgs<'a, P::Lists<'a>, P> {
        let capacity = self.capacity();
        let buffers = u64::from(self.plan.buffers() * BLOCKS * WARPS) * capacity;
        memory.buffers.resize(buffers as usize, u32::MAX);
        WalkArgs {
            graph: P::lists(&self.offsets, &self.neighbors, &self.splits),
            starts: Slice::from(&self.starts[..]),
            first: Slice::from(&self.first[..]),
            queue: atomics(&mut memory.queue),
            totals: atomics(&mut memory.totals),
            buffers: scratch(&mut memory.buffers),
            capacity,
            end,
            chunk,
            vertices: self.vertices() as u32,
            split: self.split,
            plan: self.plan,
        }
    }

    /// What kernel `K` counts.
    pub fn count<K>(&self, machine: Machine) -> u128
    where
        K: for<'a> Kernel<Args<'a> = WalkArgs<'a, P::Lists<'a>, P>>,
    {
        let mut memory = Memory::default();
        let args = self.args(&mut memory, self.tasks(), 5);
        // SAFETY: lists, their tasks, a plan whose buffers are as long as the longest list, and the shared memory of
        // walks.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        total(&memory.totals).unwrap()
    }
}

impl Walk<WalkPlan> {
    /// What kernel `K` counts by the matrix of the graph.
    pub fn count_in_matrix<K>(&self, machine: Machine) -> u128
    where
        K: for<'a> Kernel<Args<'a> = MatrixWalkArgs<'a>>,
    {
        let graph = WalkPlan::lists(&self.offsets, &self.neighbors, &self.splits);
        let width = row_words(self.vertices() as u32);
        let mut words = vec![0_u32; self.vertices() * width as usize];
        let args = FillMatrixArgs { graph, words: atomics(&mut words), width };
        // SAFETY: a graph, and a row of zeros for each vertex.
        unsafe { machine.launch::<FillMatrix>(BLOCKS, WARPS, 0, &args) };
        let graph = MatrixGraph { graph, matrix: AdjacencyMatrix { words: Slice::from(&words[..]), width } };
        let mut memory = Memory::default();
        let args = self.args(&mut memory, self.tasks(), 5).with_graph(graph);
        // SAFETY: as for `count`, with the graph's matrix.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<WalkPlan>(WARPS), &args) }
        total(&memory.totals).unwrap()
    }
}
