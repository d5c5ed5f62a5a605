//! The search for the cheapest plan: matching orders and restriction sets.
//!
//! **Orders.** Every vertex but the first is adjacent to an earlier one. Of the vertices that automorphisms which keep
//! the prefix in place take to one another, one is tried.
//!
//! **Restrictions.** They break the automorphism group along a chain of stabilisers (Grochow and Kellis, RECOMB 2007):
//! a vertex `v` is required to be the smallest, or the greatest, of its orbit, and what remains of the group is the
//! stabiliser of `v`. Each step divides the matches of a subgraph by the length of the orbit, so any chain that ends in
//! the trivial group leaves one match of each. The steps follow the matching order; at each one, both directions are
//! tried, and leaving the vertex free for a later step (as GraphPi does, more than one set per pattern is scored).
//! Where the group is too large to be listed, as those of cliques and stars are, the vertices that may be exchanged one
//! by one are put in order first; what remains is the group of the automorphisms that keep that order.
//!
//! **Leaf.** Vertices at the end of the order that are not adjacent to each other are counted together: as a binomial
//! coefficient if they have the same neighbours, else by [inclusion and exclusion](super::inclusion). What remains of
//! the group must then permute nothing but them.
//!
//! Costs only grow as a prefix grows, so a prefix that costs more than the best plan so far is cut off. A descent goes
//! through small patterns; where it does not end soon, a [`beam`] looks for better plans, and a second descent uses
//! what steps are left.

mod beam;
mod effort;
mod leaf;
mod node;

#[doc(hidden)]
pub use effort::shared_prefixes;
use effort::{AUTOMORPHISMS_A_STEP, FIRST_STEPS, PLAN_STEPS, most_steps, worth};
use node::SearchNode;

use super::candidate::Candidate;
use super::cost::{evaluate, score};
use super::drawn::DrawnVertices;
use super::features::{Feature, Features, PlanOptions};
use super::generic::generic_stats;
use super::moments::Moments;
use super::partial_order::PartialOrder;
use super::prefix::Prefix;
use super::query::{Query, Selectivities, Symmetry};
use super::schedule::{Schedule, Timing};
use super::shape::Shape;
use crate::graph::GraphStats;
use crate::pattern::{Group, MAX_VERTICES, bits};

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
pub(super) enum CandidateVerdict {
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
    /// Steps taken.
    spent: u64,
    /// The most steps for now.
    limit: u64,
    /// The most steps.
    most: u64,
    /// By vertex, those whose labels never go together with its own.
    separate: [u32; MAX_VERTICES],
    /// Classes of vertices that are in order by the restrictions from the start.
    twins: Vec<u32>,
}

impl<'a, A: FnMut(&Candidate) -> CandidateVerdict> PlanSearch<'a, A> {
    /// Finds the candidates that are `wanted` and that `accept` takes, cheapest first. One that is too large is offered
    /// once more, with sets that are made lazily.
    pub fn run(
        query: &'a Query,
        stats: &GraphStats,
        shares: &Selectivities,
        wanted: Wanted,
        options: PlanOptions,
        accept: A,
    ) -> Vec<Candidate> {
        let mut search = Self::new(query, stats, shares, wanted, options, accept);
        search.search();
        search.found.sort_by(|a, b| a.cost.score.total_cmp(&b.cost.score));
        search.found
    }

    fn new(
        query: &'a Query,
        stats: &GraphStats,
        shares: &Selectivities,
        wanted: Wanted,
        PlanOptions { features, first, prefixes, .. }: PlanOptions,
        accept: A,
    ) -> Self {
        let (generic, longest) = (generic_stats(), stats.max_degree);
        let stats = if features.has(Feature::GraphStatistics) { stats } else { &generic };
        Self {
            query,
            moments: Moments::new(stats, shares.views.clone()),
            vertices: stats.vertices as f64,
            longest,
            classes: shares.classes.clone(),
            wanted,
            features,
            first: first.unwrap_or(u32::MAX),
            accept,
            found: Vec::new(),
            spent: 0,
            limit: 0,
            most: most_steps(query.vertices).min(prefixes.unwrap_or(u64::MAX)),
            separate: separate(query, shares),
            twins: Vec::new(),
        }
    }

    /// Goes through the orders, as far as that is worth it.
    fn search(&mut self) {
        let Symmetry { group, twins } = self.query.symmetry();
        self.twins = twins;
        // Homomorphisms are all counted: there is nothing to break.
        let broken =
            self.query.matching.semantics.injective() && self.features.has(Feature::SymmetryBreaking);
        let unbroken = if broken { group.clone() } else { Group::trivial(self.query.vertices) };
        let order = if broken { self.order_of_twins() } else { PartialOrder::default() };
        let moments = self.moments.clone();
        let (first, shape) =
            (Prefix::first(&moments, self.vertices), Shape::empty(self.query, self.features));
        self.search_from(&SearchNode::root(first, shape, group, unbroken, order));
    }

