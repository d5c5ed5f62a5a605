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
use super::query::{Query, Shares, Symmetry};
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
            spent: 0,
            limit: 0,
            most: most_steps(query.vertices).min(prefixes.unwrap_or(u64::MAX)),
            separate: separate(query, shares),
            twins,
        };
        // Homomorphisms are all counted: there is nothing to break.
        let broken = query.matching.semantics.injective() && features.has(Feature::SymmetryBreaking);
        let unbroken = if broken { group.clone() } else { Group::trivial(query.vertices) };
        let order = if broken { search.order_of_twins() } else { PartialOrder::default() };
        let (first, shape) = (Prefix::first(&moments, vertices), Shape::empty(query, features));
        search.search(&SearchNode::root(first, shape, group, unbroken, order));
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

    /// Makes a candidate of a prefix where the vertices that are left can be counted, and says whether it is worth going on from there.
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

    /// Goes through the orders, as far as that is worth it.
    fn search(&mut self, root: &SearchNode<'_>) {
        self.limit = match self.wanted {
            Wanted::All => u64::MAX,
            Wanted::UpTo(_) => self.most,
            Wanted::Cheapest => self.most.min(FIRST_STEPS),
        };
        self.descend(root);
        let scored = self.features.has(Feature::OrderScoring);
        if self.wanted != Wanted::Cheapest || self.spent <= self.limit || !scored {
            return;
        }
        let best = |search: &Self| search.found.first().map_or(0.0, |best| best.cost.score);
        self.limit = worth(best(self), self.most);
        self.beam(root, self.limit);
        self.limit = worth(best(self), self.most);
        self.descend(root);
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
        if !eager || self.offer(node, &order, &shape, Timing::Eager) == Verdict::TooLarge {
            self.offer(node, &order, &shape, Timing::Lazy);
        }
    }

    /// Makes a candidate of an order, if it costs little enough.
    fn offer(&mut self, node: &SearchNode<'_>, order: &[usize], shape: &Shape, timing: Timing) -> Verdict {
        let schedule = Schedule::of(shape, timing);
        let class = usize::from(self.query.class[order[0]]);
        let cost = evaluate(&self.moments, self.vertices * self.classes[class], shape, &schedule);
        self.spent += PLAN_STEPS;
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
}

/// By vertex, those that no vertex of the graph can stand for as well.
fn separate(query: &Query, shares: &Shares) -> [u32; MAX_VERTICES] {
    let meets = |u: usize, v: usize| shares.overlaps[usize::from(query.class[u])] >> query.class[v] & 1 == 1;
    std::array::from_fn(|u| {
        (0..query.vertices).filter(|&v| u < query.vertices && !meets(u, v)).fold(0, |mask, v| mask | 1 << v)
    })
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
}
