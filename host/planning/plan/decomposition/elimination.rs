//! In which order the vertices of a 2-connected graph are summed over.
//!
//! To sum over a vertex makes a table over its neighbours, which are joined from then on (if only by that table). Here
//! no more than two are left each time, which is to say that the treewidth is 2; and of pairs that are not joined in
//! the graph itself, one is the root. Among all roots and orders the cheapest is found by dynamic programming over the
//! sets of vertices that are gone.

use super::cost::Costs;
use super::small_graph::{MOST_IN_BLOCK, SmallGraph};
use crate::pattern::bits;

/// How the vertices go, but the root and the one whose row is left.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Elimination {
    pub root: usize,
    /// The vertex whose row is left.
    pub last: usize,
    pub steps: Vec<EliminationStep>,
    /// All expected steps.
    pub cost: f64,
    /// Whether all but the root are to come after it: then all steps are pushes.
    pub later: bool,
}

/// How a vertex goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EliminationStep {
    /// It is joined to both ends of an edge, for which there is a table then.
    Triangles { apex: usize, ends: [usize; 2] },
    /// The root's row at `from` is pushed on to its neighbour `to`.
    Push { from: usize, to: usize, cost: f64 },
}

/// What is left after some vertices are gone.
#[derive(Clone, Debug)]
struct EliminationState {
    cost: f64,
    steps: Vec<EliminationStep>,
    /// The vertices at which the root's row has a pushed row as a factor.
    pushed: u32,
}

/// The cheapest elimination of `block`, 2-connected or an edge, after which a table over the images of `port` can be
/// made: `port` is the root, or the last. `None` if the treewidth is above 2, or no root will do.
pub(super) fn cheapest(block: &SmallGraph, port: usize, costs: &Costs) -> Option<Elimination> {
    let found = (0..block.vertices()).filter_map(|root| cheapest_from(block, port, root, false, costs));
    // Of equals that of which the port is the root: nothing is added up by other roots then.
    found.min_by(|a, b| a.cost.total_cmp(&b.cost).then((a.root != port).cmp(&(b.root != port))))
}

/// The cheapest elimination of `block`, of which vertices 0 and 1 are joined, after which a table over the images of
/// their edge can be made: one of them is the root, and the other the last. `None` if there is none.
pub(super) fn cheapest_between(block: &SmallGraph, costs: &Costs) -> Option<Elimination> {
    let found = [[0, 1], [1, 0]]
        .into_iter()
        .filter_map(|[root, port]| cheapest_from(block, port, root, false, costs));
    found.min_by(|a, b| a.cost.total_cmp(&b.cost))
}

/// The cheapest elimination of `block` after which a table over the images of vertex 0 can be made, where all others
/// come after it. `None` if there is none.
pub(super) fn cheapest_later(block: &SmallGraph, costs: &Costs) -> Option<Elimination> {
    cheapest_from(block, 0, 0, true, costs)
}

fn cheapest_from(
    block: &SmallGraph,
    port: usize,
    root: usize,
    later: bool,
    costs: &Costs,
) -> Option<Elimination> {
    if block.vertices() > MOST_IN_BLOCK {
        return None;
    }
    let all: u32 = (1 << block.vertices()) - 1;
    let kept = 1 << root | 1 << port;
    let mut states: Vec<Option<EliminationState>> = vec![None; 1 << block.vertices()];
    states[0] = Some(EliminationState { cost: 0.0, steps: Vec::new(), pushed: 0 });
    let mut best: Option<Elimination> = None;
    for gone in 0..=all {
        let Some(state) = states[gone as usize].take() else { continue };
        let left = all & !gone;
        if left.count_ones() == 2 {
            let last = bits(left & !(1 << root)).next()?;
            if best.as_ref().is_none_or(|best| state.cost < best.cost) {
                best = Some(Elimination { root, last, steps: state.steps, cost: state.cost, later });
            }
            continue;
        }
        for vertex in bits(left & !kept) {
            let Some(next) = without(block, root, gone, vertex, &state, later, costs) else { continue };
            let place = &mut states[(gone | 1 << vertex) as usize];
            if place.as_ref().is_none_or(|known| next.cost < known.cost) {
                *place = Some(next);
            }
        }
    }
    best
}

