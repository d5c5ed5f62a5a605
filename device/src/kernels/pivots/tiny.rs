//! Trees below nodes of so few candidates that a lane searches one by itself.
//!
//! Nine in ten nodes of a large tree have at most eight candidates, which leave most lanes of a warp idle. So a warp
//! puts nodes with up to [16](TINY) candidates aside, each with a matrix of its own, and goes on; when there is no room
//! left, each lane searches below one of them after the other.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::degrees::{PAIRS, RowPairs, TINY};
use super::few::CliqueSizes;
use super::lane::LaneSearch;
use super::leaves::LeafTable;
use crate::kernels::cliques::matrix::below;
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// The fewest candidates of a node that is put aside: what has less is counted at once.
const LEAST: u32 = 4;
/// Nodes that a warp puts aside.
const WAITING: usize = 128;
/// What putting a node aside and searching below it takes of a warp, in nodes that it looks at by itself.
pub(super) const WORTH: u32 = 4;

/// Bytes of shared memory that a block's nodes take.
pub(super) const fn tiny_bytes(warps: usize) -> usize {
    bytes_of::<u64>(warps * WAITING)
        + bytes_of::<u32>(warps * PAIRS * WAITING)
        + bytes_of::<u32>(warps * TINY as usize)
        + bytes_of::<u32>(warps)
}

/// A node of so few candidates that a set of them is half a word.
#[derive(Clone, Copy)]
pub(super) struct TinyNode {
    /// The candidates. It is not empty.
    pub set: u32,
    /// Vertices held.
    pub held: u32,
    /// Pivots.
    pub pivots: u32,
}

/// The nodes that a warp has put aside.
#[derive(Clone, Copy)]
pub(super) struct Tiny<'a> {
    /// What was taken at each, and how many candidates it has.
    heads: Scratch<'a, u64>,
    /// The [rows](Pairs) of their candidates: the first words of all nodes, then all second words, and so on.
    rows: Scratch<'a, u32>,
    /// Where the candidates of the node that is being put aside stand in the warp's matrix.
    places: Scratch<'a, u32>,
    /// The next one that nobody searches below.
    next: &'a AtomicU32,
}

impl<'a> Tiny<'a> {
    /// The calling warp's part of the block's memory.
    #[inline(always)]
    pub(super) fn in_arena<B: Block>(block: B, arena: &mut Arena<'a>) -> Self {
        let (warp, warps) = (u64::from(block.warp_index()), block.warps() as usize);
        let part = |of_warp: usize| (warp * of_warp as u64, of_warp as u64);
        let (heads, rows, places) = (part(WAITING), part(PAIRS * WAITING), part(TINY as usize));
        Tiny {
            heads: arena.take(warps * WAITING).part(heads.0, heads.1),
            rows: arena.take(warps * PAIRS * WAITING).part(rows.0, rows.1),
            places: arena.take(warps * TINY as usize).part(places.0, places.1),
            next: &arena.atomics(warps)[warp as usize],
        }
    }

    /// Whether nodes of so many candidates are put aside: where there are lanes to search below them.
    #[inline(always)]
    pub(super) fn takes<W: Warp>(candidates: u32) -> bool {
        W::LANES > 1 && (LEAST..=TINY).contains(&candidates)
    }

