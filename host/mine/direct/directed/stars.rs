//! Stars by their ties.

use motherlode_device::kernels::directed::stars::{SumStars, SumStarsArgs, stars};

use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Lend, RuntimeError};

impl Session<'_> {
    /// The stars of so many leaves, 2 or 3, of each kind, as `motherlode_device::kernels::directed::stars` numbers
    /// them.
    ///
    /// # Errors
    /// When the graph or its ties do not fit in the memory, the device fails, a sum passes 128 bits, or the job is to
    /// stop.
    pub fn directed_stars(&mut self, arcs: GraphWithArcs<'_>, leaves: u32) -> Result<Vec<u128>, MineError> {
        self.make_room_beside_ties(0, 0)?;
        get_graph_and_ties(arcs)(&mut self.first, self.run.clock)?;
        let work =
            self.room(|session| Swept::new(session.first.clone(), stars(leaves), StarSums { leaves }))?;
        self.deal_alone(work)
    }
}

/// Adds up stars: a task is all there are.
struct StarSums {
    leaves: u32,
}

// SAFETY: there are numbers of ties for each vertex, and a total for each kind of stars.
unsafe impl Sweep for StarSums {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = SumStarsArgs {
            degrees: lend.slice(&on.ties().degrees),
            totals: lend.slice(share.totals()),
            leaves: self.leaves,
        };
        on.launch_all::<SumStars>(lend, &args)
    }
}
