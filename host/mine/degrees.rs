//! Walks over lists without the vertices that have too few neighbours.
//!
//! A vertex of a pattern with `d` neighbours is matched to none with fewer, unless maps may fold the pattern. On a
//! graph with hubs of many leaves, most of what the lists of hubs hold is no candidate for any vertex but the pattern's
//! own leaves: a walk that went through pairs of them would take the square of the largest degree. Classes of vertices
//! by their degrees (`Query::by_degrees`) leave them out, and what then lacks a neighbour that every match would need.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::placed::Placed;
use super::run::Run;
use super::walk::{PlannedWalk, Walk};
use super::{MineError, attributed};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;

/// Pairs of neighbours of one vertex from which on shorter lists are thought of: to make them takes some passes over
/// the neighbours.
const NOT_WORTH_IT: u128 = 1_000_000;
/// Work of a walk from which on shorter lists are thought of.
const WALKED: f64 = 1e6;
/// The part of these pairs that degrees may leave for that: one of so many.
const LEFT: u128 = 4;
/// How many times less a walk over shorter lists must be expected to cost: its kernels are slower, and the lists are to
/// be made.
const MARGIN: f64 = 4.0;
/// Work for each vertex and neighbour of the graph up to which a walk is taken whatever else there is: it is no more
/// than some passes.
const FEW_PASSES: f64 = 16.0;

/// A graph whose vertices are left out by their degrees, where that is worth it.
pub(super) struct Pruned<'p> {
    placed: &'p Placed,
    /// By degree, whether it leaves few pairs of neighbours.
    pays: RefCell<BTreeMap<u32, bool>>,
}

