//! Pairs of ids.

/// Pairs of ids as they are read; none is a self-loop.
#[derive(Default)]
pub(in crate::graph) struct Pairs {
    /// Pairs whose ids fit in 32 bits, see [`pack`].
    pub(in crate::graph) narrow: Vec<u64>,
    /// The others: two ids each.
    pub(in crate::graph) wide: Vec<u64>,
}

impl Pairs {
    /// How many there are.
    pub(in crate::graph) fn len(&self) -> usize {
        self.narrow.len() + self.wide.len() / 2
    }

    #[inline]
    pub(in crate::graph) fn push(&mut self, a: u64, b: u64) {
        if (a | b) >> 32 == 0 {
            self.narrow.push(a << 32 | b);
        } else {
            self.wide.extend([a, b]);
        }
    }
}

/// Two ids of 32 bits as one number.
#[inline]
pub(in crate::graph) fn pack(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// The ids that were packed.
#[inline]
pub(super) fn unpack(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}
