//! Embedding tables: breadth-first mining by extension, aggregation and filtering.
//!
//! # Computes
//! A table has a row for each embedding, and a column for each vertex, or each edge, in the order in which they were
//! added. Rows that begin alike share what they share: a *level* of the table holds the last vertex of each row and the
//! row of the level before that it extends (a prefix tree, by columns).
//!
//! | kernels | what they do |
//! | --- | --- |
//! | [`planned`] | extend rows by a vertex that a plan describes, each row alone or siblings together |
//! | [`vertices`] | extend rows by any neighbour, so that each connected set of vertices is met once |
//! | [`edges`] | extend rows by any adjacent edge, so that each connected set of edges is met once |
//! | [`holes`] | bring what an extension wrote side by side |
//! | [`codes`] | tell which pattern each row has, and how many rows have it |
//! | [`images`] | mark the vertices to which the rows of a pattern send its vertices |
//!
//! # Requires
//! Vertices are numbered by falling degree. Rows of a level are less than `u32::MAX`: a level may have several
//! *chunks*, each of which extends rows of one chunk of the level before, and a [`Chain`] has a chunk of each level.
//!
//! # Thread mapping
//! Persistent warps draw tasks of consecutive rows. A lane brings a row and its candidates, and the candidates of all
//! lanes are shared out evenly (`sets::batch_each`).
//!
//! # Sources
//! Hu, Zou, Özsu, "GAMMA: A Graph Pattern Mining Framework for Large Graphs on GPU", sections III and V: the three
//! operations, columns with prefixes in common, blocks from a pool. Teixeira et al. 2015, "Arabesque", section 5: which
//! of the orders of a set of vertices, or of edges, is the one that is kept, and patterns told in two steps.

pub mod codes;
pub mod edges;
pub mod holes;
pub mod images;
mod output;
pub mod planned;
mod rows;
mod tasks;
pub mod vertices;

use core::mem::offset_of;

use cust_core::DeviceCopy;

pub use output::{COUNT, Output, PLACE, POOL};
pub use rows::WORDS;

use crate::graph::GraphView;
use crate::memory::{Scratch, Slice};

/// Levels of a table, at most: vertices of a row; of a table of edges, one more than edges.
pub const MAX_LEVELS: usize = 8;

/// Vertices of a row that are marked as having no row.
pub const NONE: u32 = u32::MAX;

/// Warps in a block of the kernels that extend rows.
pub const WARPS: u32 = 4;

/// Bytes of shared memory of the kernels that extend rows, for a block of `warps` warps of so many lanes.
pub const fn shared_bytes(warps: u32, lanes: u32) -> usize {
    warps as usize * lanes as usize * WORDS * size_of::<u32>()
}

/// A chunk of each level of a table, each of which extends rows of the one before.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Chain<'a> {
    /// By row of each level's chunk, the vertex that was added; [`NONE`] where an edge was added between two vertices
    /// of the row.
    pub vertices: [Slice<'a, u32>; MAX_LEVELS],
    /// By row of each level's chunk but the first's, the row of the chunk before that it extends.
    pub parents: [Slice<'a, u32>; MAX_LEVELS],
    /// In a table of edges, by row of each level's chunk but the first's, which vertices of the row the edge joins: the
    /// smaller place in the row in the lower 16 bits, the greater one above. Empty in a table of vertices.
    pub joins: [Slice<'a, u32>; MAX_LEVELS],
    /// How many levels there are, at least 1.
    pub levels: u32,
}

/// Which rows of the last chunk are extended.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RowTasks<'a> {
    /// One element: how many tasks were drawn. Those that were broken off come first.
    pub queue: Slice<'a, core::sync::atomic::AtomicU64>,
    /// The numbers of tasks that were broken off. Task `t` is the rows from `t * rows` on.
    pub broken_off: Slice<'a, u32>,
    /// For each of these, how many new rows were written before.
    pub written: Slice<'a, u64>,
    /// The number of the first of the other tasks.
    pub first: u64,
    /// Where those end.
    pub end: u64,
    /// Rows of a task, at least 1.
    pub rows: u32,
    /// All rows of the chunk.
    pub all: u32,
}

/// What every kernel that extends rows takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Extend<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The table.
    pub chain: Chain<'a>,
    /// The rows to extend.
    pub tasks: RowTasks<'a>,
    /// Where new rows go.
    pub output: Output<'a>,
}

/// What [`planned`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PlannedArgs<'a> {
    /// What all extensions take.
    pub extend: Extend<'a>,
    /// What the new vertex must be.
    pub step: ExtensionStep,
    /// By vertex its label; empty if there are none to look at.
    pub labels: Slice<'a, u32>,
    /// For each warp of the grid, two lists of `room` vertices: used only where siblings are extended together.
    pub lists: Scratch<'a, u32>,
    /// Vertices in a list.
    pub room: u32,
}

/// What a new vertex must be, by the places of a row: masks.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, DeviceCopy)]
pub struct ExtensionStep {
    /// It is a neighbour of each of these: at least one.
    pub adjacent: u32,
    /// It is a neighbour of none of these.
    pub absent: u32,
    /// It is greater than each of these.
    pub above: u32,
    /// It is smaller than each of these.
    pub below: u32,
    /// It is none of these: those that nothing else tells it from.
    pub different: u32,
    /// The label that it has; [`NONE`] if any will do.
    pub label: u32,
}

layout!(RowTasks<'_>: 72, rows: 64);
layout!(ExtensionStep: 24);

const _: () = {
    assert!(size_of::<Chain<'_>>() == 3 * 16 * MAX_LEVELS + 8);
    assert!(offset_of!(Chain<'_>, joins) == 2 * 16 * MAX_LEVELS);
    assert!(offset_of!(Extend<'_>, tasks) == 48 + size_of::<Chain<'_>>());
    assert!(offset_of!(PlannedArgs<'_>, labels) == size_of::<Extend<'_>>() + 24);
};
