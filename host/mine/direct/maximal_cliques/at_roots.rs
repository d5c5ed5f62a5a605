//! The maximal cliques of the roots of lists of two and more.

use std::cell::RefCell;
use std::ops::Range;

use motherlode_device::kernels::maximal_cliques::MaximalCliqueArgs;

use super::super::on_device::OnDevice;
use super::super::pivots::rooms::Rooms;
use super::super::pivots::rounds::Rounds;
use super::bins::MaximalCliqueBin;
use crate::MineError;
use crate::deal::{Share, Work};
use crate::runtime::{Buffer, RuntimeError, Staging};

/// Counts maximal cliques by their vertices: a task is a root.
pub(super) struct MaximalCliqueCounter {
    on: OnDevice,
    rounds: Rounds<MaximalCliqueBin>,
    rooms: Rooms,
    sizes: Buffer<'static, u64>,
    /// The sizes on their way to the host.
    fetched: RefCell<Staging<u64>>,
    /// Vertices of the least cliques that are counted.
    least: u32,
}

impl MaximalCliqueCounter {
    /// For the first `roots` roots, and cliques of at least so many vertices.
    pub fn new(on: OnDevice, roots: usize, least: u32) -> Result<Self, RuntimeError> {
        let device = on.device();
        let cells = on.most_vertices() as usize + 1;
        let (sizes, fetched) = (device.zeroed(cells)?, RefCell::new(Staging::new(device, cells)?));
        let bins = on.maximal_clique_bins(roots)?;
        let needed: Vec<_> = bins.iter().map(MaximalCliqueBin::words_and_stack).collect();
        let rooms = Rooms::new(device, &needed)?;
        let rounds = Rounds::new(&on, bins)?;
        Ok(MaximalCliqueCounter { rounds, rooms, sizes, fetched, least, on })
    }
}

impl Work for MaximalCliqueCounter {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        self.rounds.end()
    }

    fn least_share(&self, from: u64) -> u64 {
        self.rounds.least_share(from)
    }

    /// Runs all bins that have roots among the tasks, beside each other if each has memory of its own; then what they hand over.
    fn run(&mut self, share: &Share<'_>) -> Result<Vec<u128>, MineError> {
        if self.rounds.restart()? {
            self.sizes.overwrite(&vec![0; self.sizes.len()])?;
        }
        self.search(share, &share.tasks())?;
        Ok(self.fetched.borrow_mut().wait()?.iter().map(|&count| count.into()).collect())
    }
}

impl MaximalCliqueCounter {
    /// Searches the roots at these positions.
    fn search(&mut self, share: &Share<'_>, roots: &Range<u64>) -> Result<(), RuntimeError> {
        let MaximalCliqueCounter { on, rounds, rooms, sizes, fetched, least } = self;
        let (on, least) = (&*on, *least);
        rounds.run(on, share, roots, |round| {
            // Bins that have memory in common are on one track, one after the other. The bins were made for the largest degree and the longest list,
            // and what is handed over is read in the next round.
            // SAFETY: the graph's arguments, oriented and whole; each bin's roots are among them, and its grid has the shared memory and the words of
            // device memory that its shape takes; there is a number for each size of a clique, and a record has room for the longest list.
            let lend = unsafe { on.lend() };
            let launches = || {
                round.each(&lend, |launched| {
                    let (track, room) = rooms.of(launched.at);
                    let (bin, words) = (launched.bin, lend.scratch(&mut room.words));
                    let args = MaximalCliqueArgs {
                        cliques: launched.clique_args(on, &lend, words),
                        whole: on.whole(&lend),
                        sizes: lend.atomics(sizes),
                        stack: lend.scratch(&mut room.stack),
                        over: launched.over,
                        resumed: launched.resumed,
                        most: bin.shape.most,
                        excluded: bin.shape.excluded,
                        least,
                        unused: 0,
                    };
                    bin.launch(&lend, track, &args)
                })
            };
            on.device().overlapped(launches)?;
            fetched.borrow_mut().begin(sizes, sizes.len())
        })
    }
}
