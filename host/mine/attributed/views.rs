//! The lists that a plan's kernels read.

use std::borrow::Cow;

use motherlode_device::attributed::AttributedWalk;
use motherlode_device::plan::Bounds;
use rayon::prelude::*;

use super::candidates::Candidates;
use crate::plan::AttributedPlan;
use crate::plan::query::View;

/// Views, one after another.
pub(super) struct ViewArrays<'a> {
    /// For each view `n + 1` starts of lists in `neighbors`.
    pub offsets: Cow<'a, [u64]>,
    /// The lists.
    pub neighbors: Cow<'a, [u32]>,
    /// The longest list of each view.
    pub longest: Vec<u64>,
}

impl<'a> ViewArrays<'a> {
    /// The views that a plan names. A view of all neighbours alone is the graph as it is, and is not copied.
    pub fn new(plan: &AttributedPlan, candidates: &Candidates<'a>) -> Self {
        let csr = &candidates.prepared.csr;
        let whole = candidates.query.views[0];
        if plan.views == [whole] {
            let (offsets, neighbors) = (csr.offsets().into(), csr.neighbors_all().into());
            return ViewArrays { offsets, neighbors, longest: vec![csr.max_degree().into()] };
        }
        let (mut offsets, mut longest) = (Vec::new(), Vec::new());
        let mut end = 0;
        for view in &plan.views {
            let lengths = lengths(*view, whole, candidates);
            longest.push(lengths.iter().copied().max().unwrap_or(0));
            offsets.push(end);
            offsets.extend(lengths.iter().map(|length| {
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
        ViewArrays { offsets: offsets.into(), neighbors: neighbors.into(), longest }
    }

    /// The tasks of a plan that walks edges: sums over the vertices, and where each vertex's first task lies.
    pub fn tasks(&self, walk: &AttributedWalk, n: u32) -> (Vec<u64>, Vec<u64>) {
        let level = &walk.levels[1];
        let Bounds { above, below } = level.bounds;
        let rows = &self.offsets[level.source.view as usize * (n as usize + 1)..][..n as usize + 1];
        let task = |v: u32| {
            let (start, end) = (rows[v as usize], rows[v as usize + 1]);
            let list = &self.neighbors[start as usize..end as usize];
            let split = start + list.partition_point(|&w| w < v) as u64;
            let (first, end) = (if above == 0 { start } else { split }, if below == 0 { end } else { split });
            (first, end - first)
        };
        let tasks: Vec<(u64, u64)> = (0..n).into_par_iter().with_min_len(1024).map(task).collect();
        let mut sum = 0;
        let mut starts = Vec::with_capacity(n as usize + 1);
        starts.push(0);
        starts.extend(tasks.iter().map(|(_, length)| {
            sum += length;
            sum
        }));
        (starts, tasks.into_iter().map(|(first, _)| first).collect())
    }
}

fn lengths(view: View, whole: View, candidates: &Candidates<'_>) -> Vec<u64> {
    let csr = &candidates.prepared.csr;
    let length = |v: u32| {
        if view == whole { u64::from(csr.degree(v)) } else { candidates.places(view, v).count() as u64 }
    };
    (0..csr.n()).into_par_iter().with_min_len(256).map(length).collect()
}
