//! Pairs of vertices that are drawn independently of each other, any of them by any thread, the same on every machine:
//! R-MAT and G(n, m).

use cust_core::DeviceCopy;

use crate::split_mix::{RandomStream, mix};

/// The pairs that a random graph is made of: so many, of ids below 2^[`bits`](Self::bits). They may be self-loops, and
/// repeat each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct DrawnPairs {
    /// How many pairs there are.
    pub count: u64,
    /// The seed, mixed.
    seed: u64,
    /// Bits of an id, from 1 to 32.
    bits: u32,
    /// 1 if pairs are drawn bit by bit, as R-MAT's, and 0 if all are equally likely.
    bit_by_bit: u32,
    /// The thresholds, of 2³², that choose a quadrant of the adjacency matrix.
    lower: u32,
    right_if_upper: u32,
    right_if_lower: u32,
    padding: u32,
}

layout!(DrawnPairs: 40, padding: 36);

impl DrawnPairs {
    /// The pairs of an R-MAT graph (Chakrabarti, Zhan and Faloutsos 2004) with the parameters of Graph500: A = 0.57, B =
    /// C = 0.19, D = 0.05. The vertices' numbers are permuted.
    ///
    /// `bits` are from 1 to 32.
    pub fn rmat(bits: u32, count: u64, seed: u64) -> DrawnPairs {
        let (a, b, c) = (0.57, 0.19, 0.19);
        let scaled = |probability: f64| (probability * 4_294_967_296.0) as u32;
        DrawnPairs {
            bit_by_bit: 1,
            lower: scaled(a + b),
            right_if_upper: scaled(a / (a + b)),
            right_if_lower: scaled(c / (1.0 - a - b)),
            ..DrawnPairs::uniform(bits, count, seed)
        }
    }

    /// Pairs that are all equally likely.
    ///
    /// `bits` are from 1 to 32.
    pub fn uniform(bits: u32, count: u64, seed: u64) -> DrawnPairs {
        let (seed, bit_by_bit, padding) = (mix(seed), 0, 0);
        DrawnPairs { count, seed, bits, bit_by_bit, lower: 0, right_if_upper: 0, right_if_lower: 0, padding }
    }

    /// Bits of an id.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The pair at a place.
    #[inline(always)]
    pub fn pair(&self, place: u64) -> (u32, u32) {
        let mut stream = RandomStream::mixed(self.seed, place);
        if self.bit_by_bit == 0 {
            let (z, mask) = (stream.next(), u32::MAX >> (32 - self.bits));
            return ((z >> 32) as u32 & mask, z as u32 & mask);
        }
        let (mut u, mut v) = (0, 0);
        for bit in 0..self.bits {
            let z = stream.next();
            let lower = (z >> 32) as u32 >= self.lower;
            let right = z as u32 >= if lower { self.right_if_lower } else { self.right_if_upper };
            u |= u32::from(lower) << bit;
            v |= u32::from(right) << bit;
        }
        (permute(u, self.bits), permute(v, self.bits))
    }
}

/// What the rounds of a permutation multiply by, and add.
const ROUNDS: [(u32, u32); 4] = {
    let mut rounds = [(0, 0); 4];
    let mut round = 0;
    while round < rounds.len() {
        let factor = 0x9e37_79b1_u32.wrapping_add((2 * round as u32).wrapping_mul(0x7f4a_7c15)) | 1;
        rounds[round] = (factor, mix(77 + round as u64) as u32);
        round += 1;
    }
    rounds
};

/// A fixed bijection of the numbers below 2^`bits`, so that a vertex's number says nothing of its degree.
#[inline(always)]
fn permute(x: u32, bits: u32) -> u32 {
    let mask = u32::MAX >> (32 - bits);
    ROUNDS.iter().fold(x, |x, &(factor, more)| {
        let x = x.wrapping_mul(factor).wrapping_add(more) & mask;
        x ^ x >> bits.div_ceil(2)
    })
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn permutation_is_a_bijection() {
        for bits in [1, 2, 7, 10] {
            let mut images: Vec<u32> = (0..1 << bits).map(|x| permute(x, bits)).collect();
            images.sort_unstable();
            assert!(images.into_iter().eq(0..1 << bits), "{bits} bits");
        }
    }
}
