//! A root: its candidates, and their rows.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::room::BlockRoom;
use crate::graph::GraphView;
use crate::kernels::triangles::shared::{Team, groups};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// Lanes that read a list together.
const READERS: u32 = 8;
/// What marks that a vertex is a candidate, and where.
const CANDIDATE: u32 = 1 << 31;

/// Who may be a candidate of a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernels) enum Far {
    /// Smaller vertices.
    Smaller,
    /// All others.
    All,
}

/// A root, whose candidates have been found.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Root<'a> {
    graph: GraphView<'a>,
    room: BlockRoom<'a>,
    far: Far,
    pub vertex: u32,
    /// Its neighbours: the columns.
    pub list: &'a [u32],
    /// How many candidates there are.
    pub found: usize,
}

impl<'a> Root<'a> {
    /// Finds the candidates of a root, which have so many neighbours in common with it, or more. A collective of the block. Nobody was met before; `count`
    /// is shared by the threads, who look at it nowhere else.
    #[inline(always)]
    pub fn find<B: Block>(
        block: B,
        graph: GraphView<'a>,
        room: BlockRoom<'a>,
        vertex: u32,
        (far, common): (Far, u32),
        count: &AtomicU32,
    ) -> Self {
        let root = Root { graph, room, far, vertex, list: graph.neighbors(vertex), found: 0 };
        if block.thread() == 0 {
            count.store(0, Relaxed);
        }
        block.sync();
        root.each_wedge(block, |_, far| {
            if add::<B>(&room.met[far as usize], 1) + 1 == common {
                let place = add::<B>(count, 1);
                assert!(u64::from(place) < room.candidates.len(), "more candidates than there is room for");
                // SAFETY: there is room, and no other thread has this place.
                unsafe { room.candidates.write(place as usize, far) };
            }
        });
        block.sync();
        let found = count.load(Relaxed) as usize;
        Root { found, ..root }
    }

    /// Calls `visit` with the wedges of the root to those who may be candidates: with the place of the middle in the list, and with the far end.
    #[inline(always)]
    fn each_wedge<B: Block>(&self, block: B, mut visit: impl FnMut(usize, u32)) {
        groups(block, READERS, self.list.len(), |place, team| {
            let far_ends = self.graph.neighbors(self.list[place]);
            let end = match self.far {
                Far::Smaller => lower_bound(far_ends, self.vertex),
                Far::All => far_ends.len(),
            };
            team.share(end, |at| {
                if far_ends[at] != self.vertex {
                    visit(place, far_ends[at]);
                }
            });
            block_looks(block);
        });
    }

    /// A candidate.
    #[inline(always)]
    pub fn candidate(&self, place: usize) -> u32 {
        debug_assert!(place < self.found);
        // SAFETY: written before the barrier that ended the search for candidates.
        unsafe { self.room.candidates.read(place) }
    }

    /// How many neighbours a candidate has in common with the root: before there are rows.
    #[inline(always)]
    pub fn common(&self, place: usize) -> u32 {
        self.room.met[self.candidate(place) as usize].load(Relaxed)
    }

    /// Words of a row.
    #[inline(always)]
    pub fn row_words(&self) -> usize {
        self.list.len().div_ceil(u64::BITS as usize)
    }

    /// Fills the rows of the candidates, and forgets who else was met. A collective of the block.
    #[inline(always)]
    pub fn fill<B: Block>(&self, block: B) {
        let (team, words) = (Team::block(block), self.row_words());
        let cells = &self.room.cells[..self.found * words];
        team.share(cells.len(), |at| cells[at].store(0, Relaxed));
        team.share(self.found, |at| {
            self.room.met[self.candidate(at) as usize].store(CANDIDATE | at as u32, Relaxed);
        });
        block.sync();
        self.each_wedge(block, |place, far| {
            let met = &self.room.met[far as usize];
            let mark = met.load(Relaxed);
            if mark & CANDIDATE == 0 {
                met.store(0, Relaxed);
                return;
            }
            let row = (mark & !CANDIDATE) as usize * words;
            set_bit::<B>(&cells[row + place / u64::BITS as usize], place);
        });
        block.sync();
    }

    /// The row of a candidate, once they are filled.
    #[inline(always)]
    pub fn row(&self, place: usize) -> &'a [u64] {
        let words = self.row_words();
        let row = &self.room.cells[place * words..][..words];
        // SAFETY: an atomic has the layout of its integer, and nobody changes the rows between the barriers that end their filling and the search.
        unsafe { from_raw_parts(row.as_ptr().cast(), words) }
    }

    /// Forgets the candidates, when all rows have been filled. A collective of the block.
    #[inline(always)]
    pub fn forget_candidates<B: Block>(&self, block: B) {
        block.sync();
        Team::block(block).share(self.found, |at| {
            self.room.met[self.candidate(at) as usize].store(0, Relaxed);
        });
    }

    /// Forgets all who were met, where no rows have been filled. A collective of the block.
    #[inline(always)]
    pub fn forget_all<B: Block>(&self, block: B) {
        block.sync();
        self.each_wedge(block, |_, far| self.room.met[far as usize].store(0, Relaxed));
    }
}

/// Lets a lone lane be stopped, where it goes through lists for long: it has no barrier there.
#[inline(always)]
fn block_looks<B: Block>(block: B) {
    if B::Warp::LANES == 1 {
        block.warp().sync();
    }
}

/// Adds to a counter of the block. Returns what it was.
#[inline(always)]
fn add<B: Block>(counter: &AtomicU32, more: u32) -> u32 {
    if B::Warp::LANES == 1 {
        // A block is one thread.
        let before = counter.load(Relaxed);
        counter.store(before + more, Relaxed);
        return before;
    }
    counter.fetch_add(more, Relaxed)
}

/// Sets a bit of a row.
#[inline(always)]
fn set_bit<B: Block>(word: &AtomicU64, place: usize) {
    let bit = 1 << (place % u64::BITS as usize);
    if B::Warp::LANES == 1 {
        word.store(word.load(Relaxed) | bit, Relaxed);
    } else {
        word.fetch_or(bit, Relaxed);
    }
}
