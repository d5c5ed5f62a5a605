//! Runs are merged into an array, or handed over batch by batch.

use std::mem::take;

use crate::runtime::{Device, RuntimeError};

use super::cut::cuts;
use super::plan::MergePlan;
use super::sorting::Sorting;
use super::window::{Merged, WindowMerger};

/// Runs that are about to be merged, and where their windows start.
#[derive(Debug)]
pub(super) struct Merger<'s, 'r> {
    sort: &'s Sorting,
    runs: Vec<&'r [u64]>,
    plan: MergePlan,
    counted: bool,
    cuts: Vec<Vec<usize>>,
}

impl<'s, 'r> Merger<'s, 'r> {
    /// Finds the windows of `runs`, which are no more than can be merged at once.
    pub fn new(sort: &'s Sorting, runs: Vec<&'r [u64]>, counted: bool) -> Result<Self, RuntimeError> {
        let runs: Vec<&[u64]> = runs.into_iter().filter(|run| !run.is_empty()).collect();
        let device = sort.lanes.first();
        let (keys, ways) = (runs.iter().map(|run| run.len() as u64).sum(), runs.len().max(1));
        let plan = sort.share.merge(device, keys, ways as u64, counted);
        let plan = plan.ok_or_else(|| sort.share.too_small(device, keys, counted))?;
        let cuts = if keys == 0 { vec![] } else { cuts(device, &runs, plan)? };
        sort.traffic.windows(cuts.len().saturating_sub(1) as u64);
        Ok(Merger { sort, runs, plan, counted, cuts })
    }

    /// The pieces of the runs that each window is made of.
    fn windows(&self) -> impl Iterator<Item = Vec<&'r [u64]>> {
        let piece = |(run, (start, end)): (&&'r [u64], (&usize, &usize))| &run[*start..*end];
        self.cuts
            .windows(2)
            .map(move |cut| self.runs.iter().zip(cut[0].iter().zip(&cut[1])).map(piece).collect())
    }

    fn start<'d>(&self, lane: &'d Device) -> Result<WindowMerger<'d>, RuntimeError> {
        WindowMerger::new(lane, self.plan.window, self.runs.len(), self.counted)
    }

    /// Fills `to`, which has as many places as there are keys, with all of them in order.
    pub fn merge_to(&self, mut to: &mut [u64]) -> Result<(), RuntimeError> {
        let mut tasks = vec![];
        for pieces in self.windows() {
            let length = pieces.iter().map(|piece| piece.len()).sum();
            let (window, rest) = take(&mut to).split_at_mut(length);
            tasks.push((pieces, window));
            to = rest;
        }
        self.sort.lanes.deal(tasks, |lane, tasks| {
            let mut merger = self.start(lane)?;
            tasks.into_iter().try_for_each(|(pieces, to)| {
                self.sort.interrupt.check()?;
                merger.merge_to(&pieces, to, &self.sort.traffic)
            })
        })
    }

    /// Hands the keys over, window by window; with their numbers, if they are counted.
    pub fn for_each<E: From<RuntimeError>>(
        &self,
        visit: &mut impl FnMut(&[u64], &mut [u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.sort.lanes.in_order(
            self.windows().collect(),
            |lane| self.start(lane),
            |merger, pieces, merged| {
                self.sort.interrupt.check()?;
                merger.merge_each(&pieces, merged, &self.sort.traffic)
            },
            |Merged { keys, counts }| if keys.is_empty() { Ok(()) } else { visit(keys, counts) },
        )
    }
}
