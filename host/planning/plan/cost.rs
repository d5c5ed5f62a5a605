//! The cost model: how many candidates each level of a plan has, and how much work they make.
//!
//! Sizes are expectations over a random graph with the degrees, and the split of degrees into smaller and greater
//! neighbours, of the given one (a Chung-Lu model with directions), corrected by its number of triangles:
//!
//! - A neighbour list is as long as the degree of its vertex on the side that the bounds leave, averaged over all
//!   vertices, each weighted by the ways to choose the edges that the embedding has there: `moments`.
//! - Two adjacent vertices have `3 · triangles / edges` common neighbours; two that have one common neighbour have
//!   others as the number of 4-cycles tells; two others have as many as chance gives them.
//! - Bounds that the sides do not settle keep the share of linear extensions in which the new vertex obeys them.
//!
//! That plans are scored by such products of expected list lengths, for all orders and all restriction sets, follows
//! GraphZero (Mawhirter et al., 2019) and GraphPi (Shi et al., SC 2020, section IV-C); the formulas are our own.
//! `docs/plans.md` derives them.

use serde::Serialize;

use super::moments::Moments;
use super::prefix::Prefix;
use super::schedule::Schedule;
use super::shape::Shape;
use super::work::STEP;

/// By what a level makes a plan look dearer than it is expected to be.
const DOUBT: f64 = 1.05;

/// What a plan is expected to cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Per level walked.
    pub levels: Vec<LevelCost>,
    /// All the work.
    pub total: f64,
    /// What plans are compared by: all the work, and a little more for each level walked and each further set that is
    /// drawn from. Errors of the estimates multiply from level to level, so that of plans that are expected to cost
    /// about the same, the one with fewer levels is more often the cheaper one.
    #[serde(skip)]
    pub score: f64,
    /// Per operation of the walk, in its order, the work done each time.
    #[serde(skip)]
    pub operations: Vec<f64>,
}

/// What one level of a plan is expected to cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelCost {
    /// How often the level's vertex is fixed: partial embeddings that end here.
    pub candidates: f64,
    /// The work done each time, in steps of single lanes through lists; for the last level, that of the leaf.
    pub work: f64,
}

/// What the whole plan costs.
pub(super) fn evaluate(moments: &Moments, vertices: f64, shape: &Shape, schedule: &Schedule) -> Cost {
    let walked = shape.walked();
    let mut prefix = Prefix::first(moments, vertices);
    let (mut levels, mut operations) = (Vec::with_capacity(walked), Vec::new());
    for level in 0..walked {
        if level > 0 {
            prefix = prefix.extend(shape, level);
        }
        let of_level = schedule.operations.iter().filter(|operation| operation.level == level);
        let first = operations.len();
        operations.extend(of_level.map(|operation| prefix.operation(shape, operation)));
        let filtering: f64 = operations[first..].iter().sum();
        let work = if level + 1 == walked { prefix.leaf(shape, schedule) } else { STEP + filtering };
        levels.push(LevelCost { candidates: prefix.count, work });
    }
    let total: f64 = levels.iter().map(|level| level.candidates * level.work).sum();
    let doubts = walked + shape.drawn.classes().saturating_sub(1);
    Cost { levels, total, score: score(total, doubts), operations }
}

/// What plans are compared by, for one of so much work, and of so many levels and further sets.
pub(super) fn score(work: f64, doubts: usize) -> f64 {
    work * DOUBT.powi(doubts as i32)
}
