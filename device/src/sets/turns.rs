//! Lists of all lanes, gone through together.

use core::marker::PhantomData;
use core::ptr::with_exposed_provenance;
use core::slice::from_raw_parts;

use crate::simt::Warp;

/// Elements that a lane brings at a time, at most: so that 32 lanes' add up within `u32`.
pub(super) const MOST: u32 = 1 << 26;

/// One element for each lane, of whichever lane's list it is.
pub(crate) struct Turn {
    /// The number of the first lane's element.
    base: u32,
    /// This lane's list has the elements of the numbers `start..end`.
    start: u32,
    end: u32,
    /// The lane in whose list the element at hand is.
    pub owner: u32,
    /// The element at hand; none if there are no more.
    pub element: Option<u32>,
    /// The address of the element at hand, if there is one.
    address: u64,
}

impl Turn {
    /// Where in `all` the element at hand stands, if all lists are parts of it.
    #[inline(always)]
    pub fn position_in(&self, all: &[u32]) -> usize {
        (self.address as usize).wrapping_sub(all.as_ptr() as usize) / size_of::<u32>()
    }

    /// Of votes on the elements at hand, how many are on elements of this lane's own list.
    #[inline(always)]
    pub fn own(&self, votes: u32) -> u32 {
        own(votes, self.base, self.start, self.end)
    }

    /// Of what the lanes bring for the elements at hand, the sum of what is for elements of this lane's own list: 0 is
    /// to be brought where there is no element. A collective.
    ///
    /// What all bring adds up within 32 bits.
    #[inline(always)]
    pub fn own_sum<W: Warp>(&self, warp: W, value: u32) -> u32 {
        let up_to = warp.inclusive_scan(value);
        let of_first = |lanes: u32| {
            let sum = warp.shuffle(up_to, lanes.saturating_sub(1));
            if lanes == 0 { 0 } else { sum }
        };
        let before = |number: u32| number.saturating_sub(self.base).min(W::LANES);
        of_first(before(self.end)) - of_first(before(self.start))
    }
}

/// Of votes on the elements from number `base` on, how many are on those of the numbers `start..end`.
#[inline(always)]
fn own(votes: u32, base: u32, start: u32, end: u32) -> u32 {
    let before = lanes_from(start.saturating_sub(base));
    (votes & before & !lanes_from(end.saturating_sub(base))).count_ones()
}

/// Calls `take` with every element of every lane's `list`, `LANES` elements at a time, in no order that is promised.
/// What two calls take is read before the first one, so that the second does not wait for the memory again.
///
/// A collective, and `take` may be one. Lanes idle in the last turns only, however unequal the lists are.
#[inline(always)]
pub(crate) fn each_in_turn<W: Warp>(warp: W, list: &[u32], mut take: impl FnMut(Turn)) {
    if W::LANES > 1 {
        return in_rounds(warp, list, MOST, take);
    }
    for element in list {
        let address = core::ptr::from_ref(element) as u64;
        take(Turn { base: 0, start: 0, end: 1, owner: 0, element: Some(*element), address });
    }
}

/// Calls `take` with every element of every lane's `list`, in rounds of at most `most` elements a lane: the form for
/// many lanes. A collective.
#[inline(always)]
fn in_rounds<W: Warp>(warp: W, list: &[u32], most: u32, mut take: impl FnMut(Turn)) {
    let mut next = list.as_ptr();
    let mut left = list.len() as u32;
    loop {
        let now = left.min(most);
        // SAFETY: `next` and the `left` elements from there on are what earlier rounds left of `list`.
        let part = unsafe { from_raw_parts(next, now as usize) };
        let numbered = NumberedElements::new(warp, part);
        let mut base = 0;
        while base < numbered.total {
            let (one, other) = (numbered.turn(warp, base), numbered.turn(warp, base + W::LANES));
            take(one);
            take(other);
            base += 2 * W::LANES;
        }
        next = next.wrapping_add(now as usize);
        left -= now;
        if !warp.any(left > 0) {
            return;
        }
    }
}

/// The elements of all lanes' lists, numbered through.
pub(super) struct NumberedElements<'a> {
    /// This lane's list has the elements of the numbers `start..end`.
    start: u32,
    end: u32,
    /// How many elements there are.
    pub total: u32,
    /// Where element 0 would stand if this lane's list went on to the left: element `number` is then at `origin +
    /// number`.
    origin: u64,
    lists: PhantomData<&'a [u32]>,
}

impl<'a> NumberedElements<'a> {
    /// Numbers the elements of each lane's list, no more than [`MOST`] a lane. A collective.
    #[inline(always)]
    pub fn new<W: Warp>(warp: W, list: &'a [u32]) -> Self {
        // Lane `l` has numbers `start[l]..end[l]`. The last is at most 32 * 2^26, so the sum does not wrap.
        let end = warp.inclusive_scan(list.len() as u32);
        let start = end - list.len() as u32;
        let total = warp.shuffle(end, W::LANES - 1);
        let origin = list.as_ptr().wrapping_sub(start as usize).expose_provenance() as u64;
        NumberedElements { start, end, total, origin, lists: PhantomData }
    }

