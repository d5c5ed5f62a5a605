//! Where an edge is in a connected pattern of two to four vertices.

use motherlode_device::kernels::motifs::edge_orbits::{OrbitTerm, RoleSlot};
use motherlode_device::kernels::motifs::edge_roles::{EdgePieces, EdgeRole};
use rayon::prelude::*;

use super::solved::{Asked, HeldSums, Role, Small, inverse};
use super::sums::CountRooms;
use crate::at::{At, Edges};
use crate::counts::Counts;
use crate::direct::{AskedOfEdges, EdgesOnDevice, Needs, Session};
use crate::pattern::Pattern;
use crate::run::Run;
use crate::{MineError, Placed};

impl Small for Edges {
    type Role = EdgeRole;

    fn solve_on_device(
        placed: &Placed,
        asked: &[Asked<EdgeRole>],
        needs: Needs,
        run: Run<'_>,
    ) -> Result<Option<(Vec<Counts>, HeldSums)>, MineError> {
        let of_edges = AskedOfEdges { small: needs, ..AskedOfEdges::default() };
        let equations: Vec<_> =
            asked.iter().map(|asked| asked.terms(|role| Some(RoleSlot::Small(role)))).collect();
        let edges = Edges::count_of_graph(placed.target().csr);
        let rooms = CountRooms::begin(edges, equations.iter().map(Vec::len));
        let (counts, known) = orbits_on_device(placed, of_edges, &equations, rooms, run)?;
        Ok(Some((counts, known.small().clone())))
    }
}

/// The counts of patterns, given their equations, and what they follow from.
///
/// # Errors
/// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
pub(super) fn orbits_on_device(
    placed: &Placed,
    asked: AskedOfEdges<'_>,
    equations: &[Vec<Vec<OrbitTerm>>],
    rooms: CountRooms,
    run: Run<'_>,
) -> Result<(Vec<Counts>, EdgesOnDevice), MineError> {
    let known = run.clock.prepare(|| placed.known(1));
    let mut session = Session::new(&known, run)?;
    let on_device = session.edges_on_device(asked)?;
    let new_of_old = inverse(&known.form.old_of_new(run.clock));
    let rows = run.clock.mine(|| {
        let new = |ends: [u32; 2]| ends.map(|old| new_of_old[old as usize]);
        on_device.small().rows(|| Edges::places(placed.target().csr).into_par_iter().map(new).collect())
    });
    let mut counts = run.clock.mine(|| rooms.found());
    session.edge_orbits(&on_device, rows, equations, &mut counts)?;
    Ok((counts.into_iter().map(Counts::Narrow).collect(), on_device))
}

impl Role<Edges> for EdgeRole {
    fn of(pattern: &Pattern, (a, b): (usize, usize)) -> EdgeRole {
        let degree = |v: usize| pattern.neighbors(v).count_ones();
        let (least, most) = (degree(a).min(degree(b)), degree(a).max(degree(b)));
        // Numbers of vertices and edges, and the degrees of its ends, where it takes those.
        match (pattern.vertices(), pattern.edges().len(), least, most) {
            (2, ..) => EdgeRole::Edge,
            (3, 2, ..) => EdgeRole::WedgeSide,
            (3, ..) => EdgeRole::TriangleSide,
            (4, 3, 1, 2) => EdgeRole::PathEnd,
            (4, 3, 1, _) => EdgeRole::StarRay,
            (4, 3, ..) => EdgeRole::PathMiddle,
            (4, 4, 1, _) => EdgeRole::Tail,
            (4, 4, 2, 3) => EdgeRole::TailSide,
            // Both ends have degree 2, in the cycle as in the triangle.
            (4, 4, ..) if (0..4).all(|v| degree(v) == 2) => EdgeRole::CycleSide,
            (4, 4, ..) => EdgeRole::FarSide,
            (4, 5, 3, _) => EdgeRole::DiamondMiddle,
            (4, 5, ..) => EdgeRole::DiamondSide,
            (4, 6, ..) => EdgeRole::CliqueSide,
            (vertices, ..) => unreachable!("connected patterns of 2 to 4 vertices, not {vertices}"),
        }
    }

