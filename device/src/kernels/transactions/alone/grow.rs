//! The extensions that are kept, and the rows of the children, in one pass of one lane.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use crate::kernels::transactions::{GrowTask, Head, Kept, NONE, pair, unpair};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`grow_alone`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct GrowAloneArgs<'a> {
    /// The patterns that have children.
    pub tasks: Slice<'a, GrowTask>,
    /// The heads of all embeddings of the batch, and one more to end the last.
    pub all_heads: Slice<'a, Head>,
    /// Their extensions: [`pair`] of the number within the task, and the vertex.
    pub all_extensions: Slice<'a, u64>,
    /// For each number of each task of the batch, what becomes of it.
    pub kept: Slice<'a, Kept>,
    /// The first row of the batch in its column.
    pub base: u64,
    /// For each child, its next row; at the start, its first. Child 0 is none, and has a row apart.
    pub cursors: Scratch<'a, u32>,
    /// Written: the heads of the tasks' embeddings, and one more to end the last.
    pub heads: Scratch<'a, Head>,
    /// Written: the extensions of the tasks' embeddings; one more for what is not kept.
    pub extensions: Scratch<'a, u64>,
    /// Written: the column of the children.
    pub column: Scratch<'a, u64>,
}

const _: () = {
    assert!(offset_of!(GrowAloneArgs<'_>, base) == 64 && offset_of!(GrowAloneArgs<'_>, column) == 120);
};

/// Writes the heads and extensions of a batch that are kept, and the column of the children.
///
/// For blocks of one lane, which take whole patterns.
#[cuda_std::kernel]
pub unsafe fn grow_alone<B: Block>(block: B, args: &GrowAloneArgs<'_>) {
    let tasks = args.tasks.get();
    let mut at = block.index();
    while (at as usize) < tasks.len() {
        let task = tasks[at as usize];
        let kept = &args.kept.get()[task.first as usize..];
        let from = (task.start as u64 - args.base) as usize;
        let rows = &args.all_heads.get()[from..=from + (task.end - task.start) as usize];
        let mut next = task.extension;
        for (index, pair_of_heads) in rows.windows(2).enumerate() {
            let [own, after] = [pair_of_heads[0], pair_of_heads[1]];
            let row = task.start + index as u32;
            // SAFETY: the host counted the rows; each task has its own heads.
            unsafe { args.heads.write(task.head as usize + index, Head { start: next, ..own }) };
            for extension in &args.all_extensions.get()[own.start as usize..after.start as usize] {
                let (number, vertex) = unpair(*extension);
                // SAFETY: the numbers are of the task; the host has counted how often each occurs, so that there is
                // room for all that are kept, and for all rows of the children, which are this task's alone.
                unsafe {
                    let Kept { number, child } = *kept.get_unchecked(number as usize);
                    args.extensions.write(next as usize, pair(number, vertex));
                    next += u32::from(number != NONE);
                    let slot = args.cursors.read(child as usize);
                    args.cursors.write(child as usize, slot + u32::from(child != 0));
                    args.column.write(slot as usize, pair(row, vertex));
                }
            }
        }
        if at as usize + 1 == tasks.len() {
            let head = task.head + (task.end - task.start);
            // SAFETY: there is one head more than rows.
            unsafe { args.heads.write(head as usize, Head { start: next, ..Head::default() }) };
        }
        at += block.count();
    }
}
