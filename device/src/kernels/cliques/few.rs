//! Searching among few vertices of a list, whose sets are one word: their graph, a stack, and a warp's room for both.

use super::matrix::{Matrix, WORD, below, word_of};
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// The most candidates.
pub(in crate::kernels) const FEW: u32 = WORD;

/// Levels of a warp's stack, up to where few candidates are left, of lists of up to `longest` vertices with cliques of
/// up to `most`, the root among them. Each level has a candidate less than the one before, and a vertex more that is
/// taken.
pub(in crate::kernels) const fn levels_of_many(longest: u32, most: u32) -> u32 {
    match longest {
        0..=FEW => 0,
        longest if longest - FEW < most => longest - FEW + 1,
        _ => most,
    }
}

/// A warp's room for few candidates: a stack of `FRAME` words a level; and, where there are lists of more, for a matrix
/// of few, and where in the list these stand. A list of few has its own matrix.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct FewRoom<'a, const FRAME: usize> {
    words: Scratch<'a, u64>,
}

impl<'a, const FRAME: usize> FewRoom<'a, FRAME> {
    /// Where the rows begin.
    const ROWS: usize = FRAME * FEW as usize;
    /// Where the places begin.
    const PLACES: usize = Self::ROWS + FEW as usize;

    const fn words(longest: u32) -> usize {
        if longest > FEW { Self::PLACES + FEW as usize } else { Self::ROWS }
    }

    /// Bytes of shared memory for so many warps, and lists of up to `longest` vertices.
    pub(in crate::kernels) const fn shared_bytes(longest: u32, warps: usize) -> usize {
        bytes_of::<u64>(warps * Self::words(longest))
    }

    /// The warp's part of the block's memory.
    #[inline(always)]
    pub(in crate::kernels) fn in_arena<B: Block>(block: B, arena: &mut Arena<'a>, longest: u32) -> Self {
        let words = Self::words(longest);
        let all = arena.take(block.warps() as usize * words);
        FewRoom { words: all.part(u64::from(block.warp_index()) * words as u64, words as u64) }
    }

    /// The stack: a level for each candidate.
    #[inline(always)]
    pub(in crate::kernels) fn frames(&self) -> Scratch<'a, u64> {
        self.words.part(0, Self::ROWS as u64)
    }

    /// Makes the graph among the vertices of `set`, which are `count`, at most 64: also where in the list each stands.
    /// There are lists of more. A collective.
    ///
    /// # Safety
    /// `matrix` has a row of as many words as `set` for each of its vertices, which were written before the lanes met.
    /// Nobody uses what was made here before any more.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn pack<W: Warp>(
        &self,
        warp: W,
        matrix: Matrix<'_>,
        set: &[u64],
        count: u32,
    ) -> (FewRows<'a, W>, &'a [u64]) {
        let part = |start: usize| self.words.part(start as u64, FEW.into());
        let (rows, places) = (part(Self::ROWS), part(Self::PLACES));
        // SAFETY: this warp's room for so many places.
        let places = unsafe {
            put_places(warp, set, places);
            places.written(count as usize)
        };
        // SAFETY: the places are of `set`, the rows are this warp's, and its lanes meet in `pack`.
        let rows = unsafe {
            pack(warp, matrix, set, places, rows);
            FewRows::new(warp, rows, count)
        };
        (rows, places)
    }
}

/// The graph among few vertices: a row of one word each, and a lane's own ones where there are many lanes.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct FewRows<'a, W> {
    warp: W,
    rows: Scratch<'a, u64>,
    /// The rows of the vertices that have the lane's number, and the number of lanes more than that.
    pub own: [u64; 2],
}

impl<'a, W: Warp> FewRows<'a, W> {
    /// The graph whose rows are the first `count` of `rows`.
    ///
    /// # Safety
    /// The rows are written, the lanes have met since, and nobody writes them while they are asked for. No others are.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn new(warp: W, rows: Scratch<'a, u64>, count: u32) -> Self {
        let own = [warp.lane(), warp.lane() + W::LANES].map(|row| {
            // SAFETY: the caller's promise.
            if W::LANES > 1 && row < count { unsafe { rows.read(row as usize) } } else { 0 }
        });
        FewRows { warp, rows, own }
    }

    /// The row of a vertex.
    #[inline(always)]
    pub(in crate::kernels) fn row(&self, vertex: u32) -> u64 {
        // SAFETY: the promise to `new`.
        unsafe { self.rows.read(vertex as usize) }
    }

    /// The vertices whose rows pass a test, and perhaps others that there are none of; on many lanes. A collective.
    #[inline(always)]
    pub(in crate::kernels) fn ballot(&self, test: impl Fn(u64) -> bool) -> u64 {
        let [low, high] = self.own.map(|row| u64::from(self.warp.ballot(test(row))));
        low | high << W::LANES
    }

    /// Looks at the candidates in `set`; where there are none, what it returns says nothing. A collective.
    #[inline(always)]
    pub(in crate::kernels) fn choose<const MATCHING: bool>(&self, set: u64) -> PivotChoice {
        let others = set.count_ones().wrapping_sub(1);
        if W::LANES == 1 {
            let (mut universal, mut best, mut is_matching, mut left) = (0, 0, MATCHING, set);
            while left != 0 {
                let vertex = left.trailing_zeros();
                let degree = (set & self.row(vertex)).count_ones();
                if degree == others {
                    universal |= left & left.wrapping_neg();
                } else {
                    best = best.max(key(degree, vertex));
                    is_matching &= degree + 1 == others;
                }
                left &= left - 1;
            }
            return PivotChoice::new(universal, best, is_matching);
        }
        let look = |vertex: u32, row: u64| {
            let is_candidate = set >> vertex & 1 == 1;
            let degree = (set & row).count_ones();
            let universal = u64::from(self.warp.ballot(is_candidate && degree == others));
            let key = if is_candidate && degree < others { key(degree, vertex) } else { 0 };
            (universal, key, is_candidate && degree + 1 < others)
        };
        let lane = self.warp.lane();
        let (low, high) = (look(lane, self.own[0]), look(lane + W::LANES, self.own[1]));
        let is_matching = MATCHING && !self.warp.any(low.2 || high.2);
        PivotChoice::new(low.0 | high.0 << W::LANES, self.warp.max(low.1.max(high.1)), is_matching)
    }

    /// It as a matrix.
    #[inline(always)]
    pub(in crate::kernels) fn matrix(&self) -> Matrix<'a> {
        Matrix::new(self.rows, 1)
    }
}

