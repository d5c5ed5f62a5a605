//! The rows that a warp has in hand.

use super::{Chain, MAX_LEVELS, NONE};
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// Words of shared memory for the row of a lane: its vertices, what its edges join, and how many vertices it has.
pub const WORDS: usize = 2 * MAX_LEVELS + 1;

/// A row for each lane of a warp, in shared memory: by place, and then by lane.
#[derive(Clone, Copy)]
pub(super) struct RowsInHand<'b, W> {
    warp: W,
    words: Scratch<'b, u32>,
}

impl<'b, W: Warp> RowsInHand<'b, W> {
    /// Those of the calling warp, of any contents.
    #[inline(always)]
    pub fn new<B: Block<Warp = W>>(block: B) -> Self {
        let words = WORDS * W::LANES as usize;
        let start = words * block.warp_index() as usize;
        assert!(
            (start + words) * size_of::<u32>() <= block.shared_bytes(),
            "too little shared memory for rows"
        );
        // SAFETY: within the block's shared memory, as just checked, aligned as that is; each warp has a part of its
        // own, whose lanes are kept clear of each other by syncs.
        let words =
            unsafe { Scratch::from_raw_parts(block.shared_base().cast::<u32>().add(start), words as u64) };
        RowsInHand { warp: block.warp(), words }
    }

    /// The calling lane.
    #[inline(always)]
    pub fn lane(self) -> u32 {
        self.warp.lane()
    }

    #[inline(always)]
    fn at(word: usize, lane: u32) -> usize {
        word * W::LANES as usize + lane as usize
    }

    #[inline(always)]
    fn get(self, word: usize, lane: u32) -> u32 {
        debug_assert!(word < WORDS && lane < W::LANES);
        // SAFETY: within the warp's words; the lane whose row it is has written it, before the sync that ends `load`.
        unsafe { self.words.read(Self::at(word, lane)) }
    }

    #[inline(always)]
    fn set(self, word: usize, value: u32) {
        // SAFETY: within the warp's words; a lane writes those of its own row alone, between two syncs.
        unsafe { self.words.write(Self::at(word, self.warp.lane()), value) }
    }

    /// Takes a row of the last chunk of `chain` in hand for each lane that names one. A collective.
    #[inline(always)]
    pub fn load(self, chain: &Chain<'_>, row: Option<u32>) {
        // What was in hand before is no longer read.
        self.warp.sync();
        if let Some(row) = row {
            let levels = chain.levels as usize;
            let mut at = row as usize;
            let mut level = levels;
            while level > 1 {
                level -= 1;
                self.set(level, chain.vertices[level][at]);
                if !chain.joins[level].is_empty() {
                    self.set(MAX_LEVELS + level, chain.joins[level][at]);
                }
                at = chain.parents[level][at] as usize;
            }
            // Not the loop's last turn, where LLVM would carry the address of a parameter from turn to turn: before PTX
            // 7.7 a parameter has none, and all of `chain` would be copied to the stack.
            self.set(0, chain.vertices[0][at]);
            self.set(2 * MAX_LEVELS, self.close_up(levels));
        }
        self.warp.sync();
    }

    /// Moves the vertices of the lane's row together, where levels added none, and tells how many there are.
    #[inline(always)]
    fn close_up(self, levels: usize) -> u32 {
        let mut count = 0;
        let mut level = 0;
        while level < levels {
            let vertex = self.get(level, self.warp.lane());
            if vertex != NONE {
                self.set(count, vertex);
                count += 1;
            }
            level += 1;
        }
        count as u32
    }

    /// The vertex at `place` of the row of `lane`, which has so many.
    #[inline(always)]
    pub fn vertex(self, place: usize, lane: u32) -> u32 {
        self.get(place, lane)
    }

    /// How many vertices the row of `lane` has.
    #[inline(always)]
    pub fn vertices(self, lane: u32) -> u32 {
        self.get(2 * MAX_LEVELS, lane)
    }

    /// The places that the edge of `level` joins in the row of `lane`.
    #[inline(always)]
    pub fn join(self, level: usize, lane: u32) -> (usize, usize) {
        let join = self.get(MAX_LEVELS + level, lane);
        ((join & 0xffff) as usize, (join >> 16) as usize)
    }
}
