//! Where an edge can be in a connected pattern of five vertices, and where it is told from how often it is there.

use motherlode_device::kernels::motifs::missing_spokes_at_edges::{
    MISSING_SPOKE_SUMS, MissingSpokeSumAtEdge,
};
use motherlode_device::kernels::motifs::wheels_at_edges::{WHEEL_SUMS, WheelSumAtEdge};

use super::{Needed, Role, SIZE, Steps};
use crate::counts::Counts;
use crate::direct::{EdgePieces, FourthPieces, FourthsAtEdges, MapsAtEdges, SumsAtEdges};
use crate::graph::Csr;
use crate::local::decomposed::edge_roles_of;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;
use crate::plan::decomposition::tables::PairProduct;

/// How many roles there are (Hočevar and Demšar 2016, "Computation of graphlet orbits for nodes and edges in sparse graphs": edge orbits 12 to 67).
pub(super) const ROLES: usize = 56;

/// All roles: patterns as seen from an edge, and where their counts come from.
pub(super) struct Roles {
    pub all: Vec<SmallGraph>,
    pub sources: Vec<Source>,
}

/// Where the edge-induced counts of a role come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Tables,
    Fourths(FourthRole),
    Wheels(WheelSumAtEdge),
    /// Of the wheel without a spoke.
    MissingSpokes(MissingSpokeSumAtEdge),
    FiveCliques,
}

/// An edge of a 4-clique with a fifth vertex that is joined to one, two or three of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FourthRole {
    /// The edge to a fifth vertex on one corner.
    Tail,
    /// The clique's edges at that corner.
    AtTail,
    /// Its other edges.
    BesideTail,
    /// An edge to a fifth vertex on two corners.
    Ear,
    /// The edge between these.
    UnderEar,
    /// The clique's edges from one of these to another corner.
    AtEar,
    /// The edge between the other corners.
    OppositeEar,
    /// An edge between vertices of a near-clique that are joined to all others.
    Shared,
    /// One to a vertex that is not.
    Apart,
}

impl Roles {
    pub fn of(patterns: &[Pattern]) -> Roles {
        let mut all: Vec<SmallGraph> = patterns.iter().flat_map(edge_roles_of).collect();
        all.sort_unstable();
        all.dedup();
        let sources = all.iter().map(Source::of).collect();
        Roles { all, sources }
    }

    /// The roles of a pattern's pairs of adjacent vertices, in their order.
    pub fn in_pattern(&self, pattern: &Pattern) -> Vec<Role> {
        let place =
            |role: SmallGraph| self.all.binary_search(&role).expect("all patterns of that size are there");
        edge_roles_of(pattern).into_iter().map(place).collect()
    }
}

impl Source {
    /// Where those of a role come from: the edge between vertices 0 and 1.
    fn of(graph: &SmallGraph) -> Source {
        if graph.has_treewidth_of_two() {
            return Source::Tables;
        }
        let degree = |v: usize| graph.neighbors(v).count_ones();
        let mut degrees: [u32; SIZE] = std::array::from_fn(degree);
        let [least, most] = [degree(0).min(degree(1)), degree(0).max(degree(1))];
        degrees.sort_unstable();
        match (degrees, least, most) {
            ([1, 3, 3, 3, 4], 1, _) => Source::Fourths(FourthRole::Tail),
            ([1, 3, 3, 3, 4], _, 4) => Source::Fourths(FourthRole::AtTail),
            ([1, 3, 3, 3, 4], ..) => Source::Fourths(FourthRole::BesideTail),
            ([2, 3, 3, 4, 4], 2, _) => Source::Fourths(FourthRole::Ear),
            ([2, 3, 3, 4, 4], 4, _) => Source::Fourths(FourthRole::UnderEar),
            ([2, 3, 3, 4, 4], _, 4) => Source::Fourths(FourthRole::AtEar),
            ([2, 3, 3, 4, 4], ..) => Source::Fourths(FourthRole::OppositeEar),
            ([3, 3, 4, 4, 4], 4, _) => Source::Fourths(FourthRole::Shared),
            ([3, 3, 4, 4, 4], ..) => Source::Fourths(FourthRole::Apart),
            ([3, 3, 3, 3, 4], _, 4) => Source::Wheels(WheelSumAtEdge::Spoke),
            ([3, 3, 3, 3, 4], ..) => Source::Wheels(WheelSumAtEdge::Rim),
            ([2, 3, 3, 3, 3], 2, _) => Source::MissingSpokes(MissingSpokeSumAtEdge::Apart),
            // Only the rim's two are joined to the vertex without a spoke.
            ([2, 3, 3, 3, 3], ..) if [0, 1].into_iter().any(|end| is_beside_two(graph, end)) => {
                Source::MissingSpokes(MissingSpokeSumAtEdge::Spoke)
            }
            ([2, 3, 3, 3, 3], ..) => Source::MissingSpokes(MissingSpokeSumAtEdge::Hub),
            ([4, 4, 4, 4, 4], ..) => Source::FiveCliques,
            _ => unreachable!(
                "five vertices of a larger treewidth than 2 have a 4-clique, or are a wheel or one without a spoke"
            ),
        }
    }

