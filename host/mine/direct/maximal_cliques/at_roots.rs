//! The maximal cliques of the roots of lists of two and more.

use std::cell::RefCell;

use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::kernels::maximal_cliques::MaximalCliqueArgs;

use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::super::pivots::handed::{Groups, Handed, NOTHING_HANDED, NOTHING_RESUMED};
use super::super::pivots::rooms::Rooms;
use super::super::sweep::LEAST_WAVES;
use super::bins::MaximalCliqueBin;
use crate::MineError;
use crate::deal::{Share, Work};
use crate::runtime::{Buffer, RuntimeError, Staging};

/// Counts maximal cliques by their vertices: a task is a root.
pub(super) struct MaximalCliqueCounter {
    on: OnDevice,
    bins: Vec<MaximalCliqueBin>,
    rooms: Rooms,
    handed: Option<Handed>,
    queues: Buffer<'static, u64>,
    sizes: Buffer<'static, u64>,
    /// The sizes on their way to the host.
    fetched: RefCell<Staging<u64>>,
    /// Vertices of the least cliques that are counted.
    least: u32,
    used: bool,
}

impl MaximalCliqueCounter {
    /// For the first `roots` roots, and cliques of at least so many vertices.
    pub fn new(on: OnDevice, roots: usize, least: u32) -> Result<Self, RuntimeError> {
        let device = on.device();
        let cells = on.most_vertices() as usize + 1;
        let (sizes, fetched) = (device.zeroed(cells)?, RefCell::new(Staging::new(device, cells)?));
        let bins = on.maximal_clique_bins(roots)?;
        let queues = device.zeroed(bins.len())?;
        let needed: Vec<_> = bins.iter().map(MaximalCliqueBin::words_and_stack).collect();
        let rooms = Rooms::new(device, &needed)?;
        let handed = on.handed_of(&bins)?;
        Ok(MaximalCliqueCounter { bins, rooms, handed, queues, sizes, fetched, least, used: false, on })
    }
}

impl Work for MaximalCliqueCounter {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        self.bins.last().map_or(0, |bin| bin.bin.end.into())
    }

    /// Tasks for all blocks that run at once, a few times over.
    fn least_share(&self, from: u64) -> u64 {
        let bin = self.bins.iter().find(|bin| from < bin.bin.end.into());
        bin.map_or(1, |bin| LEAST_WAVES * u64::from(bin.grid.blocks).div_ceil(bin.bin.parts.into()))
    }

    /// Runs all bins that have roots among the tasks, beside each other if each has memory of its own; then what they hand over.
    fn run(&mut self, share: &Share<'_>) -> Result<Vec<u128>, MineError> {
        if std::mem::replace(&mut self.used, true) {
            self.queues.overwrite(&vec![0; self.queues.len()])?;
            self.sizes.overwrite(&vec![0; self.sizes.len()])?;
            self.handed.as_mut().map_or(Ok(()), Handed::restart)?;
        }
        let parts: Vec<Bin> = self.bins.iter().map(|bin| bin.bin.among(&share.tasks())).collect();
        let mut resumed: Option<Vec<Groups>> = None;
        loop {
            self.round(share, &parts, resumed.as_deref())?;
            let Some(handed) = &mut self.handed else { break };
            resumed = handed.turn(self.bins.iter().zip(&parts).map(|(bin, part)| bin.roots(part)))?;
            if resumed.is_none() {
                break;
            }
            self.queues.overwrite(&vec![0; self.queues.len()])?;
        }
        Ok(self.fetched.borrow_mut().wait()?.iter().map(|&count| count.into()).collect())
    }
}

impl MaximalCliqueCounter {
    /// Runs the bins with these parts of their roots, or what was handed over of them.
    fn round(
        &mut self,
        share: &Share<'_>,
        parts: &[Bin],
        resumed: Option<&[Groups]>,
    ) -> Result<(), RuntimeError> {
        let MaximalCliqueCounter { on, bins, rooms, handed, queues, sizes, fetched, least, .. } = self;
        let tasks = |at: usize| resumed.map_or(parts[at].tasks(), |groups| groups[at].count as u64);
        let ends: Vec<u64> = (0..bins.len()).map(tasks).collect();
        // Bins that have memory in common are on one track, one after the other. The bins were made for the largest degree and the longest list, and
        // what is handed over is read in the next round.
        // SAFETY: the graph's arguments, oriented and whole; each bin's roots are among them, and its grid has the shared memory and the words of device
        // memory that its shape takes; there is a number for each size of a clique, and a record has room for the longest list.
        let lend = unsafe { on.lend() };
        let mut launches = |handed: &mut Option<Handed>| {
            for (at, bin) in bins.iter().enumerate().filter(|&(at, _)| ends[at] > 0) {
                let ((track, room), part) = (rooms.of(at), &parts[at]);
                let groups = resumed.map(|groups| groups[at]);
                let (over, resumed) = match handed {
                    Some(handed) => handed.lent(&lend, part.first, ends[at], groups),
                    None => (NOTHING_HANDED, NOTHING_RESUMED),
                };
                let queue = queues.atomics().part(at as u64, 1);
                let words = lend.scratch(&mut room.words);
                let cliques = on.clique_args(&lend, part, bin.grid, queue, words);
                let args = MaximalCliqueArgs {
                    cliques: CliqueArgs {
                        chunk: if groups.is_some() { 1 } else { cliques.chunk },
                        ..cliques
                    },
                    whole: on.whole(&lend),
                    sizes: lend.atomics(sizes),
                    stack: lend.scratch(&mut room.stack),
                    over,
                    resumed,
                    most: bin.shape.most,
                    excluded: bin.shape.excluded,
                    least: *least,
                    unused: 0,
                };
                bin.launch(&lend, track, &args)?;
            }
            Ok(())
        };
        let device = on.device();
        let all = || {
            device.overlapped(|| launches(handed))?;
            fetched.borrow_mut().begin(sizes, sizes.len())?;
            handed.as_ref().map_or(Ok(()), Handed::begin)
        };
        match resumed {
            None => share.watch(device, queues, 0, &ends, all),
            Some(_) => share.watch_rest(device, queues, &ends, all),
        }
    }
}
