//! Room on a device for tables, and for what is made on the way to them: it is used again from table to table.

use std::sync::Arc;

use motherlode_device::kernels::homomorphisms::numbers::WORDS;
use motherlode_device::kernels::homomorphisms::rows::{PushRows, SHARED_BYTES};

use super::chunks::triangle_grid;
use super::made::TableWords;
use crate::direct::on_device::OnDevice;
use crate::memory;
use crate::plan::decomposition::tables::{
    EdgeProduct, MapTable, Push, Rooted, Tables, Triangles, VertexProduct,
};
use crate::runtime::{Buffer, Device, Grid, RuntimeError};

/// Warps of a block that pushes rows: as many as have registers enough.
const ROW_WARPS: u32 = 12;

/// Arrays that there is room in.
#[derive(Default)]
pub(super) struct FreeArrays {
    /// Arrays to be written, and those that were made on the way to a table: of these, the ones that nobody holds any
    /// more are as good.
    words: Vec<Arc<TableWords>>,
    /// Zeros to be added to, or written over in part.
    zeros: Vec<TableWords>,
    rows: Option<RowRoom>,
    /// For blocks of one lane that add up over triangles: all zero between launches.
    places: Option<Buffer<'static, u32>>,
}

impl FreeArrays {
    /// Sees to it that there is room for `drawn`, of `tables`, to be made one after the other.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails. This goes for everything here.
    pub fn reserve(
        &mut self,
        drawn: &[&MapTable],
        tables: &Tables,
        on: &OnDevice,
    ) -> Result<(), RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let count = |kind: fn(&MapTable) -> bool| drawn.iter().filter(|table| kind(table)).count();
        let all = drawn.iter().map(|table| temporaries(table, tables));
        let most = all.fold([0; 2], |most, of_table| [0, 1].map(|kind| most[kind].max(of_table[kind])));
        let over_vertices = most[0] + count(|table| matches!(table, MapTable::Neighbors(_)));
        let needs_zeros = |table: &MapTable| match table {
            MapTable::Rooted(rooted) => rooted.needs_zeros(),
            MapTable::ClosedWalks(_) => true,
            _ => false,
        };
        let (over_zeros, others): (Vec<&MapTable>, Vec<&MapTable>) =
            drawn.iter().partition(|table| needs_zeros(table));
        let over_edges = most[1] + others.iter().filter(|table| table.is_over_edges()).count();
        let all_edges = 2 * on.outline().edges();
        for (arrays, numbers) in [(over_vertices, n), (over_edges, all_edges)] {
            for _ in 0..arrays {
                self.words.push(Arc::new(device.unwritten(WORDS * numbers)?));
            }
        }
        for table in over_zeros {
            let numbers = if table.is_over_edges() { all_edges } else { n };
            self.zeros.push(device.zeroed(WORDS * numbers)?);
        }
        if count(|table| matches!(table, MapTable::Triangles(_))) > 0 {
            self.places(triangle_grid(on)?, on)?;
        }
        // Rows take what is left, up to what they have a use for.
        let pushes = drawn.iter().filter_map(|table| match table {
            MapTable::Rooted(rooted) => Some(rooted.pushes.len()),
            MapTable::ClosedWalks(_) => Some(1),
            _ => None,
        });
        self.rows = pushes.max().map(|pushes| RowRoom::new(device, n, pushes)).transpose()?;
        Ok(())
    }

    /// An array of so many words, not written yet.
    pub fn words(&mut self, words: usize, device: &Device) -> Result<TableWords, RuntimeError> {
        let is_free = |array: &Arc<TableWords>| array.len() == words && Arc::strong_count(array) == 1;
        let free = self.words.iter().position(is_free);
        let array = free.and_then(|place| Arc::into_inner(self.words.swap_remove(place)));
        array.map_or_else(|| device.unwritten(words), Ok)
    }

    /// Takes an array that was made on the way to a table, to be used again when nobody else holds it.
    pub fn keep(&mut self, array: TableWords) -> Arc<TableWords> {
        let array = Arc::new(array);
        self.words.push(array.clone());
        array
    }

    /// An array of so many zeros.
    pub fn zeros(&mut self, words: usize, device: &Device) -> Result<TableWords, RuntimeError> {
        let place = self.zeros.iter().position(|zeros| zeros.len() == words);
        place.map_or_else(|| device.zeroed(words), |place| Ok(self.zeros.swap_remove(place)))
    }

    /// Room for the rows of so many pushes over `n` vertices. No table has more of them than the first, or than there
    /// was room reserved for.
    pub fn rows(&mut self, n: usize, pushes: usize, device: &Device) -> Result<&mut RowRoom, RuntimeError> {
        let rows = self.rows.take().map_or_else(|| RowRoom::new(device, n, pushes), Ok)?;
        Ok(self.rows.insert(rows))
    }

    /// For blocks that add up over triangles, a place for each vertex: the same each time.
    pub fn places(&mut self, grid: Grid, on: &OnDevice) -> Result<&Buffer<'static, u32>, RuntimeError> {
        let blocks = if on.device().is_scalar() { grid.blocks as usize } else { 0 };
        let places = blocks * on.outline().n() as usize;
        let places = self.places.take().map_or_else(|| on.device().zeroed(places), Ok)?;
        Ok(self.places.insert(places))
    }
}

