//! The degrees of 16 vertices at once, one bit of each in a word.
//!
//! Rows are added up as columns of bits by carry-save adders (Knuth, The Art of Computer Programming, section 7.1.3,
//! "sideways addition"): some 60 operations on words of 32 bits, none of which waits for memory, where counting the
//! bits of one row after the other takes a loop.

/// The most vertices: a row is half a word.
pub(super) const TINY: u32 = 16;
/// Words for all rows.
pub(super) const PAIRS: usize = TINY as usize / 2;

/// The rows of a graph of at most 16 vertices: word `i` has row `i` in its lower half and row `i + 8` in the upper one.
pub(super) type RowPairs = [u32; PAIRS];

/// Bit `v` of word `k` is bit `k` of the degree of vertex `v`. Higher bits than the sixteenth mean nothing.
#[derive(Clone, Copy)]
pub(super) struct DegreeBits([u32; 4]);

impl DegreeBits {
    /// How many neighbours each vertex of `set` has in it.
    #[inline(always)]
    pub(super) fn within(rows: &RowPairs, set: u32) -> Self {
        let columns = set | set << TINY;
        // Bit `i` says whether vertex `i` is in the set, and bit `16 + i` whether `i + 8` is.
        let present = set & 0xff | (set >> PAIRS) << TINY;
        let row = |i: usize| rows[i] & columns & ((present >> i & 0x1_0001) * 0xffff);
        let (a, a2) = sum(row(0), row(1), row(2));
        let (b, b2) = sum(row(3), row(4), row(5));
        let (c, c2) = sum(a, b, row(6));
        let (ones, d2) = (c ^ row(7), c & row(7));
        let (twos, a4) = sum(a2, b2, c2);
        let (twos, b4) = (twos ^ d2, twos & d2);
        DegreeBits(halves([ones, twos, a4 ^ b4, a4 & b4]))
    }

    /// Those in `set` that have this degree.
    #[inline(always)]
    pub(super) fn equal(&self, set: u32, degree: u32) -> u32 {
        let differs = |k: usize| self.0[k] ^ 0u32.wrapping_sub(degree >> k & 1);
        (0..4).fold(set, |left, k| left & !differs(k))
    }

    /// Those in `set` that have the highest degree of these, and that degree.
    #[inline(always)]
    pub(super) fn highest(&self, set: u32) -> (u32, u32) {
        let (mut left, mut degree) = (set, 0);
        for k in (0..4).rev() {
            let higher = left & self.0[k];
            if higher != 0 {
                left = higher;
                degree |= 1 << k;
            }
        }
        (left, degree)
    }
}

/// Adds three bits in each place: the sums and the carries.
#[inline(always)]
fn sum(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// Adds the numbers of 4 bits in the upper halves to those in the lower halves: what comes out has 4 bits, as no degree
/// is above 15.
#[inline(always)]
fn halves(bits: [u32; 4]) -> [u32; 4] {
    let mut carry = 0;
    bits.map(|bits| {
        let (low, high) = (bits, bits >> TINY);
        let (bit, next) = sum(low, high, carry);
        carry = next;
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of 16 vertices whose edges follow from a number.
    fn graph(seed: u32) -> [u32; TINY as usize] {
        let mut rows = [0; TINY as usize];
        for u in 0..TINY {
            for v in 0..u {
                let mixed = (u * TINY + v + 1).wrapping_mul(seed).wrapping_mul(0x9E37_79B9);
                if mixed >> 28 < seed % TINY + 1 {
                    rows[u as usize] |= 1 << v;
                    rows[v as usize] |= 1 << u;
                }
            }
        }
        rows
    }

    #[test]
    fn degrees_are_those_that_bits_of_rows_count() {
        for seed in 1..200 {
            let rows = graph(seed);
            let pairs = core::array::from_fn(|i| rows[i] | rows[i + PAIRS] << TINY);
            for set in [0xffff, seed.wrapping_mul(0x9E37) & 0xffff, 0x8001, 1 << (seed % TINY)] {
                let degree = |v: u32| (rows[v as usize] & set).count_ones();
                let degrees = DegreeBits::within(&pairs, set);
                let those = |test: &dyn Fn(u32) -> bool| -> u32 {
                    (0..TINY).filter(|&v| set >> v & 1 == 1 && test(v)).map(|v| 1 << v).sum()
                };
                for looked in 0..TINY {
                    assert_eq!(degrees.equal(set, looked), those(&|v| degree(v) == looked), "{seed} {set:x}");
                }
                let most = (0..TINY).filter(|&v| set >> v & 1 == 1).map(degree).max();
                if let Some(most) = most {
                    assert_eq!(degrees.highest(set), (those(&|v| degree(v) == most), most), "{seed} {set:x}");
                }
            }
        }
    }
}
