//! Who is paired with whom.

use crate::random::Draws;

/// The slots of a class, each paired with another: slot `i` with `fold - i` and, beyond the fold, with what is as far
/// from the end. The slot in the middle of either part stays alone, if there is one.
#[derive(Clone, Copy)]
pub struct Pairing {
    length: u32,
    fold: u32,
}

impl Pairing {
    /// A random pairing of so many slots.
    #[inline(always)]
    pub fn new(draws: Draws, class: u32, length: u32) -> Pairing {
        // Pairs ask for numbers at places below 2^32.
        Pairing { length, fold: draws.below(1 << 40 | u64::from(class), length.max(1)) }
    }

    /// Pairs up to the fold.
    #[inline(always)]
    fn low(self) -> u32 {
        self.fold.div_ceil(2)
    }

    /// How many pairs there are.
    #[inline(always)]
    pub fn pairs(self) -> u32 {
        if self.length == 0 { 0 } else { self.low() + (self.length - self.fold - 1) / 2 }
    }

    /// The slots of a pair, the lower first.
    #[inline(always)]
    pub fn pair(self, at: u32) -> (u32, u32) {
        match at.checked_sub(self.low()) {
            None => (at, self.fold - at),
            Some(at) => (self.fold + 1 + at, self.length - 1 - at),
        }
    }

    /// The lower slot of the pair that a slot is in; none if it is alone.
    #[inline(always)]
    pub fn lower_of_pair(self, slot: u32) -> Option<u32> {
        let partner =
            if slot <= self.fold { self.fold - slot } else { self.fold + 1 + (self.length - 1 - slot) };
        (partner != slot).then(|| slot.min(partner))
    }
}