/// What is known of the candidates of a node.
pub(in crate::kernels) struct PivotChoice {
    /// Those that are joined to all others.
    pub universal: u64,
    /// Of the others, the one that is joined to the most candidates.
    pub pivot: u32,
    /// How many these are.
    pub degree: u32,
    /// Whether each of the others is joined to all others but one, if that was asked for.
    pub is_matching: bool,
}

impl PivotChoice {
    #[inline(always)]
    fn new(universal: u64, best: u32, is_matching: bool) -> Self {
        PivotChoice { universal, pivot: best % FEW, degree: best / FEW, is_matching }
    }
}

/// A number that is larger for a vertex of a higher degree.
#[inline(always)]
fn key(degree: u32, vertex: u32) -> u32 {
    degree * FEW + vertex
}

/// Words of a level of [`FewStack`].
pub(in crate::kernels) const FRAME: usize = 3;

/// A warp's stack of three words a level.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct FewStack<'a, W> {
    warp: W,
    words: Scratch<'a, u64>,
}

impl<'a, W: Warp> FewStack<'a, W> {
    /// The stack in a warp's room for few.
    ///
    /// # Safety
    /// It has one stack at a time. A level is saved for each candidate at most, and loaded when it was saved.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn new(warp: W, room: FewRoom<'a, FRAME>) -> Self {
        FewStack { warp, words: room.frames() }
    }

    /// Writes a level. A collective.
    #[inline(always)]
    pub(in crate::kernels) fn save(&self, level: u32, frame: [u64; FRAME]) {
        // Lanes may still be reading what was here.
        self.warp.sync();
        if self.warp.lane() == 0 {
            for (at, word) in frame.into_iter().enumerate() {
                // SAFETY: this warp's, whose lanes have met, and there is such a level by the promise to `new`.
                unsafe { self.words.write(FRAME * level as usize + at, word) };
            }
        }
        self.warp.sync();
    }

    /// What was saved at a level.
    #[inline(always)]
    pub(in crate::kernels) fn load(&self, level: u32) -> [u64; FRAME] {
        // SAFETY: the promise to `new`; the lanes have met in `save`.
        [0, 1, 2].map(|at| unsafe { self.words.read(FRAME * level as usize + at) })
    }
}

/// Puts down which bits of `set` are set: at most 64. A collective.
///
/// # Safety
/// There is room for so many places, which this warp alone uses.
#[inline(always)]
unsafe fn put_places<W: Warp>(warp: W, set: &[u64], places: Scratch<'_, u64>) {
    warp.sync();
    let mut before = 0;
    for (at, &word) in set.iter().enumerate() {
        // SAFETY: one lane writes each; all have finished reading what was there.
        let put = |bit: u32, rank: u32| unsafe {
            places.write((before + rank) as usize, u64::from(at as u32 * WORD + bit))
        };
        if W::LANES == 1 {
            let mut left = word;
            for rank in 0..word.count_ones() {
                put(left.trailing_zeros(), rank);
                left &= left - 1;
            }
        } else {
            let mut bit = warp.lane();
            while bit < WORD {
                if word >> bit & 1 == 1 {
                    put(bit, (word & below(bit)).count_ones());
                }
                bit += W::LANES;
            }
        }
        before += word.count_ones();
    }
    warp.sync();
}

/// Fills `rows` with the graph among the vertices of `set`, which stand at `places`: at most 64. A collective.
///
/// # Safety
/// `matrix` has a row of as many words as `set` for each place, which were written before the lanes met; there is room
/// for so many rows, which this warp alone uses.
#[inline(always)]
unsafe fn pack<W: Warp>(warp: W, matrix: Matrix<'_>, set: &[u64], places: &[u64], rows: Scratch<'_, u64>) {
    for (i, &place) in places.iter().enumerate() {
        let row = if W::LANES == 1 {
            // SAFETY: the caller's promise.
            among(set, unsafe { matrix.row(place as u32, set.len()) })
        } else {
            // SAFETY: `word_of` asks for candidates, and the rest is the caller's promise.
            word_of(warp, 0, places.len() as u32, |j| unsafe {
                matrix.bit(place as u32, *places.get_unchecked(j as usize) as u32)
            })
        };
        if warp.lane() == 0 {
            // SAFETY: this warp's; its lanes met in `put_places`, and meet again before they read.
            unsafe { rows.write(i, row) };
        }
    }
    warp.sync();
}

/// The bits of `row` where `set` has some, without gaps.
#[inline(always)]
pub(in crate::kernels) fn among(set: &[u64], row: &[u64]) -> u64 {
    let (mut bits, mut before) = (0, 0);
    for (&set, &row) in set.iter().zip(row) {
        let mut left = set & row;
        while left != 0 {
            let bit = left.trailing_zeros();
            bits |= 1 << (before + (set & below(bit)).count_ones());
            left &= left - 1;
        }
        before += set.count_ones();
    }
    bits
}
