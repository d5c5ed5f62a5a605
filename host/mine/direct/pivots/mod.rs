//! Cliques of every size at once, and those of many vertices; those of a size at vertices and edges.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `local`, `local_bins` | cliques of a size at vertices and edges: the work, and its grids |
//! | `cliques_at` | its kernels, for each kind of place |
//! | `rounds` | searches in bins, and what they hand over from round to round |
//! | `rooms` | the memory that launches share, or not |
//! | `number_width` | the numbers that they count in |
//! | `handed` | searches on their way from one launch to the next |

mod cliques_at;
mod handed;
mod local;
mod local_bins;
mod number_width;
pub(super) mod rooms;
pub(super) mod rounds;

use std::ops::{Range, RangeInclusive};

use motherlode_device::kernels::cliques::CliqueShape;
use motherlode_device::kernels::pivots::count::{
    CountByPivots, CountByPivotsOfFew, CountByPivotsWide, ResumeByPivots, ResumeByPivotsWide,
};
use motherlode_device::kernels::pivots::{PivotArgs, PivotShape, leaf_cell, leaf_cells};

use rooms::Rooms;
use rounds::{RoundBin, SearchRounds, Searches};

pub(crate) use cliques_at::{CliqueKernels, CliquesAt};

use super::cliques::{Bin, Cut, FEW};
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::place::{Outline, Together};
use crate::runtime::{Buffer, Grid, Lend, ListAccess, RuntimeError, Staging};
use crate::{MineError, memory};

/// Lists as long as this and longer are searched by several warps, and may be dealt in parts.
const SHARED: u32 = 33;
/// Tasks that a bin of few roots is dealt in.
const TASKS: usize = 1 << 14;
/// The most tasks of a root: each makes the root's matrix again.
const MOST_PARTS: usize = 32;

impl Session<'_> {
    /// How many cliques there are of 1, 2, 3 vertices and so on, up to the largest.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, a count passes 128 bits, or
    /// the job is to stop.
    pub fn clique_profile(&mut self) -> Result<Vec<u128>, MineError> {
        if let Some(profile) = self.profile_by_pivots()? {
            return Ok(profile);
        }
        let mut profile = Vec::new();
        for k in 1.. {
            match self.cliques(k)? {
                0 => break,
                cliques => profile.push(cliques),
            }
        }
        Ok(profile)
    }

    /// The number of cliques of `k >= 4` vertices at all roots but the first `without`, by pivots; `None` where lists
    /// lie beyond the device, or its memory does not suffice.
    ///
    /// # Errors
    /// When the device fails, the count passes 128 bits, or the job is to stop.
    pub(super) fn cliques_by_pivots(&mut self, k: u32, without: usize) -> Result<Option<u128>, MineError> {
        let cliques = self.count_by_pivots(k..=k, without)?;
        Ok(cliques.map(|cliques| cliques.get(k as usize).copied().unwrap_or(0)))
    }

    /// All sizes by pivots, if that is possible.
    fn profile_by_pivots(&mut self) -> Result<Option<Vec<u128>>, MineError> {
        if let Some(profile) = &self.facts.profile {
            return Ok(Some(profile.clone()));
        }
        let Some(cliques) = self.count_by_pivots(0..=u32::MAX, 0)? else { return Ok(None) };
        // Roots whose lists are too short for a triangle have not been searched: vertices and edges are not all
        // counted, but known.
        let mut profile = vec![self.outline().n().into(), self.outline().edges() as u128];
        profile.extend(cliques.iter().skip(3));
        profile.truncate(profile.iter().position(|&cliques| cliques == 0).unwrap_or(profile.len()));
        let sizes = (1..).zip(profile.iter().copied());
        self.facts.cliques.extend(sizes.filter(|&(k, _)| k > 3));
        self.facts.cliques.insert(profile.len().max(3) as u32 + 1, 0);
        self.facts.profile = Some(profile.clone());
        Ok(Some(profile))
    }

    /// How many cliques there are of 0, 1, 2 vertices and so on, up to the largest, at all roots but the first
    /// `without`, of which those of some `sizes` from 3 on are right; `None` where lists lie beyond the device, or its
    /// memory does not suffice.
    fn count_by_pivots(
        &mut self,
        sizes: RangeInclusive<u32>,
        without: usize,
    ) -> Result<Option<Vec<u128>>, MineError> {
        let form = &self.known.form;
        if form.list_access() != ListAccess::InPlace && form.has_lists_on_host(0)? {
            return Ok(None);
        }
        let counted = self.count_in_place(sizes, without);
        Ok(memory::if_it_fits(counted)?.ok())
    }

    fn count_in_place(&mut self, sizes: RangeInclusive<u32>, without: usize) -> Result<Vec<u128>, MineError> {
        // A root with a shorter list is the root of no clique of so many vertices.
        let roots = self.outline().roots_from(sizes.start().saturating_sub(1).max(2));
        if roots <= without {
            return Ok(Vec::new());
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        let counter = |on| PivotCounter::new(on, without..roots, sizes.clone());
        Ok(self.deal(OnDevice::get_hubs, counter)?.done.tally)
    }
}

