//! The cliques of four and of five vertices at each vertex, and those of five at each edge, from the matrices of the
//! roots.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use motherlode_device::Kernel;
use motherlode_device::kernels::cliques::at_places::{
    Count4CliquesAt, Count4CliquesWideAt, Count5CliquesAt, Count5CliquesWideAt, SmallCliquesArgs,
};

use super::bin_kernels::BinKernels;
use super::binned_roots::BinnedRoots;
use super::merge::SumsOfWorkers;
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::MineError;
use crate::at::{At, Edges, Vertices};
use crate::counts::Counts;
use crate::place::Together;
use crate::runtime::{Buffer, Lend, RuntimeError};

/// Places whose small cliques come from the matrices of the roots.
pub(crate) trait SmallCliquesAt: At {
    /// How many vertices these have.
    const SIZES: RangeInclusive<u32>;
    type Four: SmallCliqueKernel;
    type FourWide: SmallCliqueKernel;
    type Five: SmallCliqueKernel;
    type FiveWide: SmallCliqueKernel;
}

/// A kernel that counts small cliques at places.
pub(crate) trait SmallCliqueKernel: for<'a> Kernel<Args<'a> = SmallCliquesArgs<'a>> {}

impl<K: for<'a> Kernel<Args<'a> = SmallCliquesArgs<'a>>> SmallCliqueKernel for K {}

impl SmallCliquesAt for Vertices {
    const SIZES: RangeInclusive<u32> = 4..=5;
    type Four = Count4CliquesAt<Vertices>;
    type FourWide = Count4CliquesWideAt<Vertices>;
    type Five = Count5CliquesAt<Vertices>;
    type FiveWide = Count5CliquesWideAt<Vertices>;
}

/// None of four: those come with the triangles of each edge.
impl SmallCliquesAt for Edges {
    const SIZES: RangeInclusive<u32> = 5..=5;
    type Four = Self::Five;
    type FourWide = Self::FiveWide;
    type Five = Count5CliquesAt<Edges>;
    type FiveWide = Count5CliquesWideAt<Edges>;
}

impl Session<'_> {
    /// Whether cliques of `k` vertices are counted at places from the matrices of the roots alone: a card goes over a
    /// matrix faster than it searches.
    pub fn needs_no_pivots<A: SmallCliquesAt>(&self, k: u32) -> bool {
        A::SIZES.contains(&k) && !self.device().is_scalar()
    }

    /// The cliques of `k` vertices at each place, of which there are so many in all, without pivots; `None` where these
    /// are faster, or a sum might not fit.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn without_pivots<A: SmallCliquesAt>(
        &mut self,
        k: u32,
        all: u128,
    ) -> Result<Option<Counts>, MineError> {
        if all == 0 || !self.needs_no_pivots::<A>(k) || all > u128::from(u64::MAX / 3) {
            return Ok(None);
        }
        let thrice = self.small_cliques::<A>(k)?.download(self.run.clock)?;
        Ok(Some(Counts::Narrow(thrice.into_iter().map(|thrice| thrice / 3).collect())))
    }

    /// Three times the number of cliques of `k` vertices, one of [`SmallCliquesAt::SIZES`], that each place is in. No sum
    /// may pass 64 bits.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn small_cliques<A: SmallCliquesAt>(&mut self, k: u32) -> Result<SumsOfWorkers, MineError> {
        assert!(A::SIZES.contains(&k), "there are no kernels for cliques of {k} vertices");
        let (length, roots) = (A::count(self.outline()), self.outline().roots_from(k - 1));
        if roots == 0 {
            return Ok(SumsOfWorkers { workers: Vec::new(), length });
        }
        let work = (length * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        let dealt = self.deal(OnDevice::get_hubs, |on| SmallCliques::<A>::new(on, k, roots))?;
        let workers = dealt.workers.into_iter().map(|worker| worker.into_sweep().counts).collect();
        Ok(SumsOfWorkers { workers, length })
    }
}

/// Counts cliques of four or five vertices at the places: a task is a root.
struct SmallCliques<A> {
    roots: BinnedRoots,
    /// For each place, what was found of the tasks that this worker was given.
    counts: Buffer<'static, u64>,
    at: PhantomData<A>,
}

impl<A: SmallCliquesAt> BinKernels for SmallCliques<A> {
    type Args<'a> = SmallCliquesArgs<'a>;
    type Four = A::Four;
    type FourWide = A::FourWide;
    type Five = A::Five;
    type More = A::Five;
    type MoreWide = A::FiveWide;
}

impl<A: SmallCliquesAt> SmallCliques<A> {
    /// For cliques of `k` vertices at the first `roots` roots.
    fn new(on: OnDevice, k: u32, roots: usize) -> Result<Swept<Self>, RuntimeError> {
        let counts = on.device().zeroed(A::count(on.outline()))?;
        let bins = on.bins(k, roots, &on.outline().lengths);
        let roots = BinnedRoots::new(&on, bins, OnDevice::fitting_clique_grid::<Self>)?;
        Swept::new(on, 0, SmallCliques { roots, counts, at: PhantomData })
    }
}

// SAFETY: each bin's roots are among the graph's, its grid has the shared memory and its launch the words of device
// memory that its matrices take: those of wide bins are on one track, and so one after the other. There is a count for
// each place, and who asks has seen that none passes 64 bits.
unsafe impl<A: SmallCliquesAt> Sweep for SmallCliques<A> {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.roots.tasks()
    }

    /// Runs all bins that have roots among the tasks, those of which each has its own memory beside each other.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let SmallCliques { roots, counts, .. } = self;
        on.device().overlapped(|| {
            roots.launch_each(lend, &share.tasks, |at, bin, grid, words| {
                let cliques = on.clique_args(lend, &bin, grid, share.queue(at), words);
                let args = SmallCliquesArgs { cliques, counts: lend.atomics(counts) };
                bin.launch::<Self>(lend, at, grid, &args)
            })
        })
    }
}
