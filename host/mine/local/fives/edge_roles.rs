//! Where an edge can be in a connected pattern of five vertices, and where it is told from how often it is there.
//!
//! | patterns | where their edge-induced counts come from |
//! | --- | --- |
//! | the banner, the house, the 2-3-biclique | sums over pairs of vertices with common neighbours, and over the 4-cycles at edges |
//! | others of treewidth 2 | decomposition: homomorphisms of quotients that are rooted at an edge |
//! | a 4-clique with a fifth vertex on one corner, two or three | sums over the 4-cliques at each edge |
//! | the wheel | paths in the neighbourhood of each vertex, by their ends |
//! | the 5-clique | on a card the matrices of the roots, else a search with pivots |
//! | the wheel without a spoke | the edges between the common neighbours of each two vertices |
//!
//! Vertex-induced counts follow by the equations, as for smaller patterns.

use motherlode_device::kernels::motifs::edge_orbits::RoleSlot;
use motherlode_device::kernels::motifs::edge_roles::{FourthRole, SquareEdgeRole};
use motherlode_device::kernels::motifs::missing_spokes::{MISSING_SPOKE_SUMS, MissingSpokeSumAtEdge};
use motherlode_device::kernels::motifs::wheels_at::{WHEEL_SUMS, WheelSumAtEdge};

use super::cycles::edge_squares;
use super::square_edge_roles::square_edge_roles;
use super::{CountedPlaces, FiveRole, Fives, Needed, RolePasses, RoleSource, Roles, SIZE};
use crate::at::{At, Edges};
use crate::counts::Counts;
use crate::direct::{AskedOfEdges, EdgeSquareSums, FourthSums, MapsAt, Needs, Session, SumsAtEdges};
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::local::edge_roles::orbits_on_device;
use crate::local::inner::{Inner, colors};
use crate::local::local_counts::LocalCounts;
use crate::local::solved::{Asked, Solved, inverse};
use crate::local::sums::CountRooms;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;
use crate::run::Run;
use crate::{MineError, Placed, Seconds};

/// How many roles there are (Hočevar and Demšar 2016, "Computation of graphlet orbits for nodes and edges in sparse
/// graphs": edge orbits 12 to 67).
pub(super) const ROLES: usize = 56;

/// Where the edge-induced counts of a role come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeSource {
    Tables,
    Squares(SquareEdgeRole),
    Fourths(FourthRole),
    Wheels(WheelSumAtEdge),
    /// Of the wheel without a spoke.
    MissingSpokes(MissingSpokeSumAtEdge),
    FiveCliques,
}

impl EdgeSource {
    /// Where those of a role come from, the edge between vertices 0 and 1, given the roles of patterns with 4-cycles.
    fn of(graph: &SmallGraph, squares: &[(SmallGraph, SquareEdgeRole)]) -> EdgeSource {
        if let Some(&(_, role)) = squares.iter().find(|(square, _)| square == graph) {
            return EdgeSource::Squares(role);
        }
        if graph.has_treewidth_of_two() {
            return EdgeSource::Tables;
        }
        let degree = |v: usize| graph.neighbors(v).count_ones();
        let mut degrees: [u32; SIZE] = std::array::from_fn(degree);
        let [least, most] = [degree(0).min(degree(1)), degree(0).max(degree(1))];
        degrees.sort_unstable();
        match (degrees, least, most) {
            ([1, 3, 3, 3, 4], 1, _) => EdgeSource::Fourths(FourthRole::Tail),
            ([1, 3, 3, 3, 4], _, 4) => EdgeSource::Fourths(FourthRole::AtTail),
            ([1, 3, 3, 3, 4], ..) => EdgeSource::Fourths(FourthRole::BesideTail),
            ([2, 3, 3, 4, 4], 2, _) => EdgeSource::Fourths(FourthRole::Ear),
            ([2, 3, 3, 4, 4], 4, _) => EdgeSource::Fourths(FourthRole::UnderEar),
            ([2, 3, 3, 4, 4], _, 4) => EdgeSource::Fourths(FourthRole::AtEar),
            ([2, 3, 3, 4, 4], ..) => EdgeSource::Fourths(FourthRole::OppositeEar),
            ([3, 3, 4, 4, 4], 4, _) => EdgeSource::Fourths(FourthRole::Shared),
            ([3, 3, 4, 4, 4], ..) => EdgeSource::Fourths(FourthRole::Apart),
            ([3, 3, 3, 3, 4], _, 4) => EdgeSource::Wheels(WheelSumAtEdge::Spoke),
            ([3, 3, 3, 3, 4], ..) => EdgeSource::Wheels(WheelSumAtEdge::Rim),
            ([2, 3, 3, 3, 3], 2, _) => EdgeSource::MissingSpokes(MissingSpokeSumAtEdge::Apart),
            // Only the rim's two are joined to the vertex without a spoke.
            ([2, 3, 3, 3, 3], ..) if [0, 1].into_iter().any(|end| is_beside_two(graph, end)) => {
                EdgeSource::MissingSpokes(MissingSpokeSumAtEdge::Spoke)
            }
            ([2, 3, 3, 3, 3], ..) => EdgeSource::MissingSpokes(MissingSpokeSumAtEdge::Hub),
            ([4, 4, 4, 4, 4], ..) => EdgeSource::FiveCliques,
            _ => unreachable!(
                "five vertices of a larger treewidth than 2 have a 4-clique, or are a wheel or one without a spoke"
            ),
        }
    }

