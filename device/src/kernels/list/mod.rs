//! Listing the embeddings of any pattern, in two passes over the same walk.
//!
//! # Computes
//! 1. [`chunks`]: how many embeddings each chunk of tasks has, or that it has many. The host adds them up, and so knows
//!    the place of every embedding, and the room that any number of chunks needs, before the launch that writes them.
//! 2. [`rows`]: the embeddings themselves, a row each, as the host's [`ListJob`]s say: the embeddings of a chunk, or
//!    those from one number to another, to a given place. No two warps share a place, and nothing is ever left out for
//!    want of room.
//!
//! Embeddings are numbered within a chunk by the order of its tasks, and within a task by that of the walk, on every
//! machine: a row is where it is by the graph and the plan alone, whatever runs it.
//!
//! # Requires
//! A plan whose leaf chooses one vertex, and what [`count`](super::count) requires.
//!
//! # Thread mapping
//! A lane takes a vertex or an edge where the walk ends there, and a warp an edge in deeper walks. A
//! leaf's set is written by all lanes, a vertex each, whoever's it is; a ballot gives each its place. Rows that are
//! written together lie side by side.
//!
//! # Sources
//! Counting before writing is as old as the prefix sum on parallel machines (Blelloch 1990, "Prefix Sums and Their
//! Applications", section 1.3). Chen and Arvind (G2Miner, OSDI 2022) list embeddings by a callback in the kernel; the
//! windows of numbers that make limits, samples and resumption exact are ours.

pub mod chunks;
pub mod rows;

use core::mem::offset_of;

use bytemuck::AnyBitPattern;
use cust_core::DeviceCopy;

use super::count::{AttributedArgs, CountArgs};
use crate::memory::{Scratch, Slice};
use crate::plan::MAX_VERTICES;

/// What the kernels of [`chunks`] take.
///
/// Chunk `i` is the tasks from `first + i * walk.chunk` on, `walk.chunk` of them or what is left up to
/// `first + walk.end`.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ChunkArgs<'a, A> {
    /// The walk, a [`WalkArgs`](super::count::WalkArgs). `end` is the number of tasks here, and `queue` goes up to it;
    /// `totals` is not used.
    pub walk: A,
    /// The first task.
    pub first: u64,
    /// Where to stop counting a chunk: a count that reaches this may be too small.
    pub most: u64,
    /// For each chunk, how many embeddings it has: written.
    pub counts: Scratch<'a, u64>,
}

/// Some embeddings of consecutive tasks, and where their rows go.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, DeviceCopy, AnyBitPattern)]
pub struct ListJob {
    /// The first task.
    pub first: u64,
    /// How many tasks those are: at least 1.
    pub tasks: u64,
    /// How many embeddings come before those that are wanted.
    pub skip: u64,
    /// How many are wanted; the tasks have at least `skip + take`.
    pub take: u64,
    /// The row of the first.
    pub place: u64,
}

/// What the kernels of [`rows`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ListArgs<'a, A> {
    /// The walk, a [`WalkArgs`](super::count::WalkArgs). `queue` is the next job, `end` the number of jobs; `chunk` and
    /// `totals` are not used.
    pub walk: A,
    /// What to write. The rows of no two jobs overlap.
    pub jobs: Slice<'a, ListJob>,
    /// Where the rows go.
    pub place: RowPlace<'a>,
}

/// Where rows go, and what stands in them.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RowPlace<'a> {
    /// `n` names: what each vertex is called in the rows.
    pub names: Slice<'a, u32>,
    /// The rows.
    pub rows: Scratch<'a, u32>,
    /// Names in a row: as many as the pattern has vertices.
    pub width: u32,
    /// For each level, the place of its vertex in a row. The leaf is the level after the last; where it is nothing but
    /// the last vertex itself, it has the same place.
    pub columns: [u32; MAX_VERTICES + 1],
}

layout!(ListJob: 40, place: 32);
layout!(RowPlace<'_>: 88, columns: 36);

const _: () = {
    assert!(offset_of!(ChunkArgs<'_, CountArgs<'_>>, first) == size_of::<CountArgs<'_>>());
    assert!(size_of::<ChunkArgs<'_, CountArgs<'_>>>() == size_of::<CountArgs<'_>>() + 32);
    assert!(offset_of!(ListArgs<'_, CountArgs<'_>>, place) == size_of::<CountArgs<'_>>() + 16);
    // Drivers before CUDA 12.1 take no more.
    assert!(size_of::<ListArgs<'_, AttributedArgs<'_>>>() <= 4096);
};
