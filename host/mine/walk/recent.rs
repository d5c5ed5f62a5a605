//! Walks that were planned, for whoever asks for one of them again: in a small graph, to plan takes longer than to
//! walk.

use std::collections::VecDeque;

use super::PlannedWalk;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;

/// How many are kept.
const MOST: usize = 8;
/// What the lists of one may take: of many graphs, and of large ones, they would take more than they are worth.
const MOST_BYTES: u64 = 256 << 10;

/// What a walk is planned for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WalkRequest {
    pub pattern: Pattern,
    pub options: PlanOptions,
}

/// The walks in a graph that were asked for last; the very last comes first.
#[derive(Debug, Default)]
pub(crate) struct RecentWalks(VecDeque<(WalkRequest, PlannedWalk)>);

impl RecentWalks {
    /// The walk that was planned for this.
    pub fn find(&mut self, asked: &WalkRequest) -> Option<PlannedWalk> {
        let place = self.0.iter().position(|(known, _)| known == asked)?;
        let found = self.0.remove(place)?;
        let planned = found.1.clone();
        self.0.push_front(found);
        Some(planned)
    }

    /// Keeps a walk, in the place of the one that was asked for longest ago, if it takes little memory, of which there
    /// is no limit.
    pub fn keep(&mut self, asked: WalkRequest, planned: &PlannedWalk) {
        let team = planned.known.team();
        if planned.bytes() <= MOST_BYTES && team.first().is_unlimited() && team.others().is_empty() {
            self.0.retain(|(known, _)| *known != asked);
            self.0.truncate(MOST - 1);
            self.0.push_front((asked, planned.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clock::Clock;
    use crate::graph::{Graph, generate};
    use crate::plan::{Induced, Matching};
    use crate::runtime::{Device, MemorySize};
    use crate::strategy::Strategy;
    use crate::walk::plan_walk;
    use crate::{CountOptions, Placed};

    /// A graph whose vertices have one of three labels.
    fn labelled(log2_vertices: u32, edges: u64) -> Graph {
        let csr = generate::gnm(log2_vertices, edges, 3).unwrap();
        generate::label(Graph::from(csr), 3, 0, 7)
    }

    fn triangle(labels: [u32; 3]) -> Pattern {
        let [a, b, c] = labels;
        Pattern::parse(&format!("(a:{a})-(b:{b})-(c:{c})-a")).unwrap()
    }

    /// The maps of three vertices to triangles with such labels, by all triples, and of subgraphs one for each set of
    /// them.
    fn brute_force(graph: &Graph, labels: [u32; 3]) -> u128 {
        let csr = graph.csr();
        let code = |v: u32| graph.attributes().vertices.as_ref().unwrap().of(v)[0];
        let joined = |u: u32, v: u32| csr.neighbors(u).contains(&v);
        let mut maps = 0u128;
        for u in 0..csr.n() {
            for v in csr.neighbors(u).iter().copied() {
                let closes = |&&w: &&u32| joined(u, w) && [u, v, w].map(code) == labels;
                maps += csr.neighbors(v).iter().filter(closes).count() as u128;
            }
        }
        let mut sorted = labels;
        sorted.sort_unstable();
        let same = |a: usize, b: usize| sorted[a] == sorted[b];
        let automorphisms = [1, 2, 6][usize::from(same(0, 1)) + usize::from(same(1, 2))];
        maps / automorphisms
    }

    #[test]
    fn counts_are_the_same_whatever_was_planned_before() {
        let graph = labelled(5, 200);
        let placed = Placed::new(&graph, &Device::cpu(None));
        let all = (0..27).map(|number| [number / 9, number / 3 % 3, number % 3]);
        for labels in all.clone().chain(all.clone().rev()).chain(all.flat_map(|labels| [labels, [0, 1, 2]])) {
            let counted = placed.count(&triangle(labels), &CountOptions::default()).unwrap();
            assert_eq!(counted.count, brute_force(&graph, labels), "{labels:?}");
            assert_eq!(counted.strategy, Strategy::AttributedWalk);
        }
    }

    #[test]
    fn a_walk_is_planned_once_while_few_others_are() {
        let graph = labelled(5, 200);
        let placed = Placed::new(&graph, &Device::cpu(None));
        let plan = |pattern: &Pattern, induced: Induced| {
            let options = PlanOptions::from(Matching::from(induced));
            plan_walk(&placed, pattern, options, &Clock::default()).unwrap().walk
        };
        let pattern = triangle([0, 1, 2]);
        let first = plan(&pattern, Induced::Edge);
        assert!(Arc::ptr_eq(&first, &plan(&pattern, Induced::Edge)));
        assert!(!Arc::ptr_eq(&first, &plan(&pattern, Induced::Vertex)), "another matching");
        assert!(!Arc::ptr_eq(&first, &plan(&triangle([1, 0, 2]), Induced::Edge)), "another pattern");
        for number in 0..MOST as u32 {
            assert!(Arc::ptr_eq(&first, &plan(&pattern, Induced::Edge)), "asked for again, it stays");
            plan(&triangle([number / 3, number % 3, 2]), Induced::Vertex);
        }
        for number in 0..MOST as u32 {
            plan(&triangle([number / 3, number % 3, 1]), Induced::Vertex);
        }
        assert!(!Arc::ptr_eq(&first, &plan(&pattern, Induced::Edge)), "others took its place");
    }

    /// What is kept would be missing elsewhere.
    #[test]
    fn nothing_is_kept_of_large_graphs_or_where_memory_has_a_limit() {
        let limited = Device::cpu(Some(MemorySize(1 << 30)));
        for (graph, device) in [(labelled(5, 200), limited), (labelled(15, 60_000), Device::cpu(None))] {
            let placed = Placed::new(&graph, &device);
            let plan = || {
                let (pattern, options) = (triangle([0, 1, 2]), PlanOptions::from(Matching::default()));
                plan_walk(&placed, &pattern, options, &Clock::default()).unwrap().walk
            };
            assert!(!Arc::ptr_eq(&plan(), &plan()), "{device}");
        }
    }
}
