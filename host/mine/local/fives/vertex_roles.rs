//! Where a vertex can be in a connected pattern of five vertices, and where it is told from how often it is there.
//!
//! | patterns | where their edge-induced counts come from |
//! | --- | --- |
//! | the 5-cycle | paths of two edges from its first vertex, joined by an edge |
//! | the banner, the house, the 2-3-biclique | sums over pairs of vertices with common neighbours, and over the 4-cycles at edges |
//! | others of treewidth 2 | decomposition: homomorphisms of rooted quotients |
//! | a 4-clique with a fifth vertex on one corner, two or three | sums over the 4-cliques on the triangles of each vertex |
//! | the wheel | the 4-cycles among the neighbours of each vertex, from paths |
//! | the 5-clique | on a card the matrices of the roots, else a search with pivots |
//! | the wheel without a spoke | the edges between the common neighbours of each two vertices |
//!
//! Vertex-induced counts follow by the equations, as for smaller patterns.

use std::sync::Arc;

use motherlode_device::kernels::motifs::missing_spokes::{MISSING_SPOKE_SUMS, MissingSpokeSum};
use motherlode_device::kernels::motifs::wheels_at::WHEEL_SUMS;

use super::cycles::{five_cycle, five_cycles, squares};
use super::square_roles::{SquareRole, over_neighbors, squares_at};
use super::{CountedPlaces, FiveRole, Fives, Needed, RolePasses, RoleSource, Roles, SIZE};
use crate::at::Vertices;
use crate::counts::Counts;
use crate::direct::{FifthPieces, FifthSums, MapsAt, Needs, Session, SquareSums, SumsAtVertices};
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::local::inner::Inner;
use crate::local::local_counts::LocalCounts;
use crate::local::solved::{Solved, inverse};
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;
use crate::run::Run;
use crate::{MineError, Placed, Seconds};

/// How many roles there are (Pržulj 2007, figure 1: orbits 15 to 72).
pub(super) const ROLES: usize = 58;

/// Where the edge-induced counts of a role come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VertexSource {
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

impl VertexSource {
    /// Where those of a role come from, given the roles of patterns with 4-cycles.
    fn of(graph: &SmallGraph, squares: &[(SmallGraph, SquareRole)]) -> VertexSource {
        if let Some(&(_, role)) = squares.iter().find(|(square, _)| square == graph) {
            return VertexSource::Squares(role);
        }
        let degrees: Vec<u32> =
            (0..SIZE).map(|v| graph.edges().filter(|&(a, b)| a == v || b == v).count() as u32).collect();
        let (edges, least) = (graph.edges().count(), degrees.iter().min());
        // What a 4-clique leaves to the fifth vertex.
        let joined = edges.saturating_sub(6);
        match (graph.has_treewidth_of_two(), joined) {
            (true, _) if degrees == [2; SIZE] => VertexSource::FiveCycles,
            (true, _) => VertexSource::Tables,
            (false, 1..=3)
                if least == Some(&(joined as u32))
                    && degrees.iter().filter(|&&d| d == 4).count() == joined =>
            {
                VertexSource::Cliques { joined, degree: degrees[0] }
            }
            _ if edges == 8 => VertexSource::Wheels { hub: degrees[0] == 4 },
            _ if edges == 10 => VertexSource::FiveCliques,
            _ => VertexSource::MissingSpokes(match degrees[0] {
                2 => MissingSpokeSum::Apart,
                _ if graph.edges().any(|(a, b)| degrees[a].min(degrees[b]) == 2 && a.min(b) == 0) => {
                    MissingSpokeSum::Rim
                }
                _ => MissingSpokeSum::Hub,
            }),
        }
    }
}

impl VertexSource {
    pub fn is_five_cycles(self) -> bool {
        self == VertexSource::FiveCycles
    }

    pub fn is_squares(self) -> bool {
        matches!(self, VertexSource::Squares(_))
    }

    pub fn is_cliques(self) -> bool {
        matches!(self, VertexSource::Cliques { .. })
    }

    pub fn is_wheels(self) -> bool {
        matches!(self, VertexSource::Wheels { .. })
    }

    pub fn is_missing_spokes(self) -> bool {
        matches!(self, VertexSource::MissingSpokes(_))
    }

    pub fn is_five_cliques(self) -> bool {
        self == VertexSource::FiveCliques
    }
}

impl RoleSource for VertexSource {
    fn is_tables(self) -> bool {
        self == VertexSource::Tables
    }

    fn steps(self) -> RolePasses {
        let dense = self.is_cliques() || self.is_wheels() || self.is_five_cliques();
        let wedges = self.is_squares() || self.is_five_cycles() || self.is_missing_spokes();
        RolePasses { wedges, triangle_pairs: dense || self.is_missing_spokes() }
    }
}

/// What the edge-induced counts of all roles that are needed follow from, at each vertex.
pub(crate) struct VertexCounts {
    /// The number of each vertex in the form, in whose order all but the 5-cliques are.
    new_of_old: Vec<u32>,
    sums: Arc<SumsAtVertices>,
    maps: Option<MapsAt<Vertices>>,
    fifths: Option<FifthSums>,
    wheels: Option<Vec<[u64; WHEEL_SUMS]>>,
    missing: Option<Vec<[u64; MISSING_SPOKE_SUMS]>>,
    five_cycles: Option<Vec<u64>>,
    squares: Option<SquareSums>,
    cliques: Counts,
}

impl Fives for Vertices {
    type Source = VertexSource;
    type Counts = VertexCounts;

