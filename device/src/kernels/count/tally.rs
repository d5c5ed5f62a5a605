//! Exact counts: 128 bits a lane, and the sum over a grid.

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::WalkArgs;
use super::leaf::{Leaves, Visit};
use crate::kernels::queue::draw;
use crate::lists::Lists;
use crate::plan::Source;
use crate::simt::Warp;

/// Elements of a grid's totals: four 32-bit limbs, each summed in 64 bits, and the number of overflows.
pub const TOTALS: usize = 5;

/// 2 to the power 64.
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// The bits of a limb.
const LIMB: u64 = 0xFFFF_FFFF;

/// What one lane has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    low: u64,
    high: u64,
    overflows: u32,
}

impl Tally {
    /// Nothing counted.
    #[inline(always)]
    pub const fn new() -> Self {
        Tally { low: 0, high: 0, overflows: 0 }
    }

    /// Counts `amount` more.
    #[inline(always)]
    pub fn add(&mut self, amount: u64) {
        let (low, carry) = self.low.overflowing_add(amount);
        self.low = low;
        self.high += u64::from(carry);
    }

    /// Counts `a b` more.
    #[inline(always)]
    pub fn add_product(&mut self, a: u64, b: u64) {
        let product = u128::from(a) * u128::from(b);
        self.join(Tally { low: product as u64, high: (product >> 64) as u64, overflows: 0 });
    }

    /// Counts `low` and 2^64 times `high` more, or that it was too many for 128 bits.
    #[inline(always)]
    pub(in crate::kernels) fn add_wide(&mut self, low: u64, high: u64, is_too_many: bool) {
        let more = Tally { low, high, overflows: 0 };
        self.join(if is_too_many { Tally { overflows: 1, ..Tally::new() } } else { more });
    }

    /// Counts the ways to choose `m >= 1` of `n` things.
    #[inline(always)]
    pub fn add_choices(&mut self, n: u32, m: u32) {
        match m {
            1 => self.add(u64::from(n)),
            2 => self.add(u64::from(n) * u64::from(n.saturating_sub(1)) / 2),
            _ => self.join(choices(n, m)),
        }
    }

    /// Counts the ways to choose `m >= 1` of `n` things, or, with `again`, to choose `m` times one of them.
    #[inline(always)]
    pub fn add_ways(&mut self, n: u32, m: u32, again: bool) {
        if m == 1 {
            self.add(u64::from(n));
        } else {
            self.join(ways(n, m, again));
        }
    }

    /// Counts what another has counted.
    #[inline(always)]
    pub(in crate::kernels) fn join(&mut self, other: Tally) {
        self.add(other.low);
        let (high, carry) = self.high.overflowing_add(other.high);
        self.high = high;
        self.overflows |= other.overflows | u32::from(carry);
    }

    /// What a warp's lanes have counted together, in all lanes: to 53 bits, rounded the same way on every machine, and
    /// infinite beyond 128 bits. A collective.
    #[inline(always)]
    pub(in crate::kernels) fn rounded<W: Warp>(self, warp: W) -> f64 {
        let limbs = [self.low & LIMB, self.low >> 32, self.high & LIMB, self.high >> 32];
        let [a, b, c, d] = limbs.map(|limb| warp.sum_u64(limb));
        let low = u128::from(a) + (u128::from(b) << 32) + (u128::from(c) << 64);
        let (sum, carried) = low.overflowing_add(u128::from(d) << 96);
        if warp.any(self.overflows > 0) || carried || d > LIMB {
            return f64::INFINITY;
        }
        // In two halves: a conversion of 128 bits is a call.
        (sum >> 64) as u64 as f64 * TWO_TO_64 + sum as u64 as f64
    }

    /// Adds the tallies of a warp's lanes to the grid's totals.
    ///
    /// No sum overflows: a limb is under 2^32, and a grid has fewer than 2^32 lanes.
    #[inline(always)]
    pub fn store<W: Warp>(self, warp: W, totals: &[AtomicU64]) {
        let add = |limb: usize, amount: u64| {
            let sum = warp.sum_u64(amount);
            if warp.lane() == 0 && sum > 0 {
                totals[limb].fetch_add(sum, Relaxed);
            }
        };
        add(0, self.low & LIMB);
        add(1, self.low >> 32);
        add(2, self.high & LIMB);
        add(3, self.high >> 32);
        add(4, u64::from(self.overflows));
    }
}

/// Counts in chunks of tasks, a warp each, until none are left: `walk` takes the leaves of a chunk.
#[inline(always)]
pub(in crate::kernels) fn count<W: Warp, G, P>(
    warp: W,
    args: &WalkArgs<'_, G, P>,
    walk: impl Fn(Range<u64>, &mut CountChoices<'_>),
) {
    count_by(warp, args, |tasks, tally| walk(tasks, &mut CountChoices(tally)));
}

/// Counts in chunks of tasks, a warp each, until none are left: `walk` adds what it finds in a chunk to the lane's
/// tally.
#[inline(always)]
pub(in crate::kernels) fn count_by<W: Warp, G, P>(
    warp: W,
    args: &WalkArgs<'_, G, P>,
    walk: impl Fn(Range<u64>, &mut Tally),
) {
    let mut tally = Tally::new();
    while let Some(tasks) = draw(warp, &args.queue[0], args.chunk, args.end) {
        walk(tasks, &mut tally);
    }
    tally.store(warp, &args.totals);
}

/// Counts the ways to choose from each leaf's set.
pub(in crate::kernels) struct CountChoices<'t>(pub &'t mut Tally);

