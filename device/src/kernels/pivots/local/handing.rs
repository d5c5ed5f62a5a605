//! What a warp hands over of a search for cliques at vertices or edges, and how another goes on with it.

use super::super::handover::{NodeRecord, Patience};
use super::children::Start;
use super::node::{Begin, Child, CliquesBelow, NodeStep, Taken};
use super::number::CountInteger;
use super::room::RECORD_SETS;
use super::search::LocalSearch;
use crate::kernels::cliques::matrix::WORD;
use crate::memory::Slice;
use crate::places::Places;
use crate::simt::Warp;

impl<W: Warp, N: CountInteger, P: Places> LocalSearch<'_, '_, W, N, P> {
    /// Hands over what is left at the levels above `level` of a search that began below `from`, if it is time to, the
    /// nearest to the root first. A collective.
    #[inline(always)]
    pub(super) fn hand_over_above(&self, patience: &mut Patience, from: Start, level: u32) {
        let (args, room) = (self.args, self.room);
        let Some(over) = patience.over(self.warp, &args.over, &args.cliques.queue[0], &room.among) else {
            return;
        };
        for above in 0..level {
            if self.read(self.left_at(above)).iter().all(|&word| word == 0) {
                continue;
            }
            let Some(record) = over.reserve(self.warp, 1) else { return };
            let (_, Taken { held, pivots }, _) = self.load(above);
            let (node, length) = (NodeRecord { pivot: 0, held, pivots }, RECORD_SETS * self.length);
            // SAFETY: just reserved.
            unsafe {
                over.write(self.warp, record, self.position, node, length, |at| {
                    self.record_word(from, above, at)
                });
            }
            // What is left here is nothing.
            self.write(self.left_at(above), |_| 0);
        }
        patience.end(args.over.patience);
    }

    /// A word of the sets of a record of what is left at a level.
    #[inline(always)]
    fn record_word(&self, from: Start, level: u32, at: usize) -> u64 {
        let (set, at) = (at / self.length, at % self.length);
        match set {
            0 => self.read(self.set_at(level))[at],
            1 => self.read(self.left_at(level))[at],
            _ => self.taken_word(from, level, at, set == 3),
        }
    }

    /// A word of the set of those that were taken before the children of a level: the pivots, or those that are held.
    #[inline(always)]
    fn taken_word(&self, from: Start, level: u32, at: usize, pivots: bool) -> u64 {
        let bit = |vertex: u32| if at as u32 == vertex / WORD { 1 << (vertex % WORD) } else { 0 };
        let mut word = match from {
            Start::WithPivot(pivot) if pivots => bit(pivot),
            Start::Holding(vertex) if !pivots => bit(vertex),
            Start::Resumed => self.read(if pivots { self.room.pivots } else { self.room.held })[at],
            _ => 0,
        };
        for above in 0..=level {
            if pivots {
                word |= self.read(self.universal_at(above))[at];
            }
            let (Child { vertex, is_pivot }, ..) = self.load(above);
            if above < level && is_pivot == pivots {
                word |= bit(vertex);
            }
        }
        word
    }

    /// Puts a record down, by its node and its sets, for a search that goes on with what is left of it. A collective.
    #[inline(always)]
    pub(super) fn put_record(&self, (node, sets): (NodeRecord, Slice<'_, u64>)) -> Begin<N> {
        let NodeRecord { held, pivots, .. } = node;
        let word = |set: usize| move |at: usize| sets[set * self.length + at];
        self.write(self.set_at(0), word(0));
        self.write(self.left_at(0), word(1));
        self.write(self.room.held, word(2));
        self.write(self.room.pivots, word(3));
        // The root is held, and was taken first.
        self.push_all(1, self.room.held, false);
        self.push_all(held, self.room.pivots, true);
        // Those that were joined to all others are among the pivots.
        self.write(self.universal_at(0), |_| 0);
        // The child is any: nothing was found below it.
        self.save(0, Child { vertex: 0, is_pivot: false }, Taken { held, pivots }, CliquesBelow::NOTHING);
        let step = NodeStep::Done(CliquesBelow::NOTHING, Taken { held, pivots });
        Begin { from: Start::Resumed, step, level: 1 }
    }
}
