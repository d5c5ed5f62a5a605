//! Partial orders on levels: which vertices of an embedding must be smaller than which others.

use crate::pattern::{MAX_VERTICES, bits};

/// A strict partial order on a pattern's vertices, kept transitively closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PartialOrder {
    smaller: [u32; MAX_VERTICES],
    greater: [u32; MAX_VERTICES],
}

impl PartialOrder {
    /// The elements that are smaller than `x`, as a mask.
    pub fn smaller(&self, x: usize) -> u32 {
        self.smaller[x]
    }

    /// The elements that are greater than `x`, as a mask.
    pub fn greater(&self, x: usize) -> u32 {
        self.greater[x]
    }

    /// Requires `small < great`. They must not be ordered the other way round already.
    pub fn require(&mut self, small: usize, great: usize) {
        debug_assert!(small != great && self.smaller[small] >> great & 1 == 0, "a cycle in an order");
        let below = self.smaller[small] | 1 << small;
        let above = self.greater[great] | 1 << great;
        bits(above).for_each(|x| self.smaller[x] |= below);
        bits(below).for_each(|x| self.greater[x] |= above);
    }

    /// This order on renamed elements; those that `name` leaves out are dropped.
    pub fn map(&self, name: impl Fn(usize) -> Option<usize>) -> Self {
        let mut renamed = Self::default();
        let rename = |set: u32| bits(set).filter_map(&name).fold(0, |mask, x| mask | 1 << x);
        for x in 0..MAX_VERTICES {
            if let Some(new) = name(x) {
                renamed.smaller[new] = rename(self.smaller[x]);
                renamed.greater[new] = rename(self.greater[x]);
            }
        }
        renamed
    }

    /// The pairs `small < great` that follow from no others.
    pub fn cover(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for small in 0..MAX_VERTICES {
            let great = bits(self.greater[small]);
            pairs.extend(great.filter(|&g| self.smaller[g] & self.greater[small] == 0).map(|g| (small, g)));
        }
        pairs
    }

    /// The elements of `set` that are smaller than no other element of it.
    pub fn maximal(&self, set: u32) -> u32 {
        bits(set).filter(|&x| self.greater[x] & set == 0).fold(0, |kept, x| kept | 1 << x)
    }

    /// The elements of `set` that are greater than no other element of it.
    pub fn minimal(&self, set: u32) -> u32 {
        bits(set).filter(|&x| self.smaller[x] & set == 0).fold(0, |kept, x| kept | 1 << x)
    }

    /// In how many ways the elements of `set` can be put in a row that obeys the order.
    pub fn extensions(&self, set: u32) -> f64 {
        rows(set, |x| self.greater[x])
    }

    /// In how many ways the elements of `set` and one more, which is greater than those of `above` and smaller than
    /// those of `below` (both in `set`), can be put in a row that obeys the order.
    pub fn extensions_with(&self, set: u32, above: u32, below: u32) -> f64 {
        let greater = |x: usize| match x {
            NEW => below,
            _ => self.greater[x] | (above >> x & 1) << NEW,
        };
        rows(set | 1 << NEW, greater)
    }
}

/// An element that is in no order.
const NEW: usize = MAX_VERTICES;

/// In how many ways the elements of `set` can be put in a row in which each comes before those that are greater.
///
/// By subset, and by the element that its row ends with: 2^n steps in place of n!. What is smaller than all others can
/// only come first.
fn rows(mut set: u32, greater: impl Fn(usize) -> u32) -> f64 {
    while let Some(first) = bits(set).find(|&x| set & !greater(x) == 1 << x) {
        set &= !(1 << first);
    }
    let mut elements = [0; MAX_VERTICES + 1];
    bits(set).zip(&mut elements).for_each(|(x, element)| *element = x);
    let count = set.count_ones() as usize;
    // By place in `elements`, the places of those that are greater.
    let places = |mask: u32| (0..count).filter(|&i| mask >> elements[i] & 1 == 1).fold(0, |p, i| p | 1 << i);
    let mut after = [0usize; MAX_VERTICES + 1];
    (0..count).for_each(|i| after[i] = places(greater(elements[i])));
    let mut ways = vec![1.0; 1 << count];
    for subset in 1..ways.len() {
        let ends = bits(subset as u32).filter(|&i| after[i] & subset == 0);
        ways[subset] = ends.map(|i| ways[subset & !(1 << i)]).sum();
    }
    ways[ways.len() - 1]
}
