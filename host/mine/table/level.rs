//! The levels of a table.

use motherlode_device::kernels::table::{Chain, MAX_LEVELS};
use motherlode_device::memory::Slice;

use super::raw::RawPattern;
use crate::columns::GrowableColumn;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// All rows of one length.
#[derive(Debug, Default)]
pub(super) struct TableLevel {
    pub chunks: Vec<Chunk>,
    /// The patterns of the rows, by code, once they were asked for.
    pub patterns: Option<LevelPatterns>,
}

/// Rows that extend rows of one chunk of the level before.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The number of that chunk.
    pub parent: usize,
    /// By row, the vertex that was added, or none.
    pub vertices: GrowableColumn,
    /// By row, the row that it extends; empty at the first level.
    pub parents: GrowableColumn,
    /// By row, what its edge joins; empty in a table of vertices.
    pub joins: GrowableColumn,
    /// By row, the code of its pattern; empty until somebody asks for it.
    pub codes: Buffer<'static, u32>,
}

/// The patterns of the rows of a level.
#[derive(Debug)]
pub(super) struct LevelPatterns {
    /// The keys that rows have, ascending: the code of a key is its place.
    pub keys: Vec<u64>,
    /// By code, the pattern.
    pub raw: Vec<RawPattern>,
    /// By code, how many rows have it.
    pub rows: Vec<u64>,
}

impl Chunk {
    /// Rows that extend those of chunk `parent`: columns of vertices and parents, and in a table of edges of joins.
    pub fn new(parent: usize, columns: Vec<GrowableColumn>, device: &Device) -> Result<Chunk, RuntimeError> {
        let mut columns = columns.into_iter();
        let mut next = || columns.next().map_or_else(|| device.unwritten(0).map(GrowableColumn::from), Ok);
        let (vertices, parents, joins) = (next()?, next()?, next()?);
        Ok(Chunk { parent, vertices, parents, joins, codes: device.unwritten(0)? })
    }

    pub fn rows(&self) -> u32 {
        self.vertices.rows() as u32
    }
}

impl TableLevel {
    pub fn rows(&self) -> u64 {
        self.chunks.iter().map(|chunk| u64::from(chunk.rows())).sum()
    }
}

/// The chunks, by level, that those of one chunk of the last level extend; that is the last.
pub(super) fn ancestors(levels: &[TableLevel], chunk: usize) -> Vec<&Chunk> {
    let mut found = Vec::with_capacity(levels.len());
    let mut number = chunk;
    for level in levels.iter().rev() {
        let chunk = &level.chunks[number];
        found.push(chunk);
        number = chunk.parent;
    }
    found.reverse();
    found
}

/// The chunks, by level, that those of one chunk of the last level extend, for kernels.
pub(super) fn chain<'a>(levels: &'a [TableLevel], chunk: usize, lend: &Lend<'_>) -> Chain<'a> {
    let empty = [Slice::empty(); MAX_LEVELS];
    let mut chain = Chain { vertices: empty, parents: empty, joins: empty, levels: levels.len() as u32 };
    for (level, chunk) in ancestors(levels, chunk).into_iter().enumerate() {
        chain.vertices[level] = lend.slice(chunk.vertices.view());
        chain.parents[level] = lend.slice(chunk.parents.view());
        chain.joins[level] = lend.slice(chunk.joins.view());
    }
    chain
}
