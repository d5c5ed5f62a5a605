//! Edges that are drawn.

use super::sample::RewiredSample;
use super::table::{CLAIMED, EdgeTable, NOWHERE};
use super::{EdgeClass, LOOSE, RewiringCounter, ends_of, slot_of};
use crate::random::Draws;
use crate::simt::Warp;

impl RewiredSample<'_> {
    /// A random pair of vertices, the same one maybe, from those that a class is between.
    #[inline(always)]
    fn drawn(&self, class: &EdgeClass, draws: Draws, place: u64) -> (u32, u32) {
        let members = self.args.members.get();
        let bits = draws.at(place);
        let end = |[start, length]: [u32; 2], bits: u64| {
            let at = start + ((bits * u64::from(length)) >> 32) as u32;
            debug_assert!((at as usize) < members.len());
            // SAFETY: the members of a class lie within the array, as the kernels require.
            unsafe { *members.get_unchecked(at as usize) }
        };
        (end(class.firsts, bits >> 32), end(class.seconds, bits & 0xFFFF_FFFF))
    }

    /// Has each slot without an edge draw pairs until one is no edge, and claim it.
    #[inline(always)]
    pub fn propose_draws<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, draws: Draws) {
        self.each_slot(warp, |class, slot| {
            if self.slot(slot) & LOOSE == 0 {
                return;
            }
            let draws = draws.of(slot.into());
            let (mut place, mut tries) = (NOWHERE, 0);
            while place == NOWHERE && tries < self.args.tries {
                let ends = self.drawn(class, draws, tries);
                if ends.0 != ends.1 {
                    place = table.claim_unless_edge(self.key(ends));
                    self.set_slot(slot, LOOSE | slot_of(ends.0, ends.1));
                }
                tries += 1;
            }
            self.set_proposed(slot, place);
        });
    }

    /// Has each slot whose edge has no place claim it, if it is from one vertex to another.
    #[inline(always)]
    pub fn propose_own<W: Warp>(&self, warp: W, table: &EdgeTable<'_>) {
        self.each_slot(warp, |_, slot| {
            let ends = ends_of(self.slot(slot));
            let place = if ends.0 == ends.1 { NOWHERE } else { table.claim(self.key(ends)) };
            self.set_proposed(slot, place);
        });
    }

    /// Has each slot keep what it claims, if nobody else does.
    #[inline(always)]
    pub fn settle_slots<W: Warp>(&self, warp: W, table: &EdgeTable<'_>) {
        let mut placed = 0;
        self.each_slot(warp, |_, slot| {
            let value = self.slot(slot);
            if value & LOOSE == 0 {
                return;
            }
            let proposed = self.proposed(slot);
            if proposed != NOWHERE && table.marks(proposed) == CLAIMED {
                self.set_slot(slot, value & !LOOSE);
                placed += 1;
            }
        });
        self.subtract(warp, RewiringCounter::Loose, placed);
    }
}
