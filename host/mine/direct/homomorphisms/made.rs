//! The tables that are made on a device.

use std::sync::Arc;

use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::products::{
    MultiplyArgs, MultiplyNumbers, NumberSumArgs, SumNumbers, TurnArgs, TurnEdges,
};

use super::launches;
use crate::mine::MineError;
use crate::mine::attributed::Indicators;
use crate::mine::direct::on_device::OnDevice;
use crate::mine::direct::session::Session;
use crate::plan::decomposition::tables::{EdgeProduct, Table, Tables, VertexProduct};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// The words of a table, on a device.
pub(super) type Words = Buffer<'static, u64>;

/// A product of tables; none is 1 everywhere.
#[derive(Clone, Default)]
pub(super) struct Factor(Option<Arc<Words>>);

impl Factor {
    /// For kernels.
    pub fn view(&self, lend: &Lend<'_>) -> Numbers<'_> {
        self.0.as_ref().map_or(Numbers::ONES, |words| Numbers { words: lend.slice(&**words) })
    }
}

/// The tables that have been made of a session's graph.
pub(super) struct Made<'s, 'g> {
    pub session: &'s Session<'g>,
    tables: &'s Tables,
    made: Vec<Arc<Words>>,
}

impl<'s, 'g> Made<'s, 'g> {
    /// Makes all of `tables`. The device has the whole graph.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, the device fails, or the job is to stop. This goes for everything here.
    pub fn all(
        session: &'s Session<'g>,
        tables: &'s Tables,
        indicators: Option<&'s Indicators<'s>>,
    ) -> Result<Self, MineError> {
        let mut made = Made { session, tables, made: Vec::new() };
        let (form, clock) = (&session.known.form, session.run.clock);
        let asked = || indicators.expect("tables of labels and directions come with what these are");
        for table in tables.all() {
            let words = match table {
                Table::Labelled(color) => asked().at_vertices(form, *color, clock)?,
                Table::Linked { color, .. } => asked().at_edges(form, *color, clock)?,
                Table::Neighbors(neighbors) => launches::neighbors(&made, neighbors)?,
                Table::Triangles(triangles) => launches::triangles(&made, triangles)?,
                Table::Rooted(rooted) => launches::rooted(&made, rooted)?,
            };
            made.made.push(Arc::new(words));
        }
        Ok(made)
    }

    /// The graph on the device.
    pub fn on(&self) -> &OnDevice {
        &self.session.first
    }

    /// A number for each vertex, or for each edge in both directions: `numbers` of them, not written yet.
    pub fn room(&self, numbers: usize) -> Result<Words, RuntimeError> {
        self.session.room(|session| session.device().unwritten(WORDS * numbers))
    }

    /// A product of tables over vertices.
    pub fn at_vertices(&self, product: &VertexProduct) -> Result<Factor, RuntimeError> {
        self.multiplied(product.iter().map(|&table| Ok(self.made[table].clone())))
    }

    /// A product of tables over edges.
    pub fn at_edges(&self, product: &EdgeProduct) -> Result<Factor, RuntimeError> {
        self.multiplied(product.iter().map(|factor| {
            let table = &self.made[factor.table];
            if factor.turned { self.turned(table) } else { Ok(table.clone()) }
        }))
    }

    /// The same, seen from the other ends of the edges.
    pub fn at_edges_back(&self, product: &EdgeProduct) -> Result<Factor, RuntimeError> {
        self.at_edges(&self.tables.transposed(product))
    }

    /// A product of tables at each vertex, modulo 2^128: the words of a number stand together, the lower one first.
    pub fn values(&self, product: &VertexProduct) -> Result<Vec<u64>, MineError> {
        match self.at_vertices(product)? {
            Factor(Some(words)) => Ok(self.session.run.clock.mine(|| words.download())?),
            Factor(None) => Ok([1, 0].repeat(self.on().outline().n() as usize)),
        }
    }

    /// The sum over the vertices of a product of tables, modulo 2^128.
    pub fn total(&self, product: &VertexProduct) -> Result<u128, MineError> {
        let (factor, on) = (self.at_vertices(product)?, self.on());
        let sum = self.session.room(|session| session.device().zeroed(WORDS))?;
        self.session.run.clock.mine(|| {
            // SAFETY: a table over the vertices, and one number.
            let lend = unsafe { on.lend() };
            let count = on.outline().n().into();
            let args = NumberSumArgs { table: factor.view(&lend), count, sum: lend.atomics(&sum) };
            on.launch_all::<SumNumbers>(&lend, &args)?;
            on.device().synchronize()
        })?;
        let words: Vec<u64> = sum.download()?;
        Ok(u128::from(words[0]) | u128::from(words[1]) << 64)
    }

    fn multiplied(
        &self,
        factors: impl Iterator<Item = Result<Arc<Words>, RuntimeError>>,
    ) -> Result<Factor, RuntimeError> {
        let mut product: Option<Arc<Words>> = None;
        for factor in factors {
            let factor = factor?;
            product = Some(match product {
                Some(product) => Arc::new(self.times(&product, &factor)?),
                None => factor,
            });
        }
        Ok(Factor(product))
    }

    fn times(&self, one: &Words, other: &Words) -> Result<Words, RuntimeError> {
        let (on, mut product) = (self.on(), self.room(one.len() / WORDS)?);
        self.session.run.clock.mine(|| {
            // SAFETY: three tables of as many numbers, the last of which nobody else has.
            let lend = unsafe { on.lend() };
            let args = MultiplyArgs {
                one: Numbers { words: lend.slice(one) },
                other: Numbers { words: lend.slice(other) },
                product: lend.scratch(&mut product),
            };
            on.launch_all::<MultiplyNumbers>(&lend, &args)?;
            on.device().synchronize()
        })?;
        Ok(product)
    }

    fn turned(&self, table: &Words) -> Result<Arc<Words>, RuntimeError> {
        let (on, mut turned) = (self.on(), self.room(table.len() / WORDS)?);
        self.session.run.clock.mine(|| {
            // SAFETY: the graph's arguments, and two tables over its edges, the second of which nobody else has.
            let lend = unsafe { on.lend() };
            let args = TurnArgs {
                graph: on.whole(&lend),
                table: Numbers { words: lend.slice(table) },
                turned: lend.scratch(&mut turned),
            };
            on.launch_all::<TurnEdges>(&lend, &args)?;
            on.device().synchronize()
        })?;
        Ok(Arc::new(turned))
    }
}
