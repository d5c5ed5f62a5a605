//! Searches of roots in bins, round after round: each goes on with what warps handed over in the one before.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::kernels::pivots::{HandOver, Resumed, record_words};
use motherlode_device::memory::Scratch;

use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::super::sweep::{SweepShare, SweepTasks, TaskBin};
use super::handed::{BinRoots, Groups, Handed, NOTHING_HANDED, NOTHING_RESUMED};
use crate::runtime::{Grid, Lend, RuntimeError, View};

/// Roots of like lengths that are searched by one launch.
pub(in crate::direct) trait RoundBin {
    /// Sets that a record of a search holds for each of its levels.
    const RECORD_SETS: usize;
    /// Whether the bins of a round run beside each other.
    const BESIDE: bool;

    /// The roots.
    fn bin(&self) -> &Bin;

    /// The launch.
    fn grid(&self) -> Grid;

    /// Whether its warps hand over what takes them long.
    fn hands_over(&self) -> bool {
        true
    }
}

/// Bins of roots, and what is handed over between the rounds of a share: what sweeps of such searches share. A task is a
/// root, and each bin has a queue.
pub(in crate::direct) struct SearchRounds<B> {
    bins: Vec<B>,
    handed: Option<Handed>,
    /// What of each bin is searched for a share.
    parts: Vec<Bin>,
    /// What of it each bin goes on with in this round, if it is not the first.
    resumed: Option<Vec<Groups>>,
    used: bool,
}

impl<B: RoundBin> SearchRounds<B> {
    /// For searches that hand over what takes long, where there are warps to whom that may be and memory for it.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn new(on: &OnDevice, bins: Vec<B>) -> Result<Self, RuntimeError> {
        let long = || bins.iter().filter(|bin| bin.hands_over());
        let longest = long().map(|bin| bin.bin().shape.longest).max();
        let warps = long().map(|bin| u64::from(bin.grid().blocks) * u64::from(bin.grid().warps));
        let at_once = if B::BESIDE { warps.sum() } else { warps.max().unwrap_or(0) };
        let handed = match longest.filter(|_| !on.tuning.scalar) {
            Some(longest) => Handed::new(on.device(), record_words(longest, B::RECORD_SETS), at_once)?,
            None => None,
        };
        Ok(SearchRounds { handed, ..SearchRounds::of_one(bins) })
    }

    /// For searches of which none takes long: there is one round.
    pub fn of_one(bins: Vec<B>) -> Self {
        let parts = bins.iter().map(|bin| bin.bin().among(&(0..0))).collect();
        SearchRounds { bins, handed: None, parts, resumed: None, used: false }
    }

    /// The bins.
    pub fn bins(&self) -> &[B] {
        &self.bins
    }

    /// The roots, by their numbers from that of the first on.
    pub fn tasks(&self) -> SweepTasks {
        let first = self.first();
        let drawn = |bin: &B| {
            let TaskBin { tasks, parts, grid } = bin.bin().drawn_by(bin.grid());
            TaskBin { tasks: tasks.start - first..tasks.end - first, parts, grid }
        };
        SweepTasks::Bins(self.bins.iter().map(drawn).collect())
    }

    /// The position of the first root.
    fn first(&self) -> u64 {
        self.bins.first().map_or(0, |bin| bin.bin().first.into())
    }

    /// Of each bin, those of its roots that are among some tasks.
    pub fn parts(&self, tasks: &Range<u64>) -> Vec<Bin> {
        let first = self.first();
        let roots = first + tasks.start..first + tasks.end;
        self.bins.iter().map(|bin| bin.bin().among(&roots)).collect()
    }

    /// Makes way for a share of these tasks; whether there was one before.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn begin(&mut self, tasks: &Range<u64>) -> Result<bool, RuntimeError> {
        self.begin_with(self.parts(tasks))
    }

    /// Makes way for a share that is to search, of each bin, what its part says; whether there was one before.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn begin_with(&mut self, parts: Vec<Bin>) -> Result<bool, RuntimeError> {
        (self.parts, self.resumed) = (parts, None);
        let used = std::mem::replace(&mut self.used, true);
        if used {
            self.handed.as_mut().map_or(Ok(()), Handed::restart)?;
        }
        Ok(used)
    }

    /// Has each bin launched that has something to do in this round, beside each other if they are to be, and asks what
    /// they hand over.
    ///
    /// # Errors
    /// When a launch fails.
    pub fn launch(
        &mut self,
        on: &OnDevice,
        lend: &Lend<'_>,
        share: &SweepShare<'_>,
        mut launch: impl FnMut(Launched<'_, B>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let ends = self.ends();
        let SearchRounds { bins, handed, parts, resumed, .. } = self;
        let mut each = || {
            for (at, bin) in bins.iter().enumerate().filter(|&(at, _)| ends[at] > 0) {
                let part = &parts[at];
                let groups = resumed.as_ref().map(|groups| groups[at]);
                let searches = match (&handed, groups) {
                    (None, _) => Searches::Whole,
                    (Some(_), None) => Searches::Begun,
                    (Some(_), Some(_)) => Searches::Resumed,
                };
                let (over, resumed) = match handed.as_mut().filter(|_| bin.hands_over()) {
                    Some(handed) => handed.lent(lend, part.first, ends[at], groups),
                    None => (NOTHING_HANDED, NOTHING_RESUMED),
                };
                launch(Launched { at, bin, part, queue: share.queue(at), over, resumed, searches })?;
            }
            Ok(())
        };
        if B::BESIDE {
            on.device().overlapped(each)?
        } else {
            each()?
        }
        handed.as_ref().map_or(Ok(()), Handed::begin)
    }

    /// What is drawn from the queue of each bin in this round.
    pub fn ends(&self) -> Vec<u64> {
        match &self.resumed {
            Some(groups) => groups.iter().map(|groups| groups.count as u64).collect(),
            None => self.parts.iter().map(Bin::tasks).collect(),
        }
    }

    /// Turns to what was handed over in the last round: what is drawn of it, if there is any.
    ///
    /// # Errors
    /// When it cannot be had.
    pub fn rest(&mut self) -> Result<Option<Vec<u64>>, RuntimeError> {
        let SearchRounds { bins, handed: Some(handed), parts, resumed, .. } = self else { return Ok(None) };
        *resumed = handed.turn(bins.iter().zip(parts).map(|(bin, part)| roots_of(part, bin.grid())))?;
        Ok(self.resumed.is_some().then(|| self.ends()))
    }
}

