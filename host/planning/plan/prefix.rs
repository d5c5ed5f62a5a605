//! What the cost model expects of partial embeddings: how many there are, and how long the lists are that they lead to.

use super::moments::{Incident, Moments, Side};
use super::query::ViewId;
use super::schedule::{CandidateList, Operation, Schedule};
use super::shape::{AdjacencySet, LevelBounds, Relation, Shape};
use super::work::{LEAST_LEAF, TERM, logarithm, search};
use crate::pattern::{MAX_VERTICES, bits};

/// What is expected of the partial embeddings of one length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix<'a> {
    moments: &'a Moments,
    /// How many there are.
    pub count: f64,
    /// The levels whose vertices they have.
    fixed: u32,
    incident: [Incident; MAX_VERTICES],
    /// By how much degrees differ from what the edges tell.
    tilt: [f64; MAX_VERTICES],
}

impl<'a> Prefix<'a> {
    /// The embeddings of the first vertex alone.
    pub fn first(moments: &'a Moments, vertices: f64) -> Self {
        Self {
            moments,
            count: vertices,
            fixed: 1,
            incident: [Incident::default(); MAX_VERTICES],
            tilt: [1.0; MAX_VERTICES],
        }
    }

    /// How many embeddings also have the vertex of `level`, the next one.
    pub fn extended_count(&self, shape: &Shape, level: usize) -> f64 {
        self.count * self.size(shape, shape.adjacency(level, level), shape.range(level, level))
    }

    /// The embeddings that also have the vertex of `level`, the next one.
    pub fn extend(mut self, shape: &Shape, level: usize) -> Self {
        let near = shape.adjacency(level, level).near;
        let range = shape.range(level, level);
        self.count = self.extended_count(shape, level);
        self.fixed |= 1 << level;
        for other in bits(near) {
            self.incident[level].add(side(range, other));
            self.incident[other].add(side(range, other).opposite());
        }
        // Of two vertices that are compared but not adjacent, the smaller one has the higher degree.
        let settled =
            bits(near).fold(near, |settled, p| settled | shape.order.smaller(p) | shape.order.greater(p));
        let (high, low) =
            (2.0 * self.moments.skew / (1.0 + self.moments.skew), 2.0 / (1.0 + self.moments.skew));
        for other in bits((range.above | range.below) & !settled) {
            let smaller = range.below >> other & 1 == 1;
            self.tilt[level] *= if smaller { high } else { low };
            self.tilt[other] *= if smaller { low } else { high };
        }
        self
    }

    /// How many vertices of `range` are in `set`: what the views leave of those that adjacency alone would leave.
    pub fn size(&self, shape: &Shape, set: AdjacencySet, range: LevelBounds) -> f64 {
        let class = bits(set.near).next().map_or(1.0, |level| self.moments.view(set.views[level]).class);
        let rules: f64 = bits(set.near).map(|level| self.moments.view(set.views[level]).rule).product();
        class * rules * self.adjacent_vertices(shape, set, range)
    }

    fn adjacent_vertices(&self, shape: &Shape, set: AdjacencySet, range: LevelBounds) -> f64 {
        let near = set.near;
        let adjacent =
            |far: usize| self.moments.view(set.views[far]).whole() * self.adjacent(shape, near, range, far);
        let kept = bits(set.far).map(|far| 1.0 - adjacent(far)).product::<f64>();
        if near.count_ones() == 1 {
            return kept * self.neighbors(shape, near.trailing_zeros() as usize, range);
        }
        let pair = bits(near).find_map(|p| {
            let others = shape.adjacency[p] & near & !((1 << p) - 1);
            (others != 0).then(|| (p, others.trailing_zeros() as usize))
        });
        let Some((p, q)) = pair else {
            return kept * self.apart(shape, near, range);
        };
        let share = self.share(shape, range, 1 << p | 1 << q, near);
        let others = near.count_ones() as i32 - 2;
        kept * self.common(p, q) * share * self.moments.closure(Side::Lower, Side::Lower).powi(others)
    }

    /// How often a vertex of `range` that is adjacent to all of `near` is adjacent to level `far` as well.
    fn adjacent(&self, shape: &Shape, near: u32, range: LevelBounds, far: usize) -> f64 {
        let shared = shape.adjacency[far] & near;
        if shared == 0 {
            return self.chance(far);
        }
        let through = shared.trailing_zeros() as usize;
        let theirs = side(shape.range(far, MAX_VERTICES), through).opposite();
        self.moments.closure(side(range, through).opposite(), theirs)
    }

    /// How often the vertex of level `p` is adjacent to the end of some edge, for all that is known.
    fn chance(&self, p: usize) -> f64 {
        (self.degree(p) * self.moments.end_degree() / self.moments.degrees.max(1.0)).min(0.5)
    }

    fn degree(&self, p: usize) -> f64 {
        self.tilt[p] * self.moments.neighbors(self.incident[p], Side::Either)
    }

    /// The common neighbours of the adjacent `p` and `q`.
    fn common(&self, p: usize, q: usize) -> f64 {
        let (p, q) = (self.degree(p), self.degree(q));
        let typical = self.moments.end_degree().max(1.0);
        (self.moments.common * (p * q).sqrt() / typical).min(p).min(q)
    }

    /// The common neighbours of `p` and `q`, which have one already: those that degrees and chance give them, and those
    /// by which the graph's wedges have more.
    fn opposite(&self, p: usize, q: usize) -> f64 {
        let (p, q) = (self.degree(p), self.degree(q));
        let typical = self.moments.end_degree().max(1.0);
        let by_chance = typical * typical * typical / self.moments.degrees.max(1.0);
        let all = self.moments.opposite.max(by_chance);
        (all * p * q / (typical * typical)).min(p).min(q)
    }

