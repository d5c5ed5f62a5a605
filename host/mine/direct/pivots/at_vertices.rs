//! Cliques of a size at each vertex.

use std::ops::RangeInclusive;

use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::pivots::at_vertices::{
    BeginCliquesAtVertices, BeginCliquesAtVerticesWide, CliquesAtVerticesArgs, CliquesAtVerticesShape,
    CountCliquesAtVertices, CountCliquesAtVerticesWide, RECORD_SETS, ResumeCliquesAtVertices,
    ResumeCliquesAtVerticesWide,
};
use motherlode_device::kernels::pivots::record_words;
use motherlode_device::kernels::pivots_128::{
    CountCliquesAtVertices128, CountCliquesAtVertices128Wide, ResumeCliquesAtVertices128,
    ResumeCliquesAtVertices128Wide,
};

use self::Searches::{Begun, Resumed, Whole};
use super::super::cliques::{Bin, Cut, SEARCH_WARPS};
use super::super::on_device::OnDevice;
use super::super::session::Session;
use super::handed::{Groups, Handed, NOTHING_HANDED, NOTHING_RESUMED, Roots};
use super::most_vertices;
use super::number_width::NumberWidth::{self, Bits64, Bits128};
use crate::mine::deal::{Share, Work};
use crate::mine::local::Counts;
use crate::mine::{MineError, memory};
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// The shortest lists of many, of which a bin of one lane has none of the others.
const FEW: u32 = u64::BITS;
/// How often the blocks that run at once draw in a share, at least.
const LEAST_WAVES: u64 = 4;

/// The sizes of cliques that are counted at vertices without pivots, where there are many lanes.
const WITHOUT_PIVOTS: RangeInclusive<u32> = 4..=5;

impl Session<'_> {
    /// Whether cliques of `k` vertices are counted at the vertices from the matrices of the roots alone: a card goes over a matrix faster than it searches.
    pub fn needs_no_pivots(&self, k: u32) -> bool {
        WITHOUT_PIVOTS.contains(&k) && !self.device().is_scalar()
    }

    /// How many cliques of `k >= 3` vertices there are, and how many each vertex of the form is in.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles); [`MineError::LocalCountOverflow`] if there are 2^128 and more.
    pub fn cliques_at_vertices(&mut self, k: u32) -> Result<(u128, Counts), MineError> {
        // No sum passes the number of all.
        let all = match self.cliques(k) {
            Err(MineError::CountOverflow) => return Err(MineError::LocalCountOverflow),
            all => all?,
        };
        let n = self.outline().n() as usize;
        let roots = self.outline().roots_from(k - 1);
        if all == 0 {
            return Ok((0, Counts::Narrow(vec![0; n])));
        }
        let thrice_fits = all <= u128::from(u64::MAX / 3);
        if self.needs_no_pivots(k) && thrice_fits {
            let thrice = self.small_cliques_at_vertices(k)?;
            return Ok((all, Counts::Narrow(thrice.into_iter().map(|thrice| thrice / 3).collect())));
        }
        let number = NumberWidth::of(all);
        let work = (n * number.words() * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        let dealt = self.deal(OnDevice::get_hubs, |on| CliqueSumming::new(on, k, roots, all))?;
        self.run.clock.mine(|| {
            let found = dealt.workers.iter().map(|worker| worker.counts.download());
            Ok((all, number.added_up(n, found)?))
        })
    }
}

/// What a launch does of the searches.
#[derive(Clone, Copy)]
enum Searches {
    /// All of each: none takes long.
    Whole,
    /// It shares among warps, and hands over, those that take long.
    Begun,
    /// It goes on with what was handed over.
    Resumed,
}

/// Roots of like lengths, and where they are searched.
struct VertexBin {
    bin: Bin,
    grid: Grid,
    shape: CliquesAtVerticesShape,
    number: NumberWidth,
}

/// Counts the cliques of roots at their vertices: a task is a root.
struct CliqueSumming {
    on: OnDevice,
    k: u32,
    bins: Vec<VertexBin>,
    /// For matrices that do not stand in shared memory, and for stacks: bins run one after the other.
    words: Buffer<'static, u64>,
    stack: Buffer<'static, u64>,
    handed: Option<Handed>,
    queues: Buffer<'static, u64>,
    binomials: Buffer<'static, u64>,
    /// For each vertex, what was found of the tasks that this worker was given.
    counts: Buffer<'static, u64>,
}

