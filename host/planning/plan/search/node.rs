//! Prefixes of matching orders, and what each vertex that may come next adds to them.

use std::rc::Rc;

use super::PlanSearch;
use crate::pattern::{Group, all, bits};
use crate::plan::cost::score;
use crate::plan::features::Feature;
use crate::plan::partial_order::PartialOrder;
use crate::plan::prefix::Prefix;
use crate::plan::schedule::{SetStep, steps};
use crate::plan::shape::{AdjacencySet, LevelBounds, Shape};
use crate::plan::work::{LEAST_LEAF, STEP};

/// A prefix of a matching order.
pub(super) struct SearchNode<'m> {
    pub order: Vec<usize>,
    pub placed: u32,
    /// The automorphisms that keep every vertex of the prefix.
    pub fixing: Rc<Group>,
    /// The automorphisms that the restrictions do not break yet.
    pub unbroken: Rc<Group>,
    pub restrictions: PartialOrder,
    /// The pattern as seen from the prefix.
    pub shape: Shape,
    /// What is expected of the prefix up to each level.
    prefixes: Vec<Prefix<'m>>,
    /// The results that its levels need.
    results: Vec<AdjacencySet>,
    pub cost: f64,
}

/// What a vertex must be in its orbit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extreme {
    Smallest,
    Greatest,
    Neither,
}

/// A vertex that may come next, and what the prefix would be with it: most of these are never made.
#[derive(Clone, Copy)]
pub(super) struct NextVertex {
    vertex: usize,
    extreme: Extreme,
    pub placed: u32,
    pub restrictions: PartialOrder,
    pub cost: f64,
    /// How many partial embeddings are expected.
    pub count: f64,
}

impl NextVertex {
    /// What the best plan with this prefix costs at least, in the measure that plans are compared by.
    pub fn score(&self) -> f64 {
        score(self.cost, self.placed.count_ones() as usize)
    }
}

impl<'m> SearchNode<'m> {
    /// The prefix of no vertex.
    pub fn root(
        first: Prefix<'m>,
        shape: Shape,
        fixing: Group,
        unbroken: Group,
        order: PartialOrder,
    ) -> Self {
        SearchNode {
            order: Vec::new(),
            placed: 0,
            fixing: Rc::new(fixing),
            unbroken: Rc::new(unbroken),
            restrictions: order,
            shape,
            prefixes: vec![first],
            results: Vec::new(),
            cost: 0.0,
        }
    }

    /// The restrictions, where `vertex` comes next and is such an extreme of its orbit.
    fn restricted(&self, vertex: usize, extreme: Extreme) -> PartialOrder {
        let others = self.unbroken.orbit(vertex) & !(1 << vertex);
        let mut restrictions = self.restrictions;
        match extreme {
            Extreme::Neither => {}
            Extreme::Smallest => bits(others).for_each(|other| restrictions.require(vertex, other)),
            Extreme::Greatest => bits(others).for_each(|other| restrictions.require(other, vertex)),
        }
        restrictions
    }

    /// The pattern as seen from the prefix with the vertex added.
    fn shape_with<A>(&self, vertex: usize, restrictions: &PartialOrder, search: &PlanSearch<'_, A>) -> Shape {
        let mut shape = self.shape;
        shape.place(search.query, &self.order, vertex, &search.separate);
        shape.restrict(restrictions, self.order.iter().copied().chain([vertex]));
        shape
    }
}