    fn sources(roles: &[SmallGraph]) -> Vec<VertexSource> {
        let squares = SquareRole::all();
        roles.iter().map(|role| VertexSource::of(role, &squares)).collect()
    }

    /// None: their tables have no rows.
    fn inner(_: &Csr) -> Option<Inner> {
        None
    }

    fn count_roles(
        placed: &Placed,
        roles: &Roles<Vertices>,
        needed: &Needed<Vertices>,
        run: Run<'_>,
    ) -> Result<(VertexCounts, Seconds), MineError> {
        let (known, graph) = (run.clock.prepare(|| placed.known(1)), placed.target().csr);
        let asks = |is: fn(VertexSource) -> bool| needed.any(|role| is(roles.sources[role]));
        let mut session = Session::new(&known, run)?;
        let fifths = asks(VertexSource::is_cliques).then(|| session.fifth_sums()).transpose()?;
        let wheels = asks(VertexSource::is_wheels).then(|| session.wheels_at::<Vertices>()).transpose()?;
        let missing = asks(VertexSource::is_missing_spokes)
            .then(|| session.missing_spokes_at::<Vertices>())
            .transpose()?;
        let five_cycles =
            asks(VertexSource::is_five_cycles).then(|| session.vertex_five_cycles()).transpose()?;
        let squares = asks(VertexSource::is_squares).then(|| session.square_sums()).transpose()?;
        // Those of the squares, if there are any.
        let of_cliques = Needs { triangles: true, cliques: true, ..Needs::default() };
        let of_roles = if fifths.is_some() { of_cliques } else { Needs::default() };
        let sums = session.sums_at_vertices(needed.of_maps().or(of_roles))?;
        let maps = needed.maps(&mut session, graph, &())?;
        let new_of_old = inverse(&known.form.old_of_new(run.clock));
        let (cliques, seconds) = match asks(VertexSource::is_five_cliques) {
            true => five_cliques(placed, session, &new_of_old, run)?,
            false => (Counts::Narrow(Vec::new()), Seconds::default()),
        };
        let counts =
            VertexCounts { new_of_old, sums, maps, fifths, wheels, missing, five_cycles, squares, cliques };
        Ok((counts, seconds))
    }

    fn roles_at<N: Modular>(
        counted: &CountedPlaces<'_, Vertices>,
        number: usize,
        place: u32,
    ) -> impl Fn(FiveRole) -> N {
        let row = roles_of_vertex(counted, number, place);
        move |role| row[role]
    }

    fn count_alone(
        placed: &Placed,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        match placed.count_single::<Vertices, _>(pattern, options, five_cycle, five_cycles)? {
            None => placed.count_single::<Vertices, _>(pattern, options, SquareRole::all, squares),
            counted => Ok(counted),
        }
    }
}

/// The 5-cliques at each vertex of the graph.
fn five_cliques(
    placed: &Placed,
    mut session: Session<'_>,
    new_of_old: &[u32],
    run: Run<'_>,
) -> Result<(Counts, Seconds), MineError> {
    if session.needs_no_pivots::<Vertices>(SIZE as u32) {
        let (_, of_new, ()) = session.cliques_at::<Vertices>(SIZE as u32)?;
        let at = |old: usize| Some(of_new.get(new_of_old[old] as usize));
        let of_old = Counts::of(new_of_old.len(), at).ok_or(MineError::LocalCountOverflow)?;
        return Ok((of_old, Seconds::default()));
    }
    drop(session);
    placed.five_cliques::<Vertices>(run)
}

/// The counts of a vertex of the graph, by role: see [`Fives::roles_at`].
fn roles_of_vertex<N: Modular>(counted: &CountedPlaces<'_, Vertices>, v: usize, vertex: u32) -> [N; ROLES] {
    const NEEDED: &str = "what a role needs has been counted";
    let CountedPlaces { graph, roles, needed, counts } = counted;
    let (new, degree) = (counts.new_of_old[v] as usize, graph.degree(vertex));
    let vertex = counts.sums.at(new, degree);
    let squares = counts.squares.as_ref().map(|sums| squares_at(v, graph, sums, &counts.new_of_old));
    let at_cliques = counts.fifths.as_ref().map(|fifths| AtCliques {
        fifths: fifths.at(new),
        degree: degree.into(),
        cliques: vertex.cliques,
        cliques_of_neighbors: over_neighbors(v, graph, &counts.new_of_old, |u| counts.sums.cliques(u)),
    });
    needed.counts(|role| {
        let count = match roles.sources[role] {
            VertexSource::Tables => {
                let (maps, sum) = counts.maps.as_ref().zip(needed.sum_of[role]).expect(NEEDED);
                return maps.matches(new, sum, &vertex);
            }
            VertexSource::FiveCycles => counts.five_cycles.as_ref().expect(NEEDED)[new].into(),
            VertexSource::Squares(role) => role.count(squares.as_ref().expect(NEEDED)),
            VertexSource::Cliques { joined, degree } => {
                at_cliques.as_ref().expect(NEEDED).count(joined, degree)
            }
            VertexSource::Wheels { hub } => {
                counts.wheels.as_ref().expect(NEEDED)[new][usize::from(!hub)].into()
            }
            VertexSource::MissingSpokes(sum) => {
                counts.missing.as_ref().expect(NEEDED)[new][sum as usize].into()
            }
            // Fewer than the maps, which are below 2^127.
            VertexSource::FiveCliques => counts.cliques.get(v) as i128,
        };
        N::of(count)
    })
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
    /// At how many 4-cliques with a fifth vertex, which is joined to so many corners, the vertex is, in the role that
    /// has so many neighbours in the pattern.
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
