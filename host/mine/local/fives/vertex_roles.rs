//! Where a vertex can be in a connected pattern of five vertices, and where it is told from how often it is there.

use std::sync::Arc;

use motherlode_device::kernels::motifs::missing_spokes::{MISSING_SPOKE_SUMS, MissingSpokeSum};
use motherlode_device::kernels::motifs::wheels_at_vertices::WHEEL_SUMS;

use super::square_roles::{SquareRole, over_neighbors, squares_at};
use super::{Needed, Role, SIZE, Steps};
use crate::counts::Counts;
use crate::direct::{FifthPieces, FifthsAtVertices, MapsAtVertices, SquaresAtVertices, SumsAtVertices};
use crate::graph::Csr;
use crate::local::decomposed::roles_of;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;
use crate::plan::decomposition::tables::VertexProduct;

/// How many roles there are (Pržulj 2007, figure 1: orbits 15 to 72).
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

impl Source {
    pub fn is_five_cycles(self) -> bool {
        self == Source::FiveCycles
    }

    pub fn is_squares(self) -> bool {
        matches!(self, Source::Squares(_))
    }

    pub fn is_cliques(self) -> bool {
        matches!(self, Source::Cliques { .. })
    }

    pub fn is_wheels(self) -> bool {
        matches!(self, Source::Wheels { .. })
    }

    pub fn is_missing_spokes(self) -> bool {
        matches!(self, Source::MissingSpokes(_))
    }

    pub fn is_five_cliques(self) -> bool {
        self == Source::FiveCliques
    }

    /// What is gone through for it.
    pub fn steps(self) -> Steps {
        let dense = self.is_cliques() || self.is_wheels() || self.is_five_cliques();
        let wedges = self.is_squares() || self.is_five_cycles() || self.is_missing_spokes();
        Steps { wedges, triangle_pairs: dense || self.is_missing_spokes() }
    }
}

/// What the edge-induced counts of all roles that are needed follow from, at each vertex. What no role needs is not there.
pub(super) struct RoleCounts<'a> {
    pub graph: &'a Csr,
    pub roles: &'a Roles,
    pub needed: &'a Needed<VertexProduct>,
    /// The number of each vertex in the form, in whose order all but the 5-cliques are.
    pub new_of_old: Vec<u32>,
    pub sums: Arc<SumsAtVertices>,
    pub maps: Option<MapsAtVertices>,
    pub fifths: Option<FifthsAtVertices>,
    pub wheels: Option<Vec<[u64; WHEEL_SUMS]>>,
    pub missing: Option<Vec<[u64; MISSING_SPOKE_SUMS]>>,
    pub five_cycles: Option<Vec<u64>>,
    pub squares: Option<SquaresAtVertices>,
    pub cliques: Counts,
}

impl RoleCounts<'_> {
    /// The counts of a vertex of the graph, by role: of those that are needed.
    ///
    /// # Panics
    /// If what one needs is not there.
    pub fn at<N: Modular>(&self, v: usize) -> [N; ROLES] {
        const NEEDED: &str = "what a role needs has been counted";
        let (new, degree) = (self.new_of_old[v] as usize, self.graph.degree(v as u32));
        let vertex = self.sums.at(new, degree);
        let squares = self.squares.as_ref().map(|sums| squares_at(v, self.graph, sums, &self.new_of_old));
        let at_cliques = self.fifths.as_ref().map(|fifths| AtCliques {
            fifths: fifths.at(new),
            degree: degree.into(),
            cliques: vertex.cliques,
            cliques_of_neighbors: over_neighbors(v, self.graph, &self.new_of_old, |u| self.sums.cliques(u)),
        });
        self.needed.counts(|role| {
            let count = match self.roles.sources[role] {
                Source::Tables => {
                    let (maps, sum) = self.maps.as_ref().zip(self.needed.sum_of[role]).expect(NEEDED);
                    return maps.matches(new, sum, &vertex);
                }
                Source::FiveCycles => self.five_cycles.as_ref().expect(NEEDED)[new].into(),
                Source::Squares(role) => role.count(squares.as_ref().expect(NEEDED)),
                Source::Cliques { joined, degree } => {
                    at_cliques.as_ref().expect(NEEDED).count(joined, degree)
                }
                Source::Wheels { hub } => self.wheels.as_ref().expect(NEEDED)[new][usize::from(!hub)].into(),
                Source::MissingSpokes(sum) => self.missing.as_ref().expect(NEEDED)[new][sum as usize].into(),
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
