//! A clique with the largest sum of weights.
//!
//! It is searched for on the host, by branch and bound. A clique is found at the last of its vertices, its root, in an
//! order in which few neighbours of a vertex are before it. A first search, whose roots are shared among threads, and
//! long searches of a root, too, finds the largest sum, and the first root that has a clique of it. A second finds the
//! first one of that root: so it is the same clique with any number of threads.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `weights` | the weights that a property gives the vertices |
//! | `roots` | the order of the roots, and how much the cliques of each weigh at most |
//! | `neighborhood` | those with whom a root may be in a clique, as rows of bits |
//! | `search` | the search of one root, or of a part of it |
//! | `sharing` | what threads share: the roots, and parts of long searches |
//! | `aim` | what a clique is to weigh: more than those found before, by any thread |

mod aim;
mod neighborhood;
mod roots;
mod search;
mod sharing;
mod weights;

use rayon::prelude::*;

use aim::{First, HeaviestSoFar};
use neighborhood::Neighborhood;
use roots::WeightedRoots;
use search::WeightSearch;
use sharing::Sharing;
pub use weights::vertex_weights;

use crate::clock::Clock;
use crate::error::WeightError;
use crate::graph::Csr;
use crate::{Context, MineError, Seconds};

/// A clique with the largest sum of weights, and how long it took to find.
#[derive(Clone, Debug)]
pub struct MaxWeightClique {
    /// Its vertices, ascending: none if no vertex weighs more than 0.
    pub vertices: Vec<u32>,
    /// The sum of their weights.
    pub weight: u128,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// Finds a clique of `graph` with the largest sum of `weights`, of which there is one for each vertex. Vertices that
/// weigh 0 are left out. Of several cliques it is the same one with any number of threads. It runs on the threads of
/// the current rayon pool, and on no device.
///
/// # Errors
/// [`MineError::Weight`]: not as many weights as vertices, or too large ones; when the job is to stop.
pub fn max_weight_clique(
    graph: &Csr,
    weights: &[u128],
    context: &Context,
) -> Result<MaxWeightClique, MineError> {
    if weights.len() != graph.n() as usize {
        return Err(WeightError::Length { found: weights.len(), vertices: graph.n() }.into());
    }
    let total = weights.iter().try_fold(0, |sum: u128, &weight| sum.checked_add(weight));
    // A search asks for one more than what was found.
    if total.is_none_or(|total| total == u128::MAX) {
        return Err(WeightError::TooLarge.into());
    }
    let clock = Clock::default();
    let roots = clock.prepare(|| WeightedRoots::new(graph, weights));
    let (vertices, weight) = clock.mine(|| find(&roots, context))?;
    Ok(MaxWeightClique { vertices, weight, seconds: clock.seconds() })
}

/// The first clique of the first root that has a heaviest one, and its weight.
fn find(roots: &WeightedRoots, context: &Context) -> Result<(Vec<u32>, u128), MineError> {
    let standing = HeaviestSoFar::default();
    let sharing = Sharing::new(roots, &standing);
    let threads = 0..rayon::current_num_threads();
    threads.into_par_iter().try_for_each(|_| search_roots(roots, &sharing, &standing, context))?;
    let Some((weight, place)) = standing.best() else { return Ok((Vec::new(), 0)) };
    let (mut near, mut search) = (Neighborhood::new(roots), WeightSearch::default());
    near.enter(roots, place);
    search.run(&near, None, &First(weight), None, context)?;
    let mut vertices: Vec<u32> = search.clique(&near).map(|v| roots.old(v)).collect();
    vertices.sort_unstable();
    Ok((vertices, weight))
}

/// Searches one root after the other, and what is handed over, until there is neither.
fn search_roots(
    roots: &WeightedRoots,
    sharing: &Sharing<'_>,
    standing: &HeaviestSoFar,
    context: &Context,
) -> Result<(), MineError> {
    let (mut near, mut search) = (Neighborhood::new(roots), WeightSearch::default());
    while let Some(mut task) = sharing.draw() {
        context.check()?;
        near.enter(roots, task.place);
        search.run(&near, task.node.take(), &standing.of_root(task.place), Some(sharing), context)?;
    }
    Ok(())
}
