//! What the counts of directed motifs of three and four vertices follow from.

mod cliques;
mod edges;
mod find_ties;
mod orbits;
mod pairs;
mod root_sums;
mod rows;
mod sets;
mod stars;
mod tie_orbits;
mod ties;
mod triangles;
mod typed_triangles;

use std::sync::Arc;

pub(crate) use orbits::{CliqueOrbits, DirectedOrbitSums, OrbitPieces};
use rayon::prelude::*;
pub(in crate::direct) use rows::TiesOfHubs;
pub(crate) use tie_orbits::{DirectedTieSums, TiePieces};
pub(in crate::direct) use ties::Ties;

use super::on_device::OnDevice;
use super::session::Session;
use crate::clock::Clock;
use crate::graph::Csr;
use crate::graph::attributes::{EdgeAttributes, NO_ARC};
use crate::place::Together;
use crate::runtime::RuntimeError;

/// A graph and its arcs.
#[derive(Clone, Copy)]
pub(crate) struct GraphWithArcs<'g> {
    pub csr: &'g Csr,
    pub edges: &'g Arc<EdgeAttributes>,
}

impl GraphWithArcs<'_> {
    /// How many arcs there are.
    pub fn count(self) -> u128 {
        self.edges.out.par_iter().filter(|&&label| label != NO_ARC).count() as u128
    }
}

/// Bytes of a device's memory that the counts take besides the graph and what there is for each edge: sums and queues,
/// amply.
const WORK: u64 = 1 << 20;

impl Session<'_> {
    /// Sees to it that there is room for the graph, its ties, and so many bytes more for each edge.
    fn make_room_beside_ties(&mut self, more_per_edge: u64, work: u64) -> Result<(), RuntimeError> {
        let of_vertices = Ties::bytes_of_vertices(self.outline().n());
        // Labels of all arcs, at both ends of each edge, are there while the ties are found.
        let bytes_per_edge = Ties::BYTES_PER_EDGE + more_per_edge.max(4 * size_of::<u32>() as u64);
        let work = WORK + of_vertices + work;
        self.make_room(Together { oriented: true, whole: true, bytes_per_edge, work, ..Together::default() })
    }
}

/// Gets what all kernels of this read.
fn get_graph_and_ties(
    arcs: GraphWithArcs<'_>,
) -> impl Fn(&mut OnDevice, &Clock) -> Result<(), RuntimeError> + Sync {
    move |on, clock| {
        on.get_oriented(clock)?;
        on.get_whole(clock)?;
        on.get_ties(arcs, clock)
    }
}