/// The most vertices that a clique can have: so many vertices have as many neighbours as that takes.
pub(super) fn most_vertices(outline: &Outline) -> u32 {
    let longest = outline.lengths.get(0);
    // Of the numbers up to that, those that are too large come last.
    let (mut least, mut end) = (1, longest + 2);
    while end - least > 1 {
        let middle = least.midpoint(end);
        let enough = outline.degrees.count_from(middle - 1) >= middle.into();
        *(if enough { &mut least } else { &mut end }) = middle;
    }
    least
}

/// How many cliques there are of each size from 0 up to `largest`, by the leaves of the search trees, for cliques of at
/// most `most` vertices.
///
/// A leaf with `h` vertices held and `p` pivots stands for x^h (1 + x)^p: the cliques of `k` vertices are the
/// coefficient of x^k in the sum. Horner's rule has no coefficient on the way that is larger than at the end.
fn cliques_of(leaves: &[u64], most: u32, largest: u32) -> Result<Vec<u128>, MineError> {
    let largest = largest.min(most);
    let mut cliques = vec![0u128; largest as usize + 1];
    for pivots in (0..most).rev() {
        for k in (1..=largest as usize).rev() {
            cliques[k] = cliques[k].checked_add(cliques[k - 1]).ok_or(MineError::CountOverflow)?;
        }
        for held in 1..=largest.min(most - pivots) {
            let count = &mut cliques[held as usize];
            let leaves = u128::from(leaves[leaf_cell(held, pivots)]);
            *count = count.checked_add(leaves).ok_or(MineError::CountOverflow)?;
        }
    }
    Ok(cliques)
}

/// Roots of like lengths, and where they are searched.
struct PivotBin {
    bin: Bin,
    grid: Grid,
    shape: PivotShape,
}

/// Counts the leaves of roots' search trees: a task is a root.
struct PivotCounter {
    rounds: SearchRounds<PivotBin>,
    rooms: Rooms,
    leaves: Buffer<'static, u64>,
    /// The leaves on their way to the host.
    fetched: Staging<u64>,
    most: u32,
    /// Of the cliques that are asked for.
    sizes: RangeInclusive<u32>,
}

impl PivotCounter {
    /// For the roots at some positions, and cliques of some `sizes`, of at least 3 vertices.
    fn new(
        on: OnDevice,
        roots: Range<usize>,
        sizes: RangeInclusive<u32>,
    ) -> Result<Swept<Self>, RuntimeError> {
        let most = most_vertices(on.outline());
        let device = on.device();
        let cells = leaf_cells(most);
        let (leaves, fetched) = (device.zeroed(cells)?, Staging::new(device, cells)?);
        let bins = on.pivot_bins(roots, most)?;
        let needed: Vec<_> = bins.iter().map(PivotBin::words_and_stack).collect();
        let rooms = Rooms::new(device, &needed)?;
        let rounds = SearchRounds::new(&on, bins)?;
        Swept::new(on, 0, PivotCounter { rounds, rooms, leaves, fetched, most, sizes })
    }
}

/// Which kernel searches a bin.
enum Kind {
    /// For lists whose sets are one word.
    Few,
    /// For matrices in shared memory.
    Narrow,
    /// For matrices in device memory.
    Wide,
}

impl PivotBin {
    fn kind(&self) -> Kind {
        match (self.bin.wide, self.bin.shape.longest) {
            (_, ..=FEW) => Kind::Few,
            (false, _) => Kind::Narrow,
            (true, _) => Kind::Wide,
        }
    }

    /// Launches its kernel: the one that goes on with what was handed over, if `resumed`.
    fn launch(
        &self,
        lend: &Lend<'_>,
        track: usize,
        args: &PivotArgs<'_>,
        resumed: bool,
    ) -> Result<(), RuntimeError> {
        match (self.kind(), resumed) {
            (Kind::Few, _) => lend.launch_beside::<CountByPivotsOfFew>(track, self.grid, args),
            (Kind::Narrow, false) => lend.launch_beside::<CountByPivots>(track, self.grid, args),
            (Kind::Narrow, true) => lend.launch_beside::<ResumeByPivots>(track, self.grid, args),
            (Kind::Wide, false) => lend.launch_beside::<CountByPivotsWide>(track, self.grid, args),
            (Kind::Wide, true) => lend.launch_beside::<ResumeByPivotsWide>(track, self.grid, args),
        }
    }

    /// Words of device memory that matrices and stacks take.
    fn words_and_stack(&self) -> (usize, usize) {
        let blocks = self.grid.blocks as usize;
        let words = if self.bin.wide { self.shape.cliques.words_wide() } else { 0 };
        (blocks * words, blocks * self.shape.stack_words())
    }
}

impl RoundBin for PivotBin {
    const RECORD_SETS: usize = 1;
    const BESIDE: bool = true;

