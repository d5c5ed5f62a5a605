//! Sums of the products of each two numbers of many vectors.

use core::sync::atomic::AtomicU64;

use crate::kernels::count::tally::{TOTALS, Tally};
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, WIDE_LANES, Warp};

/// Vectors that a warp adds at a time, at most: one of each lane.
const BATCH: usize = WIDE_LANES as usize;

/// How many sums there are for vectors of so many numbers, all of one kind.
pub const fn sums(numbers: usize) -> usize {
    numbers * (numbers / 2 + 1)
}

/// Which of the sums is that of the products of two of the numbers.
///
/// The pairs are told by how far the second is behind the first, around the circle: so every lane has as many of them,
/// and finds its own without a table.
pub const fn place(numbers: usize, one: usize, other: usize) -> usize {
    // Of two that are opposite to each other on the circle, each is as far behind: of both places the one counts, and
    // on one lane the other stays zero.
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    let ahead = (other + numbers - one) % numbers;
    if ahead <= numbers / 2 { ahead * numbers + one } else { (numbers - ahead) * numbers + other }
}

/// The two numbers of a place.
#[inline(always)]
const fn pair(numbers: usize, place: usize) -> (usize, usize) {
    let one = place % numbers;
    (one, (one + place / numbers) % numbers)
}

/// Bytes of shared memory for a block of so many warps.
pub(super) const fn shared_bytes(numbers: usize, kinds: usize, warps: u32) -> usize {
    let warps = warps as usize;
    bytes_of::<u32>(warps * BATCH * (numbers + 1)) + bytes_of::<Tally>(warps * kinds * sums(numbers))
}

/// A warp's sums, for each kind of vectors, and the vectors that it adds next. They stand in shared memory; a lane has
/// every `LANES`-th sum.
#[derive(Clone, Copy)]
pub(super) struct Products<'a, const N: usize, const KINDS: usize> {
    /// The vectors, each with its kind behind it.
    vectors: Scratch<'a, u32>,
    /// How many there are.
    count: usize,
    sums: Scratch<'a, Tally>,
}

/// A vector, and its kind.
pub(super) type OfKind<const N: usize> = ([u32; N], usize);

impl<'a, const N: usize, const KINDS: usize> Products<'a, N, KINDS> {
    /// Sums of zero.
    #[inline(always)]
    pub(super) fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>) -> Self {
        let (warps, mine) = (block.warps() as usize, u64::from(block.warp_index()));
        let (words, count) = (BATCH * (N + 1), KINDS * sums(N));
        let vectors = arena.take::<u32>(warps * words).part(mine * words as u64, words as u64);
        let all = arena.take::<Tally>(warps * count).part(mine * count as u64, count as u64);
        // SAFETY: one of the sums, which no other lane uses.
        ThreadTeam::warp(block.warp()).share(count, |sum| unsafe { all.write(sum, Tally::new()) });
        Products { vectors, count: 0, sums: all }
    }

    /// Takes a vector from each lane that has one; they are added when there are as many as lanes. A collective.
    #[inline(always)]
    pub(super) fn push<W: Warp>(&mut self, warp: W, vector: Option<OfKind<N>>) {
        let (lanes, votes) = (W::LANES as usize, warp.ballot(vector.is_some()));
        if votes == 0 {
            return;
        }
        let place = self.count + (votes & warp.lanes_below()).count_ones() as usize;
        self.count += votes.count_ones() as usize;
        if let Some(vector) = vector.filter(|_| place < lanes) {
            self.put(place, vector);
        }
        if self.count >= lanes {
            self.add_all(warp);
            self.count -= lanes;
            if let Some(vector) = vector.filter(|_| place >= lanes) {
                self.put(place - lanes, vector);
            }
        }
    }

    /// Writes a vector at a place that no other lane has.
    #[inline(always)]
    fn put(&self, place: usize, (vector, kind): OfKind<N>) {
        let first = place * (N + 1);
        // SAFETY: a place below the number of lanes, which is this lane's alone; all have read what was there, as they
        // met in `add_all`.
        unsafe {
            // Over a slice: an array that is iterated by value would stand in memory.
            for (number, &value) in vector.iter().enumerate() {
                self.vectors.write(first + number, value);
            }
            self.vectors.write(first + N, kind as u32);
        }
    }

    /// Adds as many vectors as there are lanes. A collective.
    #[inline(always)]
    fn add_all<W: Warp>(&self, warp: W) {
        if W::LANES == 1 {
            return self.add_sparse(0);
        }
        warp.sync();
        let mut sum = warp.lane() as usize;
        while sum < KINDS * sums(N) {
            let (kind, (one, other)) = (sum / sums(N), pair(N, sum % sums(N)));
            // SAFETY: a sum of this lane's.
            let mut tally = unsafe { self.sums.read(sum) };
            for at in 0..BATCH {
                if self.number(at, N) == kind as u64 {
                    tally.add(self.number(at, one) * self.number(at, other));
                }
            }
            // SAFETY: as above.
            unsafe { self.sums.write(sum, tally) };
            sum += W::LANES as usize;
        }
        warp.sync();
    }

    /// Adds a vector whose numbers are mostly zero, by a lone lane.
    #[inline(always)]
    fn add_sparse(&self, at: usize) {
        let (mut there, mut count) = ([0; N], 0);
        for number in 0..N {
            there[count] = number;
            count += usize::from(self.number(at, number) > 0);
        }
        let first = self.number(at, N) as usize * sums(N);
        for (i, &one) in there[..count].iter().enumerate() {
            for &other in &there[i..count] {
                let sum = first + place(N, one, other);
                // SAFETY: one of the sums, which are all this lane's.
                unsafe {
                    let mut tally = self.sums.read(sum);
                    tally.add(self.number(at, one) * self.number(at, other));
                    self.sums.write(sum, tally);
                }
            }
        }
    }

    /// A number of a vector of the batch; behind the last is its kind.
    #[inline(always)]
    fn number(&self, at: usize, number: usize) -> u64 {
        // SAFETY: all numbers of a batch are written, and the warp has met since.
        unsafe { self.vectors.read(at * (N + 1) + number) }.into()
    }

    /// Adds the vectors that are left, and the sums to the grid's totals. A collective.
    #[inline(always)]
    pub(super) fn store<W: Warp>(&mut self, warp: W, totals: Slice<'_, AtomicU64>) {
        let is_left_out = warp.lane() as usize >= W::LANES as usize - self.count;
        // Zeros fill what is missing.
        self.push(warp, (self.count > 0 && !is_left_out).then_some(([0; N], 0)));
        for sum in 0..KINDS * sums(N) {
            let is_mine = sum % W::LANES as usize == warp.lane() as usize;
            // SAFETY: a sum of this lane's.
            let tally = if is_mine { unsafe { self.sums.read(sum) } } else { Tally::new() };
            tally.store(warp, &totals.get()[sum * TOTALS..(sum + 1) * TOTALS]);
        }
    }
}
