//! The search for the cheapest plan: matching orders and restriction sets.
//!
//! **Orders.** Every vertex but the first is adjacent to an earlier one. Of the vertices that automorphisms which keep
//! the prefix in place take to one another, one is tried.
//!
//! **Restrictions.** They break the automorphism group along a chain of stabilisers (Grochow and Kellis, RECOMB 2007):
//! a vertex `v` is required to be the smallest, or the greatest, of its orbit, and what remains of the group is the
//! stabiliser of `v`. Each step divides the matches of a subgraph by the length of the orbit, so any chain that ends
//! in the trivial group leaves one match of each. The steps follow the matching order; at each one, both directions
//! are tried, and leaving the vertex free for a later step (as GraphPi does, more than one set per pattern is scored).
//! Where the group is too large to be listed, as those of cliques and stars are, the vertices that may be exchanged one by
//! one are put in order first; what remains is the group of the automorphisms that keep that order.
//!
//! **Leaf.** Vertices at the end of the order that are not adjacent to each other are counted together: as a binomial
//! coefficient if they have the same neighbours, else by [inclusion and exclusion](super::inclusion). What remains of the
//! group must then permute nothing but them.
//!
//! Costs only grow as a prefix grows, so a prefix that costs more than the best plan so far is cut off. Once the search has taken
//! longer than that plan's walk is expected to, so is one that would save but little of it, and in the end the search stops.

mod leaf;

use std::rc::Rc;

use super::candidate::Candidate;
use super::cost::evaluate;
use super::drawn::DrawnVertices;
use super::features::{Feature, Features, PlanOptions};
use super::generic::generic_stats;
use super::moments::Moments;
use super::partial_order::PartialOrder;
use super::prefix::Prefix;
use super::query::{Query, Shares, Symmetry};
use super::schedule::{Schedule, SetStep, Timing, steps};
use super::shape::{AdjacencySet, LevelBounds, Shape};
use super::work::{LEAST_LEAF, STEP};
use crate::graph::GraphStats;
use crate::pattern::{Group, MAX_VERTICES, all, bits};

/// Which of the candidates are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wanted {
    /// The cheapest that `accept` takes.
    Cheapest,
    /// All of them.
    All,
    /// Those that cost no more, as far as they are soon found.
    UpTo(f64),
}

/// What is thought of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// It is taken.
    Taken,
    /// There is a better one.
    Worse,
    /// The kernels have no room for it.
    TooLarge,
}

/// A search in progress.
pub(super) struct PlanSearch<'a, A> {
    query: &'a Query,
    moments: Moments,
    vertices: f64,
    /// The length of the longest list of neighbours.
    longest: u32,
    /// By class, the share of all vertices.
    classes: Vec<f64>,
    wanted: Wanted,
    features: Features,
    /// The vertices that an order may begin with.
    first: u32,
    accept: A,
    found: Vec<Candidate>,
    /// Prefixes gone through.
    visited: u64,
    /// Steps taken: prefixes, with what their automorphisms take.
    spent: u64,
    /// The most steps.
    most: u64,
    /// By vertex, those whose labels never go together with its own.
    separate: [u32; MAX_VERTICES],
    /// Classes of vertices that are in order by the restrictions from the start.
    twins: Vec<u32>,
}

/// The most steps of a search, a prefix each, once there is a plan: what comes first is what costs least so far, so that little is lost.
const MOST_VISITED: u64 = 100_000;
/// The most steps for patterns of more than 8 vertices, whose prefixes are longer.
const MOST_VISITED_LARGE: u64 = 20_000;
/// The most steps of searches for several plans that are weighed against each other, all together.
const MOST_SHARED: u64 = 1_000_000;
/// What each of them may take at least.
const LEAST_SHARED: u64 = 250;
/// Automorphisms that are gone through in as long as a prefix takes: each is looked at for its orbits, and for stabilisers.
const AUTOMORPHISMS_A_STEP: u64 = 16;

/// The prefixes that are gone through however little the walk costs.
const LEAST_VISITED: f64 = 2_000.0;
/// The work of a walk that takes as long as going through a prefix.
const PREFIX_WORK: f64 = 4_000.0;

/// A prefix of a matching order.
struct SearchNode<'a> {
    order: Vec<usize>,
    placed: u32,
    /// The automorphisms that keep every vertex of the prefix.
    fixing: Rc<Group>,
    /// The automorphisms that the restrictions do not break yet.
    unbroken: Rc<Group>,
    restrictions: PartialOrder,
    /// What is expected of the prefix up to each level.
    prefixes: Vec<Prefix<'a>>,
    /// The results that earlier levels need.
    results: Vec<AdjacencySet>,
    cost: f64,
}