impl<A> PlanSearch<'_, A> {
    /// The vertices that are tried next: one of each orbit of the automorphisms that keep the prefix, if it is adjacent
    /// to the prefix; of twins, the first and the last that are left.
    pub(super) fn tried(&self, node: &SearchNode<'_>) -> Vec<usize> {
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

    /// What the prefix would be with each of these vertices, by what is required of it in its orbit.
    pub(super) fn next(&mut self, node: &SearchNode<'_>, vertices: &[usize]) -> Vec<NextVertex> {
        let mut next = Vec::with_capacity(vertices.len());
        for &vertex in vertices {
            let extremes: &[Extreme] = if node.unbroken.orbit(vertex) == 1 << vertex {
                &[Extreme::Neither]
            } else if self.features.has(Feature::RestrictionScoring) {
                &[Extreme::Smallest, Extreme::Greatest, Extreme::Neither]
            } else {
                &[Extreme::Smallest]
            };
            next.extend(extremes.iter().map(|&extreme| self.with(node, vertex, extreme)));
        }
        self.spent += next.len() as u64;
        next
    }

    fn with(&self, node: &SearchNode<'_>, vertex: usize, extreme: Extreme) -> NextVertex {
        let restrictions = node.restricted(vertex, extreme);
        let shape = node.shape_with(vertex, &restrictions, self);
        let (cost, count) = self.with_sets(node, &shape, vertex);
        let placed = node.placed | 1 << vertex;
        let least = if self.drawn(placed, &restrictions).is_some() { LEAST_LEAF } else { STEP };
        NextVertex { vertex, extreme, placed, restrictions, cost: cost + count * least, count }
    }

    /// The cost with the set operations that `vertex` asks for, and how many partial embeddings are expected then.
    fn with_sets(&self, node: &SearchNode<'_>, shape: &Shape, vertex: usize) -> (f64, f64) {
        let level = node.order.len();
        if level == 0 {
            return (node.cost, self.vertices * self.classes[usize::from(self.query.class[vertex])]);
        }
        let range = shape.range(level, level);
        let bounded = self.features.has(Feature::BoundedLists);
        let cost = self.new_sets(node, shape).fold(node.cost, |cost, (level, operand, set)| {
            let (prefix, difference) = (&node.prefixes[level], set.far >> operand & 1 == 1);
            let range = if bounded { range.within(all(level + 1)) } else { LevelBounds::default() };
            let by = (operand, set.views[operand]);
            cost + prefix.count * prefix.filter(shape, set.without(operand), by, difference, range)
        });
        (cost, node.prefixes[level - 1].extended_count(shape, level))
    }

    /// The sets that must be made for the last level of `shape`, which follows those of the prefix: at which level, by
    /// which operand.
    fn new_sets<'s>(
        &self,
        node: &'s SearchNode<'_>,
        shape: &Shape,
    ) -> impl Iterator<Item = (usize, usize, AdjacencySet)> + use<'s, A> {
        let (level, reuse) = (node.order.len(), self.features.has(Feature::Reuse));
        steps(shape.adjacency(level, level)).filter_map(move |step| match step {
            SetStep::Filter { level, operand, set } => {
                (!reuse || !node.results.contains(&set)).then_some((level, operand, set))
            }
            SetStep::Start(_) => None,
        })
    }

    /// The prefix with the vertex added.
    pub(super) fn grown<'m>(&self, node: &SearchNode<'m>, next: &NextVertex) -> SearchNode<'m> {
        let NextVertex { vertex, extreme, placed, restrictions, cost, count } = *next;
        let level = node.order.len();
        let shape = node.shape_with(vertex, &restrictions, self);
        let mut order = longer(&node.order, 1);
        order.push(vertex);
        let (mut prefixes, mut results) = (longer(&node.prefixes, 1), longer(&node.results, level));
        if level == 0 {
            prefixes[0].count = count;
        } else {
            prefixes.push(node.prefixes[level - 1].extend(&shape, level));
            results.extend(self.new_sets(node, &shape).map(|(_, _, set)| set));
        }
        let unbroken = match extreme {
            Extreme::Neither => node.unbroken.clone(),
            _ => stabilizer(&node.unbroken, vertex),
        };
        SearchNode {
            placed,
            fixing: stabilizer(&node.fixing, vertex),
            unbroken,
            restrictions,
            shape,
            prefixes,
            results,
            cost,
            order,
        }
    }
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
