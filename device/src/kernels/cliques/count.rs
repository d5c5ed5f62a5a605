//! The number of cliques of `k` vertices, by going through those of `k - 2`.

use core::sync::atomic::Ordering::Relaxed;

use super::build::build;
use super::matrix::{WORD, words};
use super::room::{CliqueArgs, Room};
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw_block;
use crate::simt::{Block, Warp};

/// Rows of bits that a warp of [`count_cliques`] keeps on its stack, for cliques of `k >= 4` vertices.
pub const fn levels(k: u32) -> u32 {
    k - 4
}

/// Counts each clique of four vertices once, at its greatest vertex. Roots' matrices stand in shared memory.
///
/// A block takes a root and makes the bit matrix of the graph among its list. A warp takes a row: a set of
/// candidates. A lane takes a candidate, and counts the bits of the AND of its row with the set.
/// `totals`: [`TOTALS`](crate::kernels::count::tally::TOTALS) sums. Shared memory:
/// [`Shape::shared_bytes`](super::Shape::shared_bytes). Bound by filling the matrices.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub fn count_4_cliques<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, false, false>(block, args);
}

/// Counts each clique of `k >= 5` vertices once, as [`count_4_cliques`] does.
///
/// A warp goes through the candidates of its row depth-first, keeping the AND of their rows, until two vertices are
/// left to choose. Bound by the popcounts.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub fn count_cliques<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, false, true>(block, args);
}

/// Counts each clique of four vertices once, as [`count_4_cliques`] does, for roots whose matrices are too large for
/// shared memory: see [`count_cliques_wide`].
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub fn count_4_cliques_wide<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, true, false>(block, args);
}

/// Counts each clique of `k >= 5` vertices once, as [`count_cliques`] does, for roots whose matrices are too large for
/// shared memory: they stand in `words`.
///
/// Shared memory: [`Shape::shared_bytes_wide`](super::Shape::shared_bytes_wide). Numbered by falling degree, a list of
/// a graph with `m` edges has at most the square root of `2 m` vertices, so that a matrix takes `m / 4` bytes.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub fn count_cliques_wide<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, true, true>(block, args);
}

/// The kernels' body. `DEEP` is whether `k` is more than 4.
#[inline(always)]
fn count<B: Block, const WIDE: bool, const DEEP: bool>(block: B, args: &CliqueArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way. The host makes `words` for the whole grid.
    let room = unsafe { Room::new::<B, WIDE>(block, args) };
    let k = args.shape.k;
    let search = Search { warp: block.warp(), room: &room, k };
    let mut sum = 0;
    while let Some(tasks) = draw_block(block, room.slot, &args.queue[0], args.chunk, args.roots.len() as u64)
    {
        for task in tasks {
            let list = build(block, args, &room, args.roots[task as usize]);
            let rows = list.len() as u32;
            let mut row = next_row(block, &room, 0);
            // A clique has k - 2 vertices in the row of its second.
            while row + k < rows + 2 {
                sum += search.row::<DEEP>(rows - 1 - row);
                row = next_row(block, &room, row + 1);
            }
        }
    }
    let mut tally = Tally::new();
    tally.add(sum);
    tally.store(block.warp(), &args.totals);
}

/// The next row for this warp, numbered from the last row up; `next` if there is no other warp.
#[inline(always)]
fn next_row<B: Block>(block: B, room: &Room<'_>, next: u32) -> u32 {
    if block.warps() == 1 {
        return next;
    }
    let warp = block.warp();
    let mut row = 0;
    if warp.lane() == 0 {
        row = room.ticket.fetch_add(1, Relaxed);
    }
    warp.shuffle(row, 0)
}

/// A warp's search in one matrix.
struct Search<'r, 'a, W> {
    warp: W,
    room: &'r Room<'a>,
    k: u32,
}

impl<W: Warp> Search<'_, '_, W> {
    /// This lane's share of the cliques whose second vertex is that of row `i`.
    #[inline(always)]
    fn row<const DEEP: bool>(&self, i: u32) -> u64 {
        // SAFETY: `build` wrote the row, and no one writes until the block meets again.
        let row = unsafe { self.room.matrix.row(i, words(i)) };
        if DEEP { self.deeper(i, row) } else { self.pairs(row) }
    }

