//! A single way down a plan, drawn at random.

use super::combined::Combined;
use super::tally::{CountChoices, Tally};
use super::walk::WarpWalk;
use crate::lists::Lists;
use crate::plan::{AnyPlan, Source};
use crate::random::{Rng, RngCore};
use crate::simt::Warp;

/// Of how many candidates of the last level walked the leaves are taken, where there are as many: the same number on
/// every machine.
pub(in crate::kernels) const WIDTH: u32 = 32;

/// What a way down came to.
#[derive(Clone, Copy, Debug)]
pub(in crate::kernels) struct Descent {
    /// How many matches it stands for.
    pub weight: f64,
    /// How many steps of a warp a walk through the whole task would take, as far as it tells.
    pub steps: f64,
}

impl<'a, 'g: 'a, W: Warp, G: Lists<'g>, P: AnyPlan> WarpWalk<'a, W, G, P> {
    /// Draws a candidate at each level of a task but the last, and takes the leaves of up to [`WIDTH`] of the last
    /// one's. What they hold is weighed by the number of candidates at each level: the mean over all draws is what the
    /// task holds.
    ///
    /// `COMBINED` if the plan ends in a combination of sets. A collective; `random` is the same in all lanes, and so is
    /// what comes of it.
    #[inline(always)]
    pub fn descend<const COMBINED: bool>(&self, first: u32, second: u32, random: &mut Rng) -> Descent {
        let mut descent = Descent { weight: 0.0, steps: 1.0 };
        let (last, ways) = (self.plan.last(), self.to_last(first, second, random, &mut descent.steps));
        if ways == 0.0 {
            return descent;
        }
        let candidates = self.frames.left(last).len() as u32;
        descent.steps += ways * f64::from(candidates.div_ceil(WIDTH));
        if candidates > 0 {
            let taken = candidates.min(WIDTH);
            let found = self.leaves_of_some::<COMBINED>(taken, random);
            descent.weight = ways * found * (f64::from(candidates) / f64::from(taken));
        }
        descent
    }

    /// Draws a candidate at each level of a task before the last one, and opens that. Of how many ways there it is one;
    /// 0 where it ends before. `steps` rises by those of a walk through all of these ways. A collective.
    #[inline(always)]
    pub(super) fn to_last(&self, first: u32, second: u32, random: &mut Rng, steps: &mut f64) -> f64 {
        if !self.begin(first, second) {
            return 0.0;
        }
        let (last, mut ways) = (self.plan.last(), 1.0);
        let mut level = 2;
        while level < last {
            let left = self.frames.left(level);
            let candidates = left.end - left.start;
            ways *= f64::from(candidates);
            *steps += ways;
            if candidates == 0
                || !self.frames.fix(level, self.level(level), left.start + below(random, candidates))
                || !self.run_ops(level)
            {
                return 0.0;
            }
            level += 1;
            self.open(level);
        }
        ways
    }

    /// How many candidates the third level of a task has; 0 where there is no match. A collective.
    #[inline(always)]
    pub fn candidates_of(&self, first: u32, second: u32) -> u32 {
        if self.begin(first, second) { self.frames.left(2).len() as u32 } else { 0 }
    }

    /// How long a list is that is there when a task's edge is fixed.
    #[inline(always)]
    pub fn length(&self, source: Source) -> u32 {
        self.frames.length(source)
    }

    /// What the leaves of `taken` candidates of the last level hold: of all, or of one in each of as many equal parts,
    /// drawn together.
    #[inline(always)]
    fn leaves_of_some<const COMBINED: bool>(&self, taken: u32, random: &mut Rng) -> f64 {
        let last = self.plan.last();
        let left = self.frames.left(last);
        let candidates = left.end - left.start;
        let shift = below(random, candidates);
        // Position `i` is at `(i + u) / taken` of all, with the same `u` in 0..1 for each: so each candidate is as
        // likely.
        let place = |i: u32| {
            let offset = u64::from(i) * u64::from(candidates) + u64::from(shift);
            left.start + if taken == candidates { i } else { (offset / u64::from(taken)) as u32 }
        };
        let (level, sets) = (self.level(last), self.plan.combination());
        let mut tally = Tally::new();
        if COMBINED {
            let mut visitor = Combined { sets, tally: &mut tally };
            self.frames.some_leaves(last, level, (self.plan.leaf(), self.plan), (taken, place), &mut visitor);
        } else {
            let mut visitor = CountChoices(&mut tally);
            self.frames.some_leaves(last, level, (self.plan.leaf(), self.plan), (taken, place), &mut visitor);
        }
        tally.rounded(self.frames.warp())
    }
}

/// A number in `0..end`, each as likely, up to one part in 2^32.
#[inline(always)]
pub(in crate::kernels) fn below(random: &mut Rng, end: u32) -> u32 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> 64) as u32
}
