//! The lists that a plan's kernels read.

use std::sync::Arc;

use motherlode_device::plan::{Bounds, Level};
use rayon::prelude::*;

use super::candidates::Candidates;
use crate::plan::AttributedPlan;
use crate::plan::query::View;

/// Views, one after another.
#[derive(Debug)]
pub(in crate::mine) struct Views {
    /// For each view `n + 1` starts of lists in `neighbors`.
    pub offsets: Arc<Vec<u64>>,
    /// The lists.
    pub neighbors: Arc<Vec<u32>>,
    /// `n + 1`.
    row: usize,
}

impl Views {
    /// The views that a plan names. None if it is that of all neighbours alone: that is the graph as it is.
    pub(super) fn new(plan: &AttributedPlan, candidates: &Candidates<'_>) -> Option<Self> {
        let csr = candidates.prepared.csr();
        let whole = candidates.query.views[0];
        if plan.views == [whole] {
            return None;
        }
        let mut offsets = Vec::new();
        let mut end = 0;
        for view in &plan.views {
            offsets.push(end);
            offsets.extend(lengths(*view, whole, candidates).iter().map(|length| {
                end += length;
                end
            }));
        }
        let n = csr.n();
        let mut neighbors = Vec::with_capacity(end as usize);
        for view in &plan.views {
            let list = |v: u32| {
                let all = if *view == whole { csr.neighbors(v) } else { &[] };
                let some = (*view != whole).then(|| candidates.places(*view, v)).into_iter().flatten();
                all.iter().copied().chain(some.map(|place| csr.neighbors_all()[place]))
            };
            neighbors.par_extend((0..n).into_par_iter().with_min_len(256).flat_map_iter(list));
        }
        Some(Views { offsets: Arc::new(offsets), neighbors: Arc::new(neighbors), row: n as usize + 1 })
    }

    /// The length of the longest list of each view.
    pub fn longest(&self) -> Vec<u64> {
        let longest = |row: &[u64]| row.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
        self.offsets.chunks(self.row).map(longest).collect()
    }
}

/// The tasks of a plan that walks edges, whose ends are given by its second level: sums over the vertices, and where each
/// vertex's first task lies.
pub(super) fn tasks(second: &Level, offsets: &[u64], neighbors: &[u32], n: u32) -> (Vec<u64>, Vec<u64>) {
    let Bounds { above, below } = second.bounds;
    let rows = &offsets[second.source.view as usize * (n as usize + 1)..][..n as usize + 1];
    let task = |v: u32| {
        let (start, end) = (rows[v as usize], rows[v as usize + 1]);
        let list = &neighbors[start as usize..end as usize];
        let split = start + list.partition_point(|&w| w < v) as u64;
        let (first, end) = (if above == 0 { start } else { split }, if below == 0 { end } else { split });
        (first, end - first)
    };
    let tasks: Vec<(u64, u64)> = (0..n).into_par_iter().with_min_len(1024).map(task).collect();
    let mut sum = 0;
    let ends = tasks.iter().map(|(_, length)| {
        sum += length;
        sum
    });
    (std::iter::once(0).chain(ends).collect(), tasks.iter().map(|(first, _)| *first).collect())
}

fn lengths(view: View, whole: View, candidates: &Candidates<'_>) -> Vec<u64> {
    let csr = candidates.prepared.csr();
    let length = |v: u32| {
        if view == whole { u64::from(csr.degree(v)) } else { candidates.places(view, v).count() as u64 }
    };
    (0..csr.n()).into_par_iter().with_min_len(256).map(length).collect()
}
