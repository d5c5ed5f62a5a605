//! What a plan comes to on a graph: how often each level's vertex is fixed, and the work that is done there.
//!
//! The plan is walked on the host, by plain operations on sorted lists, with counters that the kernels do without. What
//! is counted is what the [cost model](super::cost) expects: partial embeddings, and steps through the lists that they
//! lead to. The kernels may do less, as they leave a partial embedding as soon as a list for a later level is empty.

mod lists;
mod walk;

use std::ops::Range;

use rayon::prelude::*;

use super::Plan;
use crate::graph::Csr;
use walk::AnalysisWalk;

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
    /// Of nothing, by so many levels.
    #[doc(hidden)]
    pub fn of(levels: usize) -> Self {
        Analysis { found: Some(0), levels: vec![LevelAnalysis::default(); levels] }
    }

    /// Of this and of what `other` is of.
    #[doc(hidden)]
    pub fn and(mut self, other: &Analysis) -> Self {
        self.found = self.found.zip(other.found).and_then(|(a, b)| a.checked_add(b));
        for (level, more) in self.levels.iter_mut().zip(&other.levels) {
            level.candidates += more.candidates;
            level.work += more.work;
        }
        self
    }

    /// With each match counted once, of all that `plan` finds.
    #[doc(hidden)]
    pub fn once_each(self, plan: &Plan) -> Self {
        Analysis { found: self.found.map(|found| found / u128::from(plan.repeats)), ..self }
    }
}

/// Walks `plan` over `graph`, whose vertices are numbered by falling degree, in the current rayon pool.
///
/// It takes several times as long as a count on the CPU does.
///
/// # Errors
/// What `go_on` says, which is asked again and again.
pub fn analyze<E: Send>(
    plan: &Plan,
    graph: &Csr,
    go_on: impl Fn() -> Result<(), E> + Sync,
) -> Result<Analysis, E> {
    Ok(analyze_roots(plan, graph, 0..graph.n(), go_on)?.once_each(plan))
}

/// The part of the walk whose first vertex is one of `roots`: each match is found as often as the plan finds it.
///
/// # Errors
/// What `go_on` says, which is asked again and again.
#[doc(hidden)]
pub fn analyze_roots<E: Send>(
    plan: &Plan,
    graph: &Csr,
    roots: Range<u32>,
    go_on: impl Fn() -> Result<(), E> + Sync,
) -> Result<Analysis, E> {
    let levels = plan.walk.last as usize + 1;
    let sum = |a: Analysis, b: Analysis| Ok(a.and(&b));
    let root = |root: u32| {
        let pieces = if levels == 1 { 1 } else { (graph.degree(root) as usize).div_ceil(CHUNK).max(1) };
        let piece = |piece: usize| {
            let mut walk = AnalysisWalk::new(&plan.walk, graph, &go_on);
            walk.root(root, piece * CHUNK..(piece + 1) * CHUNK)?;
            Ok(walk.into_analysis())
        };
        (0..pieces).into_par_iter().map(piece).try_reduce(|| Analysis::of(levels), sum)
    };
    roots.into_par_iter().with_max_len(1).map(root).try_reduce(|| Analysis::of(levels), sum)
}
