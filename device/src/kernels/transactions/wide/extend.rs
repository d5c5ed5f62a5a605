//! All extensions of a batch: how many each embedding has, and then the extensions themselves.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use crate::kernels::transactions::{BatchView, Head, PatternTask, UNWANTED, pair};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`count_extensions`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountExtensionsArgs<'a> {
    /// The batch. The rows of its tasks are consecutive.
    pub batch: BatchView<'a>,
    /// Written: for each row, how many extensions it has.
    pub lengths: Scratch<'a, u32>,
}

/// What [`write_extensions`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WriteExtensionsArgs<'a> {
    /// The batch. The rows of its tasks are consecutive.
    pub batch: BatchView<'a>,
    /// For each row, and for the end, where its extensions start.
    pub starts: Slice<'a, u32>,
    /// Written: the heads of the embeddings, and one more to end the last.
    pub heads: Scratch<'a, Head>,
    /// Written: the extensions of the embeddings, by number.
    pub extensions: Scratch<'a, u64>,
}

const _: () = {
    assert!(offset_of!(CountExtensionsArgs<'_>, lengths) == 112);
    assert!(offset_of!(WriteExtensionsArgs<'_>, starts) == 112);
    assert!(offset_of!(WriteExtensionsArgs<'_>, extensions) == 144);
};

/// Counts the extensions of each embedding of a batch.
///
/// A thread takes a row; neighbouring rows were grown from neighbouring rows, so that the lanes of a warp read near
/// each other. Bound by the latency of the neighbourhoods.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5)]
pub unsafe fn count_extensions<B: Block>(block: B, args: &CountExtensionsArgs<'_>) {
    for_each_row(block, &args.batch, |task, index, row| {
        let mut length = 0;
        args.batch.extensions(task, &args.batch.row(task, row), |number, _| {
            length += u32::from(number != UNWANTED)
        });
        // SAFETY: each row has its own length.
        unsafe { args.lengths.write(index, length) };
    });
}

/// Writes the extensions of each embedding of a batch, and its head.
///
/// A thread takes a row, and finds as many extensions as [`count_extensions`] counted.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5)]
pub unsafe fn write_extensions<B: Block>(block: B, args: &WriteExtensionsArgs<'_>) {
    for_each_row(block, &args.batch, |task, index, row| {
        let row = args.batch.row(task, row);
        let start = args.starts[index];
        let head = Head { start, graph: row.head.graph, signature: row.signature() };
        // SAFETY: each row has its own head.
        unsafe { args.heads.write(index, head) };
        let mut next = start;
        args.batch.extensions(task, &row, |number, vertex| {
            if number != UNWANTED {
                // SAFETY: `starts` are the sums of the lengths, so that each row has its own range.
                unsafe { args.extensions.write(next as usize, pair(number, vertex)) };
                next += 1;
            }
        });
        if index + 2 == args.starts.len() {
            // SAFETY: there is one head more than rows, and this is the last row.
            unsafe { args.heads.write(index + 1, Head { start: next, ..Head::default() }) };
        }
    });
}

/// Calls `visit` for each row of a batch, by one thread: with its task, its place among the rows, and its number.
#[inline(always)]
fn for_each_row<'a, B: Block>(
    block: B,
    batch: &BatchView<'a>,
    mut visit: impl FnMut(&'a PatternTask, usize, u32),
) {
    let tasks = batch.tasks.get();
    let (base, end) = (tasks[0].start, tasks[tasks.len() - 1].end);
    let rows = u64::from(end - base);
    let lanes = u64::from(B::Warp::LANES);
    let mut first = u64::from(block.grid_warp()) * lanes;
    while first < rows {
        let index = first + u64::from(block.warp().lane());
        if index < rows {
            let row = base + index as u32;
            // The warp searches once; from there on it is a step or two.
            let mut task = tasks.partition_point(|task| task.end <= base + first as u32);
            while tasks[task].end <= row {
                task += 1;
            }
            visit(&tasks[task], index as usize, row);
        }
        first += u64::from(block.grid_warps()) * lanes;
    }
}
