//! Rows on the host.

use std::ops::ControlFlow;

use motherlode_device::kernels::table::{MAX_LEVELS, NONE};
use rayon::prelude::*;

use super::base::Base;
use super::level::{Chunk, TableLevel, ancestors};
use crate::runtime::RuntimeError;

/// Rows that are made at a time.
const BATCH: usize = 1 << 20;

/// Some rows of a table, with the vertices that the graph has them under.
#[derive(Clone, Copy, Debug)]
pub struct RowBatch<'a> {
    width: usize,
    vertices: &'a [u32],
}

impl<'a> RowBatch<'a> {
    /// Vertices of a row, at most.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rows, each a slice of its vertices: in a table of edges those that the edges join, each once, in the order
    /// in which they were added; of a pattern, in the order of its vertices.
    pub fn rows(&self) -> impl Iterator<Item = &'a [u32]> + use<'a> {
        self.vertices.chunks_exact(self.width.max(1)).map(row)
    }

    /// The rows, each a slice of its vertices, shared out among all threads.
    pub fn par_rows(&self) -> impl IndexedParallelIterator<Item = &'a [u32]> + use<'a> {
        self.vertices.par_chunks_exact(self.width.max(1)).map(row)
    }
}

/// A row without the places behind its last vertex.
fn row(places: &[u32]) -> &[u32] {
    let vertices = places.iter().position(|&vertex| vertex == NONE).unwrap_or(places.len());
    &places[..vertices]
}

/// A chunk's columns on the host.
#[derive(Default)]
struct ChunkColumns {
    vertices: Vec<u32>,
    parents: Vec<u32>,
}

impl ChunkColumns {
    fn of(chunk: &Chunk) -> Result<ChunkColumns, RuntimeError> {
        Ok(ChunkColumns { vertices: chunk.vertices.download()?, parents: chunk.parents.download()? })
    }
}

/// Hands all rows of one chunk of the last level to `take`, batch after batch. `places` has for each place of a row
/// where it goes.
pub(super) fn each_batch(
    base: &Base,
    levels: &[TableLevel],
    chunk: usize,
    places: &[usize],
    take: &mut dyn FnMut(RowBatch<'_>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, RuntimeError> {
    let columns =
        ancestors(levels, chunk).into_iter().map(ChunkColumns::of).collect::<Result<Vec<_>, _>>()?;
    let names = base.prepared().old_of_new();
    let (width, all) = (levels.len(), columns.last().map_or(0, |last| last.vertices.len()));
    let mut vertices = Vec::new();
    for start in (0..all).step_by(BATCH) {
        vertices.clear();
        vertices.resize(BATCH.min(all - start) * width, NONE);
        let write = |(index, row): (usize, &mut [u32])| {
            let mut at = start + index;
            for (level, column) in columns.iter().enumerate().rev() {
                row[level] = column.vertices[at];
                at = column.parents.get(at).map_or(0, |&parent| parent as usize);
            }
            close_up(row);
            let mut found = [NONE; MAX_LEVELS];
            for (place, &vertex) in row.iter().enumerate().filter(|(_, vertex)| **vertex != NONE) {
                found[places[place]] = names[vertex as usize];
            }
            row.copy_from_slice(&found[..width]);
        };
        vertices.par_chunks_exact_mut(width).enumerate().for_each(write);
        if take(RowBatch { width, vertices: &vertices }).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Moves the vertices together.
fn close_up(row: &mut [u32]) {
    let mut count = 0;
    for place in 0..row.len() {
        let vertex = std::mem::replace(&mut row[place], NONE);
        if vertex != NONE {
            row[count] = vertex;
            count += 1;
        }
    }
}
