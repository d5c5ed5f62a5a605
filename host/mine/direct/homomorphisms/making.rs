//! How tables are made: one behind the other on the first device, and those that take long by all devices of a team.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use super::launches::{self, Queue};
use super::made::Made;
use super::{closed_walks, dealt, rows};
use crate::MineError;
use crate::attributed::{Indicators, numbers_at_vertices};
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::memory::if_it_fits;
use crate::plan::decomposition::tables::{MapTable, TableId, Tables};
use crate::runtime::{Lend, RuntimeError};
use crate::totals::Totals;

/// Who tells which vertices and edges have a colour.
#[derive(Clone, Copy)]
pub(super) enum Colors<'c> {
    /// Their labels.
    Labels(&'c Indicators<'c>),
    /// By vertex of the graph, the greatest colour of inner vertices that it has: it has the lesser ones, too. Nothing
    /// where none is asked for.
    Inner(&'c [u8]),
}

impl<'s, 'g> Made<'s, 'g> {
    /// Makes all of `tables`. The device has the whole graph.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, the device fails, or the job is to stop. This goes for everything
    /// here.
    pub fn all(session: &'s Session<'g>, tables: &'s Tables, colors: Colors<'_>) -> Result<Self, MineError> {
        let all = tables.all();
        let mut made = Made { session, tables, made: vec![None; all.len()], rooms: RefCell::default() };
        made.ask(colors)?;
        let drawn: Vec<TableId> = (0..all.len()).filter(|&table| made.made[table].is_none()).collect();
        let together = |&one: &TableId, &other: &TableId| !made.is_dealt(one) && !made.is_dealt(other);
        let parts: Vec<&[TableId]> = drawn.chunk_by(together).collect();
        for part in parts {
            match part {
                &[table] if made.is_dealt(table) => made.deal(table)?,
                _ => made.draw_together(part)?,
            }
        }
        Ok(made)
    }

    /// Whether the devices of a team share the making of a table: its rows are expected to take longer than it takes to
    /// copy what they read.
    fn is_dealt(&self, table: TableId) -> bool {
        let takes_long = self.tables.costs()[table] >= self.on().tuning.least_dealt_rows as f64;
        takes_long && !self.session.team_is_one() && matches!(self.tables.all()[table], MapTable::Rooted(_))
    }

    /// Has the team make a table.
    fn deal(&mut self, table: TableId) -> Result<(), MineError> {
        let MapTable::Rooted(rooted) = &self.tables.all()[table] else {
            unreachable!("only tables of rows are dealt")
        };
        let words = dealt::rooted(self, rooted)?;
        self.made[table] = Some(Arc::new(words));
        self.rooms.take();
        Ok(())
    }

    /// Makes tables one behind the other, each after those that it reads.
    fn draw_together(&mut self, tables: &[TableId]) -> Result<(), MineError> {
        match if_it_fits(self.reserve(tables))? {
            Ok(queues) => self.draw(tables, queues)?,
            // One by one they take less memory: what is made on the way to one is freed before the next.
            Err(_) => {
                self.rooms.take();
                for &table in tables {
                    let queue = self.session.room(|session| Totals::new(session.device(), 1, 0))?;
                    self.draw(&[table], queue)?;
                    self.rooms.take();
                }
            }
        }
        self.rooms.take();
        Ok(())
    }

    /// Makes the tables of what labels and directions must be, which read no others.
    fn ask(&mut self, colors: Colors<'_>) -> Result<(), RuntimeError> {
        let (form, clock) = (&self.session.known.form, self.session.run.clock);
        for (made, table) in self.made.iter_mut().zip(self.tables.all()) {
            let words = match (table, colors) {
                (MapTable::Labelled(color), Colors::Labels(labels)) => {
                    labels.at_vertices(form, *color, clock)?
                }
                (MapTable::Labelled(color), Colors::Inner(greatest)) => {
                    numbers_at_vertices(form, |old| greatest[old as usize] >= *color, clock)?
                }
                (MapTable::Linked { color, .. }, Colors::Labels(labels)) => {
                    labels.at_edges(form, *color, clock)?
                }
                (MapTable::Linked { .. }, Colors::Inner(_)) => {
                    unreachable!("edges are not asked to be inner")
                }
                (
                    MapTable::Neighbors(_)
                    | MapTable::Triangles(_)
                    | MapTable::Rooted(_)
                    | MapTable::ClosedWalks(_),
                    _,
                ) => {
                    continue;
                }
            };
            *made = Some(Arc::new(words));
        }
        Ok(())
    }

