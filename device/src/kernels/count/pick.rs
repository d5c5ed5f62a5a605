//! One whole embedding, drawn at random.

use super::descent::below;
use super::leaf::{Leaves, Visit};
use super::walk::WarpWalk;
use crate::lists::Lists;
use crate::plan::{AnyPlan, Source};
use crate::random::Rng;
use crate::simt::Warp;

/// An embedding that was drawn, in all lanes the same.
#[derive(Clone, Copy, Debug)]
pub(in crate::kernels) struct Picked {
    /// Of how many ways down the plan it is one: the sizes of the sets that its vertices were drawn from, multiplied.
    pub ways: f64,
    /// The vertex of the last level walked.
    last: u32,
    /// That of the leaf.
    leaf: u32,
}

impl<'a, 'g: 'a, W: Warp, G: Lists<'g>, P: AnyPlan> WarpWalk<'a, W, G, P> {
    /// Draws one candidate at each level of a task, and one vertex of the leaf's set; `None` where a set is empty. The
    /// chance of an embedding of the task is one in its [`ways`](Picked::ways). For plans whose leaf chooses one
    /// vertex.
    ///
    /// A collective; `random` is the same in all lanes, and so is what comes of it.
    #[inline(always)]
    pub fn pick(&self, first: u32, second: u32, random: &mut Rng) -> Option<Picked> {
        let (last, mut steps) = (self.plan.last(), 0.0);
        let ways = self.to_last(first, second, random, &mut steps);
        if ways == 0.0 {
            return None;
        }
        let left = self.frames.left(last);
        let candidates = left.end - left.start;
        if candidates == 0 {
            return None;
        }
        let place = left.start + below(random, candidates);
        let mut pick = LeafPick { random, size: 0, last: 0, leaf: 0 };
        let leaf = (self.plan.leaf(), self.plan);
        self.frames.some_leaves(last, self.level(last), leaf, (1, |_| place), &mut pick);
        let LeafPick { size, last, leaf, .. } = pick;
        let ways = ways * f64::from(candidates) * f64::from(size);
        (size > 0).then_some(Picked { ways, last, leaf })
    }

    /// The vertex of a level, or of the leaf, which is the level after the last, of what was picked just now.
    #[inline(always)]
    pub fn picked(&self, picked: Picked, level: u32) -> u32 {
        let last = self.plan.last();
        if level < last {
            self.frames.get(level as usize)
        } else if level == last {
            picked.last
        } else {
            picked.leaf
        }
    }
}

/// Draws a vertex of the one leaf that it is given.
struct LeafPick<'r> {
    random: &'r mut Rng,
    /// How many there are to draw from.
    size: u32,
    /// The candidate of the last level, and what was drawn.
    last: u32,
    leaf: u32,
}

impl Visit for LeafPick<'_> {
    #[inline(always)]
    fn visit<'l, 'g: 'l, W: Warp, G: Lists<'g>>(
        &mut self,
        leaves: &Leaves<'l, W, G, impl Fn(u32) -> u32 + Copy>,
        _list: impl Fn(Source) -> &'l [u32],
    ) {
        // The other lanes have no candidate, and so nothing to choose from.
        let (warp, size) = (leaves.warp, leaves.warp.sum(leaves.size()));
        if size == 0 {
            return;
        }
        (self.size, self.last) = (size, (leaves.vertex)(leaves.last));
        let (wanted, mut before) = (below(self.random, size), 0);
        leaves.each(|_, vertex| {
            let votes = warp.ballot(vertex.is_some());
            let number = before + (votes & warp.lanes_below()).count_ones();
            let found = warp.ballot(vertex.is_some() && number == wanted);
            if found != 0 {
                self.leaf = warp.shuffle(vertex.unwrap_or(0), found.trailing_zeros());
            }
            before += votes.count_ones();
        });
    }
}
