//! Core numbers.

use motherlode_device::Kernel;
use motherlode_device::kernels::cores::{AdvanceCores, PeelCoresArgs, StartCores, StepCores};

use super::sizes;
use crate::clock::Clock;
use crate::direct::{PeelOutcome, Peeling};
use crate::graph::Csr;
use crate::local::inverse;
use crate::place::launches::launch_items;
use crate::place::{Together, VertexOrder};
use crate::runtime::Team;
use crate::{Context, Launches, MineError, Placed, Seconds};

/// The core number of each vertex, and when it left.
///
/// The `k`-core is the largest subgraph all of whose vertices have `k` neighbours in it at least; the core number of a
/// vertex is the largest `k` whose core has it.
#[derive(Clone, Debug)]
pub struct Cores {
    /// For each vertex its core number.
    pub numbers: Vec<u32>,
    /// For each vertex its layer, from 1: the round in which it left, when in each round all leave at once that have no
    /// more neighbours left than the core that is peeled asks for.
    pub layers: Vec<u32>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Cores {
    /// The largest core number.
    pub fn degeneracy(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// How many vertices have each core number, from 0 to the largest.
    pub fn sizes(&self) -> Vec<u64> {
        sizes(&self.numbers)
    }

    /// The vertices of the `k`-core, ascending.
    pub fn core(&self, k: u32) -> Vec<u32> {
        (0u32..).zip(&self.numbers).filter(|&(_, &number)| number >= k).map(|(v, _)| v).collect()
    }

    /// The vertices in a degeneracy order: each has no more neighbours behind it than its core number. They go by their
    /// layers, and in these by their numbers.
    pub fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.layers.len() as u32).collect();
        order.sort_by_key(|&v| self.layers[v as usize]);
        order
    }

    /// For each vertex its place in that [`order`](Self::order).
    pub fn places(&self) -> Vec<u32> {
        inverse(&self.order())
    }
}

impl Launches<'_> {
    /// Core numbers, of the graph as it is given.
    pub const CORES: Launches<'static> = Launches::AsGiven(&[StartCores::FAMILY]);
}

impl Placed {
    /// The core number of each vertex, by rounds of peeling (Matula and Beck 1983, in the parallel form of Dasari,
    /// Ranjan and Zubair 2014). Labels and directions are not looked at.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, or the job is to stop.
    pub fn cores(&self, context: &Context) -> Result<Cores, MineError> {
        self.on_whoever_is_left(context, |placed| {
            let clock = Clock::default();
            let PeelOutcome { levels, rounds } = placed.peel_vertices(context, &clock)?;
            let (numbers, layers) =
                clock.mine(|| Ok::<_, MineError>((levels.download()?, rounds.download()?)))?;
            Ok(Cores { numbers, layers, seconds: clock.seconds() })
        })
    }

    fn peel_vertices(&self, context: &Context, clock: &Clock) -> Result<PeelOutcome, MineError> {
        let known = self.known_in_order(0, VertexOrder::Given);
        let (form, n) = (&known.form, self.target().csr.n());
        let part = Together { whole: true, work: Peeling::BYTES * u64::from(n), ..Together::default() };
        if !form.has_room_for(part)? {
            known.let_go_of_whole();
            form.place_together(part, clock)?;
        }
        let whole = form.whole(clock)?;
        let device = form.device();
        let peeling = clock.transfer(|| Peeling::new(device, n as usize))?;
        clock.mine(|| {
            // SAFETY: the lists of one graph, and queues for its vertices that nobody else has. The kernels take no
            // shared memory.
            let lend = unsafe { device.lend() };
            let (offsets, neighbors) = whole.arrays();
            let args = PeelCoresArgs {
                offsets: lend.slice(offsets),
                neighbors: lend.slice(neighbors),
                queues: peeling.queues(&lend),
            };
            launch_items::<StartCores>(&lend, n.into(), &args)?;
            // SAFETY: as above, and the vertices are ready to leave.
            unsafe { peeling.run::<AdvanceCores, StepCores>(&lend, &args, context) }
        })?;
        Ok(peeling.done())
    }
}

/// The core number of each vertex of `graph`, by a device or a team.
///
/// # Errors
/// When the device fails or its memory is too small, or the job is to stop.
pub fn cores(graph: &Csr, team: impl Into<Team>, context: &Context) -> Result<Cores, MineError> {
    Placed::new(graph, team).cores(context)
}
