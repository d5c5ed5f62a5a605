//! A pattern as seen from a matching order: what each level must be adjacent to, and where it may stand.

use super::drawn::DrawnVertices;
use super::features::Features;
use super::partial_order::PartialOrder;
use super::query::{Query, ViewId};
use crate::pattern::{MAX_ANTI_VERTICES, MAX_VERTICES, all, bits};

/// A set of vertices by adjacency: those adjacent to every level of `near` and to none of `far`, in their views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AdjacencySet {
    pub near: u32,
    pub far: u32,
    /// By level of `near`, the view in which they are its neighbours; by level of `far`, the one in which they are not,
    /// which is 0 if they are not adjacent at all; 0 for other levels.
    pub views: [ViewId; MAX_VERTICES],
}

impl AdjacencySet {
    fn new(near: u32, far: u32, views: &[ViewId; MAX_VERTICES]) -> Self {
        let view = |level| if (near | far) >> level & 1 == 1 { views[level] } else { 0 };
        Self { near, far, views: std::array::from_fn(view) }
    }

    /// The common part of both sets, where these name no level in two views.
    pub fn and(self, other: Self) -> Self {
        let named = self.near | self.far;
        let view =
            |level: usize| if named >> level & 1 == 1 { self.views[level] } else { other.views[level] };
        Self { near: self.near | other.near, far: self.far | other.far, views: std::array::from_fn(view) }
    }

    /// The levels of `far` that the vertices are not adjacent to in any view.
    pub fn apart(&self) -> u32 {
        bits(self.far).filter(|&level| self.views[level] == 0).fold(0, |mask, level| mask | 1 << level)
    }

    /// The set by the levels in `levels` alone.
    pub fn among(&self, levels: u32) -> Self {
        Self::new(self.near & levels, self.far & levels, &self.views)
    }

    /// The set as it is without the level `operand`.
    pub fn without(&self, operand: usize) -> Self {
        self.among(!(1 << operand))
    }
}

/// Bounds on a vertex: masks of the levels whose vertices it must be above, or below. Transitively closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LevelBounds {
    pub above: u32,
    pub below: u32,
}

impl LevelBounds {
    /// The bounds that both have.
    pub fn common(self, other: Self) -> Self {
        Self { above: self.above & other.above, below: self.below & other.below }
    }

    /// The bounds of either.
    pub fn both(self, other: Self) -> Self {
        Self { above: self.above | other.above, below: self.below | other.below }
    }

    /// The bounds by levels in `levels`.
    pub fn within(self, levels: u32) -> Self {
        Self { above: self.above & levels, below: self.below & levels }
    }
}

/// A matching order with its restrictions, in terms of levels: what a schedule is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of the pattern's vertices.
    pub vertices: usize,
    /// The vertices counted together at the end, in this order by class; none if all are walked.
    pub drawn: DrawnVertices,
    /// Whether a vertex is used once.
    pub injective: bool,
    /// Per level, the levels adjacent to it.
    pub adjacency: [u32; MAX_VERTICES],
    /// Per level, the levels that it must not be adjacent to, in either direction or in one.
    pub absent: [u32; MAX_VERTICES],
    /// Per level and adjacent level, the view that leads from the adjacent level to it; the same of levels that it must
    /// not be adjacent to.
    pub views: [[ViewId; MAX_VERTICES]; MAX_VERTICES],
    /// Vertices that must not exist.
    pub anti: [AdjacencySet; MAX_ANTI_VERTICES],
    /// How many of them there are.
    pub anti_vertices: usize,
    /// Per level, the levels whose vertices never are vertices of this one, as their labels do not go together.
    pub separate: [u32; MAX_VERTICES],
    /// The restrictions.
    pub order: PartialOrder,
    /// The parts of the planner in use.
    pub features: Features,
}