impl<'p> Pruned<'p> {
    /// Nothing is gone through yet.
    pub fn new(placed: &'p Placed) -> Pruned<'p> {
        Pruned { placed, pays: RefCell::default() }
    }

    /// The walk for `pattern`, if it is expected to cost far less than one of this `work`.
    ///
    /// # Errors
    /// When the lists do not fit in the budget, or the device fails.
    pub fn walk_instead(
        &self,
        pattern: &Pattern,
        options: PlanOptions,
        work: f64,
        clock: &Clock,
    ) -> Result<Option<PlannedWalk>, MineError> {
        if work < WALKED {
            return Ok(None);
        }
        let walk = self.walk(pattern, options, clock)?;
        Ok(walk.filter(|planned| planned.walk.work() * MARGIN <= work))
    }

    /// The matches of a plain `pattern`, if a walk finds them in a few passes over the graph.
    ///
    /// # Errors
    /// When the lists or buffers do not fit in the budget, the device fails, the count passes 128 bits, or the job is
    /// to stop.
    pub fn count(
        &self,
        pattern: &Pattern,
        options: PlanOptions,
        run: Run<'_>,
    ) -> Result<Option<u128>, MineError> {
        if !pattern.is_plain() {
            return Ok(None);
        }
        let graph = self.placed.target().csr;
        let few = FEW_PASSES * (f64::from(graph.n()) + 2.0 * graph.edges() as f64);
        let walk = self.walk(pattern, options, run.clock)?;
        walk.filter(|planned| planned.walk.work() <= few).map(|planned| planned.count(run)).transpose()
    }

    fn walk(
        &self,
        pattern: &Pattern,
        options: PlanOptions,
        clock: &Clock,
    ) -> Result<Option<PlannedWalk>, MineError> {
        let least = second_degree(pattern).filter(|_| options.matching.semantics.injective());
        if !least.is_some_and(|least| clock.prepare(|| self.pays(least))) {
            return Ok(None);
        }
        let (known, route) = attributed::prepare_by_degrees(self.placed, pattern, options, clock)?;
        Ok(Some(PlannedWalk { known, walk: Arc::new(Walk::Attributed(Box::new(route))) }))
    }

    fn pays(&self, least: u32) -> bool {
        let mut pays = self.pays.borrow_mut();
        *pays.entry(least).or_insert_with(|| {
            let csr = self.placed.target().csr;
            share_left(csr, |v| csr.degree(v) >= least).is_some()
        })
    }
}

/// The least degree above the least of a pattern's vertices, if they have several.
fn second_degree(pattern: &Pattern) -> Option<u32> {
    let degrees = (0..pattern.vertices()).map(|v| pattern.neighbors(v).count_ones());
    degrees.filter(|&degree| degree > pattern.min_degree()).min()
}

/// The share of all pairs of neighbours of one vertex that are left where the first is one that `stays`, if of many
/// pairs few are left.
pub(super) fn share_left(csr: &Csr, stays: impl Fn(u32) -> bool + Sync) -> Option<f64> {
    let sum = |of: &(dyn Fn(u32) -> u128 + Sync)| (0..csr.n()).into_par_iter().map(of).sum::<u128>();
    let degree = |v: u32| u128::from(csr.degree(v));
    let all = sum(&|v| degree(v).pow(2));
    // Whatever goes is met as often as it has neighbours, by no longer list than the longest: that takes no look at the
    // lists.
    let met = sum(&|v| if stays(v) { 0 } else { degree(v) });
    let most = all.min(met * u128::from(csr.max_degree()));
    if all < NOT_WORTH_IT || LEFT * (all - most) > all {
        return None;
    }
    let staying = |v: u32| csr.neighbors(v).iter().filter(|&&w| stays(w)).count() as u128;
    let left = sum(&|v| degree(v) * staying(v));
    (LEFT * left <= all).then(|| left as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;
    use crate::list::{ListOptions, Listing};
    use crate::plan::{Induced, Matching};
    use crate::runtime::Device;
    use crate::strategy::Strategy;
    use crate::walk::plan_walk;

    /// A hub of so many leaves with a path of four vertices on it.
    fn broom(leaves: u32) -> Csr {
        let tail = [(0, 1), (1, 2), (2, 3), (3, 4)];
        let edges: Vec<(u32, u32)> = tail.into_iter().chain((5..leaves + 5).map(|leaf| (0, leaf))).collect();
        Csr::from_edges(leaves + 5, &edges)
    }

    /// The expected work of listing, and the tasks.
    fn steps(graph: &Csr, text: &str) -> (f64, u64) {
        let placed = Placed::new(graph, &Device::cpu(None));
        let listing = Listing::new(&placed, &Pattern::parse(text).unwrap(), Induced::Edge).unwrap();
        (listing.work(), listing.tasks())
    }

    /// Twice the largest degree is at most a little more than twice the work.
    #[test]
    fn work_grows_with_the_largest_degree_and_not_with_its_square() {
        let check = |text: &str, graph: &dyn Fn(u32) -> Csr| {
            let (small, large) = (steps(&graph(5_000), text), steps(&graph(10_000), text));
            assert!(large.0 <= 2.5 * small.0 + 1e4, "{text}: work {small:?}, {large:?}");
            assert!(large.1 <= 2 * small.1 + 64, "{text}: tasks {small:?}, {large:?}");
        };
        for text in ["5-path", "a-b, a-c, a-d, a-e, e-f", "a-b-c-d, b-e-f"] {
            check(text, &|leaves| generate::star(leaves.into()).unwrap());
        }
        // Of the second pattern a broom has matches by the third power.
        for text in ["5-path", "a-b-c-d, b-e-f"] {
            check(text, &broom);
        }
    }

    /// The same matches as those of the walk over all lists, and as many as another counts.
    #[test]
    fn matches_are_those_of_the_walk_over_all_lists() {
        let graph = broom(1_200);
        let device = Device::cpu(None);
        let placed = Placed::new(&graph, &device);
        let clock = Clock::default();
        for induced in [Induced::Edge, Induced::Vertex] {
            for text in ["5-path", "6-path", "a-b-c-d, b-e-f"] {
                let pattern = Pattern::parse(text).unwrap();
                let options = PlanOptions::from(Matching::from(induced));
                let walk = plan_walk(&placed, &pattern, options, &clock);
                let context = crate::Context::default();
                let run = Run { context: &context, clock: &clock };
                let expected = walk.unwrap().count(run).unwrap();
                let pruned = Pruned::new(&placed);
                assert_eq!(pruned.count(&pattern, options, run).unwrap(), Some(expected), "{text}");
                let listing = ListOptions::default().induced(induced);
                let mut rows = 0u128;
                placed
                    .list(&pattern, &listing, |batch| {
                        for row in batch.rows() {
                            let joined = |&(a, b): &(usize, usize)| {
                                graph.neighbors(row[a]).binary_search(&row[b]).is_ok()
                            };
                            assert!(pattern.edges().iter().all(joined), "{text}: {row:?}");
                        }
                        rows += batch.len() as u128;
                        std::ops::ControlFlow::Continue(())
                    })
                    .unwrap();
                assert_eq!(rows, expected, "{text}");
                assert_eq!(Strategy::walk_of(&pattern, options.matching), Strategy::Walk, "{text}");
            }
        }
    }
}