    fn needs(self) -> Needs {
        use EdgeRole::{CliqueSide, CycleSide, DiamondSide, Edge, FarSide, StarRay, WedgeSide};
        Needs {
            triangles: !matches!(self, Edge | WedgeSide | StarRay),
            cycles: self == CycleSide,
            cliques: matches!(self, FarSide | DiamondSide | CliqueSide),
        }
    }

    fn count(self, pieces: &EdgePieces) -> i128 {
        EdgeRole::count(self, pieces)
    }
}

#[cfg(all(test, feature = "emulated"))]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::graph::{Csr, generate};
    use crate::list::ListOptions;
    use crate::local::LocalCounts;
    use crate::plan::{Induced, Matching, Semantics};
    use crate::runtime::{Device, MemorySize};

    fn check_same(found: &[LocalCounts], expected: &[LocalCounts], what: &str) {
        let parts = |local: &LocalCounts| (local.orbits.clone(), local.counts.clone(), local.matches);
        assert!(found.iter().map(parts).eq(expected.iter().map(parts)), "{what}");
    }

    fn counted(
        graph: &Csr,
        device: &Device,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Vec<LocalCounts> {
        Placed::new(graph, device).count_all_at::<Edges>(patterns, options).unwrap()
    }

    /// What a device with many lanes puts together is what the host does: all patterns, and some alone.
    #[test]
    fn devices_put_together_what_the_host_does() {
        let teams = generate::teams(30, 14, 8, 5).unwrap();
        let patterns: Vec<Pattern> = (2..=5).flat_map(|size| Catalog::of(size).patterns.clone()).collect();
        let hub = Csr::from_edges(70, &(1..70).map(|leaf| (0, leaf)).collect::<Vec<_>>());
        for (number, graph) in
            [generate::barabasi_albert(40, 5, 7).unwrap(), teams, hub].into_iter().enumerate()
        {
            for (induced, semantics) in
                [(Induced::Edge, Semantics::Subgraphs), (Induced::Vertex, Semantics::Embeddings)]
            {
                let options = ListOptions::default().matching(Matching { induced, semantics });
                let expected = counted(&graph, &Device::cpu(None), &patterns, &options);
                let found = counted(&graph, &Device::emulated(3), &patterns, &options);
                check_same(&found, &expected, &format!("graph {number}, {induced:?}"));
            }
        }
    }

    /// A device without the memory for all counts puts together those of some edges at a time; one without the memory for
    /// what they follow from leaves it to the host.
    #[test]
    fn counts_are_the_same_whatever_the_room() {
        let graph = generate::barabasi_albert(60, 5, 7).unwrap();
        let patterns: Vec<Pattern> = (2..=4).flat_map(|size| Catalog::of(size).patterns.clone()).collect();
        let options = ListOptions::default().induced(Induced::Vertex);
        let counted =
            |device: Device| Placed::new(&graph, &device).count_all_at::<Edges>(&patterns, &options);
        let expected = counted(Device::cpu(None)).unwrap();
        let (mut bytes, mut right) = (1 << 17, 0);
        // Where there is no room to list the matches either, it is refused.
        while let Ok(found) = counted(Device::emulated_within(5, MemorySize(bytes))) {
            check_same(&found, &expected, &format!("{bytes} bytes"));
            (bytes, right) = (bytes - bytes / 8, right + 1);
        }
        assert!(right > 5, "{right} were right");
    }

    #[test]
    fn a_device_of_one_lane_leaves_it_to_the_host() {
        let graph = generate::barabasi_albert(40, 5, 7).unwrap();
        let is_asked = |device: &Device| {
            Placed::new(&graph, device).on_wide_device(5, || Ok(Some(()))).unwrap().is_some()
        };
        assert!(is_asked(&Device::emulated(3)) && !is_asked(&Device::cpu(None)));
    }
}
