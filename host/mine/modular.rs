//! Numbers in which sums are right modulo a power of two, and exact if what they come to is below it.

/// An integer that wraps.
pub(super) trait Modular: Copy + Send + Sync {
    /// What a number is, modulo 2^64 or 2^128.
    fn of(number: i128) -> Self;

    /// A sum.
    fn plus(self, other: Self) -> Self;

    /// A product.
    fn times(self, other: Self) -> Self;

    /// A number below the modulus, that a divisor divides without remainder, divided by it.
    fn divided(self, by: ExactDivisor) -> Self;

    /// A number that is not negative.
    fn count(self) -> Option<u128>;
}

impl Modular for u64 {
    #[inline(always)]
    fn of(number: i128) -> u64 {
        number as u64
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn times(self, other: u64) -> u64 {
        self.wrapping_mul(other)
    }

    #[inline(always)]
    fn divided(self, by: ExactDivisor) -> u64 {
        (self >> by.zeros).wrapping_mul(by.inverse as u64)
    }

    #[inline(always)]
    fn count(self) -> Option<u128> {
        Some(self.into())
    }
}

/// Negative numbers are those that wrap: divided are those that do not.
impl Modular for i128 {
    #[inline(always)]
    fn of(number: i128) -> i128 {
        number
    }

    #[inline(always)]
    fn plus(self, other: i128) -> i128 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn times(self, other: i128) -> i128 {
        self.wrapping_mul(other)
    }

    #[inline(always)]
    fn divided(self, by: ExactDivisor) -> i128 {
        (self as u128 >> by.zeros).wrapping_mul(by.inverse) as i128
    }

    #[inline(always)]
    fn count(self) -> Option<u128> {
        self.try_into().ok()
    }
}

/// A divisor of numbers that it divides without remainder: that takes a shift and a product, where a division of 128
/// bits takes long.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactDivisor {
    /// The zeros at its low end.
    zeros: u32,
    /// The inverse of the rest modulo 2^128, and so modulo 2^64.
    inverse: u128,
}

impl ExactDivisor {
    /// The zeros at its low end, and the inverse of the rest modulo 2^64.
    pub fn zeros_and_inverse(self) -> (u32, u64) {
        (self.zeros, self.inverse as u64)
    }

    /// `divisor` is not 0.
    pub fn new(divisor: u64) -> ExactDivisor {
        let zeros = divisor.trailing_zeros();
        let odd = u128::from(divisor >> zeros);
        // An odd number is its own inverse modulo 8. Each step of Newton's method has twice the bits: 6, 12, 24, 48,
        // 96, 192.
        let step = |inverse: u128, _| inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
        ExactDivisor { zeros, inverse: (0..6).fold(odd, step) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_exact() {
        for divisor in [1, 2, 3, 6, 8, 24, 120, 720, 40_320, u64::MAX, 1 << 63, 0xDEAD_BEEF] {
            let by = ExactDivisor::new(divisor);
            let most = u64::MAX / divisor;
            for quotient in [0, 1, 2, 3, 1000, u64::from(u32::MAX), most].into_iter().filter(|&q| q <= most) {
                assert_eq!((quotient * divisor).divided(by), quotient, "{quotient} * {divisor}");
                let wide = i128::from(quotient) << 60;
                assert_eq!((wide * i128::from(divisor)).divided(by), wide, "{wide} * {divisor}");
            }
        }
        // One that is not below 2^127.
        let most = u128::MAX / 7 * 7;
        assert_eq!((most as i128).divided(ExactDivisor::new(7)), (most / 7) as i128);
    }

    #[test]
    fn sums_that_wrap_on_the_way() {
        let sum = |terms: &[i128]| terms.iter().map(|&term| u64::of(term)).fold(0, Modular::plus);
        assert_eq!(sum(&[-1 << 100, 5, -7, 1 << 100, 9]), 7);
        assert_eq!(u64::of(-3).times(u64::of(-5)).count(), Some(15));
        assert_eq!(i128::MAX.count(), Some((1 << 127) - 1));
        assert_eq!(i128::of(-1).count(), None);
    }
}
