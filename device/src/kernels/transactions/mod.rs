//! Frequent subgraphs of a database of graphs: embeddings as columns, grown by one edge at a time.
//!
//! After Kessl et al. 2014 ("Parallel Graph Mining with GPUs"), with many patterns in one launch. A *batch* is a set
//! of patterns of the same number of edges whose parents were grown together. Its data:
//!
//! - a **column** for each edge of the patterns, and one for vertex 0 (the paper's `Q_k`): a row per embedding, of
//!   the row of the column before from which it was grown, and a vertex. The rows of a pattern are consecutive and
//!   in the order of their graphs. A backward edge repeats the vertex of its row before, so a level is an edge;
//! - the **extensions** of the parents' embeddings (the paper's `EXT`), grouped by embedding: for each embedding,
//!   which vertices it may be grown by, and as what. A child inherits its siblings among them, less the vertex that
//!   it took, and only looks around the vertex that it added. Extensions that are infrequent, or that no minimum
//!   code can have, are no longer among them;
//! - a **head** for each embedding of the parents: where its extensions start, its graph, and a signature of its
//!   vertices, by which most neighbours are told to be new without following the columns back.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`row`] | all extensions of one embedding |
//! | [`alone`] | the kernels of one lane: what a warp must count, scan and write is one sequential pass there |
//! | [`wide`] | the kernels of many lanes |

pub mod alone;
pub mod row;
pub mod wide;

use core::sync::atomic::{AtomicU32, AtomicU64};

use bytemuck::AnyBitPattern;
use cust_core::DeviceCopy;

use crate::memory::Slice;

/// No such thing.
pub const NONE: u32 = u32::MAX;
/// In a map: an extension that is not wanted. The numbers of a task's extensions start after it.
pub const UNWANTED: u32 = 0;

/// Two numbers in one word: `high << 32 | low`.
#[inline(always)]
pub const fn pair(high: u32, low: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// The numbers of a [`pair`].
#[inline(always)]
pub const fn unpair(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

/// All graphs of a database as one graph, without its infrequent edges.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct DatabaseView<'a> {
    /// `n + 1` positions in `arcs`: the neighbourhood of vertex `v` is `offsets[v]..offsets[v + 1]`.
    pub offsets: Slice<'a, u32>,
    /// For each neighbour, [`pair`] of the kind of the edge, counted within the kinds that start at the label of
    /// `v`, and the neighbour.
    pub arcs: Slice<'a, u64>,
}

/// What the children of an embedding must know of it.
#[repr(C)]
#[derive(AnyBitPattern, Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct Head {
    /// Where its extensions start; they end where those of the next head start.
    pub start: u32,
    /// The graph that it lies in.
    pub graph: u32,
    /// Bit `v % 64` for each of its vertices `v`.
    pub signature: u64,
}

/// A pattern of a batch, for the kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct PatternTask {
    /// Its first row in the batch's column.
    pub start: u32,
    /// The end of its rows.
    pub end: u32,
    /// What to add (modulo 2^32) to a row of the parents' column to get the head of that embedding.
    pub head_shift: u32,
    /// Where in the maps its extensions by the parent's extension `x` are found: at `inherited + x`.
    pub inherited: u32,
    /// Where in the maps those around the new vertex are found: by a new vertex along an edge of kind `k` at
    /// `around + k`, by an edge to vertex `q` of the rightmost path (counted from 0) at `around + (1 + q) * kinds + k`.
    /// [`NONE`] when the pattern's last edge was backward.
    pub around: u32,
    /// The kinds of edges that start at the label of the new vertex; 0 if none is wanted that leads from there.
    pub kinds: u32,
    /// Where in the maps the place on the rightmost path is found of the vertex of column `c`: at `roles + c`.
    pub roles: u32,
    /// Where the batch's extensions, in the order of tasks, have this task's number 0, which is [`UNWANTED`].
    pub first: u32,
    /// The parent's extension by which the new vertex was found, if the pattern may have that again: a twin of the
    /// vertex, to be told from it by its place alone. Twins that come before the vertex are found in the maps at
    /// `around - 1` instead, so that of two embeddings that differ by their order one is grown. [`NONE`] if there is
    /// none.
    pub twin: u32,
}

/// A pattern that has children.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct GrowTask {
    /// Its first row in the batch's column.
    pub start: u32,
    /// The end of its rows.
    pub end: u32,
    /// Where the batch's extensions have its number 0.
    pub first: u32,
    /// Its first head among those written.
    pub head: u32,
    /// Its first extension among those written.
    pub extension: u32,
    /// The number of its first child; its children are consecutive.
    pub child: u32,
    /// How many children it has.
    pub children: u32,
    /// Where its counts start that are taken for each child and tile.
    pub cell: u32,
}

/// What becomes of an extension.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, PartialEq, Eq)]
pub struct Kept {
    /// Its number among those of its pattern that children inherit; [`NONE`] if no child does.
    pub number: u32,
    /// The number of the child that it makes; 0 if it makes none.
    pub child: u32,
}

/// How often an extension occurs.
#[repr(C)]
pub struct ExtensionTally {
    /// The last graph seen, and one: only where one thread counts alone.
    pub seen: AtomicU32,
    /// Graphs.
    pub support: AtomicU32,
    /// Embeddings.
    pub embeddings: AtomicU64,
}

/// A batch, as all kernels take it.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct BatchView<'a> {
    /// The database.
    pub database: DatabaseView<'a>,
    /// The patterns.
    pub tasks: Slice<'a, PatternTask>,
    /// For each task, the numbers of its extensions, counted within the task; [`UNWANTED`] where one is not wanted.
    pub maps: Slice<'a, u32>,
    /// The columns, from vertex 0 to the batch's own.
    pub columns: Slice<'a, Slice<'a, u64>>,
    /// The heads of the parents' embeddings, and one more to end the last.
    pub heads: Slice<'a, Head>,
    /// The extensions of the parents' embeddings: [`pair`] of which of the parent's extensions, and the vertex.
    pub extensions: Slice<'a, u64>,
}

layout!(Head: 16, signature: 8);
layout!(GrowTask: 32, cell: 28);
layout!(Kept: 8, child: 4);
layout!(PatternTask: 36, twin: 32);
layout!(ExtensionTally: 16, embeddings: 8);
layout!(BatchView<'_>: 112, columns: 64);
