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
//! **Leaf.** Vertices at the end of the order that are not adjacent to each other and have the same neighbours are
//! chosen together. What remains of the group must then permute nothing but them.
//!
//! Costs only grow as a prefix grows, so a prefix that costs more than the best plan so far is cut off.

use std::rc::Rc;

use super::cost::{Cost, LEAST_LEAF, Prefix, STEP, evaluate};
use super::matching::Semantics;
use super::moments::Moments;
use super::partial_order::PartialOrder;
use super::query::{Query, Shares, Symmetry};
use super::schedule::{Adjacency, Schedule, Shape, Step, steps};
use crate::graph::GraphStats;
use crate::pattern::{Group, MAX_ANTI_VERTICES, MAX_VERTICES, all, bits};

/// A matching order with a restriction set, and what the walk does for it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The pattern's vertices, by level.
    pub order: Vec<usize>,
    /// On the pattern's vertices.
    pub restrictions: PartialOrder,
    pub shape: Shape,
    pub schedule: Schedule,
    pub cost: Cost,
}

/// Which of the candidates are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The cheapest that `accept` takes.
    Cheapest,
    /// All of them.
    All,
}

/// What becomes of the vertices at the end of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// As many as can be are counted together, by a binomial coefficient.
    Together,
    /// The last one is drawn from its set, so that it can be named.
    One,
}

/// A search in progress.
pub(super) struct Search<'a, A> {
    query: &'a Query,
    moments: Moments,
    vertices: f64,
    /// By class, the share of all vertices.
    classes: Vec<f64>,
    wanted: Wanted,
    end: End,
    accept: A,
    found: Vec<Candidate>,
    /// Prefixes gone through.
    visited: u64,
    /// Classes of vertices that are in order by the restrictions from the start.
    twins: Vec<u32>,
}

/// The prefixes that are gone through for the best plan of a pattern of up to 8 vertices: more than there are.
const MOST_VISITED: u64 = 10_000_000;
/// The same for larger patterns. What comes first is what costs least so far, so that little is lost.
const MOST_VISITED_LARGE: u64 = 20_000;

/// A prefix of a matching order.
struct Node<'a> {
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
    results: Vec<Adjacency>,
    cost: f64,
}

/// What a vertex must be in its orbit.
#[derive(Clone, Copy)]
enum Extreme {
    Smallest,
    Greatest,
    Neither,
}

