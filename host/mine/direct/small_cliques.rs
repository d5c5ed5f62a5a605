//! The cliques of four and of five vertices at each vertex, from the matrices of the roots.

use motherlode_device::kernels::cliques::at_vertices::{
    Count4CliquesAtVertices, Count4CliquesAtVerticesWide, Count5CliquesAtVertices,
    Count5CliquesAtVerticesWide, SmallCliquesArgs,
};

use super::bin_kernels::BinKernels;
use super::binned_roots::BinnedRoots;
use super::merge::downloaded;
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::MineError;
use crate::place::Together;
use crate::runtime::{Buffer, Lend, RuntimeError};

impl Session<'_> {
    /// Three times the number of cliques of `k` vertices, 4 or 5, that each vertex is in. No sum may pass 64 bits.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn small_clique_sums(&mut self, k: u32) -> Result<Vec<u64>, MineError> {
        let n = self.outline().n() as usize;
        let roots = self.outline().roots_from(k - 1);
        if roots == 0 {
            return Ok(vec![0; n]);
        }
        let work = (n * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        let dealt = self.deal(OnDevice::get_hubs, |on| SmallCliques::new(on, k, roots))?;
        self.run.clock.mine(|| downloaded(dealt.workers.iter().map(|worker| &worker.sweep().counts), n))
    }
}

/// Counts cliques of four or five vertices at the vertices: a task is a root.
struct SmallCliques {
    roots: BinnedRoots,
    /// For each vertex, what was found of the tasks that this worker was given.
    counts: Buffer<'static, u64>,
}

impl BinKernels for SmallCliques {
    type Args<'a> = SmallCliquesArgs<'a>;
    type Four = Count4CliquesAtVertices;
    type FourWide = Count4CliquesAtVerticesWide;
    type Five = Count5CliquesAtVertices;
    type More = Count5CliquesAtVertices;
    type MoreWide = Count5CliquesAtVerticesWide;
}

impl SmallCliques {
    /// For cliques of `k` vertices at the first `roots` roots.
    fn new(on: OnDevice, k: u32, roots: usize) -> Result<Swept<Self>, RuntimeError> {
        let counts = on.device().zeroed(on.outline().n() as usize)?;
        let bins = on.bins(k, roots, &on.outline().lengths);
        let roots = BinnedRoots::new(&on, bins, OnDevice::fitting_clique_grid::<Self>)?;
        Swept::new(on, 0, SmallCliques { roots, counts })
    }
}

// SAFETY: each bin's roots are among the graph's, its grid has the shared memory and its launch the words of device
// memory that its matrices take: those of wide bins are on one track, and so one after the other. There is a count for
// each vertex, and who asks has seen that none passes 64 bits.
unsafe impl Sweep for SmallCliques {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.roots.tasks()
    }

    /// Runs all bins that have roots among the tasks, those of which each has its own memory beside each other.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let SmallCliques { roots, counts } = self;
        on.device().overlapped(|| {
            roots.launch_each(lend, &share.tasks, |at, bin, grid, words| {
                let cliques = on.clique_args(lend, &bin, grid, share.queue(at), words);
                let args = SmallCliquesArgs { cliques, counts: lend.atomics(counts) };
                bin.launch::<Self>(lend, at, grid, &args)
            })
        })
    }
}
