//! Pairs of edges that exchange ends.

use super::sample::RewiredSample;
use super::table::{AHEAD, CLAIMED, EDGE, EdgeTable, NOWHERE};
use super::{EdgeClass, FREE, RewiringCounter, ends_of, slot_of};
use crate::random::Draws;
use crate::simt::Warp;

/// The random choices of a pair: the number of its lower slot.
#[derive(Clone, Copy)]
pub(super) struct PairDraw(u64);

impl PairDraw {
    #[inline(always)]
    pub fn of(draws: Draws, lower: u32) -> PairDraw {
        PairDraw(draws.at(lower.into()))
    }

    /// Whether the pair takes part, with a probability of `activity` / 2^32.
    #[inline(always)]
    pub fn is_active(self, activity: u32) -> bool {
        ((self.0 >> 32) as u32) < activity
    }

    /// One of two ways.
    #[inline(always)]
    pub fn way(self) -> bool {
        self.0 & 1 != 0
    }
}

/// What two edges become that exchange ends. Exchanged once more, in the same way, they are what they were.
#[inline(always)]
pub(super) fn exchanged(class: &EdgeClass, way: bool, one: u64, other: u64) -> [(u32, u32); 2] {
    let ((a, b), (c, d)) = (ends_of(one), ends_of(other));
    // Either way is as likely: a branch could not be foreseen.
    let choice = u32::from((class.kind & FREE != 0) & way).wrapping_neg();
    let chosen = |then: u32, otherwise: u32| otherwise ^ ((then ^ otherwise) & choice);
    [(a, chosen(c, d)), (chosen(b, c), chosen(d, b))]
}

impl RewiredSample<'_> {
    /// What an active pair would become, unless that is ruled out by what it is.
    #[inline(always)]
    fn switched(&self, class: &EdgeClass, draws: Draws, (low, high): (u32, u32)) -> Option<[(u32, u32); 2]> {
        let (one, other) = (self.slot(low), self.slot(high));
        let next = exchanged(class, PairDraw::of(draws, low).way(), one, other);
        let ((a, b), (c, d)) = (ends_of(one), ends_of(other));
        let differ = a != c && a != d && b != c && b != d;
        (differ && self.keeps_lengths([(a, b), (c, d)], next) && self.keeps_leaves([(a, b), (c, d)], next))
            .then_some(next)
    }

    /// Whether two edges are as many in each bin of lengths as two others.
    #[inline(always)]
    fn keeps_lengths(&self, edges: [(u32, u32); 2], others: [(u32, u32); 2]) -> bool {
        if self.args.positions.length() == 0 {
            return true;
        }
        let ([a, b], [c, d]) = (edges.map(|edge| self.bin(edge)), others.map(|edge| self.bin(edge)));
        (a, b) == (c, d) || (a, b) == (d, c)
    }

    /// Whether none of these edges is a part of its own, where samples are to stay connected. Most switchings that
    /// disconnect a graph make such edges. That it is asked of both sides keeps the round its own inverse.
    #[inline(always)]
    fn keeps_leaves(&self, edges: [(u32, u32); 2], others: [(u32, u32); 2]) -> bool {
        let is_part = |(a, b): (u32, u32)| self.is_leaf(a) && self.is_leaf(b);
        !self.stays_connected()
            || !(is_part(edges[0]) || is_part(edges[1]) || is_part(others[0]) || is_part(others[1]))
    }

    /// Has each active pair claim what it proposes.
    #[inline(always)]
    pub fn propose_switches<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, draws: Draws) {
        let mut tried = 0;
        self.each_pair(warp, draws, |class, _, (low, high)| {
            if table.looks_ahead && low + AHEAD < high - AHEAD.min(high) {
                self.foresee(class, table, draws, (low + AHEAD, high - AHEAD));
            }
            self.set_proposed(low, NOWHERE);
            if !PairDraw::of(draws, low).is_active(self.args.activity) {
                return;
            }
            tried += 1;
            if let Some([one, other]) = self.switched(class, draws, (low, high)) {
                self.set_proposed(low, table.claim(self.key(one)));
                self.set_proposed(high, table.claim(self.key(other)));
            }
        });
        self.add(warp, RewiringCounter::Tried, tried);
    }

    /// Has each pair exchange its ends that nobody is in the way of.
    #[inline(always)]
    pub fn settle_switches<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, draws: Draws) {
        let mut taken = 0;
        self.each_pair(warp, draws, |class, _, pair| {
            let (low, high) = pair;
            if table.looks_ahead && low + AHEAD < high - AHEAD.min(high) {
                self.foresee_places(table, (low + AHEAD, high - AHEAD));
            }
            let proposed = self.proposed(low);
            if proposed == NOWHERE {
                return;
            }
            let is_free = |place: u32| table.marks(place) == CLAIMED;
            let is_wanted = |slot: u32| table.marks(self.place(slot)) != EDGE;
            let is_taken =
                is_free(proposed) & is_free(self.proposed(high)) & !is_wanted(low) & !is_wanted(high);
            taken += u32::from(is_taken);
            // Nobody can foresee which pairs exchange their ends: all store, some of them what they had.
            let (one, other) = (self.slot(low), self.slot(high));
            let next = exchanged(class, PairDraw::of(draws, low).way(), one, other);
            let then = |(first, second), kept| if is_taken { slot_of(first, second) } else { kept };
            self.set_slot(low, then(next[0], one));
            self.set_slot(high, then(next[1], other));
            self.set_proposed(low, if is_taken { proposed } else { NOWHERE });
        });
        self.add(warp, RewiringCounter::Taken, taken);
    }

    /// Asks for the cells of what a pair would propose.
    #[inline(always)]
    fn foresee(&self, class: &EdgeClass, table: &EdgeTable<'_>, draws: Draws, (low, high): (u32, u32)) {
        let way = PairDraw::of(draws, low).way();
        let next = exchanged(class, way, self.slot(low), self.slot(high));
        next.iter().for_each(|&edge| table.foresee(self.key(edge)));
    }

    /// Asks for the cells that tell whether a pair exchanges its ends.
    #[inline(always)]
    fn foresee_places(&self, table: &EdgeTable<'_>, (low, high): (u32, u32)) {
        if self.proposed(low) != NOWHERE {
            [self.proposed(low), self.proposed(high), self.place(low), self.place(high)]
                .iter()
                .for_each(|&place| table.foresee_cell(place));
        }
    }

    #[inline(always)]
    pub fn exchange(&self, class: &EdgeClass, draws: Draws, (low, high): (u32, u32)) {
        let way = PairDraw::of(draws, low).way();
        let [one, other] = exchanged(class, way, self.slot(low), self.slot(high));
        self.set_slot(low, slot_of(one.0, one.1));
        self.set_slot(high, slot_of(other.0, other.1));
    }
}
