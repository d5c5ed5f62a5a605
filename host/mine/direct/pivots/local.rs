//! Cliques of a size at each vertex, or at each edge.

use std::marker::PhantomData;
use std::ops::Range;

use motherlode_device::kernels::pivots::local::LocalCliquesArgs;

use super::super::on_device::OnDevice;
use super::super::session::Session;
use super::super::summed::Summed;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::cliques_at::CliquesAt;
use super::local_bins::LocalBin;
use super::most_vertices;
use super::number_width::NumberWidth;
use super::rounds::SearchRounds;
use crate::MineError;
use crate::counts::Counts;
use crate::place::Together;
use crate::runtime::{Buffer, Lend, RuntimeError};

impl Session<'_> {
    /// How many cliques of `k >= 3` vertices there are, how many each vertex or edge of the form is in, by their
    /// numbers, and what tells these.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop;
    /// [`MineError::LocalCountOverflow`] if there are 2^128 cliques or more.
    pub fn cliques_at<A: CliquesAt + Summed>(
        &mut self,
        k: u32,
    ) -> Result<(u128, Counts, A::Form), MineError> {
        let all = match self.cliques(k) {
            Err(MineError::CountOverflow) => Err(MineError::LocalCountOverflow),
            all => all,
        }?;
        let counts = match self.without_pivots::<A>(k, all)? {
            Some(counts) => counts,
            None => self.pivoted::<A>(k, all)?,
        };
        Ok((all, counts, A::form(self)?))
    }

    /// How many of the cliques of `k >= 3` vertices, of which there are so many, each vertex or edge of the form is in.
    fn pivoted<A: CliquesAt>(&mut self, k: u32, cliques: u128) -> Result<Counts, MineError> {
        let (count, roots) = (A::count(self.outline()), self.outline().roots_from(k - 1));
        if cliques == 0 {
            return Ok(Counts::Narrow(vec![0; count]));
        }
        let number = NumberWidth::of(cliques);
        let work = (count * number.words() * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        let dealt =
            self.deal(OnDevice::get_hubs, |on| PivotSumming::<A>::new(on, k, roots, number, cliques))?;
        self.run.clock.mine(|| {
            let found = dealt.workers.iter().map(|worker| worker.sweep().counts.download());
            Ok(number.added_up(count, found)?)
        })
    }
}

/// Counts the cliques of roots at their vertices, or edges: a task is a root.
struct PivotSumming<A> {
    k: u32,
    rounds: SearchRounds<LocalBin>,
    /// For matrices that do not stand in shared memory, and for stacks: bins run one after the other.
    words: Buffer<'static, u64>,
    stack: Buffer<'static, u64>,
    /// For numbers of pairs: zero between launches.
    pairs: Buffer<'static, u64>,
    binomials: Buffer<'static, u64>,
    /// For each vertex, or edge, what was found of the tasks that this worker was given.
    counts: Buffer<'static, u64>,
    at: PhantomData<A>,
}

impl<A: CliquesAt> PivotSumming<A> {
    /// For the cliques of `k` vertices at the first `roots` roots, of which there are so many.
    fn new(
        on: OnDevice,
        k: u32,
        roots: usize,
        number: NumberWidth,
        cliques: u128,
    ) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let counts = device.zeroed(A::count(on.outline()) * number.words())?;
        let binomials = device.copied(&number.binomials(most_vertices(on.outline()), k))?;
        let bins = on.local_bins::<A>(roots, number)?;
        let most = |words: fn(&LocalBin) -> usize| bins.iter().map(words).max().unwrap_or(0);
        let words = device.unwritten(most(LocalBin::words))?;
        let stack = device.unwritten(most(LocalBin::stack_words))?;
        let pairs = device.zeroed(most(LocalBin::pair_words))?;
        let is_long = cliques >= u128::from(on.tuning.many_cliques);
        let rounds = if is_long { SearchRounds::new(&on, bins)? } else { SearchRounds::of_one(bins) };
        let summing = PivotSumming { k, rounds, words, stack, pairs, binomials, counts, at: PhantomData };
        Swept::new(on, 0, summing)
    }
}

// SAFETY: each bin's roots are among the graph's, and its launch has the memory that its matrices, stacks and pairs take,
// one bin after the other; the pairs are zero at first, and each launch leaves them so. What is handed over has room for
// the longest list, and is read by the launches of the next round. There are binomials for all cliques there can be, and
// a count for each vertex, or edge, in numbers that hold all cliques there are. The kernels are those of `cliques_at`,
// which all ask for the same.
unsafe impl<A: CliquesAt> Sweep for PivotSumming<A> {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.rounds.tasks()
    }

    fn prepare(&mut self, _: &OnDevice, tasks: &Range<u64>) -> Result<(), RuntimeError> {
        self.rounds.begin(tasks).map(drop)
    }

    /// Runs all bins that have roots among the tasks, one after the other; then what they hand over.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let PivotSumming { k, rounds, words, stack, pairs, binomials, counts, .. } = self;
        rounds.launch(on, lend, share, |launched| {
            let args = LocalCliquesArgs {
                cliques: launched.clique_args(on, lend, lend.scratch(&mut *words)),
                binomials: lend.slice(&*binomials),
                counts: lend.atomics(counts),
                stack: lend.scratch(&mut *stack),
                pairs: lend.atomics(pairs),
                over: launched.over,
                resumed: launched.resumed,
                k: *k,
                most: launched.bin.shape.most,
            };
            launched.bin.launch::<A>(lend, &args, launched.searches)
        })
    }

    fn rest(&mut self, _: &OnDevice, _: &Range<u64>) -> Result<Option<Vec<u64>>, RuntimeError> {
        self.rounds.rest()
    }
}