    /// Sees to it that there is room for all that is made on the way to these tables and for themselves, and gives a
    /// queue for each.
    fn reserve(&self, drawn: &[TableId]) -> Result<Totals, RuntimeError> {
        let all: Vec<&MapTable> = drawn.iter().map(|&table| &self.tables.all()[table]).collect();
        // What is allocated between launches would hold them up.
        self.session.room(|session| {
            self.rooms.borrow_mut().reserve(&all, self.tables, &session.first)?;
            Totals::new(session.device(), drawn.len(), 0)
        })
    }

    /// Makes these tables, each after those that it reads, and stops if the job is to.
    fn draw(&mut self, tables: &[TableId], queues: Totals) -> Result<(), MineError> {
        let (session, on) = (self.session, self.on().clone());
        let ends = tables.iter().map(|&table| self.draws(table)).collect();
        session.deal_alone(Swept::with(on, queues, Drawing { made: self, tables, ends }))
    }

    /// How many vertices or edges the kernel draws that makes a table.
    fn draws(&self, table: TableId) -> u64 {
        let outline = self.on().outline();
        match self.tables.all()[table] {
            MapTable::Triangles(_) | MapTable::Linked { .. } => 2 * outline.edges() as u64,
            MapTable::Labelled(_)
            | MapTable::Neighbors(_)
            | MapTable::Rooted(_)
            | MapTable::ClosedWalks(_) => outline.n().into(),
        }
    }

    /// Launches the kernel that makes a table.
    fn launch(&mut self, table: TableId, lend: &Lend<'_>, queue: Queue<'_>) -> Result<(), RuntimeError> {
        let words = match &self.tables.all()[table] {
            MapTable::Neighbors(neighbors) => launches::neighbors(self, neighbors, lend, queue)?,
            MapTable::Triangles(triangles) => launches::triangles(self, triangles, lend, queue)?,
            MapTable::Rooted(rooted) => rows::rooted(self, rooted, lend, queue)?,
            MapTable::ClosedWalks(inside) => closed_walks::at_edges(self, inside, lend, queue)?,
            // Made before all others.
            MapTable::Labelled(_) | MapTable::Linked { .. } => return Ok(()),
        };
        self.made[table] = Some(Arc::new(words));
        Ok(())
    }
}

/// Kernels that draw vertices or edges, each for a table: what all of them draw are the tasks.
struct Drawing<'d, 's, 'g> {
    made: &'d mut Made<'s, 'g>,
    tables: &'d [TableId],
    ends: Vec<u64>,
}

// SAFETY: tables over the graph's vertices and edges where the kernels ask for such, written by launches before; those
// that a kernel writes no launch to come reads before, and what it asks to be zero is, at first and after each launch.
unsafe impl Sweep for Drawing<'_, '_, '_> {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(self.ends.iter().sum())
    }

    fn draws(&self, _: &OnDevice, _: Range<u64>) -> Vec<Range<u64>> {
        self.ends.iter().map(|&end| 0..end).collect()
    }

    /// All of them: a table is made in one launch.
    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.ends.iter().sum()
    }

    fn launch(&mut self, _: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        self.tables.iter().zip(&self.ends).enumerate().try_for_each(|(at, (&table, &end))| {
            self.made.launch(table, lend, Queue { counter: lend.slice(share.queue(at)), end })
        })
    }
}