impl Visit for CountChoices<'_> {
    #[inline(always)]
    fn visit<'l, 'g: 'l, W: Warp, G: Lists<'g>>(
        &mut self,
        leaves: &Leaves<'l, W, G, impl Fn(u32) -> u32 + Copy>,
        _list: impl Fn(Source) -> &'l [u32],
    ) {
        let size = leaves.size();
        if G::PLAIN {
            self.0.add_choices(size, leaves.leaf.choose);
        } else {
            self.0.add_ways(size, leaves.leaf.choose, leaves.leaf.power != 0);
        }
    }
}

/// The number that a grid's totals stand for; `None` if it passes 128 bits.
pub fn total(totals: &[u64]) -> Option<u128> {
    let (overflows, limbs) = totals.split_last()?;
    let mut sum = 0u128;
    for (i, limb) in limbs.iter().enumerate() {
        let shifted = u128::from(*limb).checked_mul(1 << (32 * i))?;
        sum = sum.checked_add(shifted)?;
    }
    (*overflows == 0).then_some(sum)
}

/// The ways to choose `m` of `n` things.
// Out of line and by value: it is rare, and must cost the common case neither registers nor stack.
#[inline(never)]
fn choices(n: u32, m: u32) -> Tally {
    if n < m { Tally::new() } else { product(n, m, false) }
}

/// The ways to choose `m` of `n` things, or, with `again`, to choose `m` times one of them.
// As for `choices`, with one call for both.
#[inline(never)]
fn ways(n: u32, m: u32, again: bool) -> Tally {
    if n < m && !again { Tally::new() } else { product(n, m, again) }
}

/// `n (n - 1) ... (n - m + 1) / m!`, or `n` to the power `m` if `power`, where `n >= m` unless `power`.
#[inline(always)]
fn product(n: u32, m: u32, power: bool) -> Tally {
    let mut limbs = [1u32, 0, 0, 0];
    let mut overflows = 0;
    for i in 0..m {
        overflows |= u32::from(multiply(&mut limbs, if power { n } else { n - i }));
        if !power {
            divide(&mut limbs, i + 1);
        }
    }
    let [a, b, c, d] = limbs.map(u64::from);
    Tally { low: a | b << 32, high: c | d << 32, overflows }
}

/// Multiplies, low limb first; whether it overflowed.
fn multiply(limbs: &mut [u32; 4], factor: u32) -> bool {
    let mut carry = 0u64;
    for limb in limbs {
        let product = u64::from(*limb) * u64::from(factor) + carry;
        *limb = product as u32;
        carry = product >> 32;
    }
    carry > 0
}

/// Divides, low limb first, rounding down.
fn divide(limbs: &mut [u32; 4], divisor: u32) {
    let mut rest = 0u64;
    for limb in limbs.iter_mut().rev() {
        let dividend = rest << 32 | u64::from(*limb);
        *limb = (dividend / u64::from(divisor)) as u32;
        rest = dividend % u64::from(divisor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(tally: Tally) -> Option<u128> {
        (tally.overflows == 0).then_some(u128::from(tally.high) << 64 | u128::from(tally.low))
    }

    /// Pascal's rule, row by row.
    fn pascal(n: usize, m: usize) -> u128 {
        let mut row = vec![1u128];
        for _ in 0..n {
            row = (0..=row.len())
                .map(|i| row.get(i).unwrap_or(&0) + i.checked_sub(1).map_or(0, |j| row[j]))
                .collect();
        }
        row.get(m).copied().unwrap_or(0)
    }

    use std::vec;

    #[test]
    fn choices_follow_pascal() {
        for n in 0..60 {
            for m in 1..8 {
                let mut tally = Tally::new();
                tally.add_choices(n, m);
                assert_eq!(value(tally), Some(pascal(n as usize, m as usize)), "C({n}, {m})");
                let mut ways = Tally::new();
                ways.add_ways(n, m, false);
                assert_eq!(ways, tally);
            }
        }
    }

    #[test]
    fn large_choices_are_exact_or_refused() {
        let mut tally = Tally::new();
        tally.add_choices(u32::MAX, 3);
        let n = u128::from(u32::MAX);
        assert_eq!(value(tally), Some(n * (n - 1) / 2 * (n - 2) / 3));
        tally.add_choices(u32::MAX, 7);
        assert_eq!(value(tally), None);
    }

    #[test]
    fn powers_are_exact_or_refused() {
        for (n, m) in [(0u32, 3), (1, 11), (7, 1), (9, 2), (12_345, 5), (u32::MAX, 4)] {
            let mut tally = Tally::new();
            tally.add_ways(n, m, true);
            assert_eq!(value(tally), u128::from(n).checked_pow(m), "{n} to the {m}");
        }
        let mut tally = Tally::new();
        tally.add_ways(u32::MAX, 5, true);
        assert_eq!(value(tally), None);
    }

    #[test]
    fn carries_and_totals() {
        let mut tally = Tally::new();
        for _ in 0..3 {
            tally.add(u64::MAX);
        }
        assert_eq!(value(tally), Some(3 * u128::from(u64::MAX)));
        assert_eq!(total(&[5, 1 << 40, 0, 1, 0]), Some(5 + (1 << 72) + (1 << 96)));
        assert_eq!(total(&[0, 0, 0, 1 << 32, 0]), None);
        assert_eq!(total(&[1, 0, 0, 0, 1]), None);
    }
}