impl CliqueSumming {
    /// For the cliques of `k` vertices at the first `roots` roots, of which there are so many.
    fn new(on: OnDevice, k: u32, roots: usize, cliques: u128) -> Result<Self, RuntimeError> {
        let (device, number) = (on.device(), NumberWidth::of(cliques));
        let counts = device.zeroed(on.outline().n() as usize * number.words())?;
        let binomials = device.copied(&number.binomials(most_vertices(on.outline()), k))?;
        let bins = on.vertex_bins(roots, number)?;
        let most = |words: fn(&VertexBin) -> usize| bins.iter().map(words).max().unwrap_or(0);
        let (words, stack) = (most(VertexBin::words), most(VertexBin::stack_words));
        let (words, stack) = (device.unwritten(words)?, device.unwritten(stack)?);
        let queues = device.zeroed(bins.len())?;
        let is_long = cliques >= u128::from(on.tuning.many_cliques);
        let handed = if is_long { on.handed_at_vertices(&bins)? } else { None };
        Ok(CliqueSumming { k, bins, words, stack, handed, queues, binomials, counts, on })
    }
}

impl VertexBin {
    /// Words of device memory that matrices take.
    fn words(&self) -> usize {
        let words = if self.bin.wide { self.shape.cliques.words_wide() } else { 0 };
        self.grid.blocks as usize * words
    }

    /// The same that stacks take.
    fn stack_words(&self) -> usize {
        self.grid.blocks as usize * self.shape.stack_words()
    }

    /// The roots of a part of it, for what is handed over.
    fn roots(&self, &Bin { first, end, .. }: &Bin) -> Roots {
        Roots { first, end, warps: self.grid.warps as usize, blocks: self.grid.blocks as usize }
    }

    /// Launches its kernel.
    fn launch(
        &self,
        lend: &Lend<'_>,
        args: &CliquesAtVerticesArgs<'_>,
        searches: Searches,
    ) -> Result<(), RuntimeError> {
        let grid = self.grid;
        match (self.number, self.bin.wide, searches) {
            (Bits64, false, Whole) => lend.launch::<CountCliquesAtVertices>(grid, args),
            (Bits64, false, Begun) => lend.launch::<BeginCliquesAtVertices>(grid, args),
            (Bits64, false, Resumed) => lend.launch::<ResumeCliquesAtVertices>(grid, args),
            (Bits64, true, Whole) => lend.launch::<CountCliquesAtVerticesWide>(grid, args),
            (Bits64, true, Begun) => lend.launch::<BeginCliquesAtVerticesWide>(grid, args),
            (Bits64, true, Resumed) => lend.launch::<ResumeCliquesAtVerticesWide>(grid, args),
            (Bits128, false, Whole | Begun) => lend.launch::<CountCliquesAtVertices128>(grid, args),
            (Bits128, false, Resumed) => lend.launch::<ResumeCliquesAtVertices128>(grid, args),
            (Bits128, true, Whole | Begun) => lend.launch::<CountCliquesAtVertices128Wide>(grid, args),
            (Bits128, true, Resumed) => lend.launch::<ResumeCliquesAtVertices128Wide>(grid, args),
        }
    }
}

impl OnDevice {
    /// Deals the first `roots` roots in bins, whose cliques are counted in such numbers.
    fn vertex_bins(&self, roots: usize, number: NumberWidth) -> Result<Vec<VertexBin>, RuntimeError> {
        let mut bins = Vec::new();
        let mut first = 0;
        while first < roots {
            let Cut { longest, warps, end } = self.cut(first, roots, &self.outline().lengths, FEW);
            let marks = self.marks();
            let cliques = CliqueShape {
                longest,
                k: 6,
                levels: 0,
                compact: 0,
                compact_shared: 0,
                warps: warps.min(SEARCH_WARPS),
                marks,
            };
            let (most, number_words) = (most_vertices(self.outline()), number.words() as u32);
            let shape = CliquesAtVerticesShape { cliques, most, number_words };
            let wide = shape.shared_bytes() > self.tuning.shared_bytes;
            let bin = Bin { first: first as u32, end: end as u32, shape: cliques, wide, parts: 1 };
            bins.push(VertexBin { grid: self.vertex_grid(bin, shape, number)?, bin, shape, number });
            first = end;
        }
        Ok(bins)
    }

    /// Room for what is handed over, where there are warps to whom that may be.
    fn handed_at_vertices(&self, bins: &[VertexBin]) -> Result<Option<Handed>, RuntimeError> {
        let longest = bins.iter().map(|bin| bin.shape.cliques.longest).max();
        let warps = bins.iter().map(|bin| u64::from(bin.grid.blocks) * u64::from(bin.grid.warps)).max();
        match longest.zip(warps).filter(|_| !self.tuning.scalar) {
            Some((longest, warps)) => Handed::new(self.device(), record_words(longest, RECORD_SETS), warps),
            None => Ok(None),
        }
    }