    /// The same for `k > 4`, depth-first.
    #[inline(always)]
    fn deeper(&self, i: u32, row: &[u64]) -> u64 {
        let last = levels(self.k) - 1;
        let (mut level, mut set, mut next, mut top) = (0, row, 0, i);
        let mut sum = 0;
        loop {
            let Some(j) = next_bit(set, next) else {
                if level == 0 {
                    return sum;
                }
                level -= 1;
                (next, top) = self.load(level);
                // SAFETY: the stack's row was written by `meet` when this level was entered.
                set = if level == 0 { row } else { unsafe { self.room.rows.row(level - 1, words(top)) } };
                continue;
            };
            next = j + 1;
            let common = self.meet(level, set, j);
            if level == last {
                sum += self.pairs(common);
            } else if self.size(common) + level + 3 >= self.k {
                self.save(level, next, top);
                (level, set, next, top) = (level + 1, common, 0, j);
            }
        }
    }

    /// The AND of `set` with row `j`, on the stack. A collective.
    #[inline(always)]
    fn meet(&self, level: u32, set: &[u64], j: u32) -> &[u64] {
        let length = words(j);
        // SAFETY: as in `row`.
        let row = unsafe { self.room.matrix.row(j, length) };
        // Lanes may still be reading what was here.
        self.warp.sync();
        // SAFETY: the stack's row belongs to this warp, whose lanes have met, and meet again before they read.
        unsafe { self.room.rows.put_words(self.warp, level, length, |at| set[at] & row[at]) };
        self.warp.sync();
        // SAFETY: just written.
        unsafe { self.room.rows.row(level, length) }
    }

    /// This lane's share of the neighbouring pairs within `set`.
    #[inline(always)]
    fn pairs(&self, set: &[u64]) -> u64 {
        let mut sum = 0;
        for at in 0..set.len() {
            let mut word = set[at];
            if W::LANES == 1 {
                while word != 0 {
                    sum += u64::from(self.common(set, at, word.trailing_zeros()));
                    word &= word - 1;
                }
                continue;
            }
            let mut bit = self.warp.lane();
            while bit < WORD {
                if word >> bit & 1 == 1 {
                    sum += u64::from(self.common(set, at, bit));
                }
                bit += W::LANES;
            }
        }
        sum
    }

    /// How many of `set` are in the row of bit `bit` of its word `at`.
    #[inline(always)]
    fn common(&self, set: &[u64], at: usize, bit: u32) -> u32 {
        // SAFETY: as in `row`; a row has the words up to its own bit.
        let row = unsafe { self.room.matrix.row(at as u32 * WORD + bit, at + 1) };
        set[..=at].iter().zip(row).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// How many bits are in `set`, in all lanes.
    #[inline(always)]
    fn size(&self, set: &[u64]) -> u32 {
        let mut bits = 0;
        let mut at = self.warp.lane() as usize;
        while at < set.len() {
            bits += set[at].count_ones();
            at += W::LANES as usize;
        }
        self.warp.sum(bits)
    }

    #[inline(always)]
    fn save(&self, level: u32, next: u32, top: u32) {
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: two words a level, of this warp, whose lanes have met, and meet again before they read.
            unsafe {
                self.room.saved.write(2 * level as usize, next);
                self.room.saved.write(2 * level as usize + 1, top);
            }
        }
        self.warp.sync();
    }

    #[inline(always)]
    fn load(&self, level: u32) -> (u32, u32) {
        // SAFETY: `save` wrote them when the level was left.
        unsafe { (self.room.saved.read(2 * level as usize), self.room.saved.read(2 * level as usize + 1)) }
    }
}

/// The first bit of `set` from `from` on.
#[inline(always)]
fn next_bit(set: &[u64], from: u32) -> Option<u32> {
    let mut at = (from / WORD) as usize;
    let mut word = set.get(at)? & (u64::MAX << (from % WORD));
    while word == 0 {
        at += 1;
        word = *set.get(at)?;
    }
    Some(at as u32 * WORD + word.trailing_zeros())
}
