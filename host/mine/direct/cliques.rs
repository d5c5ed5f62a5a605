//! Cliques of a given size.

use std::iter;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::cliques::count::{
    Count4Cliques, Count4CliquesWide, Count5Cliques, CountCliques, CountCliquesWide,
};
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::memory::{Scratch, Slice};

use super::bin_kernels::BinKernels;
use super::binned_roots::BinnedRoots;
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept, TaskBin};
use crate::MineError;
use crate::place::{Steps, Together};
use crate::runtime::{Grid, Lend, RuntimeError, View};

/// The longest lists of the bins, and the warps that work on a root of each.
pub(super) const BINS: [(u32, u32); 10] =
    [(1024, 16), (896, 16), (768, 16), (512, 16), (384, 8), (256, 8), (192, 8), (128, 4), (64, 2), (32, 1)];
/// Warps for roots whose matrices stand in device memory.
const WIDE_WARPS: u32 = 16;
/// Warps at most for a root of a search whose state takes more registers than 16 warps have: its kernels ask for blocks
/// of 384 threads.
pub(super) const SEARCH_WARPS: u32 = 12;
/// The most roots drawn at a time where one warp works on a root.
const SMALL_CHUNK: u64 = 8;
/// Times that a warp draws then, at least, if there are roots enough.
const DRAWS: u64 = 4;

/// Tasks that a bin of few roots is dealt in where their search, not their matrix, is most of the work.
const TASKS: usize = 1 << 14;
/// The most tasks of a root: each makes the root's matrix again.
const MOST_PARTS: usize = 16;

/// Roots of like lengths, and how they are worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bin {
    /// Positions in the orientation's roots.
    pub first: u32,
    pub end: u32,
    pub shape: CliqueShape,
    pub wide: bool,
    /// Tasks that a root is dealt in.
    pub parts: u32,
}

impl Bin {
    /// How many roots there are.
    pub fn roots(&self) -> u64 {
        u64::from(self.end - self.first)
    }

    /// How many tasks they make.
    pub fn tasks(&self) -> u64 {
        self.roots() * u64::from(self.parts)
    }

    /// The bin with those of its roots that are among `roots`.
    pub fn among(&self, roots: &Range<u64>) -> Bin {
        let within = |position: u32| u64::from(position).clamp(roots.start, roots.end) as u32;
        Bin { first: within(self.first), end: within(self.end), ..*self }
    }

    /// Its tasks, as this grid draws them.
    pub fn drawn_by(&self, grid: Grid) -> TaskBin {
        TaskBin { tasks: self.first.into()..self.end.into(), parts: self.parts.into(), grid }
    }

    /// Roots that a block draws at a time.
    pub fn chunk(&self, grid: Grid) -> u32 {
        let most = if self.shape.warps == 1 { SMALL_CHUNK } else { 1 };
        (self.tasks() / (DRAWS * u64::from(grid.blocks))).clamp(1, most) as u32
    }

    /// Words of device memory that its launch needs.
    pub fn words(&self, grid: Grid) -> usize {
        if self.wide { grid.blocks as usize * self.shape.words_wide() } else { 0 }
    }
}

/// The longest lists whose sets are one word: on one lane, no bin has lists up to this length and longer ones.
pub(super) const FEW: u32 = u64::BITS;

/// Where a bin begins and ends.
pub(super) struct Cut {
    /// The first of its roots.
    pub first: usize,
    /// The longest list.
    pub longest: u32,
    /// Warps that work on a root.
    pub warps: u32,
    /// The end of its roots.
    pub end: usize,
}

impl Cut {
    /// In how many parts each root is to be dealt, so that there are so many tasks, about: each makes the root's matrix
    /// again.
    pub fn parts(&self, tasks: usize, most: usize) -> u32 {
        (tasks / (self.end - self.first)).clamp(1, most) as u32
    }

    /// The bin.
    pub fn bin(&self, shape: CliqueShape, wide: bool, parts: u32) -> Bin {
        Bin { first: self.first as u32, end: self.end as u32, shape, wide, parts }
    }
}