impl<'a, A: FnMut(&Candidate) -> bool> Search<'a, A> {
    /// Finds the candidates that are `wanted` and that `accept` takes, cheapest first.
    pub fn run(
        query: &'a Query,
        stats: &GraphStats,
        shares: &Shares,
        wanted: Wanted,
        end: End,
        accept: A,
    ) -> Vec<Candidate> {
        let moments = Moments::new(stats, shares.views.clone());
        let vertices = stats.vertices as f64;
        let Symmetry { group, twins } = query.symmetry();
        let mut search = Self {
            query,
            moments: moments.clone(),
            vertices,
            classes: shares.classes.clone(),
            wanted,
            end,
            accept,
            found: Vec::new(),
            visited: 0,
            twins,
        };
        // Homomorphisms are all found, and so are embeddings that are named: there is nothing to break.
        let broken = match query.matching.semantics {
            Semantics::Subgraphs => true,
            Semantics::Embeddings => end == End::Together,
            Semantics::Homomorphisms => false,
        };
        let unbroken = if broken { group.clone() } else { Group::trivial(query.vertices) };
        search.extend(&Node {
            order: Vec::new(),
            placed: 0,
            fixing: Rc::new(group),
            unbroken: Rc::new(unbroken),
            restrictions: if broken { search.order_of_twins() } else { PartialOrder::default() },
            prefixes: vec![Prefix::first(&moments, vertices)],
            results: Vec::new(),
            cost: 0.0,
        });
        search.found.sort_by(|a, b| a.cost.total.total_cmp(&b.cost.total));
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

    fn extend(&mut self, node: &Node<'_>) {
        self.visited += 1;
        if node.placed != 0 && self.is_leaf(node) {
            self.finish(node);
            return;
        }
        let mut children = Vec::new();
        for vertex in self.next_vertices(node) {
            let fixing = stabilizer(&node.fixing, vertex);
            let orbit = node.unbroken.orbit(vertex);
            if orbit == 1 << vertex {
                children.push(self.child(node, vertex, fixing, Extreme::Neither));
            } else {
                for extreme in [Extreme::Smallest, Extreme::Greatest, Extreme::Neither] {
                    children.push(self.child(node, vertex, fixing.clone(), extreme));
                }
            }
        }
        children.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        for child in children {
            if !self.is_cut_off(child.cost) {
                self.extend(&child);
            }
        }
    }

    fn is_cut_off(&self, cost: f64) -> bool {
        self.wanted == Wanted::Cheapest
            && self
                .found
                .first()
                .is_some_and(|best| cost > best.cost.total || self.visited > self.most_visited())
    }

    fn most_visited(&self) -> u64 {
        if self.query.vertices <= 8 { MOST_VISITED } else { MOST_VISITED_LARGE }
    }

    /// One vertex of each orbit of the automorphisms that keep the prefix, if it is adjacent to the prefix; of twins, the
    /// first and the last that are left.
    fn next_vertices(&self, node: &Node<'_>) -> impl Iterator<Item = usize> + use<A> {
        let left = all(self.query.vertices) & !node.placed;
        let reachable = bits(left).filter(|&v| node.placed == 0 || self.query.near[v] & node.placed != 0);
        let first_of_orbit = reachable.filter(|&v| node.fixing.orbit(v).trailing_zeros() as usize == v);
        let at_an_end = |&v: &usize| {
            let class = self.twins.iter().find(|class| *class >> v & 1 == 1);
            class.is_none_or(|class| {
                let twins = class & left;
                twins.trailing_zeros() as usize == v || twins.ilog2() as usize == v
            })
        };
        first_of_orbit.filter(at_an_end).collect::<Vec<_>>().into_iter()
    }

    /// Whether the vertices that are left can be counted together.
    fn is_leaf(&self, node: &Node<'_>) -> bool {
        let left = all(self.query.vertices) & !node.placed;
        if !self.query.anti.is_empty() {
            // Whether a vertex is missing is found out for each match.
            return left == 0;
        }
        let first = left.trailing_zeros() as usize;
        let pairs = bits(left).flat_map(|u| bits(left).filter(move |&v| u < v).map(move |v| (u, v)));
        let drawn_together =
            self.end == End::Together && (self.query.powers || self.query.matching.semantics.injective());
        let bounds = |v: usize| {
            (node.restrictions.smaller(v) & node.placed, node.restrictions.greater(v) & node.placed)
        };
        // Vertices that are in order already can only be counted together within the same bounds.
        let bounded_alike = self.twins.is_empty() || bits(left).all(|v| bounds(v) == bounds(first));
        left.count_ones() == 1
            || (drawn_together
                && bounded_alike
                && bits(left).skip(1).all(|v| self.query.alike(first, v))
                && {
                    let mut pairs = pairs;
                    pairs.all(|(u, v)| (self.query.near[u] | self.query.absent[u]) >> v & 1 == 0)
                })
    }

    fn child<'m>(&self, node: &Node<'m>, vertex: usize, fixing: Rc<Group>, extreme: Extreme) -> Node<'m> {
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
        let mut order = node.order.clone();
        order.push(vertex);
        let mut child = Node {
            placed: node.placed | 1 << vertex,
            fixing,
            unbroken,
            restrictions,
            prefixes: node.prefixes.clone(),
            results: node.results.clone(),
            cost: node.cost,
            order,
        };
        self.add_cost(&mut child);
        child
    }

    /// Adds the cost of the last vertex of the order: of its set operations, and of walking it.
    fn add_cost(&self, node: &mut Node<'_>) {
        let level = node.order.len() - 1;
        if level == 0 {
            let class = usize::from(self.query.class[node.order[0]]);
            node.prefixes[0].count = self.vertices * self.classes[class];
        } else {
            let shape = self.shape(&node.order, &node.restrictions, 1);
            let range = shape.range(level, level);
            for filter in steps(shape.adjacency(level, level)) {
                let Step::Filter { level, operand, set } = filter else { continue };
                if node.results.contains(&set) {
                    continue;
                }
                let (prefix, difference) = (&node.prefixes[level], set.far >> operand & 1 == 1);
                let by = (operand, set.views[operand]);
                let range = range.within(all(level + 1));
                let work = prefix.filter(&shape, set.without(operand), by, difference, range);
                node.cost += prefix.count * work;
                node.results.push(set);
            }
            node.prefixes.push(node.prefixes[level - 1].extend(&shape, level));
        }
        let least = if self.is_leaf(node) { LEAST_LEAF } else { STEP };
        node.cost += node.prefixes[level].count * least;
    }

    fn finish(&mut self, node: &Node<'_>) {
        if !node.unbroken.fixes(node.placed) {
            return;
        }
        let left = all(self.query.vertices) & !node.placed;
        let order: Vec<usize> = node.order.iter().copied().chain(bits(left)).collect();
        let shape = self.shape(&order, &node.restrictions, left.count_ones() as usize);
        if !shape.leaf_is_expressible() {
            return;
        }
        let schedule = Schedule::of(&shape);
        let class = usize::from(self.query.class[order[0]]);
        let cost = evaluate(&self.moments, self.vertices * self.classes[class], &shape, &schedule);
        if self.is_cut_off(cost.total) {
            return;
        }
        let candidate = Candidate { order, restrictions: node.restrictions, shape, schedule, cost };
        if (self.accept)(&candidate) {
            if self.wanted == Wanted::Cheapest {
                self.found.clear();
            }
            self.found.push(candidate);
        }
    }

    /// The pattern as seen from the levels of `order`, which may be a prefix.
    fn shape(&self, order: &[usize], restrictions: &PartialOrder, choose: usize) -> Shape {
        let mut level_of = [None; MAX_VERTICES];
        order.iter().enumerate().for_each(|(level, &vertex)| level_of[vertex] = Some(level));
        let to_levels =
            |vertices: u32| bits(vertices).filter_map(|v| level_of[v]).fold(0, |mask, l| mask | 1 << l);
        let (mut adjacency, mut absent) = ([0; MAX_VERTICES], [0; MAX_VERTICES]);
        let mut views = [[0; MAX_VERTICES]; MAX_VERTICES];
        for (level, &vertex) in order.iter().enumerate() {
            adjacency[level] = to_levels(self.query.near[vertex]);
            absent[level] = to_levels(self.query.absent[vertex]);
            for (other, &from) in order.iter().enumerate() {
                views[level][other] = self.query.view[from][vertex];
            }
        }
        let mut anti = [Adjacency { near: 0, far: 0, views: [0; MAX_VERTICES] }; MAX_ANTI_VERTICES];
        for (levels, asked) in anti.iter_mut().zip(&self.query.anti) {
            levels.near = to_levels(asked.near);
            levels.far = to_levels(asked.absent);
            for (level, &vertex) in order.iter().enumerate() {
                levels.views[level] = asked.views[vertex];
            }
        }
        Shape {
            vertices: self.query.vertices,
            choose,
            injective: self.query.matching.semantics.injective(),
            adjacency,
            absent,
            views,
            anti,
            anti_vertices: self.query.anti.len(),
            order: restrictions.map(|vertex| level_of[vertex]),
        }
    }
}

/// The stabiliser; a trivial group, the usual one deep in the search, is not copied.
fn stabilizer(group: &Rc<Group>, vertex: usize) -> Rc<Group> {
    if group.len() == 1 { Rc::clone(group) } else { Rc::new(group.stabilizer(vertex)) }
}
