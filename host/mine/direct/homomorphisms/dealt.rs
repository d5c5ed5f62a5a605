//! Tables of rows that take long, dealt to the devices of a team: each pushes the rows of some roots, and what these
//! come to is added up on the first.

use motherlode_device::kernels::homomorphisms::numbers::WORDS;
use motherlode_device::kernels::homomorphisms::products::{AddNumbers, AddNumbersArgs};

use super::launches::Queue;
use super::made::{Made, Words, numbers};
use super::rooms::RowRoom;
use super::rows::Rows;
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{Share, Work};
use crate::direct::on_device::OnDevice;
use crate::plan::decomposition::tables::Rooted;
use crate::runtime::RuntimeError;

/// Roots that a block has in a share, at least.
const ROOTS_OF_BLOCK: u64 = 4;

/// What the rows of all roots come to, from all devices of the session's team. What they read has been made on the
/// first.
///
/// # Errors
/// When it does not fit in the first device's memory budget, all devices fail, or the job is to stop.
pub(super) fn rooted(made: &Made<'_, '_>, table: &Rooted) -> Result<Words, MineError> {
    let (session, rows) = (made.session, Rows::new(made, table)?);
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
fn added_up(workers: Vec<RowSums>, first: &OnDevice) -> Result<Words, RuntimeError> {
    let device = first.device();
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        workers.into_iter().map(|worker| worker.sums).partition(|sums| sums.device().is(device));
    let mut here = here.into_iter();
    let mut sums: Option<Words> = here.next();
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
    on: OnDevice,
    rows: Rows,
    room: RowRoom,
    /// What the rows of the roots that were drawn here have come to: zero for others.
    sums: Words,
    queue: Words,
}

impl RowSums {
    fn new(on: OnDevice, rows: Rows) -> Result<RowSums, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let (sums, queue) = (device.zeroed(WORDS * rows.numbers(outline))?, device.zeroed(1)?);
        // Rows take what is left, up to what they have a use for.
        let room = RowRoom::new(device, outline.n() as usize, rows.pushes())?;
        Ok(RowSums { on, rows, room, sums, queue })
    }
}

impl Work for RowSums {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.on.outline().n().into()
    }

    fn least_share(&self, _: u64) -> u64 {
        ROOTS_OF_BLOCK * u64::from(self.room.grid(self.rows.pushes()).blocks)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let RowSums { on, rows, room, sums, queue } = self;
        let tasks = share.tasks();
        queue.overwrite(&[tasks.start])?;
        // SAFETY: the graph's arguments; tables over its vertices and edges where the kernel asks for such, made
        // before; sums that are zero but for what other roots have come to, and room that is zero where it must be, at
        // first and after each launch.
        let lend = unsafe { on.lend() };
        let counter = lend.slice(queue.atomics());
        let launch = || rows.launch(on, &lend, room, sums, Queue { counter, end: tasks.end });
        Ok(share.watch(on.device(), queue, tasks.start, &[tasks.end], launch)?)
    }
}