impl Session<'_> {
    /// The number of cliques of `k` vertices, for `k >= 1`.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, the count passes 128 bits,
    /// or the job is to stop.
    pub fn cliques(&mut self, k: u32) -> Result<u128, MineError> {
        match k {
            1 => Ok(self.outline().n().into()),
            2 => Ok(self.outline().edges() as u128),
            3 => self.triangles(),
            _ => {
                if let Some(&cliques) = self.facts.cliques.get(&k) {
                    return Ok(cliques);
                }
                let cliques = self.count_cliques(k)?;
                self.facts.cliques.insert(k, cliques);
                Ok(cliques)
            }
        }
    }

    /// Counts cliques of `k >= 4` vertices: by pivots at the roots of short lists, and by a walk to each at the others; or
    /// by one launch, if there are few.
    ///
    /// A walk goes to as many cliques as there are, which is several times more for each vertex more. A search with
    /// pivots has as many nodes, about, whatever `k` is; but each takes longer, and there are more of them in long
    /// lists than there are small cliques.
    fn count_cliques(&mut self, k: u32) -> Result<u128, MineError> {
        let roots = self.outline().roots_from(k - 1);
        if roots == 0 {
            return Ok(0);
        }
        let are_few = self.has_few_cliques(k);
        let long = if are_few { roots } else { self.first.walked(roots, k) };
        let by_pivots = if long < roots { self.cliques_by_pivots(k, long)? } else { None };
        match by_pivots {
            Some(cliques) => {
                cliques.checked_add(self.walk_to_cliques(k, long)?).ok_or(MineError::CountOverflow)
            }
            None => match self.count_cliques_in_tiles(k)? {
                Some(cliques) => Ok(cliques),
                None if are_few => self.count_few_cliques(k),
                None => self.walk_to_cliques(k, roots),
            },
        }
    }

    /// Counts those of the first `roots` roots by a walk.
    fn walk_to_cliques(&mut self, k: u32, roots: usize) -> Result<u128, MineError> {
        if roots == 0 {
            return Ok(0);
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        Ok(self.deal(OnDevice::get_hubs, |on| CliqueCounter::new(on, k, roots))?.done.tally)
    }
}

impl OnDevice {
    /// Deals the first `roots` roots, of which the longest lists come first, with these lengths, in bins.
    pub(super) fn bins(&self, k: u32, roots: usize, lengths: &Steps) -> Vec<Bin> {
        let bin = |cut: Cut| {
            let (longest, warps) = (cut.longest, cut.warps);
            let marks = self.marks();
            let lanes = self.device().lanes();
            let compact = if CliqueShape::compacts(k, lanes) { longest } else { 0 };
            let levels = CliqueShape::levels(k, lanes);
            let mut shape = CliqueShape { longest, k, levels, compact, compact_shared: 1, warps, marks };
            let fits = |bytes| bytes <= self.tuning.shared_bytes;
            let wide = !fits(shape.shared_bytes());
            if wide && k > 4 {
                shape.warps = warps.min(SEARCH_WARPS);
            }
            if wide && !fits(shape.shared_bytes_wide()) {
                shape.compact_shared = 0;
            }
            cut.bin(shape, wide, if compact > 0 { cut.parts(TASKS, MOST_PARTS) } else { 1 })
        };
        self.cuts(0..roots, lengths, 0).map(bin).collect()
    }

    /// Of so many roots, of which the longest lists come first, to how many cliques of `k` vertices a walk goes: the
    /// others are left to a search with pivots.
    fn walked(&self, roots: usize, k: u32) -> usize {
        let lengths = &self.outline().lengths;
        if lengths.get(0) <= self.tuning.longest_of_all_by_pivots(k) {
            return 0;
        }
        let longest = self.tuning.longest_by_pivots(k);
        (lengths.count_from(longest.saturating_add(1)) as usize).min(roots)
    }

