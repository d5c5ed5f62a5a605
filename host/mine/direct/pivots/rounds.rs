//! Searches of roots in bins, round after round: each goes on with what warps handed over in the one before.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::kernels::pivots::{HandOver, Resumed, record_words};
use motherlode_device::memory::Scratch;

use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::super::sweep::LEAST_WAVES;
use super::handed::{Groups, Handed, NOTHING_HANDED, NOTHING_RESUMED, Roots};
use crate::deal::Share;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, View};

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

/// Bins of roots, and what is handed over between the rounds of a share.
pub(in crate::direct) struct SearchRounds<B> {
    bins: Vec<B>,
    handed: Option<Handed>,
    queues: Buffer<'static, u64>,
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
        Ok(SearchRounds { handed, ..SearchRounds::of_one(on, bins)? })
    }

    /// For searches of which none takes long: there is one round.
    ///
    /// # Errors
    /// When the queues do not fit in the budget, or the driver fails.
    pub fn of_one(on: &OnDevice, bins: Vec<B>) -> Result<Self, RuntimeError> {
        let queues = on.device().zeroed(bins.len())?;
        Ok(SearchRounds { bins, handed: None, queues, used: false })
    }

    /// The bins.
    pub fn bins(&self) -> &[B] {
        &self.bins
    }

    /// The end of the positions of all roots.
    pub fn end(&self) -> u64 {
        self.bins.last().map_or(0, |bin| bin.bin().end.into())
    }

    /// Roots for all blocks that run at once, a few times over, from one position on.
    pub fn least_share(&self, root: u64) -> u64 {
        let bin = self.bins.iter().find(|bin| root < bin.bin().end.into());
        let waves = |bin: &B| LEAST_WAVES * u64::from(bin.grid().blocks).div_ceil(bin.bin().parts.into());
        bin.map_or(1, waves)
    }

    /// Makes way for another share; whether there was one before.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn restart(&mut self) -> Result<bool, RuntimeError> {
        let used = std::mem::replace(&mut self.used, true);
        if used {
            self.clear_queues()?;
            self.handed.as_mut().map_or(Ok(()), Handed::restart)?;
        }
        Ok(used)
    }

    /// Searches those of the roots that stand at some positions, then what is handed over, until nothing is. `launch`
    /// launches a round, which is [`SearchRound::each`] and what follows it.
    ///
    /// # Errors
    /// When a kernel fails, or the job is to stop.
    pub fn run(
        &mut self,
        on: &OnDevice,
        share: &Share<'_>,
        roots: &Range<u64>,
        launch: impl FnMut(&mut SearchRound<'_, B>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        self.run_parts(on, share, &self.parts(roots), launch)
    }

    /// Of each bin, those of its roots that stand at some positions.
    pub fn parts(&self, roots: &Range<u64>) -> Vec<Bin> {
        self.bins.iter().map(|bin| bin.bin().among(roots)).collect()
    }

    /// Searches as [`run`](Self::run) does, of each bin what its part says.
    ///
    /// # Errors
    /// When a kernel fails, or the job is to stop.
    pub fn run_parts(
        &mut self,
        on: &OnDevice,
        share: &Share<'_>,
        parts: &[Bin],
        mut launch: impl FnMut(&mut SearchRound<'_, B>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let mut resumed: Option<Vec<Groups>> = None;
        loop {
            self.round(on, share, parts, resumed.as_deref(), &mut launch)?;
            let Some(handed) = &mut self.handed else { return Ok(()) };
            resumed =
                handed.turn(self.bins.iter().zip(parts).map(|(bin, part)| roots_of(part, bin.grid())))?;
            if resumed.is_none() {
                return Ok(());
            }
            self.clear_queues()?;
        }
    }

    /// Runs the bins with these parts of their roots, or what was handed over of them.
    fn round(
        &mut self,
        on: &OnDevice,
        share: &Share<'_>,
        parts: &[Bin],
        resumed: Option<&[Groups]>,
        launch: &mut impl FnMut(&mut SearchRound<'_, B>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let SearchRounds { bins, handed, queues, .. } = self;
        let tasks = |at: usize| resumed.map_or(parts[at].tasks(), |groups| groups[at].count as u64);
        let ends: Vec<u64> = (0..bins.len()).map(tasks).collect();
        let all = || {
            launch(&mut SearchRound { bins, parts, ends: &ends, resumed, handed, queues })?;
            handed.as_ref().map_or(Ok(()), Handed::begin)
        };
        match resumed {
            None => share.watch(on.device(), queues, 0, &ends, all),
            Some(_) => share.watch_rest(on.device(), queues, &ends, all),
        }
    }

    fn clear_queues(&mut self) -> Result<(), RuntimeError> {
        self.queues.overwrite(&vec![0; self.queues.len()])
    }
}

/// A part of a bin, for what is handed over.
fn roots_of(&Bin { first, end, .. }: &Bin, grid: Grid) -> Roots {
    Roots { first, end, warps: grid.warps as usize, blocks: grid.blocks as usize }
}

/// What is launched at once.
pub(in crate::direct) struct SearchRound<'r, B> {
    bins: &'r [B],
    parts: &'r [Bin],
    ends: &'r [u64],
    resumed: Option<&'r [Groups]>,
    handed: &'r mut Option<Handed>,
    queues: &'r Buffer<'static, u64>,
}

impl<B: RoundBin> SearchRound<'_, B> {
    /// Has each bin launched that has something to do in this round.
    ///
    /// # Errors
    /// When a launch fails.
    pub fn each(
        &mut self,
        lend: &Lend<'_>,
        mut launch: impl FnMut(Launched<'_, B>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        for (at, bin) in self.bins.iter().enumerate().filter(|&(at, _)| self.ends[at] > 0) {
            let part = &self.parts[at];
            let groups = self.resumed.map(|groups| groups[at]);
            let searches = match (&self.handed, groups) {
                (None, _) => Searches::Whole,
                (Some(_), None) => Searches::Begun,
                (Some(_), Some(_)) => Searches::Resumed,
            };
            let (over, resumed) = match self.handed.as_mut().filter(|_| bin.hands_over()) {
                Some(handed) => handed.lent(lend, part.first, self.ends[at], groups),
                None => (NOTHING_HANDED, NOTHING_RESUMED),
            };
            let queue = self.queues.atomics().part(at as u64, 1);
            launch(Launched { at, bin, part, queue, over, resumed, searches })?;
        }
        Ok(())
    }
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