    /// Puts a node aside, after `waiting` others for whom there is room, whose candidates `row` gives the rows of. A
    /// collective.
    ///
    /// Half of the lanes are the columns of a row, the others those of the row eight further on: one vote makes a word
    /// of both.
    #[inline(always)]
    pub(super) fn put<W: Warp>(
        &self,
        warp: W,
        waiting: u32,
        (set, held, pivots): (u64, u32, u32),
        row: impl Fn(u32) -> u64,
    ) {
        let candidates = set.count_ones();
        // Lanes may still be reading what was here.
        warp.sync();
        for vertex in [warp.lane(), warp.lane() + W::LANES] {
            if set >> vertex & 1 == 1 {
                let rank = (set & below(vertex)).count_ones() as usize;
                // SAFETY: this warp's: a place for each candidate, of which one lane has the vertex.
                unsafe { self.places.write(rank, vertex) };
            }
        }
        warp.sync();
        // SAFETY: just written, for each candidate.
        let place = |rank: u32| (rank < candidates).then(|| unsafe { self.places.read(rank as usize) });
        let (column, half) = (place(warp.lane() % TINY), warp.lane() / TINY * PAIRS as u32);
        let mut own = 0;
        for pair in 0..candidates.min(PAIRS as u32) {
            let joined = |(row_of, column): (u32, u32)| row(row_of) >> column & 1 == 1;
            let pairs = warp.ballot(place(pair + half).zip(column).is_some_and(joined));
            if warp.lane() == pair {
                own = pairs;
            }
        }
        let at = waiting as usize;
        if warp.lane() < PAIRS as u32 {
            // SAFETY: this warp's, a word for each of these lanes, and one for the first; the lanes meet before they
            // read.
            unsafe { self.rows.write(warp.lane() as usize * WAITING + at, own) };
        }
        if warp.lane() == 0 {
            // SAFETY: as above.
            unsafe { self.heads.write(at, head(candidates, held, pivots)) };
        }
    }

    /// Whether there is no room for one more than these.
    #[inline(always)]
    pub(super) const fn is_full(waiting: u32) -> bool {
        waiting as usize == WAITING
    }

    /// Counts the leaves below the nodes that are waiting. A collective.
    ///
    /// Each lane goes from node to node in one loop, whichever of those that wait they are below: where a lane is done
    /// with one, it takes the next while the others go on.
    // Out of line: it is called from the midst of a search, and must not take its registers.
    #[inline(never)]
    pub(super) fn search<W: Warp>(self, warp: W, waiting: u32, leaves: LeafTable<'_>, sizes: CliqueSizes) {
        if warp.lane() == 0 {
            self.next.store(W::LANES, Relaxed);
        }
        warp.sync();
        let mut lane = LaneSearch::new(self, leaves, sizes);
        let begin = |lane: &mut LaneSearch<'_>, at: u32| (at < waiting).then(|| lane.begin(at as usize));
        let mut node = begin(&mut lane, warp.lane());
        while let Some(this) = node {
            node = lane.visit(this);
            if node.is_none() {
                node = lane.next();
            }
            if node.is_none() {
                node = begin(&mut lane, self.next.fetch_add(1, Relaxed));
            }
        }
        warp.sync();
    }

    /// The rows of a node.
    #[inline(always)]
    pub(super) fn rows_of(&self, at: usize) -> RowPairs {
        // SAFETY: `put` wrote them, and the lanes have met since.
        core::array::from_fn(|pair| unsafe { self.rows.read(pair * WAITING + at) })
    }

    /// One row of a node.
    #[inline(always)]
    pub(super) fn row(&self, at: usize, vertex: u32) -> u32 {
        let (pair, half) = (vertex as usize % PAIRS, vertex / PAIRS as u32);
        // SAFETY: as above.
        let rows = unsafe { self.rows.read(pair * WAITING + at) };
        rows >> (half * TINY) & ((1 << TINY) - 1)
    }

    /// A node.
    #[inline(always)]
    pub(super) fn node(&self, at: usize) -> TinyNode {
        // SAFETY: as above.
        let (candidates, held, pivots) = taken(unsafe { self.heads.read(at) });
        TinyNode { set: (1 << candidates) - 1, held, pivots }
    }
}

/// A node in one word: no more than 2^24 vertices are held.
#[inline(always)]
fn head(candidates: u32, held: u32, pivots: u32) -> u64 {
    u64::from(held) << 40 | u64::from(pivots) << 8 | u64::from(candidates)
}

#[inline(always)]
fn taken(head: u64) -> (u32, u32, u32) {
    (head as u8 as u32, (head >> 40) as u32, (head >> 8) as u32)
}