    /// Some roots, of which the longest lists come first, with these lengths, cut into bins.
    pub(super) fn cuts(&self, roots: Range<usize>, lengths: &Steps, few: u32) -> impl Iterator<Item = Cut> {
        let mut first = roots.start;
        iter::from_fn(move || {
            let cut = (first < roots.end).then(|| self.cut(first, roots.end, lengths, few))?;
            first = cut.end;
            Some(cut)
        })
    }

    /// The bin that begins with root `first`. On one lane there is one for all roots whose lists are not too long, but
    /// for those of at most `few` vertices.
    pub(super) fn cut(&self, first: usize, roots: usize, lengths: &Steps, few: u32) -> Cut {
        let longest = lengths.get(first as u64);
        // The smallest bin that holds the longest list, and what of the rest would fit in no smaller one.
        let (warps, least) = match BINS.iter().rposition(|&(most, _)| longest <= most) {
            Some(bin) if !self.tuning.scalar => {
                (BINS[bin].1, BINS.get(bin + 1).map_or(0, |&(most, _)| most + 1))
            }
            Some(_) => (1, if longest > few { few + 1 } else { 0 }),
            None => (if self.tuning.scalar { 1 } else { WIDE_WARPS }, BINS[0].0 + 1),
        };
        Cut { first, longest, warps, end: (lengths.count_from(least) as usize).clamp(first + 1, roots) }
    }

    /// What kernels take for the roots of a bin, without totals. `words` is what the bin's matrices take of device
    /// memory.
    pub(super) fn clique_args<'a>(
        &'a self,
        lend: &'a Lend<'_>,
        bin: &Bin,
        grid: Grid,
        queue: View<'a, AtomicU64>,
        words: Scratch<'a, u64>,
    ) -> CliqueArgs<'a> {
        let roots = self.oriented().roots().part(bin.first.into(), bin.roots());
        self.clique_args_of(lend, bin, roots, grid, queue, words)
    }

    /// What kernels take for these roots, which are launched as those of a bin.
    pub(super) fn clique_args_of<'a>(
        &'a self,
        lend: &'a Lend<'_>,
        bin: &Bin,
        roots: View<'a, u32>,
        grid: Grid,
        queue: View<'a, AtomicU64>,
        words: Scratch<'a, u64>,
    ) -> CliqueArgs<'a> {
        CliqueArgs {
            graph: self.graph(lend),
            hubs: self.hubs(lend),
            roots: lend.slice(roots),
            queue: lend.slice(queue),
            totals: Slice::empty(),
            words,
            shape: bin.shape,
            chunk: bin.chunk(grid),
            parts: bin.parts,
        }
    }
}

/// Counts cliques: a task is a root.
struct CliqueCounter {
    roots: BinnedRoots,
}

impl BinKernels for CliqueCounter {
    type Args<'a> = CliqueArgs<'a>;
    type Four = Count4Cliques;
    type FourWide = Count4CliquesWide;
    type Five = Count5Cliques;
    type More = CountCliques;
    type MoreWide = CountCliquesWide;
}

impl CliqueCounter {
    /// For cliques of `k` vertices at the first `roots` roots.
    fn new(on: OnDevice, k: u32, roots: usize) -> Result<Swept<Self>, RuntimeError> {
        let bins = on.bins(k, roots, &on.outline().lengths);
        let roots = BinnedRoots::new(&on, bins, OnDevice::fitting_clique_grid::<Self>)?;
        Swept::new(on, 1, CliqueCounter { roots })
    }
}

// SAFETY: each bin's roots are among the graph's, its grid has the shared memory and its launch the words of device
// memory that its matrices take: those of wide bins are on one track, and so one after the other.
unsafe impl Sweep for CliqueCounter {
    type Tally = u128;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.roots.tasks()
    }

    /// Runs all bins that have roots among the tasks. All are queued before the first is waited for; a bin's last roots
    /// leave room for those of the next.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        on.device().overlapped(|| {
            self.roots.launch_each(lend, &share.tasks, |at, bin, grid, words| {
                let args = CliqueArgs {
                    totals: lend.slice(share.totals()),
                    ..on.clique_args(lend, &bin, grid, share.queue(at), words)
                };
                bin.launch::<Self>(lend, at, grid, &args)
            })
        })
    }
}