/// What a vertex must be in its orbit.
#[derive(Clone, Copy)]
enum Extreme {
    Smallest,
    Greatest,
    Neither,
}

impl<'a, A: FnMut(&Candidate) -> Verdict> PlanSearch<'a, A> {
    /// Finds the candidates that are `wanted` and that `accept` takes, cheapest first. One that is too large is offered once more, with
    /// sets that are made lazily.
    pub fn run(
        query: &'a Query,
        stats: &GraphStats,
        shares: &Shares,
        wanted: Wanted,
        PlanOptions { features, first, prefixes, .. }: PlanOptions,
        accept: A,
    ) -> Vec<Candidate> {
        let (generic, longest) = (generic_stats(), stats.max_degree);
        let stats = if features.has(Feature::GraphStatistics) { stats } else { &generic };
        let moments = Moments::new(stats, shares.views.clone());
        let vertices = stats.vertices as f64;
        let Symmetry { group, twins } = query.symmetry();
        let mut search = Self {
            query,
            moments: moments.clone(),
            vertices,
            longest,
            classes: shares.classes.clone(),
            wanted,
            features,
            first: first.unwrap_or(u32::MAX),
            accept,
            found: Vec::new(),
            visited: 0,
            spent: 0,
            most: most_visited(query.vertices).min(prefixes.unwrap_or(u64::MAX)),
            separate: separate(query, shares),
            twins,
        };
        // Homomorphisms are all counted: there is nothing to break.
        let broken = query.matching.semantics.injective() && features.has(Feature::SymmetryBreaking);
        let unbroken = if broken { group.clone() } else { Group::trivial(query.vertices) };
        search.extend(&SearchNode {
            order: Vec::new(),
            placed: 0,
            fixing: Rc::new(group),
            unbroken: Rc::new(unbroken),
            restrictions: if broken { search.order_of_twins() } else { PartialOrder::default() },
            prefixes: vec![Prefix::first(&moments, vertices)],
            results: Vec::new(),
            cost: 0.0,
        });
        search.found.sort_by(|a, b| a.cost.score.total_cmp(&b.cost.score));
        search.found
    }

    /// Every class of twins in order.
    fn order_of_twins(&self) -> PartialOrder {
        let mut order = PartialOrder::default();
        for &class in &self.twins {
            bits(class).zip(bits(class).skip(1)).for_each(|(a, b)| order.require(a, b));
        }
        order
    }

    fn extend(&mut self, node: &SearchNode<'_>) {
        self.visited += 1;
        self.spent += 1 + (node.fixing.len() + node.unbroken.len() - 2) as u64 / AUTOMORPHISMS_A_STEP;
        if node.placed != 0
            && let Some(classes) = self.drawn(node)
        {
            self.finish(node, &classes);
            // To walk on only costs more, unless the sets are small and what they have in common is expensive.
            if classes.len() < 2 {
                return;
            }
        }
        let next = self.next_vertices(node);
        // Without scores of orders, a vertex is tried only where those before it lead to no plan.
        let together = if self.features.has(Feature::OrderScoring) { next.len().max(1) } else { 1 };
        for vertices in next.chunks(together) {
            let mut children =
                vertices.iter().flat_map(|&vertex| self.children(node, vertex)).collect::<Vec<_>>();
            children.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            for child in children {
                if !self.is_cut_off(child.cost) {
                    self.extend(&child);
                }
            }
            if !self.found.is_empty() && !self.features.has(Feature::OrderScoring) {
                return;
            }
        }
    }

