//! The tables that are made on a device.

use std::cell::RefCell;
use std::sync::Arc;

use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::products::{
    MultiplyArgs, MultiplyNumbers, NumberSumArgs, SumNumbers, TurnArgs, TurnEdges,
};

use super::rooms::FreeArrays;
use crate::MineError;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::plan::decomposition::tables::{EdgeProduct, TableId, Tables, VertexProduct};
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// The words of a table, on a device.
pub(super) type TableWords = Buffer<'static, u64>;

/// A product of tables; none is 1 everywhere.
#[derive(Clone, Default)]
pub(super) struct Factor(Option<Arc<TableWords>>);

impl Factor {
    /// For kernels.
    pub fn view(&self, lend: &Lend<'_>) -> Numbers<'_> {
        self.0.as_deref().map_or(Numbers::ONES, |words| numbers(words, lend))
    }

    /// A copy on another device of a product that has been written.
    pub fn copied_to(&self, device: &Device) -> Result<Factor, RuntimeError> {
        let copy = |words: &Arc<TableWords>| Ok(Arc::new(device.copy_from(words)?));
        Ok(Factor(self.0.as_ref().map(copy).transpose()?))
    }
}

/// A table, for kernels.
pub(super) fn numbers<'w>(words: &'w TableWords, lend: &Lend<'_>) -> Numbers<'w> {
    Numbers { words: lend.slice(words) }
}

/// The tables that have been made of a session's graph.
///
/// One launch follows the other without waiting: on a card they run in this order. So an array that no launch to come
/// reads may be written by one, whether those that read it are done or not.
pub(super) struct Made<'s, 'g> {
    pub session: &'s Session<'g>,
    pub tables: &'s Tables,
    /// By place, those that are made.
    pub made: Vec<Option<Arc<TableWords>>>,
    pub rooms: RefCell<FreeArrays>,
}

impl<'s, 'g> Made<'s, 'g> {
    /// The graph on the device.
    pub fn on(&self) -> &OnDevice {
        &self.session.first
    }

    /// A table.
    pub fn table(&self, table: TableId) -> &Arc<TableWords> {
        self.made[table].as_ref().expect("a table is made after those that it reads")
    }

    /// A number for each vertex, or for each edge in both directions: `numbers` of them, not written yet.
    pub fn room(&self, numbers: usize) -> Result<TableWords, RuntimeError> {
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
        let sums: TableWords =
            self.session.room(|session| session.device().zeroed(WORDS * products.len()))?;
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
        factors: impl Iterator<Item = Result<Arc<TableWords>, RuntimeError>>,
    ) -> Result<Factor, RuntimeError> {
        let mut product: Option<Arc<TableWords>> = None;
        for factor in factors {
            let factor = factor?;
            product = Some(match product {
                Some(product) => self.times(&product, &factor)?,
                None => factor,
            });
        }
        Ok(Factor(product))
    }

    fn times(&self, one: &TableWords, other: &TableWords) -> Result<Arc<TableWords>, RuntimeError> {
        let (on, mut product) = (self.on(), self.room(one.len() / WORDS)?);
        // SAFETY: three tables of as many numbers, the last of which no launch to come reads before this one has
        // written it.
        let lend = unsafe { on.lend() };
        let (one, other) = (numbers(one, &lend), numbers(other, &lend));
        let args = MultiplyArgs { one, other, product: lend.scratch(&mut product) };
        on.launch_all::<MultiplyNumbers>(&lend, &args)?;
        Ok(self.rooms.borrow_mut().keep(product))
    }

    /// A table over edges, seen from the other ends.
    pub fn turned(&self, table: &TableWords) -> Result<Arc<TableWords>, RuntimeError> {
        let (on, mut turned) = (self.on(), self.room(table.len() / WORDS)?);
        // SAFETY: the graph's arguments, and two tables over its edges, the second of which no launch to come reads
        // before this one has written it.
        let lend = unsafe { on.lend() };
        let table = numbers(table, &lend);
        let args = TurnArgs { graph: on.whole(&lend), table, turned: lend.scratch(&mut turned) };
        on.launch_all::<TurnEdges>(&lend, &args)?;
        Ok(self.rooms.borrow_mut().keep(turned))
    }
}
