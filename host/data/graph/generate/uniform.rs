//! Pairs drawn independently of each other: R-MAT and G(n, m).
//!
//! Both follow the project's benchmark generator: pairs are made symmetric; self-loops, duplicates and isolated
//! vertices are dropped; ids are compacted in order. So there are fewer edges than pairs.

use motherlode_device::drawn_pairs::DrawnPairs;
use rayon::prelude::*;

use super::{GenerateError, in_range, no_room, room};
use crate::graph::{
    Csr,
    build::{Pairs, TooManyIds, csr_of_ids, pack},
};

/// The seed of the benchmark's R-MAT graphs.
pub const RMAT_SEED: u64 = 20;
/// The seed of the benchmark's G(n, m) graphs.
pub const GNM_SEED: u64 = 21;

const MAX_BITS: u32 = 32;

/// An R-MAT graph (Chakrabarti, Zhan and Faloutsos 2004) with the parameters of Graph500: A = 0.57, B = C = 0.19, D =
/// 0.05.
///
/// `edge_factor` · 2^`scale` pairs of vertices below 2^`scale`, whose numbers are permuted.
///
/// # Errors
/// For a `scale` beyond 32, more pairs than memory holds, or a graph without edges.
pub fn rmat(scale: u32, edge_factor: u64, seed: u64) -> Result<Csr, GenerateError> {
    of_pairs(&rmat_pairs(scale, edge_factor, seed)?)
}

/// A uniform random graph: `edges` pairs of vertices below 2^`log2_vertices`, each drawn with equal probability.
///
/// # Errors
/// For `log2_vertices` beyond 32, more pairs than memory holds, or a graph without edges.
pub fn gnm(log2_vertices: u32, edges: u64, seed: u64) -> Result<Csr, GenerateError> {
    of_pairs(&gnm_pairs(log2_vertices, edges, seed)?)
}

/// The pairs of an [`rmat`] graph.
///
/// # Errors
/// For a `scale` beyond 32, or more pairs than can be counted.
#[doc(hidden)]
pub fn rmat_pairs(scale: u32, edge_factor: u64, seed: u64) -> Result<DrawnPairs, GenerateError> {
    in_range("scale", scale.into(), 1, MAX_BITS.into())?;
    let pairs = u128::from(edge_factor) << scale;
    let count = u64::try_from(pairs).map_err(|_| no_room::<u64>(pairs))?;
    Ok(DrawnPairs::rmat(scale, count, seed))
}

/// The pairs of a [`gnm`] graph.
///
/// # Errors
/// For `log2_vertices` beyond 32.
#[doc(hidden)]
pub fn gnm_pairs(log2_vertices: u32, edges: u64, seed: u64) -> Result<DrawnPairs, GenerateError> {
    in_range("log2 of the vertices", log2_vertices.into(), 1, MAX_BITS.into())?;
    Ok(DrawnPairs::uniform(log2_vertices, edges, seed))
}

/// The graph of pairs that are drawn.
///
/// # Errors
/// For more pairs than memory holds, or a graph without edges.
#[doc(hidden)]
pub fn of_pairs(drawn: &DrawnPairs) -> Result<Csr, GenerateError> {
    let mut pairs: Vec<u64> = room(drawn.count.into())?;
    let pair = |place| {
        let (u, v) = drawn.pair(place as u64);
        pack(u, v)
    };
    (0..drawn.count as usize).into_par_iter().map(pair).collect_into_vec(&mut pairs);
    // A vertex in self-loops only is isolated.
    pairs.retain(|&pair| (pair >> 32) as u32 != pair as u32);
    if pairs.is_empty() {
        return Err(GenerateError::NoEdges);
    }
    let (built, _) = csr_of_ids(vec![Pairs { narrow: pairs, wide: Vec::new() }])
        .map_err(|TooManyIds(vertices)| GenerateError::TooManyVertices { vertices: vertices.into() })?;
    Ok(built.csr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_it_cannot_make() {
        let out = |value| GenerateError::OutOfRange { name: "scale", value, least: 1, most: 32 };
        assert_eq!(rmat(33, 1, 0), Err(out(33)));
        assert_eq!(rmat(0, 1, 0), Err(out(0)));
        assert_eq!(gnm(5, 0, 0), Err(GenerateError::NoEdges));
        assert!(matches!(gnm(5, u64::MAX, 0), Err(GenerateError::Memory { .. })));
        assert!(matches!(rmat(5, u64::MAX, 0), Err(GenerateError::Memory { .. })));
    }
}
