//! The oriented graph on the host: lists of smaller neighbours, and the order of its roots.

use std::sync::Arc;

use rayon::prelude::*;

use crate::place::Prepared;
use crate::place::outline::Steps;

/// A graph whose every edge stands once, in the list of its greater end.
#[derive(Debug)]
pub(in crate::place) struct Orientation {
    /// `n + 1` starts of lists.
    pub offsets: Arc<Vec<u64>>,
    /// The lists: of each vertex its smaller neighbours, ascending.
    pub neighbors: Arc<Vec<u32>>,
    /// The degrees of the vertices in the whole graph.
    pub degrees: Arc<Vec<u32>>,
    /// The vertices with at least two smaller neighbours, those with the longest lists first.
    pub roots: Arc<Vec<u32>>,
    /// The lengths of the roots' lists.
    pub lengths: Steps,
    /// Positions in `roots`: where the tasks of about equal work start, and the end.
    pub tasks: Arc<Vec<u32>>,
}

/// The most pairs of neighbours in a task, about, where a root has fewer.
const PAIRS_PER_TASK: u64 = 1 << 13;
/// A small graph is dealt in so many tasks, about, that all warps of a card have some: else they wait for the longest.
const TASKS: u64 = 1 << 14;
/// The most roots in a task.
const ROOTS_PER_TASK: u64 = 32;
/// What a root costs besides its pairs, in pairs.
const PAIRS_FOR_ROOT: u64 = 128;

impl Orientation {
    /// Orients a prepared graph.
    pub fn new(prepared: &Prepared) -> Self {
        let (starts, splits) = (prepared.csr().offsets(), prepared.splits());
        let mut end = 0;
        let ends = starts.iter().zip(splits).map(|(start, split)| {
            end += split - start;
            end
        });
        let offsets: Vec<u64> = std::iter::once(0).chain(ends).collect();
        let neighbors = lower_lists(prepared, &offsets);
        let degrees = starts.par_windows(2).map(|pair| (pair[1] - pair[0]) as u32).collect();
        let roots = longest_first(&offsets);
        let lengths = Steps::of(roots.iter().map(|&root| length(&offsets, root)));
        let tasks = tasks(&lengths);
        Orientation {
            offsets: Arc::new(offsets),
            neighbors: Arc::new(neighbors),
            degrees: Arc::new(degrees),
            roots: Arc::new(roots),
            lengths,
            tasks: Arc::new(tasks),
        }
    }

    /// Vertices.
    pub fn n(&self) -> u32 {
        self.degrees.len() as u32
    }

    /// Edges.
    pub fn edges(&self) -> usize {
        self.neighbors.len()
    }
}

fn length(offsets: &[u64], v: u32) -> u32 {
    (offsets[v as usize + 1] - offsets[v as usize]) as u32
}

/// The prefixes of the lists, in parallel.
fn lower_lists(prepared: &Prepared, offsets: &[u64]) -> Vec<u32> {
    const STRETCH: usize = 1 << 12;
    let n = prepared.csr().n() as usize;
    let mut neighbors = vec![0; offsets[n] as usize];
    let mut rest = &mut neighbors[..];
    let mut stretches = Vec::with_capacity(n / STRETCH + 1);
    for first in (0..n).step_by(STRETCH) {
        let last = (first + STRETCH).min(n);
        let (mine, others) = rest.split_at_mut((offsets[last] - offsets[first]) as usize);
        stretches.push((first..last, mine));
        rest = others;
    }
    stretches.into_par_iter().for_each(|(vertices, mut out)| {
        for v in vertices {
            let (list, others) = out.split_at_mut((offsets[v + 1] - offsets[v]) as usize);
            list.copy_from_slice(&prepared.csr().neighbors(v as u32)[..list.len()]);
            out = others;
        }
    });
    neighbors
}

/// The vertices with at least two in their list, sorted by counting, the longest lists first.
fn longest_first(offsets: &[u64]) -> Vec<u32> {
    let n = offsets.len() as u32 - 1;
    let longest = (0..n).map(|v| length(offsets, v)).max().unwrap_or(0) as usize;
    let mut places = vec![0usize; longest + 1];
    (0..n).for_each(|v| places[length(offsets, v) as usize] += 1);
    let mut place = 0;
    for count in places[2.min(longest)..].iter_mut().rev() {
        place += std::mem::replace(count, place);
    }
    if longest < 2 {
        return Vec::new();
    }
    let mut roots = vec![0; place];
    for v in (0..n).filter(|&v| length(offsets, v) >= 2) {
        let place = &mut places[length(offsets, v) as usize];
        roots[*place] = v;
        *place += 1;
    }
    roots
}

/// Deals the roots in tasks, by the lengths of their lists.
pub(in crate::place) fn tasks(lengths: &Steps) -> Vec<u32> {
    let cost = |length: u32| PAIRS_FOR_ROOT + u64::from(length) * u64::from(length) / 2;
    let all: u64 = lengths.runs().map(|(length, count)| count * cost(length)).sum();
    let pairs_per_task = (all / TASKS).min(PAIRS_PER_TASK);
    let roots = lengths.count();
    let (mut tasks, mut next, mut end) = (vec![0], 0, 0);
    for (length, count) in lengths.runs() {
        end += count;
        let step = (pairs_per_task / cost(length)).clamp(1, ROOTS_PER_TASK);
        // The lists do not grow: those that follow cost no more.
        while next < end {
            next = (next + step).min(roots);
            tasks.push(next as u32);
        }
    }
    tasks
}
