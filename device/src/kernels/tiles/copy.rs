//! Bringing lists to the device.

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`copy_lists`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CopyListsArgs<'a> {
    /// Where the lists start among all neighbours of the graph, and where the last one ends.
    pub starts: Slice<'a, u64>,
    /// The neighbours from place `base` on, as many as are to be copied.
    pub lists: Slice<'a, u32>,
    /// Written: the `starts`, as places in what is copied; from place `lists_at` on, the `lists`.
    pub to: Scratch<'a, u32>,
    /// At most `starts[0]`, and less than 2^32 below the last of `starts`.
    pub base: u64,
    /// At least `starts.len()`.
    pub lists_at: u32,
}

layout!(CopyListsArgs<'_>: 64, to: 32, lists_at: 56);

/// Elements that a lane reads before it writes the first: so many are on their way over the bus.
const DEPTH: usize = 8;

/// Copies lists, and where they start.
///
/// Thread mapping: warps stride over stretches of `DEPTH` elements for each lane, which lanes side by side read side by
/// side. Bound by the bus, over which 4 bytes come for each neighbour and 8 for each vertex.
#[cuda_std::kernel]
pub unsafe fn copy_lists<B: Block>(block: B, args: &CopyListsArgs<'_>) {
    let (starts, lists) = (args.starts.get(), args.lists.get());
    let base = args.base;
    copy(block, starts, |at, start| {
        // SAFETY: there is room for a start each before the lists; each has one thread that writes it.
        unsafe { args.to.write(at, (start - base) as u32) }
    });
    let lists_at = args.lists_at as usize;
    // SAFETY: there is room for the lists behind the starts; each element has one thread that writes it.
    copy(block, lists, |at, neighbor| unsafe { args.to.write(lists_at + at, neighbor) });
}

/// Calls `write` with the place and the value of each element: each in one thread of the grid.
#[inline(always)]
fn copy<B: Block, T: Copy>(block: B, from: &[T], write: impl Fn(usize, T)) {
    let lanes = B::Warp::LANES as usize;
    let lane = block.warp().lane() as usize;
    let stretch = lanes * DEPTH;
    let mut at = block.grid_warp() as usize * stretch;
    while at < from.len() {
        if from.len() - at >= stretch {
            // SAFETY: the stretch has `DEPTH` elements for each lane.
            let read = |turn: usize| unsafe { *from.get_unchecked(at + turn * lanes + lane) };
            // A loop would keep the values in memory.
            let [a, b, c, d] = [read(0), read(1), read(2), read(3)];
            let [e, f, g, h] = [read(4), read(5), read(6), read(7)];
            let place = |turn: usize| at + turn * lanes + lane;
            write(place(0), a);
            write(place(1), b);
            write(place(2), c);
            write(place(3), d);
            write(place(4), e);
            write(place(5), f);
            write(place(6), g);
            write(place(7), h);
        } else {
            let mut place = at + lane;
            while place < from.len() {
                write(place, from[place]);
                place += lanes;
            }
        }
        at += block.grid_warps() as usize * stretch;
    }
}