    fn search_from(&mut self, root: &SearchNode<'_>) {
        self.limit = match self.wanted {
            Wanted::All => u64::MAX,
            Wanted::UpTo(_) => self.most,
            Wanted::Cheapest => self.most.min(FIRST_STEPS),
        };
        self.descend(root);
        let is_done = self.spent <= self.limit || !self.features.has(Feature::OrderScoring);
        if is_done || self.wanted != Wanted::Cheapest {
            return;
        }
        self.limit = self.worth();
        if self.spent < self.limit {
            self.beam(root, self.limit);
            self.limit = self.worth();
            self.descend(root);
        }
    }

    /// The steps that are worth it by the best plan so far.
    fn worth(&self) -> u64 {
        self.found.first().map_or(0, |best| worth(best.cost.score, self.most))
    }

    /// Every class of twins in order.
    fn order_of_twins(&self) -> PartialOrder {
        let mut order = PartialOrder::default();
        for &class in &self.twins {
            bits(class).zip(bits(class).skip(1)).for_each(|(a, b)| order.require(a, b));
        }
        order
    }

    /// Goes through all that begins with a prefix, what costs least first.
    fn descend(&mut self, node: &SearchNode<'_>) {
        if !self.close(node) {
            return;
        }
        let tried = self.tried(node);
        // Without scores of orders, a vertex is tried only where those before it lead to no plan.
        let together = if self.features.has(Feature::OrderScoring) { tried.len().max(1) } else { 1 };
        for vertices in tried.chunks(together) {
            let mut next = self.next(node, vertices);
            next.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            for next in next {
                if !self.is_cut_off(next.score()) {
                    self.descend(&self.grown(node, &next));
                }
            }
            if !self.found.is_empty() && !self.features.has(Feature::OrderScoring) {
                return;
            }
        }
    }

    /// Makes a candidate of a prefix where the vertices that are left can be counted, and says whether it is worth
    /// going on from there.
    fn close(&mut self, node: &SearchNode<'_>) -> bool {
        self.spent += (node.fixing.len() + node.unbroken.len() - 2) as u64 / AUTOMORPHISMS_A_STEP;
        if node.placed == 0 {
            return true;
        }
        let Some(classes) = self.drawn(node.placed, &node.restrictions) else { return true };
        self.finish(node, &classes);
        // To walk on only costs more, unless the sets are small and what they have in common is expensive.
        classes.len() > 1
    }

    /// Whether nothing is looked for that costs so much.
    fn is_cut_off(&self, score: f64) -> bool {
        match self.wanted {
            Wanted::All => false,
            Wanted::UpTo(most) => score > most || self.spent > self.limit,
            Wanted::Cheapest => self.found.first().is_some_and(|best| {
                self.spent > self.limit || self.features.has(Feature::Pruning) && score > best.cost.score
            }),
        }
    }

    /// Makes a candidate of the prefix, where the vertices of `classes` are counted.
    fn finish(&mut self, node: &SearchNode<'_>, classes: &[u32]) {
        if !node.unbroken.fixes(node.placed) {
            return;
        }
        let sizes: Vec<u32> = classes.iter().map(|class| class.count_ones()).collect();
        let Some(drawn) = DrawnVertices::of(&sizes) else { return };
        if self.is_cut_off(score(node.cost, node.order.len() + classes.len().saturating_sub(1))) {
            return;
        }
        let drawn_vertices = classes.iter().flat_map(|&class| bits(class));
        let order: Vec<usize> = node.order.iter().copied().chain(drawn_vertices).collect();
        let mut shape = Shape { drawn, ..node.shape };
        for level in node.order.len()..order.len() {
            shape.place(self.query, &order[..level], order[level], &self.separate);
        }
        shape.restrict(&node.restrictions, order.iter().copied());
        if !shape.leaf_is_expressible() {
            return;
        }
        let eager = self.features.has(Feature::EagerSets);
        if !eager || self.offer(node, &order, &shape, Timing::Eager) == CandidateVerdict::TooLarge {
            self.offer(node, &order, &shape, Timing::Lazy);
        }
    }

    /// Makes a candidate of an order, if it costs little enough.
    fn offer(
        &mut self,
        node: &SearchNode<'_>,
        order: &[usize],
        shape: &Shape,
        timing: Timing,
    ) -> CandidateVerdict {
        let schedule = Schedule::of(shape, timing);
        let class = usize::from(self.query.class[order[0]]);
        let cost = evaluate(&self.moments, self.vertices * self.classes[class], shape, &schedule);
        self.spent += PLAN_STEPS;
        if self.is_cut_off(cost.score) {
            return CandidateVerdict::Worse;
        }
        let (order, restrictions, shape) = (order.to_vec(), node.restrictions, *shape);
        let candidate = Candidate { order, restrictions, shape, schedule, cost };
        let verdict = (self.accept)(&candidate);
        if verdict == CandidateVerdict::Taken {
            if self.wanted == Wanted::Cheapest {
                self.found.clear();
            }
            self.found.push(candidate);
        }
        verdict
    }
}

