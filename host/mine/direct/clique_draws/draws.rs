//! So many draws of each of some roots.

use std::ops::Range;

use motherlode_device::kernels::clique_draws::draw::{DrawCliques, DrawCliquesWide};
use motherlode_device::kernels::clique_draws::{
    CliqueDrawArgs, CliqueDrawShape, CliqueDrawSums, DRAWS_A_GROUP,
};
use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::memory::Slice;

use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept, TaskBin};
use crate::deal::InOrder;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Draws of a root that a block makes: the matrix is worth them. More of them are for other blocks.
const DRAWS_A_BLOCK: u32 = 2048;

/// Which roots are drawn from, and how often: one after the other, each as often as there are blocks to draw from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RootDraws {
    positions: Vec<u32>,
    draws: Vec<u32>,
    /// The number of each one's first group, and of all groups.
    first_groups: Vec<u32>,
}

impl RootDraws {
    /// The roots at positions that ascend, each with its draws: fewer than 2^32 in all.
    pub fn new(roots: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let of_blocks = |(position, draws): (u32, u32)| {
            let starts = (0..draws).step_by(DRAWS_A_BLOCK as usize);
            starts.map(move |start| (position, (draws - start).min(DRAWS_A_BLOCK)))
        };
        let (positions, draws): (Vec<u32>, Vec<u32>) = roots.into_iter().flat_map(of_blocks).unzip();
        let mut groups = 0;
        let ends = draws.iter().map(|draws| {
            groups += draws.div_ceil(DRAWS_A_GROUP);
            groups
        });
        let first_groups = [0].into_iter().chain(ends).collect();
        RootDraws { positions, draws, first_groups }
    }

    /// The roots, with draws and their groups: a root with many draws stands here more than once.
    pub fn roots(&self) -> impl Iterator<Item = (u32, u32, Range<usize>)> {
        let groups = self.first_groups.windows(2).map(|ends| ends[0] as usize..ends[1] as usize);
        self.positions.iter().zip(&self.draws).zip(groups).map(|((&at, &draws), groups)| (at, draws, groups))
    }

    /// Bytes that they and what comes of them take on a device.
    pub fn bytes(&self) -> u64 {
        (self.groups() * size_of::<CliqueDrawSums>() + 3 * size_of::<u32>() * self.positions.len()) as u64
    }

    fn groups(&self) -> usize {
        self.first_groups.last().map_or(0, |&groups| groups as usize)
    }

    /// Which of the roots are among the positions of a bin.
    fn among(&self, bin: &Bin) -> Range<u64> {
        let before = |end| self.positions.partition_point(|&position| position < end) as u64;
        before(bin.first)..before(bin.end)
    }
}

/// Roots of like lengths that are drawn from, by their numbers among those.
struct DrawBin {
    bin: Bin,
    grid: Grid,
    roots: Range<u64>,
}

/// Draws: a task is a root that is drawn from.
pub(super) struct CliqueDraws {
    bins: Vec<DrawBin>,
    /// Vertices of a clique besides its root.
    others: u32,
    seed: u64,
    /// For matrices that do not stand in shared memory, and for lists of candidates: bins run one after the other.
    words: Buffer<'static, u64>,
    lists: Buffer<'static, u32>,
    positions: Buffer<'static, u32>,
    draws: Buffer<'static, u32>,
    first_groups: Buffer<'static, u32>,
    /// `first_groups`, on the host.
    groups: Vec<u32>,
    sums: Buffer<'static, CliqueDrawSums>,
}

impl CliqueDraws {
    /// For cliques of a root and so many others.
    pub fn new(on: OnDevice, others: u32, draws: &RootDraws, seed: u64) -> Result<Swept<Self>, RuntimeError> {
        let (device, mut bins) = (on.device(), Vec::new());
        let end = draws.positions.last().map_or(0, |&last| last as usize + 1);
        for bin in on.draw_bins(end, |shape| CliqueDrawShape(shape).shared_bytes()) {
            let roots = draws.among(&bin);
            if !roots.is_empty() {
                bins.push(DrawBin { grid: grid(&on, bin, roots.end - roots.start)?, bin, roots });
            }
        }
        let most = |words: fn(&DrawBin) -> usize| bins.iter().map(words).max().unwrap_or(0);
        let lists = most(|bin| bin.grid.blocks as usize * CliqueDrawShape(bin.bin.shape).list_words());
        let draws = CliqueDraws {
            words: device.unwritten(most(|bin| bin.bin.words(bin.grid)))?,
            lists: device.unwritten(lists)?,
            positions: device.copied(&draws.positions)?,
            draws: device.copied(&draws.draws)?,
            first_groups: device.copied(&draws.first_groups)?,
            groups: draws.first_groups.clone(),
            sums: device.unwritten(draws.groups())?,
            bins,
            others,
            seed,
        };
        Swept::new(on, 0, draws)
    }
}