impl Shape {
    /// The pattern of `query`, of which no vertex has a level yet.
    pub fn empty(query: &Query, features: Features) -> Self {
        let nothing = AdjacencySet { near: 0, far: 0, views: [0; MAX_VERTICES] };
        Shape {
            vertices: query.vertices,
            drawn: DrawnVertices::alike(1),
            injective: query.matching.semantics.injective(),
            adjacency: [0; MAX_VERTICES],
            absent: [0; MAX_VERTICES],
            views: [[0; MAX_VERTICES]; MAX_VERTICES],
            anti: [nothing; MAX_ANTI_VERTICES],
            anti_vertices: query.anti.len(),
            separate: [0; MAX_VERTICES],
            order: PartialOrder::default(),
            features,
        }
    }

    /// Gives `vertex` the level that comes after those of `order`. Restrictions are left as they are.
    pub fn place(&mut self, query: &Query, order: &[usize], vertex: usize, separate: &[u32; MAX_VERTICES]) {
        let new = order.len();
        for (level, &other) in order.iter().chain([&vertex]).enumerate() {
            for (masks, of) in [
                (&mut self.adjacency, &query.near),
                (&mut self.absent, &query.absent),
                (&mut self.separate, separate),
            ] {
                masks[new] |= (of[vertex] >> other & 1) << level;
                masks[level] |= (of[other] >> vertex & 1) << new;
            }
            self.views[new][level] = query.view[other][vertex];
            self.views[level][new] = query.view[vertex][other];
        }
        for (levels, asked) in self.anti.iter_mut().zip(&query.anti) {
            levels.near |= (asked.near >> vertex & 1) << new;
            levels.far |= (asked.absent >> vertex & 1) << new;
            levels.views[new] = asked.views[vertex];
        }
    }

    /// Requires of the levels what `restrictions` require of the vertices, which stand at these levels.
    pub fn restrict(&mut self, restrictions: &PartialOrder, order: impl Iterator<Item = usize>) {
        let mut level_of = [None; MAX_VERTICES];
        order.enumerate().for_each(|(level, vertex)| level_of[vertex] = Some(level));
        self.order = restrictions.map(|vertex| level_of[vertex]);
    }

    /// The levels that are walked.
    pub fn walked(&self) -> usize {
        self.vertices - self.drawn.vertices()
    }

    /// What the vertex of `level` must be adjacent to, among the levels before `end`.
    pub fn adjacency(&self, level: usize, end: usize) -> AdjacencySet {
        let before = all(end) & !(1 << level);
        AdjacencySet::new(self.adjacency[level] & before, self.absent[level] & before, &self.views[level])
    }

    /// The bounds on the vertex of `level` by the levels before `end`.
    pub fn range(&self, level: usize, end: usize) -> LevelBounds {
        LevelBounds { above: self.order.smaller(level), below: self.order.greater(level) }.within(all(end))
    }

    /// The levels before `level` whose vertices could stand in the list of candidates for it.
    pub fn reusable(&self, level: usize) -> u32 {
        self.reusable_in(self.adjacency(level, level), self.range(level, level), level)
            & !self.separate[level]
    }

    /// The levels before `end` whose vertices could stand in `set` within `range`.
    ///
    /// A vertex is not in its own neighbour list, nor beyond a bound by itself. An earlier vertex is not in the list if
    /// the pattern has it apart from one of `near`, or adjacent to one of `far`.
    fn reusable_in(&self, set: AdjacencySet, range: LevelBounds, end: usize) -> u32 {
        if !self.injective {
            return 0;
        }
        let (near, apart) = (set.near, set.apart());
        let open = all(end) & !(near | range.above | range.below);
        let whole = |&j: &usize| self.adjacency(j, MAX_VERTICES);
        let twin = |j: &usize| whole(j).apart() & near == 0 && self.adjacency[*j] & apart == 0;
        bits(open).filter(twin).fold(0, |kept, j| kept | 1 << j)
    }

    /// What the vertices are adjacent to that stand in the sets of all these classes of the pattern's last vertices,
    /// and their bounds.
    fn common(&self, classes: u32) -> (AdjacencySet, LevelBounds) {
        let walked = self.walked();
        let nothing = (AdjacencySet { near: 0, far: 0, views: [0; MAX_VERTICES] }, LevelBounds::default());
        self.members(classes).fold(nothing, |(set, range), level| {
            (set.and(self.adjacency(level, walked)), range.both(self.range(level, walked)))
        })
    }

