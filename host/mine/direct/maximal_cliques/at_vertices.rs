//! In how many maximal cliques of three vertices and more each vertex is.

use motherlode_device::kernels::maximal_cliques::members::MaximalCliqueMembersArgs;
use motherlode_device::memory::{Scratch, Slice};

use super::super::on_device::OnDevice;
use super::bins::Members;
use super::search::{RootSearch, Searched};
use crate::MineError;
use crate::deal::{Share, Work};
use crate::runtime::{Buffer, RuntimeError};

/// Counts them at each vertex: a task is a root.
pub(super) struct MemberCounter {
    search: RootSearch,
    at_vertices: Buffer<'static, u64>,
    /// For each bin, a zero for each vertex of its longest list and one more, for each block.
    near: Vec<Buffer<'static, u64>>,
    /// Sizes, of which none are counted.
    sizes: Buffer<'static, u64>,
}

impl MemberCounter {
    /// For the first `roots` roots, and cliques of at least so many vertices.
    pub fn new(on: OnDevice, roots: usize, least: u32) -> Result<Self, RuntimeError> {
        let device = on.device().clone();
        let at_vertices = device.zeroed(on.outline().n() as usize)?;
        let search = RootSearch::new::<Members>(on, roots, least)?;
        let near = search.rounds.bins().iter().map(|bin| {
            let of_block = bin.shape.cliques.longest as usize + 1;
            device.zeroed(bin.grid.blocks as usize * of_block)
        });
        let near = near.collect::<Result<_, _>>()?;
        Ok(MemberCounter { search, at_vertices, near, sizes: device.zeroed(0)? })
    }

    /// The counts of the tasks that this worker was given, by the vertices of the form.
    pub fn counts(&self) -> Result<Vec<u64>, RuntimeError> {
        self.at_vertices.download()
    }
}

impl Work for MemberCounter {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.search.rounds.end()
    }

    fn least_share(&self, from: u64) -> u64 {
        self.search.rounds.least_share(from)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let MemberCounter { search, at_vertices, near, sizes } = self;
        search.rounds.restart()?;
        let parts = search.rounds.parts(&share.tasks());
        let searched = Searched { parts: &parts, roots: None };
        // SAFETY: a number for each vertex, and for each block of a bin those that it takes, which are zero before a
        // launch and after it. No rows are written, and nothing is counted by size.
        unsafe {
            search.run(
                share,
                searched,
                sizes,
                |lend, track, launched, search| {
                    let args = MaximalCliqueMembersArgs {
                        search,
                        starts: Slice::empty(),
                        firsts: Slice::empty(),
                        lengths: Slice::empty(),
                        length: Slice::empty(),
                        rows: Scratch::empty(),
                        at_vertices: lend.atomics(at_vertices),
                        near: lend.atomics(&near[launched.at]),
                        first: 0,
                        unused: 0,
                    };
                    launched.bin.launch::<Members>(lend, track, &args)
                },
                || Ok(()),
            )?;
        }
        Ok(())
    }
}
