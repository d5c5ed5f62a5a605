//! Samples that are to stay connected.

use core::sync::atomic::Ordering::Relaxed;

use super::sample::{RewiredSample, at};
use super::table::NOWHERE;
use super::{RewiringCounter, ends_of};
use crate::random::Draws;
use crate::simt::Warp;

impl RewiredSample<'_> {
    /// Whether samples are to stay connected.
    #[inline(always)]
    pub fn stays_connected(&self) -> bool {
        self.parents.length() > 0
    }

    /// Has each vertex be a part of its own.
    #[inline(always)]
    pub fn part_all<W: Warp>(&self, warp: W) {
        self.part.each(warp, self.parents.length(), |has, vertex| {
            if has {
                at(self.parents, vertex as u64).store(vertex as u32, Relaxed);
            }
        });
        if self.part.index == 0 && warp.lane() == 0 {
            self.counter(RewiringCounter::Joined).store(0, Relaxed);
        }
    }

    /// Joins the parts that the ends of each edge are in.
    #[inline(always)]
    pub fn join_ends<W: Warp>(&self, warp: W) {
        let mut joined = 0;
        self.each_slot(warp, |_, slot| joined += u32::from(self.join(ends_of(self.slot(slot)))));
        self.add(warp, RewiringCounter::Joined, joined);
    }

    /// Joins two parts, if they are two. As many joins are made as there are parts less, whoever comes first.
    #[inline(always)]
    fn join(&self, (first, second): (u32, u32)) -> bool {
        let parent = |vertex: u32| at(self.parents, vertex.into());
        let root = |mut vertex: u32| loop {
            let above = parent(vertex).load(Relaxed);
            if above == vertex {
                return vertex;
            }
            // The next search has half the way. Nobody but `join` changes a root, and this is none.
            let next = parent(above).load(Relaxed);
            parent(vertex).store(next, Relaxed);
            vertex = next;
        };
        let (mut first, mut second) = (first, second);
        loop {
            (first, second) = (root(first), root(second));
            if first == second {
                return false;
            }
            let (low, high) = (first.min(second), first.max(second));
            if parent(high).compare_exchange(high, low, Relaxed, Relaxed).is_ok() {
                return true;
            }
        }
    }

    /// Takes the round back if the sample has fallen apart.
    #[inline(always)]
    pub fn take_back<W: Warp>(&self, warp: W, draws: Draws) {
        let joined = self.counter(RewiringCounter::Joined).load(Relaxed);
        if joined >= self.args.joins {
            return;
        }
        let mut taken = 0;
        self.each_pair(warp, draws, |class, _, pair| {
            if self.proposed(pair.0) != NOWHERE {
                taken += 1;
                self.exchange(class, draws, pair);
            }
        });
        self.subtract(warp, RewiringCounter::Taken, taken);
    }
}