    pub fn is_squares(self) -> bool {
        matches!(self, EdgeSource::Squares(_))
    }

    pub fn is_fourths(self) -> bool {
        matches!(self, EdgeSource::Fourths(_))
    }

    pub fn is_wheels(self) -> bool {
        matches!(self, EdgeSource::Wheels(_))
    }

    pub fn is_missing_spokes(self) -> bool {
        matches!(self, EdgeSource::MissingSpokes(_))
    }

    pub fn is_five_cliques(self) -> bool {
        self == EdgeSource::FiveCliques
    }
}

impl RoleSource for EdgeSource {
    fn is_tables(self) -> bool {
        self == EdgeSource::Tables
    }

    fn steps(self) -> RolePasses {
        let sparse = self.is_tables() || self.is_squares();
        RolePasses { wedges: self.is_squares() || self.is_missing_spokes(), triangle_pairs: !sparse }
    }
}

/// Whether a vertex is joined to one that has two neighbours.
fn is_beside_two(graph: &SmallGraph, vertex: usize) -> bool {
    (0..SIZE).any(|v| graph.neighbors(v).count_ones() == 2 && graph.neighbors(vertex) >> v & 1 == 1)
}

/// What the edge-induced counts of all roles that are needed follow from, at each edge.
pub(crate) struct EdgeCounts {
    /// The number of each vertex in the form, in whose order all but the 5-cliques are.
    new_of_old: Vec<u32>,
    sums: SumsAtEdges,
    maps: Option<MapsAt<Edges>>,
    squares: Option<EdgeSquareSums>,
    fourths: Option<FourthSums>,
    wheels: Option<Vec<[u64; WHEEL_SUMS]>>,
    missing: Option<Vec<[u64; MISSING_SPOKE_SUMS]>>,
    /// By the number of the edge in the graph.
    cliques: Counts,
}

impl Needed<Edges> {
    /// What is to be counted of edges as for patterns of up to four vertices.
    fn of_edges(&self, roles: &Roles<Edges>) -> Needs {
        let of_squares = self.any(|role| roles.sources[role].is_squares());
        self.of_maps().or(Needs { triangles: true, cycles: of_squares, cliques: of_squares })
    }

    /// Where the counts of a role that is needed stand on a device.
    fn slot(&self, role: FiveRole, source: EdgeSource) -> RoleSlot {
        match source {
            EdgeSource::Tables => RoleSlot::Tables(self.sum_of[role].expect("what is needed has its tables")),
            EdgeSource::Squares(role) => RoleSlot::Squares(role),
            EdgeSource::Fourths(role) => RoleSlot::Fourths(role),
            EdgeSource::Wheels(sum) => RoleSlot::Wheels(sum as usize),
            EdgeSource::MissingSpokes(sum) => RoleSlot::MissingSpokes(sum as usize),
            EdgeSource::FiveCliques => RoleSlot::FiveCliques,
        }
    }
}

impl Fives for Edges {
    type Source = EdgeSource;
    type Counts = EdgeCounts;

    fn sources(roles: &[SmallGraph]) -> Vec<EdgeSource> {
        let squares = square_edge_roles();
        roles.iter().map(|role| EdgeSource::of(role, &squares)).collect()
    }

    fn inner(graph: &Csr) -> Option<Inner> {
        Inner::of(graph)
    }

