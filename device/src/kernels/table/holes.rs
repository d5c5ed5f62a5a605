//! Bringing together what an extension wrote to the blocks of a pool.

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Rows that change their places.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, DeviceCopy)]
pub struct RowMove {
    /// Where the first is.
    pub from: u32,
    /// Where it goes.
    pub to: u32,
    /// How many there are.
    pub rows: u32,
}

/// What [`fill_holes`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HolesArgs<'a> {
    /// A column. Rows come from where none goes, and no two go to one place.
    pub column: Scratch<'a, u32>,
    /// Which rows go where.
    pub moves: Slice<'a, RowMove>,
}

layout!(RowMove: 12);
layout!(HolesArgs<'_>: 32, moves: 16);

/// Moves rows from the end of a pool to where blocks were not filled, so that all rows lie side by side. A warp for
/// each move, striding by the grid. Bound by device memory: 8 bytes an element that is moved.
#[cuda_std::kernel]
pub unsafe fn fill_holes<B: Block>(block: B, args: &HolesArgs<'_>) {
    let warp = block.warp();
    let moves = args.moves.get();
    let mut index = block.grid_warp() as usize;
    while index < moves.len() {
        let RowMove { from, to, rows } = moves[index];
        let mut row = warp.lane();
        while row < rows {
            // SAFETY: within the column, as the moves are; nobody writes what is read here, and nobody else what is
            // written.
            unsafe { args.column.write((to + row) as usize, args.column.read((from + row) as usize)) };
            row += B::Warp::LANES;
        }
        index += block.grid_warps() as usize;
    }
}
