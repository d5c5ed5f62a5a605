//! Pairs drawn independently of each other: R-MAT and G(n, m).
//!
//! Both follow the project's benchmark generator: pairs are made symmetric; self-loops, duplicates and isolated
//! vertices are dropped; ids are compacted in order. So there are fewer edges than pairs.

use rayon::prelude::*;

use super::{GenerateError, in_range, room};
use crate::graph::{
    Csr,
    build::{Pairs, TooManyIds, csr_of_ids, pack},
    random::{RandomStream, mix},
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
    in_range("scale", scale.into(), 1, MAX_BITS.into())?;
    let quadrants = Quadrants::graph500();
    let pairs = u128::from(edge_factor) << scale;
    draw(pairs, |i| {
        let (u, v) = quadrants.pair(&mut RandomStream::new(seed, i), scale);
        pack(permute(u, scale), permute(v, scale))
    })
}

/// A uniform random graph: `edges` pairs of vertices below 2^`log2_vertices`, each drawn with equal probability.
///
/// # Errors
/// For `log2_vertices` beyond 32, more pairs than memory holds, or a graph without edges.
pub fn gnm(log2_vertices: u32, edges: u64, seed: u64) -> Result<Csr, GenerateError> {
    in_range("log2 of the vertices", log2_vertices.into(), 1, MAX_BITS.into())?;
    let mask = u32::MAX >> (32 - log2_vertices);
    draw(edges.into(), |i| {
        let z = RandomStream::new(seed, i).next();
        pack((z >> 32) as u32 & mask, z as u32 & mask)
    })
}

fn draw(count: u128, pair: impl Fn(u64) -> u64 + Sync) -> Result<Csr, GenerateError> {
    let mut pairs: Vec<u64> = room(count)?;
    (0..count as usize).into_par_iter().map(|i| pair(i as u64)).collect_into_vec(&mut pairs);
    // A vertex in self-loops only is isolated.
    pairs.retain(|&pair| (pair >> 32) as u32 != pair as u32);
    if pairs.is_empty() {
        return Err(GenerateError::NoEdges);
    }
    let (built, _) = csr_of_ids(vec![Pairs { narrow: pairs, wide: Vec::new() }])
        .map_err(|TooManyIds(vertices)| GenerateError::TooManyVertices { vertices: vertices.into() })?;
    Ok(built.csr)
}

/// The thresholds, of 2³², that choose a quadrant of the adjacency matrix.
struct Quadrants {
    lower: u64,
    right_if_upper: u64,
    right_if_lower: u64,
}

impl Quadrants {
    fn graph500() -> Self {
        let (a, b, c) = (0.57, 0.19, 0.19);
        let scaled = |probability: f64| (probability * 4_294_967_296.0) as u64;
        Quadrants {
            lower: scaled(a + b),
            right_if_upper: scaled(a / (a + b)),
            right_if_lower: scaled(c / (1.0 - a - b)),
        }
    }

    #[inline]
    fn pair(&self, stream: &mut RandomStream, scale: u32) -> (u32, u32) {
        let (mut u, mut v) = (0, 0);
        for bit in 0..scale {
            let z = stream.next();
            let lower = z >> 32 >= self.lower;
            let right = z & 0xFFFF_FFFF >= if lower { self.right_if_lower } else { self.right_if_upper };
            u |= u32::from(lower) << bit;
            v |= u32::from(right) << bit;
        }
        (u, v)
    }
}

/// A fixed bijection of the numbers below 2^`bits`, so that a vertex's number says nothing of its degree.
#[inline]
fn permute(x: u32, bits: u32) -> u32 {
    let mask = u32::MAX >> (32 - bits);
    (0..4u32).fold(x, |x, round| {
        let factor = 0x9E37_79B1_u32.wrapping_add((2 * round).wrapping_mul(0x7F4A_7C15)) | 1;
        let x = x.wrapping_mul(factor).wrapping_add(mix(77 + u64::from(round)) as u32) & mask;
        x ^ x >> bits.div_ceil(2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutation_is_a_bijection() {
        for bits in [1, 2, 7, 10] {
            let mut images: Vec<u32> = (0..1 << bits).map(|x| permute(x, bits)).collect();
            images.sort_unstable();
            assert!(images.into_iter().eq(0..1 << bits), "{bits} bits");
        }
    }

    #[test]
    fn refuses_what_it_cannot_make() {
        let out = |value| GenerateError::OutOfRange { name: "scale", value, least: 1, most: 32 };
        assert_eq!(rmat(33, 1, 0), Err(out(33)));
        assert_eq!(rmat(0, 1, 0), Err(out(0)));
        assert_eq!(gnm(5, 0, 0), Err(GenerateError::NoEdges));
        assert!(matches!(gnm(5, u64::MAX, 0), Err(GenerateError::Memory { .. })));
    }
}
