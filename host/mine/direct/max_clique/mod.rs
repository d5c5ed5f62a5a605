//! A largest clique.
//!
//! A first search finds its size, and the first root that has one of the size, in the order of the roots: the longest
//! lists first. A second finds the first one of that root. So it is the same clique whatever the devices are, and
//! however many threads. What a greedy search on the host finds before is no more than a size that is to be reached: it
//! changes what is passed over, and not what is found.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `bound` | a size that is reached in any case |
//! | `search` | the first search, dealt by roots |
//! | `first` | the second |

mod bound;
mod first;
mod search;

use motherlode_device::kernels::max_clique::{MaxCliqueShape, position_of, size_of};

use bound::greedy_size;
use first::FirstClique;
use search::MaxCliqueSearch;

use super::cliques::SEARCH_WARPS;
use super::on_device::OnDevice;
use super::pivots::most_vertices;
use super::session::Session;
use crate::MineError;
use crate::graph::Csr;
use crate::place::Together;

/// The most candidates of a root that get a matrix of their own, in an order of their own: on one lane.
const PACKED: u32 = 512;
/// The same on many lanes, of which there are thousands of warps.
const PACKED_BY_MANY: u32 = 256;
/// The most classes of a node that one lane keeps. A warp of many has no registers for it.
const CLASSES: u32 = 128;
/// The vertices of a clique that needs no search: an edge.
const EDGE: u32 = 2;

impl Session<'_> {
    /// A largest clique: vertices of the graph that was given, ascending; of the form's, if it has no triangle. Whether
    /// they are joined is for the caller to check, who has that graph.
    ///
    /// # Errors
    /// When the graph or what the search needs does not fit in the memory, the device fails, or the job is to stop;
    /// [`MineError::NoClique`] if what was found has fewer vertices than it should.
    pub fn max_clique(&mut self) -> Result<Vec<u32>, MineError> {
        if let Some(clique) = &self.facts.max_clique {
            return Ok(clique.clone());
        }
        let clique = match self.first_root()? {
            Some((size, position)) => self.first_clique(size, position)?,
            None => without_triangles(self.known.form.graph()),
        };
        self.facts.max_clique = Some(clique.clone());
        Ok(clique)
    }

    /// The size of a largest clique, if that has been found out.
    pub fn known_max_clique(&self) -> Option<u32> {
        self.facts.max_clique.as_ref().map(|clique| clique.len() as u32)
    }

    /// The size of a largest clique, and the position of the first root that has one; none if there is no triangle.
    fn first_root(&mut self) -> Result<Option<(u32, u32)>, MineError> {
        if self.outline().roots_from(EDGE) == 0 {
            return Ok(None);
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        let reached =
            self.run.clock.prepare(|| greedy_size(self.known.form.graph(), &self.outline().degrees));
        // A root with a shorter list has no clique of so many.
        let roots = self.outline().roots_from(EDGE.max(reached.saturating_sub(1)));
        let shared = MaxCliqueSearch::begin(reached);
        let search = |on| MaxCliqueSearch::new(on, roots, shared.clone());
        let best = self.deal(OnDevice::get_hubs, search)?.done.tally.0;
        Ok((size_of(best) > EDGE).then_some((size_of(best), position_of(best))))
    }

    /// The first clique of the root at a position, of so many vertices.
    fn first_clique(&mut self, size: u32, position: u32) -> Result<Vec<u32>, MineError> {
        let work = self.room(|session| FirstClique::new(session.first.clone(), size, position))?;
        let found = self.deal_alone(work)?.0;
        let clock = self.run.clock;
        let old_of_new = self.known.form.old_of_new(clock);
        let clique = clock.mine(|| {
            let old = |new: u32| old_of_new.get(new as usize).copied();
            let mut clique: Vec<u32> = found.into_iter().map_while(old).collect();
            clique.sort_unstable();
            clique
        });
        if clique.len() == size as usize { Ok(clique) } else { Err(MineError::NoClique { size }) }
    }
}

impl OnDevice {
    /// What a launch for lists of up to `longest` vertices is told, of which so many warps work on one, or as many as
    /// the kernels take.
    fn max_clique_shape(&self, longest: u32, warps: u32) -> MaxCliqueShape {
        let cliques = self.search_shape(longest, warps.min(SEARCH_WARPS));
        let most = most_vertices(self.outline());
        let (packed, classes) = match self.tuning.scalar {
            true => (PACKED, most.min(CLASSES)),
            false => (PACKED_BY_MANY, 0),
        };
        MaxCliqueShape { cliques, most, classes, packed }
    }
}

/// A largest clique of a graph without triangles: the first edge, or the first vertex.
fn without_triangles(graph: &Csr) -> Vec<u32> {
    let ends = |u: u32| graph.neighbors(u).first().map(|&v| vec![u, v]);
    (0..graph.n()).find_map(ends).unwrap_or_else(|| (0..graph.n().min(1)).collect())
}

/// Whether each two of some different vertices are joined.
pub(crate) fn is_clique(graph: &Csr, vertices: &[u32]) -> bool {
    let joined = |u: u32, v: u32| graph.neighbors(u).binary_search(&v).is_ok();
    vertices.iter().enumerate().all(|(i, &u)| vertices[..i].iter().all(|&v| joined(u, v)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cliques_are_told_from_other_sets() {
        let graph = Csr::from_edges(6, &[(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)]);
        assert!(is_clique(&graph, &[0, 1, 2]) && is_clique(&graph, &[5]) && is_clique(&graph, &[]));
        assert!(!is_clique(&graph, &[0, 1, 3]) && !is_clique(&graph, &[1, 2, 3]));
        assert!(!is_clique(&graph, &[0, 0]));
    }

    #[test]
    fn graphs_without_triangles_have_an_edge_or_a_vertex() {
        for (graph, clique) in [
            (Csr::from_edges(5, &[(1, 4), (1, 3), (2, 3)]), &[1, 3][..]),
            (Csr::from_edges(2, &[]), &[0]),
            (Csr::from_edges(0, &[]), &[]),
        ] {
            assert_eq!(without_triangles(&graph), clique);
        }
    }
}
