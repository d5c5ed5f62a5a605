//! The order of the vertices, and their new numbers: by falling degree, and by the old number where degrees are equal.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::lists::length;
use super::positions::for_each;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`length_keys`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct LengthKeysArgs<'a> {
    /// `n + 1` starts of lists.
    pub offsets: Slice<'a, u64>,
    /// Written: `n` keys, which fall as lengths rise: `longest` less the length of the list.
    pub keys: Scratch<'a, u32>,
    /// Written: the numbers `0..n`.
    pub vertices: Scratch<'a, u32>,
    /// No list is longer.
    pub longest: u32,
}

/// What [`rank_vertices`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RankVerticesArgs<'a> {
    /// `n + 1` starts of the lists by old numbers.
    pub offsets: Slice<'a, u64>,
    /// The old numbers in the order of the new ones.
    pub order: Slice<'a, u32>,
    /// Written: for each old number the new one.
    pub ranks: Scratch<'a, u32>,
    /// Written: for each new number the degree.
    pub degrees: Scratch<'a, u32>,
    /// Written: for each new number where its list starts.
    pub starts: Scratch<'a, u64>,
}

/// What [`find_steps`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FindStepsArgs<'a> {
    /// Ascending.
    pub keys: Slice<'a, u32>,
    /// Written, in any order: the keys that differ from the one before, in the upper half, and where they are.
    pub steps: Scratch<'a, u64>,
    /// One number, zero: becomes the number of steps.
    pub count: Slice<'a, AtomicU64>,
}

layout!(FindStepsArgs<'_>: 48, count: 32);
layout!(LengthKeysArgs<'_>: 56, longest: 48);
layout!(RankVerticesArgs<'_>: 80, starts: 64);

/// Writes the keys by which a stable sort puts the longest lists first.
///
/// Thread mapping: a thread for each vertex, striding by the grid. Reads 8 bytes a vertex, writes 8.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn length_keys<B: Block>(block: B, args: &LengthKeysArgs<'_>) {
    let offsets = args.offsets.get();
    let n = offsets.len() - 1;
    for_each(block, n.min(args.keys.len() as usize).min(args.vertices.len() as usize), |v| {
        let key = args.longest - length(offsets, v);
        // SAFETY: within both arrays, and no other thread has this index.
        unsafe {
            args.keys.write(v, key);
            args.vertices.write(v, v as u32);
        }
    });
}

/// Finds the first of each run of equal keys. Those for which there is no room are counted, and not written.
///
/// Thread mapping: a thread for each key, striding by the grid. Reads 4 bytes a key; runs are few.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn find_steps<B: Block>(block: B, args: &FindStepsArgs<'_>) {
    let keys = args.keys.get();
    for_each(block, keys.len(), |at| {
        if at == 0 || keys[at - 1] != keys[at] {
            let place = args.count[0].fetch_add(1, Relaxed);
            if place < args.steps.len() {
                // SAFETY: within the array, and the counter gives each place once.
                unsafe { args.steps.write(place as usize, u64::from(keys[at]) << 32 | at as u64) };
            }
        }
    });
}

/// Writes the new numbers where they are looked up, and what is known of each new vertex.
///
/// Thread mapping: a thread for each new number, striding by the grid. Reads and writes at random, 32 bytes a vertex.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn rank_vertices<B: Block>(block: B, args: &RankVerticesArgs<'_>) {
    let (offsets, order) = (args.offsets.get(), args.order.get());
    let room = args.ranks.len().min(args.degrees.len()).min(args.starts.len()) as usize;
    assert!(order.len() <= room && order.len() < offsets.len(), "arrays too short for the vertices");
    for_each(block, order.len(), |new| {
        let old = order[new] as usize;
        assert!(old < order.len(), "an order with a number that is no vertex");
        // SAFETY: the arrays have an element for each vertex, as just checked; `new` is this thread's alone, and so is
        // `old`, as `order` holds each number once.
        unsafe {
            args.ranks.write(old, new as u32);
            args.degrees.write(new, length(offsets, old));
            args.starts.write(new, offsets[old]);
        }
    });
}