    fn count_roles(
        placed: &Placed,
        roles: &Roles<Edges>,
        needed: &Needed<Edges>,
        run: Run<'_>,
    ) -> Result<(EdgeCounts, Seconds), MineError> {
        let (known, graph) = (run.clock.prepare(|| placed.known(1)), placed.target().csr);
        let asks = |is: fn(EdgeSource) -> bool| needed.any(|role| is(roles.sources[role]));
        let mut session = Session::new(&known, run)?;
        let sums = session.sums_at_edges(needed.of_edges(roles))?;
        let ends = || sums.edges().ends();
        let squares = asks(EdgeSource::is_squares).then(|| session.edge_square_sums()).transpose()?;
        let fourths = asks(EdgeSource::is_fourths).then(|| session.fourth_sums(ends())).transpose()?;
        let wheels = asks(EdgeSource::is_wheels).then(|| session.wheels_at::<Edges>()).transpose()?;
        let missing =
            asks(EdgeSource::is_missing_spokes).then(|| session.missing_spokes_at::<Edges>()).transpose()?;
        let maps = needed.maps(&mut session, graph, sums.edges())?;
        drop(session);
        let new_of_old = inverse(&known.form.old_of_new(run.clock));
        let (cliques, seconds) = match asks(EdgeSource::is_five_cliques) {
            true => placed.five_cliques::<Edges>(run)?,
            false => (Counts::Narrow(Vec::new()), Seconds::default()),
        };
        Ok((EdgeCounts { new_of_old, sums, maps, squares, fourths, wheels, missing, cliques }, seconds))
    }

    fn count_on_device(
        placed: &Placed,
        asked: &[Asked<FiveRole>],
        roles: &Roles<Edges>,
        needed: &Needed<Edges>,
        run: Run<'_>,
    ) -> Result<Option<Vec<Counts>>, MineError> {
        let asks = |is: fn(EdgeSource) -> bool| needed.any(|role| is(roles.sources[role]));
        let slot = |role: FiveRole| needed.of_all[role].then(|| needed.slot(role, roles.sources[role]));
        let equations: Vec<_> = asked.iter().map(|asked| asked.terms(slot)).collect();
        let edges = Edges::count_of_graph(placed.target().csr);
        let rooms = CountRooms::begin(edges, equations.iter().map(Vec::len));
        let of_edges = AskedOfEdges {
            small: needed.of_edges(roles),
            squares: asks(EdgeSource::is_squares),
            fourths: asks(EdgeSource::is_fourths),
            wheels: asks(EdgeSource::is_wheels),
            missing_spokes: asks(EdgeSource::is_missing_spokes),
            five_cliques: asks(EdgeSource::is_five_cliques),
            maps: needed.decomposition.as_ref().map(|maps| (maps, colors(needed.inner.as_ref()))),
        };
        let (counts, _) = orbits_on_device(placed, of_edges, &equations, rooms, run)?;
        Ok(Some(counts))
    }

    fn roles_at<N: Modular>(
        counted: &CountedPlaces<'_, Edges>,
        number: usize,
        ends: [u32; 2],
    ) -> impl Fn(FiveRole) -> N {
        let row = roles_of_edge(counted, number, ends);
        move |role| row[role]
    }

    fn count_alone(
        placed: &Placed,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        placed.count_single::<Edges, _>(pattern, options, square_edge_roles, edge_squares)
    }
}

/// The counts of an edge of the graph, by role: see [`Fives::roles_at`].
fn roles_of_edge<N: Modular>(
    counted: &CountedPlaces<'_, Edges>,
    of_graph: usize,
    ends: [u32; 2],
) -> [N; ROLES] {
    const NEEDED: &str = "what a role needs has been counted";
    let CountedPlaces { graph, roles, needed, counts } = counted;
    let new = ends.map(|end| counts.new_of_old[end as usize]);
    let edge = counts.sums.edges().number(new);
    let pieces = counts.sums.between(new, ends.map(|end| graph.degree(end)));
    let squares = counts.squares.as_ref().map(|squares| squares.at(edge));
    let fourths = counts.fourths.as_ref().map(|fourths| fourths.at(edge, new));
    needed.counts(|role| {
        let count = match roles.sources[role] {
            EdgeSource::Tables => {
                let (maps, sum) = counts.maps.as_ref().zip(needed.sum_of[role]).expect(NEEDED);
                return maps.matches(edge, sum, &pieces);
            }
            EdgeSource::Squares(role) => role.count(&pieces, squares.as_ref().expect(NEEDED)),
            EdgeSource::Fourths(role) => role.count(&pieces, fourths.as_ref().expect(NEEDED)),
            EdgeSource::Wheels(sum) => counts.wheels.as_ref().expect(NEEDED)[edge][sum as usize].into(),
            EdgeSource::MissingSpokes(sum) => {
                counts.missing.as_ref().expect(NEEDED)[edge][sum as usize].into()
            }
            // Fewer than the maps, which are below 2^127.
            EdgeSource::FiveCliques => counts.cliques.get(of_graph) as i128,
        };
        N::of(count)
    })
}