/// A part of a bin, for what is handed over.
fn roots_of(&Bin { first, end, .. }: &Bin, grid: Grid) -> BinRoots {
    BinRoots { first, end, warps: grid.warps as usize, blocks: grid.blocks as usize }
}

/// What a launch does of the searches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::direct) enum Searches {
    /// All of each: none takes long.
    Whole,
    /// It shares among warps, and hands over, those that take long.
    Begun,
    /// It goes on with what was handed over.
    Resumed,
}

/// A bin that is launched in a round.
pub(in crate::direct) struct Launched<'r, B> {
    /// Which of the bins it is.
    pub at: usize,
    pub bin: &'r B,
    /// What of it is launched.
    pub part: &'r Bin,
    queue: View<'r, AtomicU64>,
    /// Where it hands over, and what it goes on with.
    pub over: HandOver<'r>,
    pub resumed: Resumed<'r>,
    pub searches: Searches,
}

impl<'r, B: RoundBin> Launched<'r, B> {
    /// What its kernel takes of the roots, without totals. `words` is what their matrices take of device memory.
    pub fn clique_args(
        &self,
        on: &'r OnDevice,
        lend: &'r Lend<'_>,
        words: Scratch<'r, u64>,
    ) -> CliqueArgs<'r> {
        self.drawn(on.clique_args(lend, self.part, self.bin.grid(), self.queue, words))
    }

    /// What its kernel takes of these roots, of which there are as many as the part says.
    pub fn clique_args_of(
        &self,
        on: &'r OnDevice,
        lend: &'r Lend<'_>,
        roots: View<'r, u32>,
        words: Scratch<'r, u64>,
    ) -> CliqueArgs<'r> {
        self.drawn(on.clique_args_of(lend, self.part, roots, self.bin.grid(), self.queue, words))
    }

    /// With as many drawn at a time as suits the round: a group is a task.
    fn drawn(&self, args: CliqueArgs<'r>) -> CliqueArgs<'r> {
        let chunk = if self.searches == Searches::Resumed { 1 } else { args.chunk };
        CliqueArgs { chunk, ..args }
    }
}
