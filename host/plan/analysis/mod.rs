//! What a plan comes to on a graph: how often each level's vertex is fixed, and the work that is done there.
//!
//! The plan is walked on the host, by plain operations on sorted lists, with counters that the kernels do without. What is
//! counted is what the [cost model](super::cost) expects: partial embeddings, and steps through the lists that they lead to.
//! The kernels may do less, as they leave a partial embedding as soon as a list for a later level is empty.

mod lists;
mod walk;

use rayon::prelude::*;

use super::Plan;
use crate::graph::Csr;
use crate::runtime::{Interrupt, RuntimeError};
use walk::Walker;

/// Candidates of level 1 that are taken as one task.
const CHUNK: usize = 64;

/// What the walk of a plan over a graph comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The matches that the plan finds; `None` if there are 2^128 or more.
    pub found: Option<u128>,
    /// By level walked.
    pub levels: Vec<LevelAnalysis>,
}

/// What one level of a plan comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelAnalysis {
    /// How often the level's vertex is fixed: partial embeddings that end here.
    pub candidates: u64,
    /// The work done for all of these, by the cost model's measure of the lists as they are.
    pub work: f64,
}

impl Analysis {
    fn of(levels: usize) -> Self {
        Analysis { found: Some(0), levels: vec![LevelAnalysis::default(); levels] }
    }

    fn and(mut self, other: &Analysis) -> Self {
        self.found = self.found.zip(other.found).and_then(|(a, b)| a.checked_add(b));
        for (level, more) in self.levels.iter_mut().zip(&other.levels) {
            level.candidates += more.candidates;
            level.work += more.work;
        }
        self
    }
}

/// Walks `plan` over `graph`, whose vertices are numbered by falling degree, in the current rayon pool. `done` is told of
/// each vertex that has had its turn as the first one.
///
/// It takes several times as long as a count on the CPU does.
///
/// # Errors
/// [`RuntimeError::Interrupted`] or [`RuntimeError::Deadline`], soon after `interrupt` asks for it.
pub fn analyze(
    plan: &Plan,
    graph: &Csr,
    interrupt: &Interrupt,
    done: &(dyn Fn() + Sync),
) -> Result<Analysis, RuntimeError> {
    let levels = plan.walk.last as usize + 1;
    let sum = |a: Analysis, b: Analysis| Ok(a.and(&b));
    let root = |root: u32| {
        let pieces = if levels == 1 { 1 } else { (graph.degree(root) as usize).div_ceil(CHUNK).max(1) };
        let piece = |piece: usize| {
            let mut walker = Walker::new(&plan.walk, graph, interrupt);
            walker.root(root, piece * CHUNK..(piece + 1) * CHUNK)?;
            Ok(walker.into_analysis())
        };
        let all = (0..pieces).into_par_iter().map(piece).try_reduce(|| Analysis::of(levels), sum);
        done();
        all
    };
    let roots = (0..graph.n()).into_par_iter().with_max_len(1);
    let walked = roots.map(root).try_reduce(|| Analysis::of(levels), sum)?;
    Ok(Analysis { found: walked.found.map(|found| found / u128::from(plan.repeats)), ..walked })
}

#[cfg(test)]
mod experiment {
    use super::*;
    use crate::plan::{Induced, plans};
    use std::collections::BTreeMap;

    #[test]
    #[ignore]
    fn per_root() {
        for name in ["wiki-Vote", "email-Enron"] {
            let file = std::path::PathBuf::from(format!("/work/shared/data/{name}.el.gz"));
            let graph = crate::graph::load(&file, &Default::default()).unwrap();
            for text in [
                "gem",
                "wheel",
                "6-wheel",
                "dart",
                "butterfly",
                "a-b-c-d-e-b, a-c, a-d, a-e",
                "5-near-clique",
                "3-book",
            ] {
                let pattern: crate::pattern::Pattern = text.parse().unwrap();
                let prepared = crate::mine::Prepared::new(graph.csr(), pattern.min_degree());
                let stats = prepared.stats();
                let all = plans(&pattern, Induced::Edge, stats);
                let best = all[0].clone();
                let first = |p: &Plan| {
                    p.restrictions.iter().any(|r| r.smaller == p.order[0] || r.greater == p.order[0])
                };
                // plans whose root is free, by root and order
                let mut groups: BTreeMap<usize, Vec<Plan>> = BTreeMap::new();
                for plan in all.into_iter().filter(|p| !first(p) && p.walk.last >= 1) {
                    let group = groups.entry(plan.order[0]).or_default();
                    if group.len() < 12 {
                        group.push(plan);
                    }
                }
                let interrupt = Interrupt::default();
                let work = |plan: &Plan| -> Vec<f64> {
                    let g = &prepared.csr;
                    (0..g.n())
                        .into_par_iter()
                        .with_max_len(1)
                        .map(|root| {
                            let mut walker = Walker::new(&plan.walk, g, &interrupt);
                            walker.root(root, 0..usize::MAX).unwrap();
                            walker.into_analysis().levels.iter().map(|l| l.work).sum::<f64>()
                        })
                        .collect()
                };
                let cap = best.cost.total * 3.0;
                let best_work: f64 = work(&best).iter().sum();
                println!(
                    "{name} {text}: best plan order {:?} restrictions {:?} work {best_work:.3e}",
                    best.order,
                    best.restrictions.iter().map(|r| (r.smaller, r.greater)).collect::<Vec<_>>()
                );
                for (root, group) in groups {
                    let works: Vec<Vec<f64>> =
                        group.iter().filter(|p| p.cost.total < cap).map(work).collect();
                    if works.is_empty() {
                        continue;
                    }
                    let pure = works.iter().map(|w| w.iter().sum::<f64>()).fold(f64::MAX, f64::min);
                    // same order as the best of the group only
                    let at = (0..works.len())
                        .min_by(|&a, &b| {
                            works[a].iter().sum::<f64>().total_cmp(&works[b].iter().sum::<f64>())
                        })
                        .unwrap();
                    let alike: Vec<usize> =
                        (0..works.len()).filter(|&i| group[i].order == group[at].order).collect();
                    let hybrid: f64 = (0..works[0].len())
                        .map(|r| alike.iter().map(|&i| works[i][r]).fold(f64::MAX, f64::min))
                        .sum();
                    let any: f64 = (0..works[0].len())
                        .map(|r| works.iter().map(|w| w[r]).fold(f64::MAX, f64::min))
                        .sum();
                    println!(
                        "   root {root}: {} sets, best pure {pure:.3e}, oracle per root same order ({} sets) {hybrid:.3e} gain {:.3}, any order {any:.3e} gain {:.3}; pure/best {:.3}",
                        works.len(),
                        alike.len(),
                        pure / hybrid,
                        pure / any,
                        pure / best_work
                    );
                }
            }
        }
    }
}