    pub fn is_fourths(self) -> bool {
        matches!(self, Source::Fourths(_))
    }

    pub fn is_wheels(self) -> bool {
        matches!(self, Source::Wheels(_))
    }

    pub fn is_missing_spokes(self) -> bool {
        matches!(self, Source::MissingSpokes(_))
    }

    pub fn is_five_cliques(self) -> bool {
        self == Source::FiveCliques
    }

    /// What is gone through for it.
    pub fn steps(self) -> Steps {
        Steps { wedges: self.is_missing_spokes(), triangle_pairs: self != Source::Tables }
    }
}

/// Whether a vertex is joined to one that has two neighbours.
fn is_beside_two(graph: &SmallGraph, vertex: usize) -> bool {
    (0..SIZE).any(|v| graph.neighbors(v).count_ones() == 2 && graph.neighbors(vertex) >> v & 1 == 1)
}

impl FourthRole {
    /// How often an edge is in the role, from what is known of it.
    fn count(self, edge: &EdgePieces, of: &FourthPieces) -> i128 {
        let [d, f] = edge.degrees;
        match self {
            FourthRole::Tail => of.cliques_of_ends - 2 * of.cliques,
            FourthRole::AtTail => of.cliques * (d + f - 6),
            FourthRole::BesideTail => of.on_another,
            // Those beside it with both of its ends are there twice for each end.
            FourthRole::Ear => of.cliques_beside - 4 * of.cliques,
            FourthRole::UnderEar => of.cliques * (edge.triangles - 2),
            FourthRole::AtEar => of.on_end_and_another,
            FourthRole::OppositeEar => of.on_others,
            FourthRole::Shared => of.pairs,
            FourthRole::Apart => of.beside_pairs,
        }
    }
}

/// What the edge-induced counts of all roles that are needed follow from, at each edge. What no role needs is not there.
pub(super) struct RoleCounts<'a> {
    pub graph: &'a Csr,
    pub roles: &'a Roles,
    pub needed: &'a Needed<PairProduct>,
    /// The number of each vertex in the form, in whose order all but the 5-cliques are.
    pub new_of_old: Vec<u32>,
    pub sums: SumsAtEdges,
    pub maps: Option<MapsAtEdges>,
    pub fourths: Option<FourthsAtEdges>,
    pub wheels: Option<Vec<[u64; WHEEL_SUMS]>>,
    pub missing: Option<Vec<[u64; MISSING_SPOKE_SUMS]>>,
    /// By the number of the edge in the graph.
    pub cliques: Counts,
}

impl RoleCounts<'_> {
    /// The counts of an edge of the graph, by role: of those that are needed. The edge is given by its number and its ends.
    ///
    /// # Panics
    /// If what one needs is not there.
    pub fn at<N: Modular>(&self, of_graph: usize, ends: [u32; 2]) -> [N; ROLES] {
        const NEEDED: &str = "what a role needs has been counted";
        let new = ends.map(|end| self.new_of_old[end as usize]);
        let edge = self.sums.number(new);
        let pieces = self.sums.between(new, ends.map(|end| self.graph.degree(end)));
        let fourths = self.fourths.as_ref().map(|fourths| fourths.at(edge, new));
        self.needed.counts(|role| {
            let count = match self.roles.sources[role] {
                Source::Tables => {
                    let (maps, sum) = self.maps.as_ref().zip(self.needed.sum_of[role]).expect(NEEDED);
                    return maps.matches(edge, sum, &pieces);
                }
                Source::Fourths(role) => role.count(&pieces, fourths.as_ref().expect(NEEDED)),
                Source::Wheels(sum) => self.wheels.as_ref().expect(NEEDED)[edge][sum as usize].into(),
                Source::MissingSpokes(sum) => self.missing.as_ref().expect(NEEDED)[edge][sum as usize].into(),
                // Fewer than the maps, which are below 2^127.
                Source::FiveCliques => self.cliques.get(of_graph) as i128,
            };
            N::of(count)
        })
    }
}