/// How many products of tables and turned ones, over vertices and over edges, are made on the way to a table.
fn temporaries(table: &MapTable, tables: &Tables) -> [usize; 2] {
    let vertices = |product: &VertexProduct| product.len().saturating_sub(1);
    let edges = |product: &EdgeProduct| {
        product.len().saturating_sub(1) + product.iter().filter(|factor| factor.turned).count()
    };
    let back = |product: &EdgeProduct| edges(&tables.transposed(product));
    match table {
        MapTable::Labelled(_) | MapTable::Linked { .. } => [0, 0],
        MapTable::Neighbors(table) => [vertices(&table.weights), edges(&table.along)],
        // One for the table turned round: an edge's other direction.
        MapTable::ClosedWalks(inside) => [vertices(inside), 1],
        MapTable::Triangles(Triangles { first, apex, second }) => {
            [vertices(apex), edges(first) + back(second)]
        }
        MapTable::Rooted(rooted) => {
            let Rooted { pushes, last, weights, roots, .. } = rooted;
            let rows = pushes.iter().map(|push| &push.from).chain([last]);
            let of_rows: usize = rows.filter_map(|row| row.joined.as_ref()).map(edges).sum();
            let along = |(number, push): (usize, &Push)| {
                if rooted.is_pulled(number) { back(&push.along) } else { edges(&push.along) }
            };
            let of_edges: usize = pushes.iter().enumerate().map(along).sum();
            let of_vertices: usize = pushes.iter().map(|push| vertices(&push.weights)).sum();
            [of_vertices + vertices(weights) + vertices(roots), of_rows + of_edges]
        }
    }
}

/// What the blocks have for their roots.
pub(super) struct RowRoom {
    /// As many blocks as run at once.
    all: Grid,
    /// How many rows there is room for, of a number for each vertex.
    rows: usize,
    pub values: TableWords,
    pub seen: Buffer<'static, u32>,
    pub met: Buffer<'static, u32>,
}

impl RowRoom {
    /// For tables of up to so many pushes over `n` vertices.
    pub fn new(device: &Device, n: usize, pushes: usize) -> Result<RowRoom, RuntimeError> {
        // Of none, blocks have room all the same.
        let pushes = pushes.max(1);
        let all = device.grid::<PushRows>(ROW_WARPS, SHARED_BYTES, n as u64)?;
        let bytes = pushes * n * (WORDS * size_of::<u64>() + 2 * size_of::<u32>());
        let warps = u64::from(device.warps_of_block(ROW_WARPS));
        let grid = memory::fit(device, all, (bytes as u64).div_ceil(warps))?;
        let rows = pushes * grid.blocks as usize;
        let (values, seen) = (device.zeroed(WORDS * rows * n)?, device.zeroed(rows * n)?);
        Ok(RowRoom { all, rows, values, seen, met: device.unwritten(rows * n)? })
    }

    /// As many blocks as have room for the rows of so many pushes.
    pub fn grid(&self, pushes: usize) -> Grid {
        Grid { blocks: self.all.blocks.min((self.rows / pushes.max(1)) as u32), ..self.all }
    }
}
