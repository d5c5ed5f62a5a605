//! Searching roots for maximal bicliques: a task is a root.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::maximal_bicliques::search::{CountMaximalBicliques, WriteMaximalBicliques};
use motherlode_device::kernels::maximal_bicliques::{MaximalBicliqueArgs, SIZE_FAILURES, SizeTable};
use motherlode_device::memory::Scratch;

use super::MaximalBicliqueSizes;
use super::roots::{BinLaunch, MaximalBin, MaximalRoots};
use crate::MineError;
use crate::direct::on_device::OnDevice;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept, TaskBin};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// How many different pairs of sizes there may be.
const SIZES: usize = 1 << 16;

/// Counts the maximal bicliques of roots, or writes them.
pub(super) struct MaximalBicliqueSearch {
    bins: Vec<MaximalBin>,
    vertices: Buffer<'static, u32>,
    sizes: Buffer<'static, u64>,
    counts: Buffer<'static, u64>,
    failures: Buffer<'static, u64>,
    /// For each root how many numbers its bicliques take, or where they are written next.
    written: Buffer<'static, u64>,
    output: Option<Buffer<'static, u32>>,
    /// For each root how many of its shares have been drawn.
    shares: Buffer<'static, u64>,
    /// Bins run one after the other.
    rooms: Buffer<'static, u64>,
}

impl MaximalBicliqueSearch {
    /// To count those of some roots.
    pub fn counting(
        on: OnDevice,
        roots: &Arc<MaximalRoots>,
        some: Range<usize>,
    ) -> Result<Swept<Self>, RuntimeError> {
        let written = on.device().zeroed(some.len())?;
        Self::new(on, roots, some, SIZES, written, None)
    }

    /// To write those of some roots, each of which takes so many numbers.
    pub fn writing(
        on: OnDevice,
        roots: &Arc<MaximalRoots>,
        some: Range<usize>,
        lengths: &[u64],
    ) -> Result<Swept<Self>, RuntimeError> {
        let mut end = 0;
        let mut starts = Vec::with_capacity(lengths.len());
        for length in lengths {
            starts.push(end);
            end += length;
        }
        let (written, output) = (on.device().copied(&starts)?, on.device().unwritten(end as usize)?);
        // Nothing is counted.
        Self::new(on, roots, some, 0, written, Some(output))
    }

    fn new(
        on: OnDevice,
        roots: &MaximalRoots,
        some: Range<usize>,
        sizes: usize,
        written: Buffer<'static, u64>,
        output: Option<Buffer<'static, u32>>,
    ) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let vertices = device.copied(&roots.vertices[some.clone()])?;
        let (sizes, counts) = (device.zeroed(sizes)?, device.zeroed(sizes)?);
        let (failures, shares) = (device.zeroed(SIZE_FAILURES)?, device.zeroed(some.len())?);
        let bins = roots.bins(&on, some, output.is_some())?;
        let rooms = device.unwritten(bins.iter().map(MaximalBin::words).max().unwrap_or(0) as usize)?;
        let search =
            MaximalBicliqueSearch { bins, vertices, sizes, counts, failures, written, output, shares, rooms };
        Swept::new(on, 0, search)
    }

    /// Adds what was counted: how many there are of each two sizes, and how many numbers those of each root take.
    pub fn add_to(&self, sizes: &mut MaximalBicliqueSizes, lengths: &mut [u64]) -> Result<(), RuntimeError> {
        let counted = self.sizes.download()?.into_iter().zip(self.counts.download()?);
        for (key, count) in counted.filter(|&(key, _)| key > 0) {
            *sizes.entry(((key >> u32::BITS) as u32, key as u32)).or_default() += u128::from(count);
        }
        lengths.iter_mut().zip(self.written.download()?).for_each(|(length, more)| *length += more);
        Ok(())
    }

    /// What was written: of each biclique the sizes of its two sets, and these.
    pub fn output(&self) -> Result<Vec<u32>, RuntimeError> {
        self.output.as_ref().map_or(Ok(Vec::new()), |output| output.download())
    }
}

// SAFETY: the whole graph by falling degree, roots of it, of which no two are joined unless all vertices are roots;
// each bin has room for as many candidates and words as its roots have at most, and runs when the one before it has
// ended. There is a number for each root; what is written has the room that it was counted to take, and each root is a
// task once; those who help with it draw what it has not.
unsafe impl Sweep for MaximalBicliqueSearch {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        let drawn = |bin: &MaximalBin| TaskBin { tasks: bin.roots.clone(), parts: 1, grid: bin.grid };
        SweepTasks::Bins(self.bins.iter().map(drawn).collect())
    }

    fn draws(&self, _: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        let launches = self.bins.iter().map(|bin| bin.launch(&tasks));
        launches.map(|launch| launch.roots.start..launch.end).collect()
    }

    fn stops_within(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        for (place, bin) in self.bins.iter().enumerate() {
            let BinLaunch { roots, helped, end } = bin.launch(&share.tasks);
            if roots.is_empty() {
                continue;
            }
            let (start, length) = (bin.roots.start, bin.roots.end - bin.roots.start);
            let writes = self.output.is_some();
            let args = MaximalBicliqueArgs {
                graph: on.whole(lend),
                roots: lend.slice(self.vertices.slice().part(start, length)),
                queue: lend.slice(share.queue(place)),
                table: SizeTable {
                    sizes: lend.atomics(&self.sizes),
                    counts: lend.atomics(&self.counts),
                    failures: lend.atomics(&self.failures),
                },
                written: lend.slice(self.written.atomics().part(start, length)),
                output: self.output.as_mut().map_or(Scratch::empty(), |output| lend.scratch(output)),
                rooms: lend.scratch(&mut self.rooms),
                shares: lend.slice(self.shares.atomics().part(start, length)),
                first: roots.start,
                roots_end: roots.end,
                end,
                helped,
                shape: bin.shape,
            };
            match writes {
                false => lend.launch::<CountMaximalBicliques>(bin.grid, &args)?,
                true => lend.launch::<WriteMaximalBicliques>(bin.grid, &args)?,
            }
        }
        Ok(())
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<(), MineError> {
        match self.failures.download()?[..] {
            [0, 0] => Ok(()),
            [0, ..] => Err(MineError::TooManySizes { most: SIZES }),
            _ => Err(MineError::TooDeep),
        }
    }
}
