//! How tables are made: one behind the other on the first device, and those that take long by all devices of a team.

use std::cell::RefCell;
use std::sync::Arc;

use super::launches::{self, Queue};
use super::made::{Made, Words};
use super::{dealt, rows};
use crate::MineError;
use crate::attributed::{Indicators, numbers_at_vertices};
use crate::deal::{Share, Work};
use crate::direct::session::Session;
use crate::memory::if_it_fits;
use crate::plan::decomposition::tables::{Table, TableId, Tables};
use crate::runtime::{Lend, RuntimeError};

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
        takes_long && !self.session.team_is_one() && matches!(self.tables.all()[table], Table::Rooted(_))
    }

    /// Has the team make a table.
    fn deal(&mut self, table: TableId) -> Result<(), MineError> {
        let Table::Rooted(rooted) = &self.tables.all()[table] else {
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
            // One by one they take less: what is made on the way to one is freed before the next.
            Err(_) => {
                self.rooms.take();
                for &table in tables {
                    let queue = self.session.room(|session| session.device().zeroed(1))?;
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
                (Table::Labelled(color), Colors::Labels(labels)) => {
                    labels.at_vertices(form, *color, clock)?
                }
                (Table::Labelled(color), Colors::Inner(greatest)) => {
                    numbers_at_vertices(form, |old| greatest[old as usize] >= *color, clock)?
                }
                (Table::Linked { color, .. }, Colors::Labels(labels)) => {
                    labels.at_edges(form, *color, clock)?
                }
                (Table::Linked { .. }, Colors::Inner(_)) => unreachable!("edges are not asked to be inner"),
                (Table::Neighbors(_) | Table::Triangles(_) | Table::Rooted(_), _) => continue,
            };
            *made = Some(Arc::new(words));
        }
        Ok(())
    }

    /// Sees to it that there is room for all that is made on the way to these tables and for themselves, and gives a
    /// queue for each.
    fn reserve(&self, drawn: &[TableId]) -> Result<Words, RuntimeError> {
        let all: Vec<&Table> = drawn.iter().map(|&table| &self.tables.all()[table]).collect();
        // What is allocated between launches would hold them up.
        self.session.room(|session| {
            self.rooms.borrow_mut().reserve(&all, self.tables, &session.first)?;
            session.device().zeroed(drawn.len())
        })
    }

    /// Makes these tables, each after those that it reads, and stops if the job is to.
    fn draw(&mut self, tables: &[TableId], queues: Words) -> Result<(), MineError> {
        let session = self.session;
        let ends = tables.iter().map(|&table| self.draws(table)).collect();
        session.deal_alone(Drawing { made: self, tables, queues, ends })
    }

    /// How many vertices or edges the kernel draws that makes a table.
    fn draws(&self, table: TableId) -> u64 {
        let outline = self.on().outline();
        match self.tables.all()[table] {
            Table::Triangles(_) | Table::Linked { .. } => 2 * outline.edges() as u64,
            Table::Labelled(_) | Table::Neighbors(_) | Table::Rooted(_) => outline.n().into(),
        }
    }

    /// Launches the kernel that makes a table.
    fn launch(&mut self, table: TableId, lend: &Lend<'_>, queue: Queue<'_>) -> Result<(), RuntimeError> {
        let words = match &self.tables.all()[table] {
            Table::Neighbors(neighbors) => launches::neighbors(self, neighbors, lend, queue)?,
            Table::Triangles(triangles) => launches::triangles(self, triangles, lend, queue)?,
            Table::Rooted(rooted) => rows::rooted(self, rooted, lend, queue)?,
            // Made before all others.
            Table::Labelled(_) | Table::Linked { .. } => return Ok(()),
        };
        self.made[table] = Some(Arc::new(words));
        Ok(())
    }
}

/// Kernels that draw vertices or edges, each for a table: what all of them draw are the tasks.
struct Drawing<'d, 's, 'g> {
    made: &'d mut Made<'s, 'g>,
    tables: &'d [TableId],
    /// From 0 up, one for each table.
    queues: Words,
    ends: Vec<u64>,
}

impl Work for Drawing<'_, '_, '_> {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// All of them: a table is made in one launch.
    fn least_share(&self, _: u64) -> u64 {
        self.tasks()
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let Drawing { made, tables, queues, ends } = self;
        let on = made.on().clone();
        // SAFETY: the graph's arguments; tables over its vertices and edges where the kernels ask for such, written by
        // launches before; those that a kernel writes no launch to come reads before, and what it asks to be zero is,
        // at first and after each launch. A queue for each.
        let lend = unsafe { on.lend() };
        let launched = || {
            (0..).zip(tables.iter().zip(ends.iter())).try_for_each(|(place, (&table, &end))| {
                let counter = lend.slice(queues.atomics().part(place, 1));
                made.launch(table, &lend, Queue { counter, end })
            })
        };
        Ok(share.watch(on.device(), queues, 0, ends, launched)?)
    }
}