    /// The vertices of `range` that are adjacent to all of `near`, of which no two are adjacent in the pattern.
    fn apart(&self, shape: &Shape, near: u32, range: LevelBounds) -> f64 {
        let opposite = |p: usize| {
            let beside = |&q: &usize| q > p && shape.adjacency[p] & shape.adjacency[q] & self.fixed != 0;
            bits(near).find(beside).map(|q| (p, q))
        };
        if let Some((p, q)) = bits(near).find_map(opposite) {
            let pair = 1 << p | 1 << q;
            let share = self.share(shape, range, pair, near);
            let others = bits(near & !pair).map(|other| self.chance(other)).product::<f64>();
            return share * self.opposite(p, q) * others;
        }
        let list = |p: usize| self.neighbors(shape, p, range);
        let start = bits(near).min_by(|&a, &b| list(a).total_cmp(&list(b))).unwrap_or(0);
        list(start) * bits(near & !(1 << start)).map(|q| self.chance(q)).product::<f64>()
    }

    /// The neighbours of the vertex of level `p` that are in `range`.
    pub fn neighbors(&self, shape: &Shape, p: usize, range: LevelBounds) -> f64 {
        let on = |side: Side| {
            let (implied, excluded) = match side {
                Side::Lower => (range.below & shape.order.greater(p), range.above & shape.order.greater(p)),
                _ => (range.above & shape.order.smaller(p), range.below & shape.order.smaller(p)),
            };
            let settled = implied | 1 << p;
            let open = LevelBounds { above: range.above & !settled, below: range.below & !settled };
            let share = if excluded == 0 { self.share(shape, open, 0, 1 << p) } else { 0.0 };
            share * self.tilt[p] * self.moments.neighbors(self.incident[p], side)
        };
        if range.below >> p & 1 == 1 {
            on(Side::Lower)
        } else if range.above >> p & 1 == 1 {
            on(Side::Upper)
        } else if range.above | range.below == 0 {
            self.degree(p)
        } else {
            on(Side::Lower) + on(Side::Upper)
        }
    }

    /// The share of all places among the vertices that `range` names, and `others`, that are in `range`: if all orders
    /// of them that obey the restrictions are alike. A vertex that is compared with a single one is smaller the less
    /// often the more edges that one has beyond its own, to `near`.
    fn share(&self, shape: &Shape, range: LevelBounds, others: u32, near: u32) -> f64 {
        let named = range.above | range.below | others;
        match named.count_ones() {
            _ if range.above | range.below == 0 => 1.0,
            1 => {
                let other = named.trailing_zeros() as usize;
                let more = i32::from(self.incident[other].total()) - near.count_ones() as i32;
                let odds = self.moments.skew.powi(more);
                if range.above == 0 { 1.0 / (1.0 + odds) } else { odds / (1.0 + odds) }
            }
            count => {
                let with = shape.order.extensions_with(named, range.above, range.below);
                with / (shape.order.extensions(named) * f64::from(count + 1))
            }
        }
    }

    /// The work of filtering `set` within `range` by the neighbours of level `operand` in `view`.
    pub fn filter(
        &self,
        shape: &Shape,
        set: AdjacencySet,
        (operand, view): (usize, ViewId),
        difference: bool,
        range: LevelBounds,
    ) -> f64 {
        let list = self.size(shape, set, range);
        let other = self.moments.view(view).whole() * self.neighbors(shape, operand, range);
        if difference || list < other { search(list, other) } else { search(other, list) }
    }

    /// The work of an operation.
    pub fn operation(&self, shape: &Shape, operation: &Operation) -> f64 {
        let Operation { set, operand, difference, range, .. } = *operation;
        self.filter(shape, set.without(operand), (operand, set.views[operand]), difference, range)
    }

    /// The work of counting what is left for one candidate of the last level.
    pub fn leaf(&self, shape: &Shape, schedule: &Schedule) -> f64 {
        let tests = (0..shape.anti_vertices).map(|anti| {
            self.set(shape, shape.test(anti), LevelBounds { above: 0, below: 0 }, schedule.tests[anti])
        });
        let tests: f64 = tests.sum();
        if schedule.leaves.is_empty() {
            return LEAST_LEAF + tests;
        }
        let sets = schedule.sum.sets.iter().zip(&schedule.leaves).map(|(&classes, &list)| {
            let (set, relation, range) = shape.leaf(classes);
            self.set(shape, (set, relation), range, list)
        });
        let terms = if shape.drawn.classes() > 1 { TERM * schedule.sum.terms.len() as f64 } else { 0.0 };
        tests + terms + sets.sum::<f64>()
    }

    /// The work of finding the size of a set that the last level walked filters.
    fn set(
        &self,
        shape: &Shape,
        (set, relation): (AdjacencySet, Relation),
        range: LevelBounds,
        list: CandidateList,
    ) -> f64 {
        let last = shape.walked() - 1;
        match (relation, list) {
            (Relation::Adjacent(view), CandidateList::None) => {
                logarithm(self.moments.view(view).whole() * self.neighbors(shape, last, range))
            }
            (Relation::Free, _) => logarithm(self.size(shape, set, range)),
            (Relation::Adjacent(view), _) => self.filter(shape, set, (last, view), false, range),
            (Relation::Apart(view), _) => self.filter(shape, set, (last, view), true, range),
        }
    }
}

/// On which side of the vertex in `range` that of level `other` stands.
fn side(range: LevelBounds, other: usize) -> Side {
    if range.below >> other & 1 == 1 {
        Side::Upper
    } else if range.above >> other & 1 == 1 {
        Side::Lower
    } else {
        Side::Either
    }
}
