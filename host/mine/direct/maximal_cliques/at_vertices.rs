//! In how many maximal cliques of three vertices and more each vertex is.

use std::ops::Range;

use motherlode_device::kernels::maximal_cliques::members::MaximalCliqueMembersArgs;
use motherlode_device::memory::{Scratch, Slice};

use super::super::on_device::OnDevice;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::bins::FindMembers;
use super::search::RootSearch;
use crate::runtime::{Buffer, Lend, RuntimeError};

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
    pub fn new(on: OnDevice, roots: usize, least: u32) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let at_vertices = device.zeroed(on.outline().n() as usize)?;
        let search = RootSearch::new::<FindMembers>(&on, roots, least)?;
        let near = search.rounds.bins().iter().map(|bin| {
            let of_block = bin.shape.cliques.longest as usize + 1;
            device.zeroed(bin.grid.blocks as usize * of_block)
        });
        let (near, sizes) = (near.collect::<Result<_, _>>()?, device.zeroed(0)?);
        Swept::new(on, 0, MemberCounter { search, at_vertices, near, sizes })
    }

    /// The counts of the tasks that this worker was given, by the vertices of the form.
    pub fn counts(&self) -> Result<Vec<u64>, RuntimeError> {
        self.at_vertices.download()
    }
}

// SAFETY: that of the search; there is a number for each vertex, and for each block of a bin those that it takes, which
// are zero before a launch and after it. No rows are written, and nothing is counted by size.
unsafe impl Sweep for MemberCounter {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.search.rounds.tasks()
    }

    fn prepare(&mut self, _: &OnDevice, tasks: &Range<u64>) -> Result<(), RuntimeError> {
        self.search.rounds.begin(tasks).map(drop)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let MemberCounter { search, at_vertices, near, sizes } = self;
        search.launch(on, lend, share, None, sizes, |track, launched, search| {
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
            launched.bin.launch::<FindMembers>(lend, track, &args)
        })
    }

    fn rest(&mut self, _: &OnDevice, _: &Range<u64>) -> Result<Option<Vec<u64>>, RuntimeError> {
        self.search.rounds.rest()
    }
}
