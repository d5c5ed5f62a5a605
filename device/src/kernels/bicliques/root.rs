//! A root: its candidates, and their rows.
//!
//! A candidate has `common` neighbours in common with the root, so it has one of any that are all but `common - 1` of
//! the root's. Where the lists of the first `common - 1` neighbours are much longer than all others, they are not gone
//! through: whoever was met in the others is looked up in them.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::room::BlockRoom;
use crate::graph::GraphView;
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{READERS, ThreadTeam, groups};
use crate::sets::{contains, lower_bound};
use crate::simt::{Block, Warp};

/// What marks that a vertex is a candidate, and where.
const CANDIDATE: u32 = 1 << 31;
/// A neighbour with so many neighbours may be a hub.
const HUB: usize = 1 << 8;
/// Looking someone up in a list takes as long as going through so many elements, at most.
const LOOK_UP: u64 = 8;

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
pub(in crate::kernels) struct BicliqueRoot<'a> {
    graph: GraphView<'a>,
    room: BlockRoom<'a>,
    far: Far,
    pub vertex: u32,
    /// Its neighbours: the columns.
    pub list: &'a [u32],
    /// How many of the first of them are hubs, whose lists are not gone through.
    hubs: usize,
    /// How many candidates there are.
    pub found: usize,
}

impl<'a> BicliqueRoot<'a> {
    /// Finds the candidates of a root, which have so many neighbours in common with it, or more. A collective of the
    /// block. Nobody was met before; `count` is shared by the threads, who look at it nowhere else.
    #[inline(always)]
    pub fn find<B: Block>(
        block: B,
        graph: GraphView<'a>,
        room: BlockRoom<'a>,
        vertex: u32,
        (far, common): (Far, u32),
        count: &AtomicU32,
    ) -> Self {
        let list = graph.neighbors(vertex);
        let hubs = hubs(block.warp(), graph, list, common);
        let root = BicliqueRoot { graph, room, far, vertex, list, hubs, found: 0 };
        if block.thread() == 0 {
            count.store(0, Relaxed);
        }
        block.sync();
        let enough = if hubs > 0 { 1 } else { common };
        root.each_wedge(block, |_, far| {
            // Whoever has too few neighbours is no candidate, and there is no room for all of these.
            if hubs > 0 && root.degree(far) < common as usize {
                return;
            }
            if add_to_own::<B::Warp, _>(&room.met[far as usize], 1) + 1 == enough {
                let place = add_to_own::<B::Warp, _>(count, 1);
                assert!(u64::from(place) < room.candidates.len(), "more candidates than there is room for");
                // SAFETY: there is room, and no other thread has this place.
                unsafe { room.candidates.write(place as usize, far) };
            }
        });
        block.sync();
        if hubs > 0 {
            root.look_up_in_hubs(block, common, count);
        }
        let found = count.load(Relaxed) as usize;
        BicliqueRoot { found, ..root }
    }

    /// Counts the hubs that each of those who were met has in common with the root, too, and forgets whoever has too
    /// few in all. A collective of the block.
    #[inline(always)]
    fn look_up_in_hubs<B: Block>(&self, block: B, common: u32, count: &AtomicU32) {
        let met = count.load(Relaxed) as usize;
        block.sync();
        if block.thread() == 0 {
            count.store(0, Relaxed);
        }
        let mut first = 0;
        while first < met {
            let at = first + block.thread() as usize;
            let mut stays = None;
            if at < met {
                // SAFETY: written before the barrier that ended the search, and what was written since lies before
                // `first`.
                let far = unsafe { self.room.candidates.read(at) };
                let number = &self.room.met[far as usize];
                let hubs = (0..self.hubs).filter(|&hub| self.joins(far, hub)).count();
                let all = number.load(Relaxed) + hubs as u32;
                stays = (all >= common).then_some(far);
                number.store(if all >= common { all } else { 0 }, Relaxed);
            }
            block.sync();
            if let Some(far) = stays {
                let place = add_to_own::<B::Warp, _>(count, 1) as usize;
                // SAFETY: no more stay than were read, all of them before the barrier, and no other thread has this
                // place.
                unsafe { self.room.candidates.write(place, far) };
            }
            block.sync();
            first += block.threads() as usize;
        }
    }

