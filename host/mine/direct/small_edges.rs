//! What counts at edges follow from, where a device puts them together, for patterns of up to four vertices.

use std::sync::{Arc, OnceLock};

use motherlode_device::kernels::motifs::edge_orbits::EdgeOfForm;
use rayon::prelude::*;

use super::at_vertices::{Needs, SumsAtVertices};
use super::form_edges::FormEdges;
use crate::runtime::Buffer;

/// What is known of the edges of a form for patterns of up to four vertices, on the first device, and their numbers.
pub(crate) struct SmallEdges {
    pub(super) needs: Needs,
    pub(super) edges: FormEdges,
    /// For each vertex of the form what is known of it as an end of edges.
    pub(super) ends: Buffer<'static, u64>,
    /// For each edge, over its triangles.
    pub(super) sums: Option<Buffer<'static, u64>>,
    /// The edges in the order of the graph's, once somebody has asked.
    pub(super) rows: OnceLock<Vec<EdgeOfForm>>,
    /// The same of the vertices, while this is held.
    pub(super) _at_vertices: Arc<SumsAtVertices>,
}

impl SmallEdges {
    /// The edges between these vertices of the form, in the order of a graph: as `ends` tells the first time.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn rows(&self, ends: impl FnOnce() -> Vec<[u32; 2]>) -> &[EdgeOfForm] {
        // Kernels read their numbers in 32 bits: who asks has seen that they fit.
        let row = |ends| EdgeOfForm { number: self.edges.number(ends) as u32, ends };
        self.rows.get_or_init(|| ends().into_par_iter().map(row).collect())
    }
}