    /// The prefix with `vertex` added, by what is required of the vertex in its orbit.
    fn children<'m>(&self, node: &SearchNode<'m>, vertex: usize) -> Vec<SearchNode<'m>> {
        let fixing = stabilizer(&node.fixing, vertex);
        let extremes: &[Extreme] = if node.unbroken.orbit(vertex) == 1 << vertex {
            &[Extreme::Neither]
        } else if self.features.has(Feature::RestrictionScoring) {
            &[Extreme::Smallest, Extreme::Greatest, Extreme::Neither]
        } else {
            &[Extreme::Smallest]
        };
        extremes.iter().map(|&extreme| self.child(node, vertex, fixing.clone(), extreme)).collect()
    }

    fn is_cut_off(&self, cost: f64) -> bool {
        let pruned = self.features.has(Feature::Pruning);
        let dearer =
            |best: &Candidate| pruned && cost > best.cost.score * (1.0 - self.least_gain(best.cost.score));
        match self.wanted {
            Wanted::All => false,
            Wanted::UpTo(most) => cost > most || self.visited > MOST_VISITED_LARGE,
            Wanted::Cheapest => self.found.first().is_some_and(|best| dearer(best) || self.spent > self.most),
        }
    }

    /// The share of the best cost so far that a plan must save to be looked for: nothing as long as the search takes less time
    /// than the walk would, then more and more.
    fn least_gain(&self, best: f64) -> f64 {
        match self.visited as f64 / LEAST_VISITED.max(best / PREFIX_WORK) {
            ..=1.0 => 0.0,
            ..=4.0 => 0.05,
            ..=16.0 => 0.25,
            _ => 1.0,
        }
    }

    /// One vertex of each orbit of the automorphisms that keep the prefix, if it is adjacent to the prefix; of twins, the
    /// first and the last that are left.
    fn next_vertices(&self, node: &SearchNode<'_>) -> Vec<usize> {
        let left = all(self.query.vertices) & !node.placed;
        let left = if node.placed == 0 { left & self.first } else { left };
        let reachable = bits(left).filter(|&v| node.placed == 0 || self.query.near[v] & node.placed != 0);
        let first = |&v: &usize| {
            !self.features.has(Feature::Pruning) || node.fixing.orbit(v).trailing_zeros() as usize == v
        };
        let at_an_end = |&v: &usize| {
            let class = self.twins.iter().find(|class| *class >> v & 1 == 1);
            class.is_none_or(|class| {
                let twins = class & left;
                twins.trailing_zeros() as usize == v || twins.ilog2() as usize == v
            })
        };
        reachable.filter(first).filter(at_an_end).collect()
    }

    fn child<'m>(
        &self,
        node: &SearchNode<'m>,
        vertex: usize,
        fixing: Rc<Group>,
        extreme: Extreme,
    ) -> SearchNode<'m> {
        let others = node.unbroken.orbit(vertex) & !(1 << vertex);
        let mut restrictions = node.restrictions;
        let unbroken = match extreme {
            Extreme::Neither => node.unbroken.clone(),
            Extreme::Smallest => {
                bits(others).for_each(|other| restrictions.require(vertex, other));
                stabilizer(&node.unbroken, vertex)
            }
            Extreme::Greatest => {
                bits(others).for_each(|other| restrictions.require(other, vertex));
                stabilizer(&node.unbroken, vertex)
            }
        };
        let mut order = longer(&node.order, 1);
        order.push(vertex);
        let mut child = SearchNode {
            placed: node.placed | 1 << vertex,
            fixing,
            unbroken,
            restrictions,
            prefixes: longer(&node.prefixes, 1),
            results: longer(&node.results, node.order.len()),
            cost: node.cost,
            order,
        };
        self.add_cost(&mut child);
        child
    }

    /// Adds the cost of the last vertex of the order: of its set operations, and of walking it.
    fn add_cost(&self, node: &mut SearchNode<'_>) {
        let level = node.order.len() - 1;
        if level == 0 {
            let class = usize::from(self.query.class[node.order[0]]);
            node.prefixes[0].count = self.vertices * self.classes[class];
        } else {
            let shape = self.shape(&node.order, &node.restrictions, DrawnVertices::alike(1));
            let range = shape.range(level, level);
            for filter in steps(shape.adjacency(level, level)) {
                let SetStep::Filter { level, operand, set } = filter else { continue };
                if node.results.contains(&set) && self.features.has(Feature::Reuse) {
                    continue;
                }
                let (prefix, difference) = (&node.prefixes[level], set.far >> operand & 1 == 1);
                let by = (operand, set.views[operand]);
                let bounded = self.features.has(Feature::BoundedLists);
                let range = if bounded { range.within(all(level + 1)) } else { LevelBounds::default() };
                let work = prefix.filter(&shape, set.without(operand), by, difference, range);
                node.cost += prefix.count * work;
                node.results.push(set);
            }
            node.prefixes.push(node.prefixes[level - 1].extend(&shape, level));
        }
        let least = if self.drawn(node).is_some() { LEAST_LEAF } else { STEP };
        node.cost += node.prefixes[level].count * least;
    }

    /// Makes a candidate of the prefix, where the vertices of `classes` are counted.
    fn finish(&mut self, node: &SearchNode<'_>, classes: &[u32]) {
        if !node.unbroken.fixes(node.placed) {
            return;
        }
        let sizes: Vec<u32> = classes.iter().map(|class| class.count_ones()).collect();
        let Some(drawn) = DrawnVertices::of(&sizes) else { return };
        let drawn_vertices = classes.iter().flat_map(|&class| bits(class));
        let order: Vec<usize> = node.order.iter().copied().chain(drawn_vertices).collect();
        let shape = self.shape(&order, &node.restrictions, drawn);
        if !shape.leaf_is_expressible() {
            return;
        }
        let eager = self.features.has(Feature::EagerSets);
        if !eager || self.offer(node, &order, &shape, Timing::Eager) == Verdict::TooLarge {
            self.offer(node, &order, &shape, Timing::Lazy);
        }
    }

    /// Makes a candidate of an order, if it costs little enough.
    fn offer(&mut self, node: &SearchNode<'_>, order: &[usize], shape: &Shape, timing: Timing) -> Verdict {
        let schedule = Schedule::of(shape, timing);
        let class = usize::from(self.query.class[order[0]]);
        let cost = evaluate(&self.moments, self.vertices * self.classes[class], shape, &schedule);
        if self.is_cut_off(cost.score) {
            return Verdict::Worse;
        }
        let (order, restrictions, shape) = (order.to_vec(), node.restrictions, *shape);
        let candidate = Candidate { order, restrictions, shape, schedule, cost };
        let verdict = (self.accept)(&candidate);
        if verdict == Verdict::Taken {
            if self.wanted == Wanted::Cheapest {
                self.found.clear();
            }
            self.found.push(candidate);
        }
        verdict
    }

    /// The pattern as seen from the levels of `order`, which may be a prefix.
    fn shape(&self, order: &[usize], restrictions: &PartialOrder, drawn: DrawnVertices) -> Shape {
        Shape::of(self.query, self.features, order, restrictions, drawn, &self.separate)
    }
}