    /// Whether a vertex is joined to that of a column.
    #[inline(always)]
    pub fn joins(&self, vertex: u32, column: usize) -> bool {
        contains(self.graph.neighbors(vertex), self.list[column])
    }

    /// How many neighbours a vertex has.
    #[inline(always)]
    pub fn degree(&self, vertex: u32) -> usize {
        self.graph.neighbors(vertex).len()
    }

    /// Calls `visit` with the wedges of the root to those who may be candidates, but for those over hubs: with the
    /// place of the middle in the list, and with the far end.
    #[inline(always)]
    fn each_wedge<B: Block>(&self, block: B, mut visit: impl FnMut(usize, u32)) {
        groups(block, READERS, self.list.len() - self.hubs, |place, team| {
            let place = place + self.hubs;
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

    /// The neighbours of the vertex of a column.
    #[inline(always)]
    pub fn ends(&self, column: usize) -> &'a [u32] {
        self.graph.neighbors(self.list[column])
    }

    /// Words of a row.
    #[inline(always)]
    pub fn row_words(&self) -> usize {
        self.list.len().div_ceil(u64::BITS as usize)
    }

    /// Fills the rows of the candidates, and forgets who else was met. A collective of the block.
    #[inline(always)]
    pub fn fill<B: Block>(&self, block: B) {
        let (team, words) = (ThreadTeam::block(block), self.row_words());
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
        team.share(self.found * self.hubs, |at| {
            let (candidate, hub) = (at / self.hubs, at % self.hubs);
            if self.joins(self.candidate(candidate), hub) {
                set_bit::<B>(&cells[candidate * words + hub / u64::BITS as usize], hub);
            }
        });
        block.sync();
    }

    /// The row of a candidate, once they are filled.
    #[inline(always)]
    pub fn row(&self, place: usize) -> &'a [u64] {
        let words = self.row_words();
        let row = &self.room.cells[place * words..][..words];
        // SAFETY: an atomic has the layout of its integer, and nobody changes the rows between the barriers that end
        // their filling and the search.
        unsafe { from_raw_parts(row.as_ptr().cast(), words) }
    }

    /// Forgets the candidates, when all rows have been filled. A collective of the block.
    #[inline(always)]
    pub fn forget_candidates<B: Block>(&self, block: B) {
        block.sync();
        ThreadTeam::block(block).share(self.found, |at| {
            self.room.met[self.candidate(at) as usize].store(0, Relaxed);
        });
    }

    /// Forgets all who were met, where no rows have been filled. A collective of the block.
    #[inline(always)]
    pub fn forget_all<B: Block>(&self, block: B) {
        if self.hubs > 0 {
            return self.forget_candidates(block);
        }
        block.sync();
        self.each_wedge(block, |_, far| self.room.met[far as usize].store(0, Relaxed));
    }
}

/// How many of the first vertices of a list, those with the most neighbours, are worth it not to go through their
/// lists: `common - 1`, or none. The lists of all others have no more than one element for each `common` of all, so
/// that there is room for whoever is met in them, as if it were a candidate. A collective.
#[inline(always)]
fn hubs<W: Warp>(warp: W, graph: GraphView<'_>, list: &[u32], common: u32) -> usize {
    let few = common as usize - 1;
    if few == 0 || list.len() <= few || graph.neighbors(list[0]).len() < HUB {
        return 0;
    }
    let (mut of_hubs, mut of_others) = (0, 0);
    ThreadTeam::warp(warp).share(list.len(), |at| {
        let degree = graph.neighbors(list[at]).len() as u64;
        if at < few {
            of_hubs += degree;
        } else {
            of_others += degree;
        }
    });
    let (of_hubs, of_others) = (warp.sum_u64(of_hubs), warp.sum_u64(of_others));
    if of_hubs >= LOOK_UP * few as u64 * of_others { few } else { 0 }
}

/// Lets a lone lane be stopped, where it goes through lists for long: it has no barrier there.
#[inline(always)]
fn block_looks<B: Block>(block: B) {
    if B::Warp::LANES == 1 {
        block.warp().sync();
    }
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
