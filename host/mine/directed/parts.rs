//! Directed motifs in each part of a graph: where the vertices of a part stand tells what is in it.

use std::ops::Range;

use rayon::prelude::*;

use super::graphlets::check_size;
use super::lattice::DirectedClassCounts;
use super::orbits::{DirectedOrbits, OrbitsOfGraphlet};
use super::{arcs_of, as_asked, directed_patterns, listed};
use crate::at::Vertices;
use crate::clock::Clock;
use crate::direct::DirectedOrbitSums;
use crate::run::Run;
use crate::{CountOptions, MineError, Placed};

/// How many numbers of each vertex the host has while it counts those of `k` vertices in parts.
pub(crate) fn numbers_of_vertex(k: usize) -> u64 {
    DirectedOrbitSums::of_vertex(DirectedOrbits::of::<Vertices>(k).cliques()) as u64
}

impl Placed {
    /// The counts in each of these parts of the graph, consecutive vertices that are joined to no others, in the order
    /// of [`directed_patterns`]: for many graphs that lie side by side in one.
    ///
    /// # Errors
    /// As [`directed_graphlet_degrees`](Self::directed_graphlet_degrees).
    pub fn directed_motif_counts_of_parts(
        &self,
        k: usize,
        parts: &[Range<usize>],
        options: &CountOptions,
    ) -> Result<Vec<Vec<u128>>, MineError> {
        check_size(k)?;
        let (context, clock) = (&options.context, &Clock::default());
        let induced = self.on_whoever_is_left(context, |placed| {
            placed.vertex_induced_of_parts(k, parts, Run { context, clock })
        })?;
        induced.into_iter().map(|counts| listed(k, &as_asked(k, counts, options)?)).collect()
    }

    fn vertex_induced_of_parts(
        &self,
        k: usize,
        parts: &[Range<usize>],
        run: Run<'_>,
    ) -> Result<Vec<DirectedClassCounts>, MineError> {
        let (all, motifs) = (DirectedOrbits::of::<Vertices>(k), directed_patterns(k)?);
        let found = self.directed_orbit_sums::<Vertices>(arcs_of(self.target())?, all, run)?;
        let Some((sums, new_of_old)) = found else {
            return Ok(vec![DirectedClassCounts::new(); parts.len()]);
        };
        let of_part = |part: &Range<usize>| {
            let vertices = new_of_old[part.clone()].iter().map(|&vertex| sums.at(vertex as usize));
            let mut at_orbits = all.counts::<Vertices>(vertices).into_iter();
            let count = |OrbitsOfGraphlet { orbits, .. }: &OrbitsOfGraphlet| {
                let sum: i128 = at_orbits.by_ref().take(orbits.len()).sum();
                // Each match is counted at each of its vertices.
                sum.unsigned_abs() / k as u128
            };
            motifs.iter().map(|motif| motif.id).zip(all.graphlets.iter().map(count)).collect()
        };
        Ok(parts.par_iter().map(of_part).collect())
    }
}