/// The most steps of the search for a plan of so many vertices.
fn most_visited(vertices: usize) -> u64 {
    if vertices <= 8 { MOST_VISITED } else { MOST_VISITED_LARGE }
}

/// What each of several searches for plans may take whose costs are weighed against each other.
#[doc(hidden)]
pub fn shared_prefixes(searches: usize) -> u64 {
    (MOST_SHARED / (searches as u64).max(1)).clamp(LEAST_SHARED, MOST_VISITED)
}

/// By vertex, those that no vertex of the graph can stand for as well.
fn separate(query: &Query, shares: &Shares) -> [u32; MAX_VERTICES] {
    let meets = |u: usize, v: usize| shares.overlaps[usize::from(query.class[u])] >> query.class[v] & 1 == 1;
    std::array::from_fn(|u| {
        (0..query.vertices).filter(|&v| u < query.vertices && !meets(u, v)).fold(0, |mask, v| mask | 1 << v)
    })
}

/// A copy with room for so many more.
fn longer<T: Clone>(list: &[T], more: usize) -> Vec<T> {
    let mut longer = Vec::with_capacity(list.len() + more);
    longer.extend_from_slice(list);
    longer
}

/// The stabiliser; a trivial group, the usual one deep in the search, is not copied.
fn stabilizer(group: &Rc<Group>, vertex: usize) -> Rc<Group> {
    if group.len() == 1 { Rc::clone(group) } else { Rc::new(group.stabilizer(vertex)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::plan::Matching;

    /// The plans that a search is offered, and the best.
    fn offered(text: &str, prefixes: Option<u64>) -> (u64, f64) {
        let pattern = Pattern::parse(text).unwrap();
        let query = Query::new(&pattern, Matching::default(), false);
        let options = PlanOptions { prefixes, ..PlanOptions::default() };
        let (mut offers, mut best) = (0, f64::INFINITY);
        let accept = |candidate: &Candidate| {
            offers += 1;
            if candidate.cost.score >= best {
                return Verdict::Worse;
            }
            best = candidate.cost.score;
            Verdict::Taken
        };
        let shares = Shares::assumed(&query);
        let found = PlanSearch::run(&query, &generic_stats(), &shares, Wanted::Cheapest, options, accept);
        assert_eq!(found.len(), 1, "{text}: there is always a plan");
        (offers, best)
    }

    /// Without a bound, these have thousands of prefixes, or many automorphisms for each.
    #[test]
    fn a_search_takes_the_best_plan_so_far_when_its_steps_are_spent() {
        for text in [
            "a->b->c->d->e->f->g->h, c->h, e->a",
            "11-star",
            "12-cycle",
            "a-b, c-b, d-b, e-b, f-b, g-b, h-g, i-g",
        ] {
            let (none, first) = offered(text, Some(0));
            let (all, best) = offered(text, None);
            assert!(none <= 2 && none <= all, "{text}: {none} and {all} plans");
            assert!(best <= first, "{text}");
        }
    }

    #[test]
    fn several_searches_share_what_one_may_take() {
        assert_eq!(shared_prefixes(1), MOST_VISITED);
        assert_eq!(shared_prefixes(100), MOST_SHARED / 100);
        assert_eq!(shared_prefixes(1_000_000), LEAST_SHARED);
    }
}
