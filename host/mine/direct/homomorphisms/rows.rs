//! Tables of what the rows of roots come to: the tables that these read, and the launch.

use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::rows::{
    AT_EDGES, AT_ROOT, AT_ROW, MOST_PUSHES, PushArgs, PushLaterRows, PushRows, PushRowsArgs, RowArgs,
};

use super::launches::Queue;
use super::made::{Factor, Made, TableWords};
use super::rooms::RowRoom;
use crate::direct::on_device::OnDevice;
use crate::place::Outline;
use crate::plan::decomposition::tables::{End, Rooted, Row};
use crate::runtime::{Device, Lend, RuntimeError};

/// What the rows of all roots come to.
pub(super) fn rooted(
    made: &Made<'_, '_>,
    table: &Rooted,
    lend: &Lend<'_>,
    queue: Queue<'_>,
) -> Result<TableWords, RuntimeError> {
    let (on, rows) = (made.on(), RowTables::new(made, table)?);
    let (n, length) = (on.outline().n() as usize, rows.numbers(on.outline()));
    // Each edge is that of one root, which writes.
    let sums = match table.needs_zeros() {
        false => made.room(length)?,
        true => made.rooms.borrow_mut().zeros(WORDS * length, on.device())?,
    };
    let mut rooms = made.rooms.borrow_mut();
    let room = rooms.rows(n, rows.pushes(), on.device())?;
    rows.launch(on, lend, room, &sums, queue)?;
    Ok(sums)
}

/// The tables that the rows of a root read, on one device, and what is done with them. A clone reads the same.
#[derive(Clone)]
pub(super) struct RowTables {
    pushes: Vec<PushedRow>,
    last: RowFactors,
    weights: Factor,
    roots: Factor,
    /// Bit `i`: whether the `i`-th row is pulled.
    pulled: u32,
    end: End,
    /// Whether rows have no vertices but those after the root.
    later: bool,
}

#[derive(Clone)]
struct PushedRow {
    from: RowFactors,
    weights: Factor,
    along: Factor,
}

#[derive(Clone)]
struct RowFactors {
    along: Factor,
    joined: bool,
    powers: u32,
}

impl RowTables {
    /// Those of a table, from the tables that have been made.
    pub fn new(made: &Made<'_, '_>, table: &Rooted) -> Result<RowTables, RuntimeError> {
        let row = |row: &Row| -> Result<RowFactors, RuntimeError> {
            let along = row.joined.as_ref().map(|along| made.at_edges(along)).transpose()?;
            let joined = along.is_some();
            let powers = row.pushed.iter().map(|push| 1 << (4 * push)).sum();
            Ok(RowFactors { along: along.unwrap_or_default(), joined, powers })
        };
        let pushed = table.pushes.iter().enumerate().map(|(number, push)| {
            // Who pulls reads a table from the other end.
            let pulled = table.is_pulled(number);
            let along = if pulled { made.at_edges_back(&push.along) } else { made.at_edges(&push.along) };
            Ok(PushedRow { from: row(&push.from)?, weights: made.at_vertices(&push.weights)?, along: along? })
        });
        let pushes = pushed.collect::<Result<Vec<_>, RuntimeError>>()?;
        let weights = made.at_vertices(&table.weights)?;
        let roots = match table.end {
            End::Root | End::Edges => made.at_vertices(&table.roots)?,
            End::Row => weights.clone(),
        };
        let pulled = (0..pushes.len()).map(|push| u32::from(table.is_pulled(push)) << push).sum();
        let (last, end, later) = (row(&table.last)?, table.end, table.later);
        Ok(RowTables { pushes, last, weights, roots, pulled, end, later })
    }

    /// These rows on another device, where the tables that they read are copied to.
    pub fn copied_to(&self, device: &Device) -> Result<RowTables, RuntimeError> {
        let row = |row: &RowFactors| -> Result<RowFactors, RuntimeError> {
            Ok(RowFactors { along: row.along.copied_to(device)?, ..*row })
        };
        let pushed = |push: &PushedRow| {
            let (weights, along) = (push.weights.copied_to(device)?, push.along.copied_to(device)?);
            Ok(PushedRow { from: row(&push.from)?, weights, along })
        };
        Ok(RowTables {
            pushes: self.pushes.iter().map(pushed).collect::<Result<_, RuntimeError>>()?,
            last: row(&self.last)?,
            weights: self.weights.copied_to(device)?,
            roots: self.roots.copied_to(device)?,
            ..*self
        })
    }

    /// How many rows are pushed for a root.
    pub fn pushes(&self) -> usize {
        self.pushes.len()
    }

    /// How many numbers the table has.
    pub fn numbers(&self, graph: &Outline) -> usize {
        if self.end == End::Edges { 2 * graph.edges() } else { graph.n() as usize }
    }

    /// Launches the kernel that pushes the rows of the roots that it draws. It adds to `sums`, or for a table over
    /// edges overwrites them.
    pub fn launch(
        &self,
        on: &OnDevice,
        lend: &Lend<'_>,
        room: &mut RowRoom,
        sums: &TableWords,
        Queue { counter, end }: Queue<'_>,
    ) -> Result<(), RuntimeError> {
        let grid = room.grid(self.pushes());
        let RowRoom { values, seen, met, .. } = room;
        let args = PushRowsArgs {
            graph: on.whole(lend),
            pushes: self.push_args(lend),
            last: self.last.view(lend),
            weights: self.weights.view(lend),
            roots: self.roots.view(lend),
            sums: lend.atomics(sums),
            values: lend.atomics(values),
            seen: lend.atomics(seen),
            met: lend.scratch(met),
            queue: counter,
            end,
            push_count: self.pushes() as u32,
            place: match self.end {
                End::Root => AT_ROOT,
                End::Row => AT_ROW,
                End::Edges => AT_EDGES,
            },
            chunk: 1,
            pulled: self.pulled,
        };
        if self.later {
            lend.launch::<PushLaterRows>(grid, &args)
        } else {
            lend.launch::<PushRows>(grid, &args)
        }
    }

    /// For the kernel. Those that are not there say nothing.
    fn push_args(&self, lend: &Lend<'_>) -> [PushArgs<'_>; MOST_PUSHES] {
        let nothing = RowArgs { along: Numbers::ONES, powers: 0, joined: 0 };
        let mut args =
            [PushArgs { from: nothing, weights: Numbers::ONES, along: Numbers::ONES }; MOST_PUSHES];
        for (args, push) in args.iter_mut().zip(&self.pushes) {
            let PushedRow { from, weights, along } = push;
            *args = PushArgs { from: from.view(lend), weights: weights.view(lend), along: along.view(lend) };
        }
        args
    }
}

impl RowFactors {
    fn view(&self, lend: &Lend<'_>) -> RowArgs<'_> {
        RowArgs { along: self.along.view(lend), powers: self.powers, joined: self.joined.into() }
    }
}
