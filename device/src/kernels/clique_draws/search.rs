//! One draw of a clique.

use super::room::DrawRoom;
use crate::kernels::cliques::matrix::{WORD, words};
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::random::RngCore;
use crate::simt::Warp;

/// The chance of a vertex that is joined to all candidates, less one: so many of them fit in 64 bits, and 32 in 32.
const MOST_CHANCE: f64 = (1u32 << 24) as f64;

/// Draws of a warp of so many vertices of a root's list.
pub(super) struct CliqueDraw<'r, 'a, W> {
    warp: W,
    room: &'r DrawRoom<'a>,
    /// Rows of the matrix.
    rows: u32,
    others: u32,
    /// What the chances of the whole list add up to.
    all: u64,
}

impl<'r, 'a, W: Warp> CliqueDraw<'r, 'a, W> {
    /// For a root whose matrix is whole, and of so many rows. A collective.
    #[inline(always)]
    pub(super) fn new(warp: W, room: &'r DrawRoom<'a>, rows: u32, others: u32) -> Self {
        let mut draw = CliqueDraw { warp, room, rows, others, all: 0 };
        // The last root's may still be in use.
        warp.sync();
        let degree = |i: u32| draw.row(i).iter().map(|word| word.count_ones()).sum();
        draw.all = draw.weigh(room.first, rows, others, degree);
        draw
    }

    /// What a draw stands for, in ordered cliques. A collective.
    #[inline(always)]
    pub(super) fn weight(&self, random: &mut impl RngCore) -> f64 {
        if self.all == 0 {
            return 0.0;
        }
        let (place, chance) = self.choose(self.room.first, self.rows, self.all, random);
        let mut weight = self.all as f64 / f64::from(chance);
        let row = self.row(place);
        self.put(|at| row[at]);
        let mut left = self.others - 1;
        loop {
            let candidates = self.list();
            if candidates < left {
                return 0.0;
            }
            if left == 2 {
                return weight * self.pairs(candidates) as f64;
            }
            let all = self.weigh(self.room.chances, candidates, left, |i| self.degree(i));
            if all == 0 {
                return 0.0;
            }
            let (i, chance) = self.choose(self.room.chances, candidates, all, random);
            weight *= all as f64 / f64::from(chance);
            let row = self.row(self.place(i));
            // SAFETY: `put` has written the set; the word is this lane's.
            self.put(|at| row[at] & unsafe { self.room.set.read(at) });
            left -= 1;
        }
    }

    /// The neighbours of the vertex at a place in the list.
    #[inline(always)]
    fn row(&self, place: u32) -> &'a [u64] {
        // SAFETY: the matrix was made whole before the block met, and no one writes until it meets again.
        unsafe { self.room.cliques.matrix.row(place, words(self.rows)) }
    }

    /// Where in the list the candidate of a number stands.
    #[inline(always)]
    fn place(&self, i: u32) -> u32 {
        // SAFETY: `list` wrote those of all candidates, and the lanes have met since.
        unsafe { self.room.places.read(i as usize) }
    }

    /// The set of candidates.
    #[inline(always)]
    fn set(&self) -> &[u64] {
        // SAFETY: `put` wrote so many words, and the lanes have met since; they meet before it writes again.
        unsafe { self.room.set.written(words(self.rows)) }
    }

    /// Makes a set of its words. A collective.
    #[inline(always)]
    fn put(&self, word: impl Fn(usize) -> u64) {
        self.warp.sync();
        // SAFETY: the set is this warp's and has so many words, each of which is one lane's; the lanes meet before and
        // after.
        ThreadTeam::warp(self.warp)
            .share(words(self.rows), |at| unsafe { self.room.set.write(at, word(at)) });
        self.warp.sync();
    }

    /// Lists the candidates; returns how many there are. A collective.
    #[inline(always)]
    fn list(&self) -> u32 {
        let (warp, set) = (self.warp, self.set());
        let (mut listed, mut first) = (0, 0);
        while first < set.len() {
            let at = first + warp.lane() as usize;
            let mut word = if at < set.len() { set[at] } else { 0 };
            let up_to = warp.inclusive_scan(word.count_ones());
            let mut to = (listed + up_to - word.count_ones()) as usize;
            while word != 0 {
                // SAFETY: there is room for each vertex of the root's list, and each is written by one lane.
                unsafe { self.room.places.write(to, at as u32 * WORD + word.trailing_zeros()) };
                to += 1;
                word &= word - 1;
            }
            listed += warp.shuffle(up_to, W::LANES - 1);
            first += W::LANES as usize;
        }
        warp.sync();
        listed
    }

    /// How many candidates the candidate of a number is joined to.
    #[inline(always)]
    fn degree(&self, i: u32) -> u32 {
        self.row(self.place(i)).iter().zip(self.set()).map(|(row, set)| (row & set).count_ones()).sum()
    }

    /// How many pairs of candidates are joined, each in both orders. A collective.
    #[inline(always)]
    fn pairs(&self, candidates: u32) -> u64 {
        let mut pairs = 0;
        ThreadTeam::warp(self.warp).share(candidates as usize, |i| pairs += u64::from(self.degree(i as u32)));
        self.warp.sum_u64(pairs)
    }

    /// Notes down the chance of each of some candidates, of which `left` are to be taken; returns what they add up to.
    /// A collective.
    #[inline(always)]
    fn weigh(
        &self,
        chances: Scratch<'a, u32>,
        candidates: u32,
        left: u32,
        degree: impl Fn(u32) -> u32,
    ) -> u64 {
        let mut all = 0;
        ThreadTeam::warp(self.warp).share(candidates as usize, |i| {
            let chance = chance(degree(i as u32), candidates, left);
            all += u64::from(chance);
            // SAFETY: there is one for each vertex of the root's list, and each is written by one lane.
            unsafe { chances.write(i, chance) };
        });
        self.warp.sync();
        self.warp.sum_u64(all)
    }

    /// Takes one of the candidates, whose chances add up to `all`, which is not 0: its number, and its chance. A
    /// collective.
    #[inline(always)]
    fn choose(
        &self,
        chances: Scratch<'a, u32>,
        candidates: u32,
        all: u64,
        random: &mut impl RngCore,
    ) -> (u32, u32) {
        let mut left = ((u128::from(random.next_u64()) * u128::from(all)) >> 64) as u64;
        let (warp, mut first) = (self.warp, 0);
        loop {
            let i = first + warp.lane();
            // SAFETY: `weigh` wrote those of all candidates, and the lanes have met since.
            let chance = if i < candidates { unsafe { chances.read(i as usize) } } else { 0 };
            let up_to = warp.inclusive_scan(chance);
            let beyond = warp.ballot(u64::from(up_to) > left);
            if beyond != 0 {
                let lane = beyond.trailing_zeros();
                return (first + lane, warp.shuffle(chance, lane));
            }
            left -= u64::from(warp.shuffle(up_to, W::LANES - 1));
            first += W::LANES;
        }
    }
}

