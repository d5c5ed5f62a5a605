//! Cliques of five vertices at each edge of a root's cliques.
//!
//! In the matrix of all vertices beside one of the root's list, `x`, the triangles at another, `y`, are the 5-cliques
//! of the root, `x` and `y`. So a pair has all of its cliques with this root in one number, which is added to its edge
//! at once: the smaller of both is a row of the other's matrix. The edge from the root to either has each clique from
//! three pairs, and the others get theirs three times.

use core::sync::atomic::Ordering::Relaxed;

use super::HalfMatrixRoot;
use super::whole_rows::{each_bit, in_common, twice_at};
use crate::kernels::cliques::compact::Compacted;
use crate::kernels::cliques::matrix::{WORD, below, words};
use crate::kernels::cliques::small;
use crate::kernels::cliques::tickets::take;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What a lane knows of a pair: the smaller of the two, by its place in the root's list, and the cliques of the root
/// that have both.
#[derive(Clone, Copy, Default)]
struct PairCliques {
    place: u32,
    cliques: u64,
}

impl<B: Block> HalfMatrixRoot<'_, '_, B> {
    /// Adds the 5-cliques of the root at their edges: those of the pairs whose greater vertex is in a row that this
    /// task takes. A collective of the block.
    #[inline(always)]
    pub(super) fn add_at_edges(&self, part: (u32, u32)) {
        let (block, room, rows) = (self.block, self.room, self.list.len() as u32);
        // SAFETY: `build` filled so many rows; the block has met since.
        unsafe { room.matrix.mirror(block, rows) };
        if B::Warp::LANES == 1 {
            return self.each_pair_alone(part);
        }
        let compacted = Compacted { block, room, rows, k: 5, whole: true, part };
        compacted.small_rows::<false>(|x, set, candidates| self.beside_few(x, set, candidates));
        block.sync();
        for turn in 0..room.waiting.load(Relaxed) {
            // SAFETY: `small_rows` wrote it before the barrier.
            let x = unsafe { room.large.read(turn as usize) };
            let rows = compacted.fill::<true>(x, turn);
            self.beside_many(x, rows, turn);
            // The places are read until here.
            block.sync();
        }
    }

    /// Adds the 5-cliques of the root, `x` and a smaller one of the at most [`MOST`](small::MOST) vertices of `set`,
    /// which are those beside `x`. Returns their number, in all lanes.
    #[inline(always)]
    fn beside_few(&self, x: u32, set: &[u64], count: u32) -> u64 {
        let (place, twice) = small::twice_at_each(self.block, self.room, set, count);
        let cliques = if place < x { twice / 2 } else { 0 };
        self.add_pair(x, PairCliques { place, cliques: cliques.into() });
        let all = self.block.warp().sum(cliques).into();
        self.add_to_root(x, all);
        all
    }

    /// Adds the 5-cliques of the root, `x` and a smaller one of the vertices beside `x`, of which the compact matrix has
    /// whole rows. A warp takes a row; then its lanes look for the edges of the pairs, a pair each.
    #[inline(always)]
    fn beside_many(&self, x: u32, rows: u32, turn: u32) {
        let (warp, room) = (self.block.warp(), self.room);
        // SAFETY: `fill` wrote a place for each row before the block met, and no one writes before it meets again.
        let places = unsafe { room.places.written(rows as usize) };
        let ticket = &room.tickets[turn as usize % 2];
        let (mut own, mut found, mut all) = (PairCliques::default(), 0, 0);
        let mut row = take(self.block, ticket, 0);
        while row < rows && places[row as usize] < x {
            let twice = warp.sum_u64(twice_at::<B::Warp, true>(warp, room.compact, row, rows));
            all += twice / 2;
            if warp.lane() == found {
                own = PairCliques { place: places[row as usize], cliques: twice / 2 };
            }
            found += 1;
            if found == B::Warp::LANES {
                self.add_pair(x, own);
                (own, found) = (PairCliques::default(), 0);
            }
            row = take(self.block, ticket, row + 1);
        }
        self.add_pair(x, own);
        self.add_to_root(x, all);
    }

    /// Adds the 5-cliques of the root by one lane, in the matrix itself.
    #[inline(always)]
    fn each_pair_alone(&self, (part, parts): (u32, u32)) {
        let (warp, room, rows) = (self.block.warp(), self.room, self.list.len() as u32);
        // SAFETY: all rows are whole, and no one writes any more.
        let row = |i: u32| unsafe { room.matrix.row(i, words(rows)) };
        let mut x = part;
        while x < rows {
            let mut all = 0;
            let before = |at: usize| row(x)[at] & below(x.saturating_sub(at as u32 * WORD));
            each_bit(words(x), before, |y| {
                // SAFETY: the stack has a row of a list's length, which is this lane's.
                let beside = unsafe {
                    room.rows.put_words(warp, 0, words(rows), |at| row(x)[at] & row(y)[at]);
                    room.rows.row(0, words(rows))
                };
                let mut twice = 0;
                each_bit(beside.len(), |at| beside[at], |z| twice += u64::from(in_common(beside, row(z))));
                self.add_pair(x, PairCliques { place: y, cliques: twice / 2 });
                all += twice / 2;
            });
            self.add_to_root(x, all);
            x += parts;
        }
    }

    /// Adds the cliques of the root and a pair, whose greater vertex is `x`, to the pair's edge, and to the one from the
    /// root to the smaller vertex: those of this lane.
    #[inline(always)]
    fn add_pair(&self, x: u32, PairCliques { place, cliques }: PairCliques) {
        if cliques > 0 {
            let greater = self.list[x as usize];
            let position = lower_bound(self.graph.list(greater), self.list[place as usize]);
            let edge = self.graph.start(greater) as usize + position;
            self.counts[edge].fetch_add(3 * cliques, Relaxed);
            self.counts[self.edge_to(place)].fetch_add(cliques, Relaxed);
        }
    }

    /// Adds to the edge from the root to `x`, by one lane of the warp.
    #[inline(always)]
    fn add_to_root(&self, x: u32, cliques: u64) {
        if cliques > 0 && self.block.warp().lane() == 0 {
            self.counts[self.edge_to(x)].fetch_add(cliques, Relaxed);
        }
    }

    /// The edge from the root to a vertex of its list.
    #[inline(always)]
    fn edge_to(&self, place: u32) -> usize {
        self.graph.start(self.root) as usize + place as usize
    }
}
