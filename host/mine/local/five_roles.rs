//! Where a vertex can be in a connected pattern of five vertices, and where it is told from how often it is there.

use motherlode_device::kernels::motifs::missing_spokes::{MISSING_SPOKE_SUMS, MissingSpokeSum};
use motherlode_device::kernels::motifs::wheels_at_vertices::WHEEL_SUMS;

use super::Counts;
use super::decomposed::roles_of;
use super::square_roles::{SquareRole, over_neighbors, squares_at};
use crate::graph::Csr;
use crate::mine::direct::{FifthPieces, FifthsAtVertices, MapsAtVertices, SquaresAtVertices};
use crate::mine::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;

/// The vertices of a pattern.
pub(super) const SIZE: usize = 5;

/// A vertex of a connected pattern of five vertices, up to symmetry: its place in [`Roles`].
pub(super) type Role = usize;

/// How many there are (Pržulj 2007, figure 1: orbits 15 to 72).
pub(super) const ROLES: usize = 58;

/// All roles: patterns as seen from a vertex, and where their counts come from.
pub(super) struct Roles {
    pub all: Vec<SmallGraph>,
    pub sources: Vec<Source>,
}

/// Where the edge-induced counts of a role come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Tables,
    FiveCycles,
    Squares(SquareRole),
    /// Of a 4-clique with a fifth vertex that is joined to so many of its corners. The role has so many neighbours.
    Cliques {
        joined: usize,
        degree: u32,
    },
    /// Of the wheel: as its hub, or on the rim.
    Wheels {
        hub: bool,
    },
    /// Of the wheel without a spoke.
    MissingSpokes(MissingSpokeSum),
    FiveCliques,
}

impl Roles {
    pub fn of(patterns: &[Pattern]) -> Roles {
        let mut all: Vec<SmallGraph> = patterns.iter().flat_map(roles_of).collect();
        all.sort_unstable();
        all.dedup();
        let squares = SquareRole::all();
        let sources = all.iter().map(|role| Source::of(role, &squares)).collect();
        Roles { all, sources }
    }

    /// The roles of a pattern's vertices.
    pub fn in_pattern(&self, pattern: &Pattern) -> Vec<Role> {
        let place =
            |role: SmallGraph| self.all.binary_search(&role).expect("all patterns of that size are there");
        roles_of(pattern).into_iter().map(place).collect()
    }
}

impl Source {
    /// Where those of a role come from, given the roles of patterns with 4-cycles.
    fn of(graph: &SmallGraph, squares: &[(SmallGraph, SquareRole)]) -> Source {
        if let Some(&(_, role)) = squares.iter().find(|(square, _)| square == graph) {
            return Source::Squares(role);
        }
        let degrees: Vec<u32> =
            (0..SIZE).map(|v| graph.edges().filter(|&(a, b)| a == v || b == v).count() as u32).collect();
        let (edges, least) = (graph.edges().count(), degrees.iter().min());
        // What a 4-clique leaves to the fifth vertex.
        let joined = edges.saturating_sub(6);
        match (graph.has_treewidth_of_two(), joined) {
            (true, _) if degrees == [2; SIZE] => Source::FiveCycles,
            (true, _) => Source::Tables,
            (false, 1..=3)
                if least == Some(&(joined as u32))
                    && degrees.iter().filter(|&&d| d == 4).count() == joined =>
            {
                Source::Cliques { joined, degree: degrees[0] }
            }
            _ if edges == 8 => Source::Wheels { hub: degrees[0] == 4 },
            _ if edges == 10 => Source::FiveCliques,
            _ => Source::MissingSpokes(match degrees[0] {
                2 => MissingSpokeSum::Apart,
                _ if graph.edges().any(|(a, b)| degrees[a].min(degrees[b]) == 2 && a.min(b) == 0) => {
                    MissingSpokeSum::Rim
                }
                _ => MissingSpokeSum::Hub,
            }),
        }
    }
}

/// What the edge-induced counts of all roles follow from, at each vertex.
pub(super) struct RoleCounts<'a> {
    pub graph: &'a Csr,
    pub roles: &'a Roles,
    /// The number of each vertex in the form, in whose order all but the 5-cliques are.
    pub new_of_old: Vec<u32>,
    /// For each role by tables, its place in the decomposition that its maps are of.
    pub sum_of: Vec<Option<usize>>,
    pub maps: MapsAtVertices,
    pub fifths: FifthsAtVertices,
    pub wheels: Vec<[u64; WHEEL_SUMS]>,
    pub missing: Vec<[u64; MISSING_SPOKE_SUMS]>,
    pub five_cycles: Vec<u64>,
    pub squares: SquaresAtVertices,
    pub cliques: Counts,
}

impl RoleCounts<'_> {
    /// The counts of a vertex of the graph, by role.
    pub fn at<N: Modular>(&self, v: usize) -> [N; ROLES] {
        let (new, degree_of) = (self.new_of_old[v] as usize, i128::from(self.graph.degree(v as u32)));
        let squares = squares_at(v, self.graph, &self.squares, &self.new_of_old);
        let cliques = |u: usize| self.squares.of_vertices().cliques(u);
        let at_cliques = AtCliques {
            fifths: self.fifths.at(new),
            degree: degree_of,
            cliques: squares.0.vertex.cliques,
            cliques_of_neighbors: over_neighbors(v, self.graph, &self.new_of_old, cliques),
        };
        std::array::from_fn(|role| {
            let count = match self.roles.sources[role] {
                Source::Tables => {
                    let sum = self.sum_of[role].expect("a role by tables is among these");
                    return self.maps.matches(new, sum, &squares.0.vertex);
                }
                Source::FiveCycles => self.five_cycles[new].into(),
                Source::Squares(role) => role.count(&squares),
                Source::Cliques { joined, degree } => at_cliques.count(joined, degree),
                Source::Wheels { hub } => self.wheels[new][usize::from(!hub)].into(),
                Source::MissingSpokes(sum) => self.missing[new][sum as usize].into(),
                // Fewer than the maps, which are below 2^127.
                Source::FiveCliques => self.cliques.get(v) as i128,
            };
            N::of(count)
        })
    }
}

/// What is known of a vertex of a graph, of the 4-cliques at it and beside it.
struct AtCliques {
    fifths: FifthPieces,
    degree: i128,
    /// The 4-cliques at it.
    cliques: i128,
    /// The 4-cliques at its neighbours: those at it are there three times.
    cliques_of_neighbors: i128,
}

impl AtCliques {
    /// At how many 4-cliques with a fifth vertex, which is joined to so many corners, the vertex is, in the role that has so many neighbours in
    /// the pattern.
    fn count(&self, joined: usize, degree: u32) -> i128 {
        let v = &self.fifths;
        match (joined, degree) {
            (1, 1) => self.cliques_of_neighbors - 3 * self.cliques,
            (1, 4) => self.cliques * (self.degree - 3),
            (1, _) => v.on_another,
            (2, 2) => v.as_fifth_on_two,
            (2, 4) => v.on_it_and_another,
            (2, _) => v.on_two_others,
            (_, 4) => v.pairs,
            _ => v.beside_pairs,
        }
    }
}
