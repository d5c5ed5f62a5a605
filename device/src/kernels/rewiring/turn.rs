//! Directed 3-cycles that are turned.

use super::pairing::Pairing;
use super::sample::{RewiredSample, turns};
use super::switch::PairDraw;
use super::table::{CLAIMED, DISPUTED, EDGE, EdgeTable, NOWHERE};
use super::{EdgeClass, RewiringCounter, ends_of, slot_of};
use crate::random::Draws;
use crate::simt::Warp;

/// Of 2^32: how likely a pair is active. The third side of a cycle must be in a pair that is not.
const ACTIVITY: u32 = 1 << 31;

/// Two consecutive arcs, *pq* and *qr*.
#[derive(Clone, Copy)]
struct Consecutive {
    /// The slots of both.
    slots: [u32; 2],
    p: u32,
    q: u32,
    r: u32,
}

impl Consecutive {
    /// The sides of the cycle that they are part of, if it is one.
    #[inline(always)]
    fn sides(self) -> [(u32, u32); 3] {
        [(self.p, self.q), (self.q, self.r), (self.r, self.p)]
    }
}

#[inline(always)]
fn turned((first, second): (u32, u32)) -> (u32, u32) {
    (second, first)
}

impl RewiredSample<'_> {
    /// A pair of slots, if it is active and has consecutive arcs of three vertices.
    #[inline(always)]
    fn consecutive(&self, class: &EdgeClass, draws: Draws, (low, high): (u32, u32)) -> Option<Consecutive> {
        let draw = PairDraw::of(draws, low);
        if !turns(class) || !draw.is_active(ACTIVITY) {
            return None;
        }
        let slots = if draw.way() { [low, high] } else { [high, low] };
        let ((p, q), (from, r)) = (ends_of(self.slot(slots[0])), ends_of(self.slot(slots[1])));
        (q == from && r != p).then_some(Consecutive { slots, p, q, r })
    }

    /// Has each consecutive pair claim the sides of its cycle, both ways, whether they are there or not.
    #[inline(always)]
    pub fn propose_turns<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, draws: Draws) {
        let mut tried = 0;
        self.each_pair(warp, draws, |class, _, pair| {
            let Some(consecutive) = self.consecutive(class, draws, pair) else { return };
            tried += 1;
            for side in consecutive.sides() {
                table.claim(self.key(side));
                if self.args.ordered != 0 {
                    table.claim(self.key(turned(side)));
                }
            }
        });
        self.add(warp, RewiringCounter::Tried, tried);
    }

    /// Turns the cycles that nobody is in the way of.
    #[inline(always)]
    pub fn settle_turns<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, draws: Draws) {
        let mut taken = 0;
        self.each_pair(warp, draws, |class, pairing, pair| {
            let Some(consecutive) = self.consecutive(class, draws, pair) else { return };
            let Some(third) = self.third(table, class, pairing, draws, consecutive) else { return };
            let Consecutive { slots: [one, other], p, q, r } = consecutive;
            taken += 1;
            self.set_slot(one, slot_of(r, q));
            self.set_slot(other, slot_of(q, p));
            self.set_slot(third, slot_of(p, r));
        });
        self.add(warp, RewiringCounter::Taken, taken);
    }

    /// The slot of the third side of a cycle that may be turned.
    #[inline(always)]
    fn third(
        &self,
        table: &EdgeTable<'_>,
        class: &EdgeClass,
        pairing: Pairing,
        draws: Draws,
        consecutive: Consecutive,
    ) -> Option<u32> {
        let marks = |edge: (u32, u32)| {
            let place = table.find(self.key(edge));
            // All of them were claimed, by this pair at least.
            if place == NOWHERE { DISPUTED } else { table.marks(place) }
        };
        for side in consecutive.sides() {
            if marks(side) != EDGE | CLAIMED {
                return None;
            }
            if self.args.ordered != 0 && marks(turned(side)) != CLAIMED {
                return None;
            }
        }
        let third = self.owner(table.find(self.key((consecutive.r, consecutive.p))));
        // Claimed by nobody else, it is in no slot that somebody else changes.
        let within = third.checked_sub(class.start).filter(|&at| at < class.length)?;
        let idle = |lower: u32| !PairDraw::of(draws, class.start + lower).is_active(ACTIVITY);
        let is_third = ends_of(self.slot(third)) == (consecutive.r, consecutive.p);
        (is_third && pairing.lower_of_pair(within).is_none_or(idle)).then_some(third)
    }
}
