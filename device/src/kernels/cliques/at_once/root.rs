//! The cliques at a root.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::CliquesAtOnceArgs;
use super::remaining::Remaining;
use super::room::RootRoom;
use super::root_team::RootTeam;
use super::vertex_set::{VertexSet, in_common};
use crate::kernels::cliques::matrix::{Matrix, WORD};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

impl<B: Block, const TOGETHER: bool> RootTeam<B, TOGETHER> {
    /// This thread's share of the cliques at the root at a position. Of `ROWS` rows at once, `PARTS` times 32 bits are
    /// asked for, and sets are `S`, or two words where it is one. A collective of the team.
    #[inline(always)]
    pub fn cliques_at<C: Remaining, S: VertexSet, const ROWS: usize, const PARTS: usize>(
        self,
        args: &CliquesAtOnceArgs<'_>,
        room: &RootRoom<'_>,
        position: u32,
    ) -> u64 {
        let neighbors = args.graph.list(args.roots[position as usize]);
        let threads = self.threads();
        assert!(
            neighbors.len() as u64 <= room.list.len(),
            "a root whose list is longer than its launch allows"
        );
        // What the last root has left may still be in use.
        self.sync();
        // SAFETY: each element is written by one thread, and read after the team has met.
        threads.share(neighbors.len(), |i| unsafe { room.list.write(i, neighbors[i]) });
        let rows = neighbors.len() * (room.words.len() / room.list.len()) as usize;
        // SAFETY: as above; there are so many words for each of the list.
        threads.share(rows, |at| unsafe { room.words.write(at, 0) });
        if TOGETHER && threads.rank() == 0 {
            room.found.store(0, Relaxed);
        }
        self.sync();
        // SAFETY: just written, and not again before the team meets at the next root.
        let list = unsafe { room.list.written(neighbors.len()) };
        let hubs = lower_bound(list, args.hubs.count) as u32;
        let are_hubs = hubs as usize == list.len();
        if !are_hubs {
            room.marks.set::<B::Warp>(threads, list);
        }
        self.put_hub_rows::<ROWS, PARTS>(&args.hubs, room.matrix, &list[..hubs as usize]);
        if !are_hubs {
            self.sync();
            self.set_listed(&args.graph, room, list, hubs);
        }
        self.sync();
        if !are_hubs {
            room.marks.clear(threads, list);
        }
        self.cliques_in::<C, S>(room, list.len() as u32)
    }

    /// This thread's share of the cliques of a root's list, whose matrix is filled. A collective of the team.
    #[inline(always)]
    fn cliques_in<C: Remaining, S: VertexSet>(self, room: &RootRoom<'_>, rows: u32) -> u64 {
        let (warp, matrix) = (self.block.warp(), room.matrix);
        let mut sum = 0u64;
        let mut found = 0;
        let mut i = self.rank();
        while i < rows {
            let mut first = 0;
            while first < i {
                let j = first + warp.lane();
                // SAFETY: the rows are filled; `j` is before the row's own bit.
                let is_joined = j < i && unsafe { matrix.bit(i, j) };
                let both = if !is_joined {
                    0
                } else if S::BITS >= i {
                    in_common::<S>(matrix, i, j).size()
                } else {
                    in_common::<u128>(matrix, i, j).size()
                };
                if C::COUNT == 1 {
                    sum += u64::from(both);
                } else {
                    let kept = warp.ballot(both >= C::COUNT);
                    let before = if TOGETHER { reserve(warp, room.found, kept.count_ones()) } else { found };
                    if both >= C::COUNT {
                        let at = before + (kept & warp.lanes_below()).count_ones();
                        // SAFETY: there is a place for each pair, and no other thread has this one.
                        unsafe { room.pairs.write(at as usize, (i << 8 | j) as u16) };
                    }
                    found += kept.count_ones();
                }
                first += B::Warp::LANES;
            }
            i += self.warps();
        }
        if C::COUNT == 1 {
            return sum;
        }
        self.sync();
        let found = if TOGETHER { room.found.load(Relaxed) } else { found };
        self.threads().share(found as usize, |at| {
            // SAFETY: written before the team met, and not again before it meets at the next root.
            let pair = u32::from(unsafe { room.pairs.read(at) });
            let (i, j) = (pair >> 8, pair & 0xFF);
            sum += u64::from(if S::BITS >= i {
                C::cliques(in_common::<S>(matrix, i, j), matrix)
            } else {
                cliques_of_many::<C>(in_common(matrix, i, j), matrix)
            });
        });
        sum
    }
}

/// The cliques of a set of two words.
// Out of line: it is rare, and must not cost the others registers.
#[inline(never)]
fn cliques_of_many<C: Remaining>(set: u128, matrix: Matrix<'_>) -> u32 {
    if set >> WORD == 0 { C::cliques(set as u64, matrix) } else { C::cliques(set, matrix) }
}

/// The next `count` numbers, for a warp. A collective of it.
#[inline(always)]
fn reserve<W: Warp>(warp: W, next: &AtomicU32, count: u32) -> u32 {
    let mut first = 0;
    if warp.lane() == 0 && count > 0 {
        first = next.fetch_add(count, Relaxed);
    }
    warp.shuffle(first, 0)
}
