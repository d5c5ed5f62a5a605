//! The maximal cliques of the roots of lists of two and more, by size.

use std::cell::RefCell;

use super::super::on_device::OnDevice;
use super::bins::BySize;
use super::search::{RootSearch, Searched};
use crate::MineError;
use crate::deal::{Share, Work};
use crate::runtime::{Buffer, RuntimeError, Staging};

/// Counts maximal cliques by their vertices: a task is a root.
pub(super) struct MaximalCliqueCounter {
    search: RootSearch,
    sizes: Buffer<'static, u64>,
    /// The sizes on their way to the host.
    fetched: RefCell<Staging<u64>>,
}

impl MaximalCliqueCounter {
    /// For the first `roots` roots, and cliques of at least so many vertices.
    pub fn new(on: OnDevice, roots: usize, least: u32) -> Result<Self, RuntimeError> {
        let device = on.device();
        let cells = on.most_vertices() as usize + 1;
        let (sizes, fetched) = (device.zeroed(cells)?, RefCell::new(Staging::new(device, cells)?));
        Ok(MaximalCliqueCounter { sizes, fetched, search: RootSearch::new::<BySize>(on, roots, least)? })
    }
}

impl Work for MaximalCliqueCounter {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        self.search.rounds.end()
    }

    fn least_share(&self, from: u64) -> u64 {
        self.search.rounds.least_share(from)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<Vec<u128>, MineError> {
        let MaximalCliqueCounter { search, sizes, fetched } = self;
        if search.rounds.restart()? {
            sizes.overwrite(&vec![0; sizes.len()])?;
        }
        let parts = search.rounds.parts(&share.tasks());
        let searched = Searched { parts: &parts, roots: None };
        // SAFETY: there is a number for each size of a clique.
        unsafe {
            search.run(
                share,
                searched,
                sizes,
                |lend, track, launched, args| launched.bin.launch::<BySize>(lend, track, &args),
                || fetched.borrow_mut().begin(sizes, sizes.len()),
            )?;
        }
        Ok(fetched.borrow_mut().wait()?.iter().map(|&count| count.into()).collect())
    }
}