    /// The first level of each of these classes of the pattern's last vertices.
    fn members(&self, classes: u32) -> impl Iterator<Item = usize> {
        let (walked, starts) = (self.walked(), self.drawn.starts().enumerate());
        starts.filter(move |(class, _)| classes >> class & 1 == 1).map(move |(_, start)| walked + start)
    }

    /// The common part of the sets of these classes, without what depends on the last level walked; how that level
    /// filters it; and its bounds.
    pub fn leaf(&self, classes: u32) -> (AdjacencySet, Relation, LevelBounds) {
        let (whole, range) = self.common(classes);
        let (set, relation) = self.by_last(whole);
        (set, relation, range)
    }

    /// The levels whose vertices could stand in the common part of the sets of these classes.
    pub fn reusable_at_leaf(&self, classes: u32) -> u32 {
        let (set, range) = self.common(classes);
        let separate = self.members(classes).fold(0, |separate, level| separate | self.separate[level]);
        self.reusable_in(set, range, self.walked()) & !separate
    }

    /// Whether the sets of these classes can have nothing in common.
    ///
    /// A vertex that no edge joins to a level is in none of the views of that level. One without arcs in one direction
    /// is in some of them, so that only what each class asks in its own views tells: never the common part, which names
    /// each level in one view.
    pub fn is_disjoint(&self, classes: u32) -> bool {
        let (mut near, mut apart, mut levels) = (0, 0, 0);
        for level in self.members(classes) {
            let set = self.adjacency(level, self.walked());
            near |= set.near;
            apart |= set.apart();
            levels |= 1u32 << level;
        }
        let LevelBounds { above, below } = self.common(classes).1;
        let contradicts = |low: usize| (self.order.smaller(low) | 1 << low) & below != 0;
        let separate = bits(levels).any(|level| self.separate[level] & levels != 0);
        separate || near & apart != 0 || bits(above).any(contradicts)
    }

    /// Whether two classes name the same level in two views, or as near and as far: no list holds what these have in
    /// common.
    fn views_differ(&self) -> bool {
        let classes = || 0..self.drawn.classes();
        let pairs = classes().flat_map(|a| classes().filter(move |&b| a < b).map(move |b| (a, b)));
        pairs.filter(|(a, b)| !self.is_disjoint(1 << a | 1 << b)).any(|(a, b)| {
            let (a, b) = (self.common(1 << a).0, self.common(1 << b).0);
            let named = (a.near | a.far) & (b.near | b.far);
            let two_ways = (a.near & b.far) | (a.far & b.near);
            two_ways != 0 || bits(named).any(|level| a.views[level] != b.views[level])
        })
    }

    /// What of a set that must be empty does not depend on the last level walked, and how that level filters it.
    pub fn test(&self, anti: usize) -> (AdjacencySet, Relation) {
        self.by_last(self.anti[anti])
    }

    /// What of a set does not depend on the last level walked, and how that level filters it.
    fn by_last(&self, whole: AdjacencySet) -> (AdjacencySet, Relation) {
        let last = self.walked() - 1;
        let relation = if whole.near >> last & 1 == 1 {
            Relation::Adjacent(whole.views[last])
        } else if whole.far >> last & 1 == 1 {
            Relation::Apart(whole.views[last])
        } else {
            Relation::Free
        };
        (whole.without(last), relation)
    }

    /// Whether the walk's leaf and tests can be evaluated: without a list to start from, nothing can be taken away.
    pub fn leaf_is_expressible(&self) -> bool {
        let leaves = (0..self.drawn.classes()).map(|class| {
            let (set, relation, _) = self.leaf(1 << class);
            (set, relation)
        });
        let mut sets = (0..self.anti_vertices).map(|anti| self.test(anti)).chain(leaves);
        sets.all(|(set, _)| set.near != 0 || set.far == 0) && !self.views_differ()
    }
}

/// How the last vertex walked filters the leaf's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// In this view.
    Adjacent(ViewId),
    /// Not in this view.
    Apart(ViewId),
    Free,
}