/// The chance of a vertex with `degree` neighbours among `candidates`, of which `left` are to be taken: 0 if it is in
/// no clique of them.
#[inline(always)]
fn chance(degree: u32, candidates: u32, left: u32) -> u32 {
    if degree + 1 < left {
        return 0;
    }
    let part = f64::from(degree) / f64::from(candidates);
    let mut power = MOST_CHANCE;
    for _ in 0..left / 2 {
        power *= part;
    }
    power as u32 + 1
}

/// The most that a draw of `others` vertices can stand for, in a list of so many: at least 3 others.
///
/// With `c` candidates when `l` vertices are left to take, and `e` half of `l`, one that is joined to `d` of them is
/// taken with a chance of at least `(d / c)^e / c`, and leaves `d` candidates. So the draw stands for a product of
/// `c^(1 + e) / d^e`, in which each number of candidates but the first stands twice: what is left of it is a factor of
/// `c` for even `l`, and none for odd ones. Two that are left to take are among `c (c - 1)` pairs at most.
pub fn most_weight(length: u32, others: u32) -> f64 {
    let candidates = |left: u32| f64::from((length + left).saturating_sub(others));
    let mut most = candidates(others);
    for _ in 0..others / 2 {
        most *= candidates(others);
    }
    for left in (4..others).step_by(2) {
        most *= candidates(left);
    }
    // Chances are rounded up, by less than one in so many.
    for _ in 3..=others {
        most *= 1.0 + 1.0 / MOST_CHANCE;
    }
    most * (candidates(2) - 1.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_degrees_and_are_none_where_there_is_no_clique() {
        assert_eq!((chance(3, 10, 5), chance(0, 10, 1)), (0, 1 << 24 | 1));
        assert_eq!(chance(5, 10, 4), (1 << 22) + 1, "a half, twice");
        assert_eq!(chance(10, 10, 11), (1 << 24) + 1);
        assert!((4..100).all(|degree| chance(degree, 100, 5) < chance(degree + 1, 100, 5)));
        // What is too small to tell apart is still there.
        assert_eq!(chance(30, 100_000, 31), 1);
    }

    /// The most by going through all numbers of candidates.
    fn by_trying(candidates: u32, left: u32) -> f64 {
        if left == 2 {
            return f64::from(candidates) * f64::from(candidates.saturating_sub(1));
        }
        let after = |degree: u32| {
            let all = f64::from(candidates) * (MOST_CHANCE + 1.0);
            all / f64::from(chance(degree, candidates, left)) * by_trying(degree, left - 1)
        };
        (left - 1..candidates).map(after).fold(0.0, f64::max)
    }

    #[test]
    fn no_draw_stands_for_more_than_the_most() {
        for others in 3..=7 {
            for length in others..14 {
                let (most, tried) = (most_weight(length, others), by_trying(length, others));
                assert!(tried <= most && tried > 0.99 * most, "{length}, {others}: {tried} of {most}");
            }
        }
    }
}
