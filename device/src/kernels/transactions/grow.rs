//! The extensions that are kept, and the rows of the children.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use super::{BatchView, Head, NONE, pair};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`grow`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct GrowArgs<'a> {
    /// The batch, of the patterns that have children only. Its maps lead to the numbers of a task's extensions,
    /// counted within the task.
    pub batch: BatchView<'a>,
    /// For each extension of the tasks, at its number in the batch: the number that it keeps, counted within the
    /// task, or [`NONE`] if no child inherits it; and twice the number of the child that it makes, and one more if
    /// its edge is backward, or [`NONE`].
    pub kept: Slice<'a, [u32; 2]>,
    /// For each task: its first head, and its first extension.
    pub starts: Slice<'a, [u32; 2]>,
    /// For each child, the next row; at the start, its first.
    pub cursors: Scratch<'a, u32>,
    /// Written: the heads of the tasks' embeddings, and one more to end the last.
    pub heads: Scratch<'a, Head>,
    /// Written: the extensions of the tasks' embeddings.
    pub extensions: Scratch<'a, u64>,
    /// Written: the column of the children.
    pub column: Scratch<'a, u64>,
}

const _: () = assert!(offset_of!(GrowArgs<'_>, column) == 192);

/// Writes the heads and extensions of a batch, and the column of its children.
#[cuda_std::kernel]
pub fn grow<B: Block>(block: B, args: &GrowArgs<'_>) {
    let batch = &args.batch;
    let tasks = batch.tasks.get();
    let mut at = block.index();
    while (at as usize) < tasks.len() {
        let task = tasks[at as usize];
        let kept = &args.kept.get()[task.first as usize..];
        let [mut head, mut next] = args.starts[at as usize];
        for index in task.start..task.end {
            let row = batch.row(&task, index);
            let own = Head { start: next, graph: row.head.graph, signature: row.signature() };
            // SAFETY: the host counted the rows; each task has its own heads.
            unsafe { args.heads.write(head as usize, own) };
            head += 1;
            batch.extensions(&task, &row, |extension, vertex| {
                // SAFETY: the maps lead to extensions of the task; the host has counted how often each occurs, so that
                // there is room for all that are kept and for all rows of the children, which are this task's alone.
                unsafe {
                    let [number, child] = *kept.get_unchecked(extension as usize);
                    if number != NONE {
                        args.extensions.write(next as usize, pair(number, vertex));
                        next += 1;
                    }
                    if child != NONE {
                        let slot = args.cursors.read((child >> 1) as usize);
                        args.cursors.write((child >> 1) as usize, slot + 1);
                        let vertex = if child & 1 == 0 { vertex } else { row.vertex };
                        args.column.write(slot as usize, pair(index, vertex));
                    }
                }
            });
        }
        if at as usize + 1 == tasks.len() {
            // SAFETY: there is one head more than rows.
            unsafe { args.heads.write(head as usize, Head { start: next, ..Head::default() }) };
        }
        at += block.count();
    }
}
