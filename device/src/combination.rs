//! What is left to count at the end of a walk, where it is drawn from more than one set: inclusion and exclusion.
//!
//! The pattern's last vertices are not adjacent to each other, so that only their being different ties them together.
//! The ways to choose them are then a sum of products of the sizes of their sets and of what these have in common, such
//! as `|A| |B| - |A ∩ B|` for two vertices. The host derives the sum; kernels find the sizes and add it up.

use cust_core::DeviceCopy;

use crate::plan::Leaf;

/// The most sets: three, and what each two and all of them have in common.
pub const MAX_SETS: usize = 7;
/// The most products: the partitions of four vertices.
pub const MAX_TERMS: usize = 15;
/// The most vertices that are drawn: sizes are below 2^32, and their products are taken modulo 2^64.
pub const MAX_DRAWN: usize = 4;

/// `coefficient` times the product of the sizes of sets, each to a power.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, DeviceCopy)]
pub struct SizeTerm {
    /// The factor before the sizes.
    pub coefficient: i32,
    /// Four bits for each set, from the lowest: the power of its size.
    pub powers: u32,
}

impl SizeTerm {
    /// The power of the size of set `set`.
    #[inline(always)]
    pub const fn power(&self, set: usize) -> u32 {
        self.powers >> (4 * set) & 15
    }

    /// The product, modulo 2^64.
    #[inline(always)]
    pub fn product(&self, sizes: &[u32; MAX_SETS]) -> u64 {
        let mut product = self.coefficient as i64 as u64;
        for (set, &size) in sizes.iter().enumerate() {
            for _ in 0..self.power(set) {
                product = product.wrapping_mul(u64::from(size));
            }
        }
        product
    }
}

/// The ways to draw the pattern's last vertices: the sum of `terms`, divided by `divisor`.
///
/// The sum is at least 0 and below 2^64, which the host sees to; single terms may not be.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Combination {
    /// Sets in use; 0 in plans that have all that is left in one set, their leaf.
    pub sets: u32,
    /// Terms in use.
    pub terms: u32,
    /// In how many orders the vertices are drawn that may be exchanged.
    pub divisor: u32,
    /// The sets. Their `choose` and `power` are not read.
    pub set: [Leaf; MAX_SETS],
    /// The terms.
    pub term: [SizeTerm; MAX_TERMS],
}

impl Combination {
    /// The ways to draw from sets of these sizes.
    #[inline(always)]
    pub fn ways(&self, sizes: &[u32; MAX_SETS]) -> u64 {
        let mut sum = 0u64;
        for term in 0..self.terms {
            sum = sum.wrapping_add(self.term[term as usize].product(sizes));
        }
        if self.divisor > 1 { sum / u64::from(self.divisor) } else { sum }
    }
}

const _: () = {
    assert!(size_of::<Combination>() == 12 + MAX_SETS * size_of::<Leaf>() + MAX_TERMS * 8);
    assert!(4 * MAX_SETS <= 32 && MAX_DRAWN < 16);
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_may_pass_below_zero_on_the_way() {
        let terms = [SizeTerm { coefficient: -2, powers: 0x100 }, SizeTerm { coefficient: 1, powers: 0x013 }];
        assert_eq!((terms[1].power(0), terms[1].power(1), terms[1].power(2)), (3, 1, 0));
        let sizes = [5, 7, 11, 0, 0, 0, 0];
        let sum = terms.iter().fold(0u64, |sum, term| sum.wrapping_add(term.product(&sizes)));
        assert_eq!(sum, 5 * 5 * 5 * 7 - 2 * 11);
    }
}
