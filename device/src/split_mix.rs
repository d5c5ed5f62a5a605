//! SplitMix64 (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators"): random numbers that any
//! thread may draw of any item, the same on every machine. They are not for secrets.

/// What is added from one number of a stream to the next.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser, figure 13 of the paper.
#[inline(always)]
pub const fn finalise(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The first number of the stream that starts from `x`.
#[inline(always)]
pub const fn mix(x: u64) -> u64 {
    finalise(x.wrapping_add(STEP))
}

/// A stream of its own for each item that is drawn, so that any thread may draw any item.
#[derive(Clone, Copy, Debug)]
pub struct RandomStream {
    state: u64,
}

impl RandomStream {
    /// The stream of an item.
    #[inline(always)]
    pub const fn new(seed: u64, item: u64) -> RandomStream {
        RandomStream::mixed(mix(seed), item)
    }

    /// The stream of an item, where the seed is mixed already.
    #[inline(always)]
    pub(crate) const fn mixed(seed: u64, item: u64) -> RandomStream {
        RandomStream { state: seed ^ mix(item.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1)) }
    }

    /// The next number.
    // No iterator: it never ends, and is asked for numbers in the middle of other things.
    #[allow(clippy::should_implement_trait, reason = "a stream without end")]
    #[inline(always)]
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        finalise(self.state)
    }

    /// A number below `bound`, which is not 0. The bias is at most `bound` / 2⁶⁴ (multiplication in place of
    /// rejection).
    #[inline(always)]
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.next() as u128 * bound as u128) >> 64) as u64
    }
}
