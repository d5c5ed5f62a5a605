//! A warp's depth-first search in a matrix of bits.

use super::matrix::{Matrix, WORD, words};
use super::room::CliqueRoom;
use crate::simt::Warp;

/// A warp's search in one matrix.
pub(super) struct CliqueSearch<'r, 'a, W> {
    /// The warp.
    pub warp: W,
    /// Its stack.
    pub room: &'r CliqueRoom<'a>,
    /// The matrix, in which no one writes during the search.
    pub matrix: Matrix<'a>,
    /// How many vertices are chosen one by one before the last two.
    pub depth: u32,
    /// Whether many sets are short.
    pub short: bool,
}

impl<W: Warp> CliqueSearch<'_, '_, W> {
    /// This lane's share of the cliques of `depth + 2` vertices among those of row `i`. Without `DEEP`, `depth` is 0.
    #[inline(always)]
    pub(super) fn row<const DEEP: bool>(&self, i: u32) -> u64 {
        // SAFETY: the row was written before the block met, and no one writes until it meets again.
        let row = unsafe { self.matrix.row(i, words(i)) };
        if DEEP && self.depth > 0 { self.deeper(i, row) } else { self.pairs(row) }
    }

    /// This lane's share of the cliques of `depth + 2` vertices, `depth > 0`, among those of row `i`, which is `row`:
    /// depth-first.
    #[inline(always)]
    fn deeper(&self, i: u32, row: &[u64]) -> u64 {
        let last = self.depth - 1;
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
            } else if size(self.warp, common) + level > self.depth {
                self.save(level, next, top);
                (level, set, next, top) = (level + 1, common, 0, j);
            }
        }
    }

    /// The AND of `set` with row `j`, on the stack. A collective.
    #[inline(always)]
    fn meet(&self, level: u32, set: &[u64], j: u32) -> &[u64] {
        // SAFETY: as in `row`.
        let row = unsafe { self.matrix.row(j, words(j)) };
        self.put(level, j, |at| set[at] & row[at])
    }

    /// A set among the vertices before `j`, on the stack. A collective.
    #[inline(always)]
    pub(super) fn put(&self, level: u32, j: u32, word: impl Fn(usize) -> u64) -> &[u64] {
        let length = words(j);
        // Lanes may still be reading what was here.
        self.warp.sync();
        // SAFETY: the stack's row belongs to this warp, whose lanes have met, and meet again before they read.
        unsafe { self.room.rows.put_words(self.warp, level, length, word) };
        self.warp.sync();
        // SAFETY: just written.
        unsafe { self.room.rows.row(level, length) }
    }

    /// This lane's share of the neighbouring pairs within `set`.
    #[inline(always)]
    fn pairs(&self, set: &[u64]) -> u64 {
        if W::LANES == 1 {
            return self.pairs_alone(set);
        }
        if !self.short {
            return self.pairs_of_many(set);
        }
        match *set {
            [] => 0,
            [a] => self.pairs_of_few([a, 0, 0], 1),
            [a, b] => self.pairs_of_few([a, b, 0], 2),
            [a, b, c] => self.pairs_of_few([a, b, c], 3),
            _ => self.pairs_of_many(set),
        }
    }

    /// The neighbouring pairs within `set`, by one lane, bit by bit.
    #[inline(always)]
    fn pairs_alone(&self, set: &[u64]) -> u64 {
        let mut sum = 0;
        for at in 0..set.len() {
            let mut word = set[at];
            while word != 0 {
                sum += u64::from(self.common(&set[..=at], at as u32 * WORD + word.trailing_zeros()));
                word &= word - 1;
            }
        }
        sum
    }

    /// This lane's share of the neighbouring pairs within a set of `words` words, at most three, kept in registers: a
    /// lane has a bit of each half of a word.
    #[inline(always)]
    fn pairs_of_few(&self, [a, b, c]: [u64; 3], words: usize) -> u64 {
        let mut sum = self.in_word(a, 0, |row| ones(a, row[0]));
        if words > 1 {
            sum += self.in_word(b, 1, |row| ones(a, row[0]) + ones(b, row[1]));
        }
        if words > 2 {
            sum += self.in_word(c, 2, |row| ones(a, row[0]) + ones(b, row[1]) + ones(c, row[2]));
        }
        u64::from(sum)
    }

    /// The sum of `common` over the rows, as far as word `at`, of this lane's bits of the set's word `at`.
    #[inline(always)]
    fn in_word(&self, word: u64, at: usize, common: impl Fn(&[u64]) -> u32) -> u32 {
        let mut sum = 0;
        let mut bit = self.warp.lane();
        while bit < WORD {
            if word >> bit & 1 == 1 {
                // SAFETY: as in `row`; a row has the words up to its own bit.
                sum += common(unsafe { self.matrix.row(at as u32 * WORD + bit, at + 1) });
            }
            bit += W::LANES;
        }
        sum
    }

    /// This lane's share of the neighbouring pairs within a set of any size, read from memory.
    #[inline(always)]
    fn pairs_of_many(&self, set: &[u64]) -> u64 {
        let mut sum = 0;
        let mut i = self.warp.lane();
        // 32-bit numbers, as registers are scarce.
        while i < set.len() as u32 * WORD {
            let at = (i / WORD) as usize;
            if set[at] >> (i % WORD) & 1 == 1 {
                sum += self.common(&set[..=at], i);
            }
            i += W::LANES;
        }
        u64::from(sum)
    }

    /// How many of `set`, the words up to that of bit `i`, are in row `i`.
    #[inline(always)]
    fn common(&self, set: &[u64], i: u32) -> u32 {
        // SAFETY: as in `row`; a row has the words up to its own bit.
        let row = unsafe { self.matrix.row(i, set.len()) };
        set.iter().zip(row).map(|(a, b)| (a & b).count_ones()).sum()
    }

    #[inline(always)]
    pub(super) fn save(&self, level: u32, next: u32, top: u32) {
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
    pub(super) fn load(&self, level: u32) -> (u32, u32) {
        // SAFETY: `save` wrote them when the level was left.
        unsafe { (self.room.saved.read(2 * level as usize), self.room.saved.read(2 * level as usize + 1)) }
    }
}

/// The first bit of `set` from `from` on.
#[inline(always)]
pub(super) fn next_bit(set: &[u64], from: u32) -> Option<u32> {
    let mut at = (from / WORD) as usize;
    let mut word = set.get(at)? & (u64::MAX << (from % WORD));
    while word == 0 {
        at += 1;
        word = *set.get(at)?;
    }
    Some(at as u32 * WORD + word.trailing_zeros())
}

/// How many bits two words have in common.
#[inline(always)]
fn ones(a: u64, b: u64) -> u32 {
    (a & b).count_ones()
}

/// How many bits are in `set`, in all lanes.
#[inline(always)]
pub(in crate::kernels) fn size<W: Warp>(warp: W, set: &[u64]) -> u32 {
    let mut bits = 0;
    let mut at = warp.lane() as usize;
    while at < set.len() {
        bits += set[at].count_ones();
        at += W::LANES as usize;
    }
    warp.sum(bits)
}