/// By vertex, those that no vertex of the graph can stand for as well.
fn separate(query: &Query, shares: &Selectivities) -> [u32; MAX_VERTICES] {
    let meets = |u: usize, v: usize| shares.overlaps[usize::from(query.class[u])] >> query.class[v] & 1 == 1;
    std::array::from_fn(|u| {
        (0..query.vertices).filter(|&v| u < query.vertices && !meets(u, v)).fold(0, |mask, v| mask | 1 << v)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::plan::{Induced, Matching};

    /// The plans that a search is offered, and the best.
    fn offered(text: &str, prefixes: Option<u64>) -> (u64, f64) {
        let pattern = Pattern::parse(text).unwrap();
        let query = Query::new(&pattern, Matching::default(), false);
        let options = PlanOptions { prefixes, ..PlanOptions::default() };
        let (mut offers, mut best) = (0, f64::INFINITY);
        let accept = |candidate: &Candidate| {
            offers += 1;
            if candidate.cost.score >= best {
                return CandidateVerdict::Worse;
            }
            best = candidate.cost.score;
            CandidateVerdict::Taken
        };
        let shares = Selectivities::assumed(&query);
        let found = PlanSearch::run(&query, &generic_stats(), &shares, Wanted::Cheapest, options, accept);
        assert_eq!(found.len(), 1, "{text}: there is always a plan");
        (offers, best)
    }

    /// Connected patterns of so many vertices: a tree, and each other edge with the odds of `density` to eight, with
    /// labels of `labels` kinds.
    fn drawn_pattern(vertices: usize, density: u64, labels: u64, seed: u64) -> Pattern {
        let mut state = seed;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let mut named = 0u32;
        let mut edges = Vec::new();
        for v in 1..vertices {
            let parent = below(v as u64) as usize;
            for u in 0..v {
                if u != parent && below(8) >= density {
                    continue;
                }
                // A vertex has its label where it is named first.
                let ends = [u, v].map(|end| {
                    let name = char::from(b'a' + end as u8);
                    let is_new = named >> end & 1 == 0;
                    named |= 1 << end;
                    if is_new { format!("({name}:{})", below(labels)) } else { name.to_string() }
                });
                edges.push(ends.join("-"));
            }
        }
        Pattern::parse(&edges.join(", ")).unwrap()
    }

    /// The best candidate, and the steps that were taken for it.
    fn best_of(query: &Query, wanted: Wanted, options: PlanOptions) -> (Candidate, u64) {
        let shares = Selectivities::assumed(query);
        let mut least = f64::INFINITY;
        let accept = |candidate: &Candidate| {
            let is_better = candidate.cost.score < least;
            least = least.min(candidate.cost.score);
            if is_better { CandidateVerdict::Taken } else { CandidateVerdict::Worse }
        };
        let mut search = PlanSearch::new(query, &generic_stats(), &shares, wanted, options, accept);
        search.search();
        (search.found.pop().unwrap(), search.spent)
    }

    #[test]
    fn orders_are_connected_and_take_few_steps() {
        for (vertices, density, labels) in
            [(9, 0, 2), (10, 3, 1), (11, 6, 3), (12, 0, 3), (12, 4, 1), (12, 6, 12), (12, 8, 1), (12, 8, 3)]
        {
            for induced in Induced::ALL {
                let pattern = drawn_pattern(vertices, density, labels, vertices as u64 + density);
                let query = Query::new(&pattern, induced.into(), false);
                let (best, spent) = best_of(&query, Wanted::Cheapest, PlanOptions::from(induced));
                // What is cut off is cut off after the steps of a prefix.
                assert!(spent < most_steps(vertices) + 200, "{pattern}: {spent} steps");
                let mut placed = 1 << best.order[0];
                for &vertex in &best.order[1..] {
                    assert!(query.near[vertex] & placed != 0 && placed >> vertex & 1 == 0, "{pattern}");
                    placed |= 1 << vertex;
                }
                assert_eq!(placed.count_ones() as usize, vertices);
            }
        }
    }

    #[test]
    fn a_beam_finds_what_costs_little_more_than_the_best() {
        for (density, labels) in [(1, 2), (3, 4), (5, 3), (7, 7)] {
            for seed in 1..4 {
                let pattern = drawn_pattern(7, density, labels, seed);
                let query = Query::new(&pattern, Matching::default(), false);
                let all = best_of(&query, Wanted::All, PlanOptions::default()).0.cost.score;
                let best = |steps| {
                    let options = PlanOptions { prefixes: Some(steps), ..PlanOptions::default() };
                    best_of(&query, Wanted::Cheapest, options).0.cost.score
                };
                assert!(best(1_000) <= 3.0 * all, "{pattern}: {} times", best(1_000) / all);
                assert!(best(1_000) <= best(0), "{pattern}");
            }
        }
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
}
