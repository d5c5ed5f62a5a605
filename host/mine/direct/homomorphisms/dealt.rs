//! Tables of rows that take long, dealt to the devices of a team: each pushes the rows of some roots, and what these
//! come to is added up on the first.

use motherlode_device::kernels::homomorphisms::numbers::WORDS;
use motherlode_device::kernels::homomorphisms::products::{AddNumbers, AddNumbersArgs};

use super::launches::Queue;
use super::made::{Made, TableWords, numbers};
use super::rooms::RowRoom;
use super::rows::RowTables;
use crate::MineError;
use crate::clock::Clock;
use crate::direct::on_device::OnDevice;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::plan::decomposition::tables::Rooted;
use crate::runtime::{Lend, RuntimeError};

/// Roots that a block has in a share, at least.
const ROOTS_OF_BLOCK: u64 = 4;

/// What the rows of all roots come to, from all devices of the session's team. What they read has been made on the
/// first.
///
/// # Errors
/// When it does not fit in the first device's memory budget, all devices fail, or the job is to stop.
pub(super) fn rooted(made: &Made<'_, '_>, table: &Rooted) -> Result<TableWords, MineError> {
    let (session, rows) = (made.session, RowTables::new(made, table)?);
    // The first device's worker takes these; those of the others copy what they read from there.
    let read = rows.clone();
    let first = session.room(|session| RowSums::new(session.first.clone(), rows))?;
    let others = |mut on: OnDevice, clock: &Clock| {
        on.get_whole(clock)?;
        let rows = read.copied_to(on.device())?;
        RowSums::new(on, rows)
    };
    let dealt = session.deal_with(first, others)?;
    Ok(session.run.clock.mine(|| added_up(dealt.workers, &session.first))?)
}

/// The sums of what the workers have found, on the device of `first`: copied there one after the other.
fn added_up(workers: Vec<Swept<RowSums>>, first: &OnDevice) -> Result<TableWords, RuntimeError> {
    let device = first.device();
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        workers.into_iter().map(|worker| worker.into_sweep().sums).partition(|sums| sums.device().is(device));
    let mut here = here.into_iter();
    let mut sums: Option<TableWords> = here.next();
    for more in elsewhere {
        let more = device.copy_from(&more)?;
        let Some(sums) = &mut sums else {
            sums = Some(more);
            continue;
        };
        // SAFETY: two tables of as many numbers, which only this kernel has.
        let lend = unsafe { first.lend() };
        let args = AddNumbersArgs { more: numbers(&more, &lend), sums: lend.scratch(sums) };
        first.launch_all::<AddNumbers>(&lend, &args)?;
        device.synchronize()?;
    }
    Ok(sums.expect("a worker is left, or dealing is an error"))
}

/// A worker: a task is a root.
struct RowSums {
    rows: RowTables,
    room: RowRoom,
    /// What the rows of the roots that were drawn here have come to: zero for others.
    sums: TableWords,
}

impl RowSums {
    fn new(on: OnDevice, rows: RowTables) -> Result<Swept<RowSums>, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let sums = device.zeroed(WORDS * rows.numbers(outline))?;
        // Rows take what is left, up to what they have a use for.
        let room = RowRoom::new(device, outline.n() as usize, rows.pushes())?;
        Swept::new(on, 0, RowSums { rows, room, sums })
    }
}

// SAFETY: tables over the graph's vertices and edges where the kernel asks for such, made before; sums that are zero
// but for what other roots have come to, and room that is zero where it must be, at first and after each launch.
unsafe impl Sweep for RowSums {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        ROOTS_OF_BLOCK * u64::from(self.room.grid(self.rows.pushes()).blocks)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let queue = Queue { counter: lend.slice(share.queue(0)), end: share.tasks.end };
        self.rows.launch(on, lend, &mut self.room, &self.sums, queue)
    }
}
