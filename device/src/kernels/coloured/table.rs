//! Counts of keys of two words, by hashes.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::kernels::table::codes::hash;

/// Words of a place: those of a key, and a count.
pub const WORDS: usize = 3;
/// How many places are looked at for a key: if all are others', the table is too full.
const MOST_PROBES: usize = 64;

/// What is not 0 in the second word of every key.
const THERE: u64 = 1 << 63;

/// The colours of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ColourKey {
    /// What joins its members, each two of them. Not 0, as a set is connected.
    pub joints: u64,
    /// Their labels: less than 2^63.
    pub labels: u64,
}

impl ColourKey {
    /// The key and the count of a place; nothing if nobody has claimed it.
    pub fn of_place(words: &[u64]) -> Option<(ColourKey, u64)> {
        let [joints, labels, count] = *words else { return None };
        (count > 0).then_some((ColourKey { joints, labels: labels & !THERE }, count))
    }
}

/// A table: a power of two of places, all words of which are 0 at first.
#[derive(Clone, Copy)]
pub struct ColourTable<'t>(pub &'t [AtomicU64]);

impl ColourTable<'_> {
    /// Adds one to the count of a key. False if no place was found for it. If `alone`, nobody else has the table.
    ///
    /// A place is claimed word after word. Who has claimed the first may lose the second to a key that has the same
    /// first word, and looks on; the first place of a key's that is free or its own is the same for all, so that no key
    /// has two.
    #[inline(always)]
    pub fn add(self, key: ColourKey, alone: bool) -> bool {
        let mask = self.0.len() / WORDS - 1;
        let labels = key.labels | THERE;
        let mut place = hash(key.joints.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ labels) as usize & mask;
        let mut probes = 0;
        while probes < MOST_PROBES {
            let words = &self.0[WORDS * place..WORDS * place + WORDS];
            if is_claimed(&words[0], key.joints) && is_claimed(&words[1], labels) {
                if alone {
                    words[2].store(words[2].load(Relaxed) + 1, Relaxed);
                } else {
                    words[2].fetch_add(1, Relaxed);
                }
                return true;
            }
            place = (place + 1) & mask;
            probes += 1;
        }
        false
    }
}

/// Whether a word has a value, which it is given if it has none.
#[inline(always)]
fn is_claimed(word: &AtomicU64, value: u64) -> bool {
    match word.load(Relaxed) {
        0 => match word.compare_exchange(0, value, Relaxed, Relaxed) {
            Ok(_) => true,
            Err(there) => there == value,
        },
        there => there == value,
    }
}