    fn bin(&self) -> &Bin {
        &self.bin
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    /// Not where sets are one word.
    fn hands_over(&self) -> bool {
        !matches!(self.kind(), Kind::Few)
    }
}

impl OnDevice {
    /// What a search is told of the matrices of lists of up to `longest` vertices, of which so many warps work on one.
    pub(in crate::direct) fn search_shape(&self, longest: u32, warps: u32) -> CliqueShape {
        CliqueShape { longest, k: 6, levels: 0, compact: 0, compact_shared: 0, warps, marks: self.marks() }
    }

    /// Deals the roots at some positions in bins, for cliques of at most `most` vertices.
    fn pivot_bins(&self, roots: Range<usize>, most: u32) -> Result<Vec<PivotBin>, RuntimeError> {
        let bin = |cut: Cut| {
            let cliques = self.search_shape(cut.longest, cut.warps);
            let shape = PivotShape { cliques, most };
            let wide = cut.longest > FEW && shape.shared_bytes() > self.tuning.shared_bytes;
            let is_whole = self.tuning.scalar || cut.longest < SHARED;
            let bin = cut.bin(cliques, wide, if is_whole { 1 } else { cut.parts(TASKS, MOST_PARTS) });
            let mut bin = PivotBin { bin, grid: Grid { blocks: 0, warps: 0, shared_bytes: 0 }, shape };
            bin.grid = self.pivot_grid(&bin)?;
            Ok(bin)
        };
        self.cuts(roots, &self.outline().lengths, FEW).map(bin).collect()
    }

    /// The grid of a bin: no more blocks than device memory has room for.
    fn pivot_grid(&self, bin: &PivotBin) -> Result<Grid, RuntimeError> {
        let (device, warps, tasks) = (self.device(), bin.shape.cliques.warps, bin.bin.tasks());
        let (narrow, wide) = (bin.shape.shared_bytes(), bin.shape.shared_bytes_wide());
        let grid = match bin.kind() {
            Kind::Few => device.grid::<CountByPivotsOfFew>(warps, narrow, tasks),
            Kind::Narrow => device.grid::<CountByPivots>(warps, narrow, tasks),
            Kind::Wide => device.grid::<CountByPivotsWide>(warps, wide, tasks),
        }?;
        let words = if bin.bin.wide { bin.shape.cliques.words_wide() } else { 0 } + bin.shape.stack_words();
        memory::fit_blocks(device, grid, words * size_of::<u64>())
    }
}

// SAFETY: each bin's roots are among the graph's, its grid has the shared memory and its launch the words of device
// memory that its matrices and stacks take: bins that have those in common are on one track, one after the other. What
// is handed over has room for the longest list, and is read by the launches of the next round.
unsafe impl Sweep for PivotCounter {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.rounds.tasks()
    }

    fn prepare(&mut self, _: &OnDevice, tasks: &Range<u64>) -> Result<(), RuntimeError> {
        if self.rounds.begin(tasks)? { self.leaves.overwrite(&vec![0; self.leaves.len()]) } else { Ok(()) }
    }

    /// Runs all bins that have roots among the tasks, beside each other if each has memory of its own; then what they
    /// hand over.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let PivotCounter { rounds, rooms, leaves, fetched, most, sizes } = self;
        rounds.launch(on, lend, share, |launched| {
            let (track, room) = rooms.of(launched.at);
            let args = PivotArgs {
                cliques: launched.clique_args(on, lend, lend.scratch(&mut room.words)),
                leaves: lend.atomics(leaves),
                stack: lend.scratch(&mut room.stack),
                over: launched.over,
                resumed: launched.resumed,
                most: *most,
                least: *sizes.start(),
                largest: *sizes.end(),
                unused: 0,
            };
            launched.bin.launch(lend, track, &args, launched.searches == Searches::Resumed)
        })?;
        fetched.begin(leaves, leaves.len())
    }

    fn rest(&mut self, _: &OnDevice, _: &Range<u64>) -> Result<Option<Vec<u64>>, RuntimeError> {
        self.rounds.rest()
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<Vec<u128>, MineError> {
        cliques_of(self.fetched.wait()?, self.most, *self.sizes.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_turned_into_cliques() {
        let mut leaves = vec![0; leaf_cells(4)];
        leaves[leaf_cell(1, 3)] = 2;
        leaves[leaf_cell(2, 1)] = 5;
        leaves[leaf_cell(4, 0)] = 7;
        // 2 x (1 + x)^3 + 5 x^2 (1 + x) + 7 x^4
        assert_eq!(cliques_of(&leaves, 4, 9).unwrap(), [0, 2, 6 + 5, 6 + 5, 2 + 7]);
        assert_eq!(cliques_of(&leaves, 4, 2).unwrap(), [0, 2, 6 + 5]);
    }

    #[test]
    fn counts_beyond_128_bits_are_refused() {
        // C(131, 65) is less than 2^128, and C(132, 66) is not.
        for (pivots, fits) in [(131, true), (132, false)] {
            let mut leaves = vec![0; leaf_cells(pivots + 1)];
            leaves[leaf_cell(1, pivots)] = 1;
            assert_eq!(cliques_of(&leaves, pivots + 1, u32::MAX).is_ok(), fits, "{pivots} pivots");
            // C(132, 2) does.
            assert!(cliques_of(&leaves, pivots + 1, 3).is_ok());
        }
    }
}