/// What is left when `vertex` goes, too; `None` if it cannot.
fn without(
    block: &SmallGraph,
    root: usize,
    gone: u32,
    vertex: usize,
    state: &EliminationState,
    later: bool,
    costs: &Costs,
) -> Option<EliminationState> {
    let near: Vec<usize> = bits(near(block, gone, vertex)).collect();
    let &[a, b] = &near[..] else { return None };
    let is_triangle = block.joined(vertex, a) && block.joined(vertex, b) && block.joined(a, b);
    let is_in_row = near.contains(&root);
    // A table of triangles has all vertices of the graph, whatever the root.
    if is_triangle && !later && !(is_in_row && state.pushed >> vertex & 1 == 1) {
        let step = EliminationStep::Triangles { apex: vertex, ends: [a, b] };
        return Some(state.then(step, costs.triangles, 0));
    }
    let to = if a == root { b } else { a };
    if !is_in_row || !block.joined(vertex, to) {
        return None;
    }
    // What only the root's neighbours are to have, they pull, each from its neighbours: that costs as much as to push
    // from them.
    let pulled = block.joined(root, to) && !block.joined(root, vertex);
    let distance = if pulled { 1 } else { distance(block, gone, root, vertex) };
    let share = costs.share_of_rows([root, vertex].map(|v| block.color(v)), pulled);
    let cost = if later { costs.later_push(distance) } else { share * costs.push(distance) };
    Some(state.then(EliminationStep::Push { from: vertex, to, cost }, cost, 1 << to))
}

impl EliminationState {
    fn then(&self, step: EliminationStep, cost: f64, pushed: u32) -> EliminationState {
        let steps = [&self.steps[..], &[step]].concat();
        EliminationState { cost: self.cost + cost, steps, pushed: self.pushed | pushed }
    }
}

/// The vertices that are not gone and to which `vertex` is joined, itself or through what is gone.
fn near(block: &SmallGraph, gone: u32, vertex: usize) -> u32 {
    let through = block.component(gone | 1 << vertex, vertex);
    bits(through).fold(0, |near, v| near | block.neighbors(v)) & !gone & !(1 << vertex)
}

/// The edges of the shortest way from `root` to `vertex` through what is gone: at least 1.
fn distance(block: &SmallGraph, gone: u32, root: usize, vertex: usize) -> usize {
    let mut reached: u32 = 1 << root;
    (1..)
        .take(block.vertices())
        .find(|_| {
            let inner = reached & (gone | 1 << root);
            reached |= bits(inner).fold(0, |next, v| next | block.neighbors(v));
            reached >> vertex & 1 == 1
        })
        .expect("a vertex that is near the root is joined to it through what is gone")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::plan::generic_stats;

    fn of(text: &str, port: usize) -> Option<Elimination> {
        let graph = SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap();
        cheapest(&graph, port, &Costs::of(&generic_stats()))
    }

    fn pushes(elimination: &Elimination) -> usize {
        elimination.steps.iter().filter(|step| matches!(step, EliminationStep::Push { .. })).count()
    }

    #[test]
    fn cycles_are_rows() {
        for (cycle, pushed) in [("4-cycle", 2), ("5-cycle", 3), ("6-cycle", 4)] {
            let elimination = of(cycle, 0).unwrap();
            assert_eq!((elimination.root, pushes(&elimination)), (0, pushed), "{cycle}");
        }
    }

    #[test]
    fn triangles_need_no_rows() {
        for text in ["triangle", "diamond", "3-book"] {
            assert_eq!(pushes(&of(text, 0).unwrap()), 0, "{text}");
        }
    }

    #[test]
    fn edges_are_kept() {
        let between = |text: &str| {
            let graph = SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap();
            cheapest_between(&graph, &Costs::of(&generic_stats()))
        };
        for (text, pushed) in [("triangle", 0), ("diamond", 0), ("4-cycle", 2), ("6-cycle", 4), ("house", 2)]
        {
            let elimination = between(text).unwrap();
            assert_eq!(elimination.root + elimination.last, 1, "{text}");
            assert_eq!(pushes(&elimination), pushed, "{text}");
        }
        // The corners of the 4-cycle away from the edge are not joined, and none of them is an end of it.
        assert_eq!(between("a-b, a-c, c-d-e, c-f-e, e-b"), None);
    }

    #[test]
    fn a_treewidth_of_three_is_refused() {
        for text in ["4-clique", "wheel", "octahedron", "prism", "3-3-biclique"] {
            assert_eq!(of(text, 0), None, "{text}");
        }
    }
}