    /// The elements from number `base` on, one for each lane. A collective: all lanes name the same.
    #[inline(always)]
    pub fn turn<W: Warp>(&self, warp: W, base: u32) -> Turn {
        let (owner, origin) = self.owner(warp, base);
        // SAFETY: the origin of this number.
        let element = unsafe { self.element(base + warp.lane(), origin) };
        let address = origin.wrapping_add(u64::from(base + warp.lane()) * size_of::<u32>() as u64);
        Turn { base, start: self.start, end: self.end, owner, element, address }
    }

    /// The lane whose list has the element that this lane gets of those from number `base` on, and the origin of that
    /// list. A collective.
    #[inline(always)]
    pub fn owner<W: Warp>(&self, warp: W, base: u32) -> (u32, u64) {
        let owner = owner(warp, self.end, base + warp.lane());
        (owner, warp.shuffle_u64(self.origin, owner))
    }

    /// The element of that number; none if there are no more.
    ///
    /// # Safety
    /// `origin` is that of the list that has the element.
    #[inline(always)]
    pub unsafe fn element(&self, number: u32, origin: u64) -> Option<u32> {
        // SAFETY: `number < total`, so it is one of the owner's elements. They are in memory that all lanes may read,
        // and stay so, borrowed by the owner for as long as this.
        (number < self.total).then(|| unsafe {
            *with_exposed_provenance::<u32>(origin as usize).wrapping_add(number as usize)
        })
    }

    /// How many of those votes on the elements from number `base` on are on elements of this lane's own list.
    #[inline(always)]
    pub fn own(&self, votes: u32, base: u32) -> u32 {
        own(votes, base, self.start, self.end)
    }
}

/// The lane that owns `number`: how many lanes' numbers end at or before it, but never more than the last lane.
///
/// A lane without elements owns nothing: its `end` is that of the lane before.
#[inline(always)]
fn owner<W: Warp>(warp: W, end: u32, number: u32) -> u32 {
    let mut owner = 0;
    let mut step = W::LANES / 2;
    while step > 0 {
        // Lanes `..owner` end at or before `number`, and `owner + step` is at most `LANES - 1`.
        if warp.shuffle(end, owner + step - 1) <= number {
            owner += step;
        }
        step /= 2;
    }
    owner
}

/// The lanes from `first` on, as a mask: none if `first` is 32 or more.
#[inline(always)]
fn lanes_from(first: u32) -> u32 {
    u32::MAX.checked_shl(first).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::in_rounds;
    use crate::memory::Slice;
    use crate::simt::{Block, Kernel, Warp, emulated};

    /// Lane `l` brings the first `11 l % 37` numbers in rounds of 5. Every lane sees each of them once, and its own
    /// votes are right.
    struct Turns;

    // SAFETY: it is in no module, and keeps to the rules.
    unsafe impl Kernel for Turns {
        type Args<'a> = Slice<'a, u32>;
        const NAME: &'static str = "turns";

        unsafe fn run<B: Block>(block: B, numbers: &Slice<'_, u32>) {
            let warp = block.warp();
            let list = |lane: u32| &numbers.get()[..(11 * lane % 37) as usize];
            let (mut seen, mut threes, mut sum) = (Vec::new(), 0, 0);
            in_rounds(warp, list(warp.lane()), 5, |turn| {
                threes += turn.own(warp.ballot(turn.element.is_some_and(|element| element % 3 == 0)));
                sum += turn.own_sum(warp, turn.element.unwrap_or(0));
                assert!(
                    turn.element.is_none_or(|element| turn.position_in(numbers.get()) == element as usize)
                );
                for lane in 0..32 {
                    let has = warp.ballot(turn.element.is_some()) >> lane & 1 == 1;
                    let element = warp.shuffle(turn.element.unwrap_or(0), lane);
                    let owner = warp.shuffle(turn.owner, lane);
                    if has {
                        seen.push((owner, element));
                    }
                }
            });
            seen.sort_unstable();
            let expected = (0..32).flat_map(|lane| list(lane).iter().map(move |&element| (lane, element)));
            assert!(seen.into_iter().eq(expected));
            assert_eq!(sum, list(warp.lane()).iter().sum::<u32>());
            assert_eq!(threes, list(warp.lane()).iter().filter(|&&number| number % 3 == 0).count() as u32);
        }
    }

    #[test]
    fn every_element_has_a_turn() {
        let numbers: Vec<u32> = (0..40).collect();
        // SAFETY: the array outlives the launch.
        unsafe { emulated::launch::<Turns>(1, 1, 0, 3, &numbers.as_slice().into()) }.unwrap();
    }
}
