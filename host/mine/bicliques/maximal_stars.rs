//! Maximal bicliques whose set on the side that is not anchored is one vertex: the hub of a star, whose leaves have no
//! other neighbour in common. They are told by the lists, so that the search need not look for candidates that have no
//! more than a hub in common: there may be as many for each leaf as the hub has leaves.

use rayon::prelude::*;

use crate::direct::Anchoring;
use crate::graph::Csr;
use crate::{Context, MineError};

/// The hubs with so many leaves as are to be taken, rising.
///
/// # Errors
/// When the job is to stop.
pub(super) fn hubs_of_maximal_stars(how: &Anchoring<'_>, context: &Context) -> Result<Vec<u32>, MineError> {
    let Anchoring { graph, side, take, .. } = *how;
    let is_other = |v: u32| side.is_none_or(|side| !side[v as usize]);
    let is_one = |hub: u32| {
        context.check()?;
        let is_large = graph.degree(hub) >= take.max(1);
        Ok::<_, MineError>((is_other(hub) && is_large && is_maximal(graph, hub)).then_some(hub))
    };
    (0..graph.n()).into_par_iter().filter_map(|hub| is_one(hub).transpose()).collect()
}

/// Whether nobody else is joined to all neighbours of a vertex that has some.
fn is_maximal(graph: &Csr, hub: u32) -> bool {
    let leaves = graph.neighbors(hub);
    let fewest = leaves.iter().min_by_key(|&&leaf| graph.degree(leaf));
    let mut others = fewest.into_iter().flat_map(|&leaf| graph.neighbors(leaf)).filter(|&&v| v != hub);
    !others.any(|v| leaves.iter().all(|&leaf| graph.neighbors(leaf).binary_search(v).is_ok()))
}