    /// The grid of a bin: no more blocks than device memory has room for.
    fn vertex_grid(
        &self,
        bin: Bin,
        shape: CliquesAtVerticesShape,
        number: NumberWidth,
    ) -> Result<Grid, RuntimeError> {
        let (device, warps, tasks) = (self.device(), bin.shape.warps, bin.tasks());
        let (narrow, wide) = (shape.shared_bytes(), shape.shared_bytes_wide());
        let grid = match (number, bin.wide) {
            (Bits64, false) => device.grid::<CountCliquesAtVertices>(warps, narrow, tasks),
            (Bits64, true) => device.grid::<CountCliquesAtVerticesWide>(warps, wide, tasks),
            (Bits128, false) => device.grid::<CountCliquesAtVertices128>(warps, narrow, tasks),
            (Bits128, true) => device.grid::<CountCliquesAtVertices128Wide>(warps, wide, tasks),
        }?;
        let words = if bin.wide { shape.cliques.words_wide() } else { 0 } + shape.stack_words();
        memory::fit(device, grid, (words * size_of::<u64>()).div_ceil(warps as usize) as u64)
    }
}

impl Work for CliqueSumming {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.bins.last().map_or(0, |bin| bin.bin.end.into())
    }

    /// Tasks for all blocks that run at once, a few times over.
    fn least_share(&self, from: u64) -> u64 {
        let bin = self.bins.iter().find(|bin| from < bin.bin.end.into());
        bin.map_or(1, |bin| LEAST_WAVES * u64::from(bin.grid.blocks))
    }

    fn keeps_results(&self) -> bool {
        true
    }

    /// Runs all bins that have roots among the tasks, one after the other; then what they hand over.
    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let parts: Vec<Bin> = self.bins.iter().map(|bin| bin.bin.among(&share.tasks())).collect();
        if let Some(handed) = &mut self.handed {
            handed.restart()?;
        }
        let mut resumed: Option<Vec<Groups>> = None;
        loop {
            self.round(share, &parts, resumed.as_deref())?;
            let Some(handed) = &mut self.handed else { return Ok(()) };
            resumed = handed.turn(self.bins.iter().zip(&parts).map(|(bin, part)| bin.roots(part)))?;
            if resumed.is_none() {
                return Ok(());
            }
        }
    }
}

impl CliqueSumming {
    /// Runs the bins with these parts of their roots, or what was handed over of them.
    fn round(
        &mut self,
        share: &Share<'_>,
        parts: &[Bin],
        resumed: Option<&[Groups]>,
    ) -> Result<(), MineError> {
        let CliqueSumming { on, k, bins, words, stack, handed, queues, binomials, counts } = self;
        queues.overwrite(&vec![0; queues.len()])?;
        let tasks = |at: usize| resumed.map_or(parts[at].tasks(), |groups| groups[at].count as u64);
        let ends: Vec<u64> = (0..bins.len()).map(tasks).collect();
        // SAFETY: the graph's arguments; each bin's roots are among them, its grid has the shared memory and its launch the words of
        // device memory that its matrices and stacks take, one bin after the other. What is handed over has room for the longest list, and
        // is read by the launches of the next round. There are binomials for all cliques there can be, and a count for each vertex, in numbers
        // that hold all cliques there are.
        let lend = unsafe { on.lend() };
        let mut launches = |handed: &mut Option<Handed>| {
            for (at, (bin, part)) in bins.iter().zip(parts).enumerate().filter(|&(at, _)| ends[at] > 0) {
                let groups = resumed.map(|groups| groups[at]);
                let searches = match (&handed, groups) {
                    (None, _) => Whole,
                    (Some(_), None) => Begun,
                    (Some(_), Some(_)) => Resumed,
                };
                let (over, resumed) = match handed {
                    Some(handed) => handed.lent(&lend, part.first, ends[at], groups),
                    None => (NOTHING_HANDED, NOTHING_RESUMED),
                };
                let queue = queues.atomics().part(at as u64, 1);
                let cliques = on.clique_args(&lend, part, bin.grid, queue, lend.scratch(&mut *words));
                let args = CliquesAtVerticesArgs {
                    cliques: CliqueArgs {
                        chunk: if groups.is_some() { 1 } else { cliques.chunk },
                        ..cliques
                    },
                    binomials: lend.slice(&*binomials),
                    counts: lend.atomics(counts),
                    stack: lend.scratch(&mut *stack),
                    over,
                    resumed,
                    k: *k,
                    most: bin.shape.most,
                };
                bin.launch(&lend, &args, searches)?;
            }
            Ok(())
        };
        let device = on.device();
        let all = || {
            launches(handed)?;
            handed.as_ref().map_or(Ok(()), Handed::begin)
        };
        Ok(match resumed {
            None => share.watch(device, queues, 0, &ends, all),
            Some(_) => share.watch_rest(device, queues, &ends, all),
        }?)
    }
}