/// The grid of a bin of which so many roots are drawn from: no more blocks than device memory has room for.
fn grid(on: &OnDevice, bin: Bin, roots: u64) -> Result<Grid, RuntimeError> {
    let (device, warps, shape) = (on.device(), bin.shape.warps, CliqueDrawShape(bin.shape));
    let grid = match bin.wide {
        false => device.grid::<DrawCliques>(warps, shape.shared_bytes(), roots),
        true => device.grid::<DrawCliquesWide>(warps, shape.shared_bytes_wide(), roots),
    }?;
    let matrices = if bin.wide { shape.0.words_wide() } else { 0 };
    let bytes = matrices * size_of::<u64>() + shape.list_words() * size_of::<u32>();
    memory::fit_blocks(device, grid, bytes)
}

// SAFETY: each bin's roots are among the graph's, its grid has the shared memory and its launch the words of device
// memory that its matrices and lists take, one bin after the other. There is room for what all groups of the tasks come
// to.
unsafe impl Sweep for CliqueDraws {
    /// What each group came to.
    type Tally = InOrder<CliqueDrawSums>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        let drawn = |bin: &DrawBin| TaskBin { tasks: bin.roots.clone(), parts: 1, grid: bin.grid };
        SweepTasks::Bins(self.bins.iter().map(drawn).collect())
    }

    /// Runs all bins that have roots among the tasks, one after the other.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let CliqueDraws { bins, words, lists, positions, draws, first_groups, sums, .. } = self;
        let Range { start, end } = share.tasks;
        for (at, bin) in bins.iter().enumerate() {
            let first = bin.roots.start.clamp(start, end);
            let count = bin.roots.end.clamp(start, end) - first;
            if count == 0 {
                continue;
            }
            let args = CliqueDrawArgs {
                cliques: CliqueArgs {
                    graph: on.graph(lend),
                    hubs: on.hubs(lend),
                    roots: lend.slice(on.oriented().roots()),
                    queue: lend.slice(share.queue(at)),
                    totals: Slice::empty(),
                    words: lend.scratch(&mut *words),
                    shape: bin.bin.shape,
                    chunk: 1,
                    parts: 1,
                },
                positions: lend.slice(positions.slice().part(first, count)),
                draws: lend.slice(draws.slice().part(first, count)),
                first_groups: lend.slice(first_groups.slice().part(first, count + 1)),
                sums: lend.scratch(&mut *sums),
                lists: lend.scratch(&mut *lists),
                seed: self.seed,
                first: self.groups[start as usize],
                others: self.others,
            };
            match bin.bin.wide {
                false => lend.launch::<DrawCliques>(bin.grid, &args)?,
                true => lend.launch::<DrawCliquesWide>(bin.grid, &args)?,
            }
        }
        Ok(())
    }

    fn tally(&mut self, tasks: &Range<u64>, _: Vec<u128>) -> Result<InOrder<CliqueDrawSums>, MineError> {
        let groups = self.groups[tasks.end as usize] - self.groups[tasks.start as usize];
        Ok(InOrder(self.sums.download_first(groups as usize)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_have_groups_for_all_their_draws() {
        let draws = RootDraws::new([(2, 5), (3, 0), (8, 4), (9, DRAWS_A_BLOCK + 1)]);
        let roots: Vec<_> = draws.roots().collect();
        let block = DRAWS_A_BLOCK.div_ceil(DRAWS_A_GROUP) as usize;
        let expected =
            [(2, 5, 0..2), (8, 4, 2..3), (9, DRAWS_A_BLOCK, 3..3 + block), (9, 1, 3 + block..4 + block)];
        assert_eq!(roots, expected);
        assert_eq!((draws.groups(), RootDraws::new([]).groups()), (4 + block, 0));
    }
}
