//! The tables that are made on a device.

use std::cell::RefCell;
use std::sync::Arc;

use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::products::{
    MultiplyArgs, MultiplyNumbers, NumberSumArgs, SumNumbers, TurnArgs, TurnEdges,
};

use super::launches::{self, Queue};
use super::rooms::Rooms;
use super::{dealt, rows};
use crate::MineError;
use crate::attributed::{Indicators, numbers_at_vertices};
use crate::deal::{Share, Work};
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::memory::if_it_fits;
use crate::plan::decomposition::tables::{EdgeProduct, Table, TableId, Tables, VertexProduct};
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// The words of a table, on a device.
pub(super) type Words = Buffer<'static, u64>;

/// A product of tables; none is 1 everywhere.
#[derive(Clone, Default)]
pub(super) struct Factor(Option<Arc<Words>>);

impl Factor {
    /// For kernels.
    pub fn view(&self, lend: &Lend<'_>) -> Numbers<'_> {
        self.0.as_deref().map_or(Numbers::ONES, |words| numbers(words, lend))
    }

    /// A copy on another device of a product that has been written.
    pub fn copied_to(&self, device: &Device) -> Result<Factor, RuntimeError> {
        let copy = |words: &Arc<Words>| Ok(Arc::new(device.copy_from(words)?));
        Ok(Factor(self.0.as_ref().map(copy).transpose()?))
    }
}

/// A table, for kernels.
pub(super) fn numbers<'w>(words: &'w Words, lend: &Lend<'_>) -> Numbers<'w> {
    Numbers { words: lend.slice(words) }
}

/// Who tells which vertices and edges have a colour.
#[derive(Clone, Copy)]
pub(super) enum Colors<'c> {
    /// Their labels.
    Labels(&'c Indicators<'c>),
    /// By vertex of the graph, the greatest colour of inner vertices that it has: it has the lesser ones, too. Nothing where none is asked for.
    Inner(&'c [u8]),
}

/// The tables that have been made of a session's graph.
///
/// One launch follows the other without waiting: on a card they run in this order. So an array that no launch to come reads may be written
/// by one, whether those that read it are done or not.
pub(super) struct Made<'s, 'g> {
    pub session: &'s Session<'g>,
    tables: &'s Tables,
    /// By place, those that are made.
    made: Vec<Option<Arc<Words>>>,
    pub rooms: RefCell<Rooms>,
}

impl<'s, 'g> Made<'s, 'g> {
    /// Makes all of `tables`. The device has the whole graph.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, the device fails, or the job is to stop. This goes for everything here.
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

    /// Whether the devices of a team share the making of a table: its rows are expected to take longer than it takes to copy what they read.
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

    /// Sees to it that there is room for all that is made on the way to these tables and for themselves, and gives a queue for each.
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

    /// The graph on the device.
    pub fn on(&self) -> &OnDevice {
        &self.session.first
    }

    /// A table.
    pub fn table(&self, table: TableId) -> &Arc<Words> {
        self.made[table].as_ref().expect("a table is made after those that it reads")
    }

    /// A number for each vertex, or for each edge in both directions: `numbers` of them, not written yet.
    pub fn room(&self, numbers: usize) -> Result<Words, RuntimeError> {
        self.rooms.borrow_mut().words(WORDS * numbers, self.on().device())
    }

    /// A product of tables over vertices.
    pub fn at_vertices(&self, product: &VertexProduct) -> Result<Factor, RuntimeError> {
        self.multiplied(product.iter().map(|&table| Ok(self.table(table).clone())))
    }

    /// A product of tables over edges.
    pub fn at_edges(&self, product: &EdgeProduct) -> Result<Factor, RuntimeError> {
        self.multiplied(product.iter().map(|factor| {
            let table = self.table(factor.table);
            if factor.turned { self.turned(table) } else { Ok(table.clone()) }
        }))
    }

    /// A product of tables over edges, seen from the other ends of the edges.
    pub fn at_edges_back(&self, product: &EdgeProduct) -> Result<Factor, RuntimeError> {
        self.at_edges(&self.tables.transposed(product))
    }

    /// The sum over the vertices of each of some products of tables, modulo 2^128.
    pub fn totals(&self, products: &[&VertexProduct]) -> Result<Vec<u128>, MineError> {
        let on = self.on();
        let sums: Words = self.session.room(|session| session.device().zeroed(WORDS * products.len()))?;
        let words = self.session.run.clock.mine(|| {
            for (place, product) in products.iter().enumerate() {
                let factor = self.at_vertices(product)?;
                // SAFETY: a table over the vertices, and one number.
                let lend = unsafe { on.lend() };
                let sum = lend.slice(sums.atomics().part((WORDS * place) as u64, WORDS as u64));
                let args = NumberSumArgs { table: factor.view(&lend), count: on.outline().n().into(), sum };
                on.launch_all::<SumNumbers>(&lend, &args)?;
            }
            sums.download()
        })?;
        let number = |words: &[u64]| u128::from(words[0]) | u128::from(words[1]) << 64;
        Ok(words.chunks_exact(WORDS).map(number).collect())
    }

    fn multiplied(
        &self,
        factors: impl Iterator<Item = Result<Arc<Words>, RuntimeError>>,
    ) -> Result<Factor, RuntimeError> {
        let mut product: Option<Arc<Words>> = None;
        for factor in factors {
            let factor = factor?;
            product = Some(match product {
                Some(product) => self.times(&product, &factor)?,
                None => factor,
            });
        }
        Ok(Factor(product))
    }

    fn times(&self, one: &Words, other: &Words) -> Result<Arc<Words>, RuntimeError> {
        let (on, mut product) = (self.on(), self.room(one.len() / WORDS)?);
        // SAFETY: three tables of as many numbers, the last of which no launch to come reads before this one has written it.
        let lend = unsafe { on.lend() };
        let (one, other) = (numbers(one, &lend), numbers(other, &lend));
        let args = MultiplyArgs { one, other, product: lend.scratch(&mut product) };
        on.launch_all::<MultiplyNumbers>(&lend, &args)?;
        Ok(self.rooms.borrow_mut().keep(product))
    }

    fn turned(&self, table: &Words) -> Result<Arc<Words>, RuntimeError> {
        let (on, mut turned) = (self.on(), self.room(table.len() / WORDS)?);
        // SAFETY: the graph's arguments, and two tables over its edges, the second of which no launch to come reads before this one has
        // written it.
        let lend = unsafe { on.lend() };
        let table = numbers(table, &lend);
        let args = TurnArgs { graph: on.whole(&lend), table, turned: lend.scratch(&mut turned) };
        on.launch_all::<TurnEdges>(&lend, &args)?;
        Ok(self.rooms.borrow_mut().keep(turned))
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
        // SAFETY: the graph's arguments; tables over its vertices and edges where the kernels ask for such, written by launches before; those
        // that a kernel writes no launch to come reads before, and what it asks to be zero is, at first and after each launch. A queue for
        // each.
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
