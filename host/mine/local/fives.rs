//! Local counts of the patterns of five vertices at the vertices, all together.
//!
//! | patterns | where their edge-induced counts come from |
//! | --- | --- |
//! | the 5-cycle | paths of two edges from its first vertex, joined by an edge |
//! | the banner, the house, the 2-3-biclique | sums over pairs of vertices with common neighbours, and over the 4-cycles at edges |
//! | others of treewidth 2 | decomposition: homomorphisms of rooted quotients |
//! | a 4-clique with a fifth vertex on one corner, two or three | sums over the 4-cliques on the triangles of each vertex |
//! | the wheel | the 4-cycles among the neighbours of each vertex, from paths |
//! | the 5-clique | a search with pivots |
//! | the wheel without a spoke | the edges between the common neighbours of each two vertices |
//!
//! Vertex-induced counts follow by the equations, as for smaller patterns.

use motherlode_device::kernels::motifs::missing_spokes::MissingSpokeSum;
use rayon::prelude::*;

use super::decomposed::roles_of;
use super::equations::Equations;
use super::solved::{Asked, Solved, counts_all, inverse};
use super::square_roles::SquareRole;
use super::{LocalCounts, Orbits};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::mine::direct::{FifthPieces, Session};
use crate::mine::list::ListOptions;
use crate::mine::memory::if_it_fits;
use crate::mine::motifs::Catalog;
use crate::mine::run::Run;
use crate::mine::{MineError, Placed, Seconds};
use crate::pattern::Pattern;
use crate::plan::decomposition::{RootedDecomposition, SmallGraph, fits};

/// The vertices of a pattern.
const SIZE: usize = 5;

/// A vertex of a connected pattern of five vertices, up to symmetry: its place in [`Roles`].
type Role = usize;

/// All roles: patterns as seen from a vertex, and where their counts come from.
struct Roles {
    all: Vec<SmallGraph>,
    sources: Vec<Source>,
}

/// Where the edge-induced counts of a role come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
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
    fn of(patterns: &[Pattern]) -> Roles {
        let mut all: Vec<SmallGraph> = patterns.iter().flat_map(roles_of).collect();
        all.sort_unstable();
        all.dedup();
        let squares = SquareRole::all();
        let sources = all.iter().map(|role| Source::of(role, &squares)).collect();
        Roles { all, sources }
    }

    /// The roles of a pattern's vertices.
    fn in_pattern(&self, pattern: &Pattern) -> Vec<Role> {
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

impl Placed {
    /// The local counts at the vertices of patterns of five vertices, the time of all with the first; `None` if a sum might not fit in
    /// the numbers.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(super) fn solve_fives(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Option<Solved<Vec<LocalCounts>>>, MineError> {
        let (clock, catalog) = (Clock::default(), Catalog::new(SIZE).patterns);
        let graph = self.target().csr;
        if graph.edges() == 0 || !counts_all(options) || !all_fit(&catalog, graph) {
            return Ok(None);
        }
        let run = Run { context: &options.context, clock: &clock };
        let roles = clock.plan(|| Roles::of(&catalog));
        let (counts, mut seconds) = match if_it_fits(self.count_roles(&roles, run))? {
            Ok(counted) => counted,
            Err(refused) => return Ok(Some(Err(refused))),
        };
        let equations = clock.plan(|| {
            Equations::new(SIZE, |pattern| (0..).map(|v| 1 << v).zip(roles.in_pattern(pattern)).collect())
        });
        let (vertices, width, counts) = (self.target().csr.n() as usize, roles.all.len(), &counts);
        let mut local = clock.mine(|| {
            let asked = |pattern: &Pattern| {
                let orbits = Orbits::of_vertices(pattern, options.matching.induced);
                Asked::new(pattern, options, orbits, &roles.in_pattern(pattern), &equations)
                    .counted(vertices, |v| move |role: Role| counts[v * width + role])
            };
            patterns.iter().map(asked).collect::<Result<Vec<_>, _>>()
        })?;
        if let Some(first) = local.first_mut() {
            seconds += clock.seconds();
            first.seconds = seconds;
        }
        Ok(Some(Ok(local)))
    }

    /// For each vertex, by role, its edge-induced counts; and the time of what the clock has not measured.
    fn count_roles(&self, roles: &Roles, run: Run<'_>) -> Result<(Vec<i128>, Seconds), MineError> {
        let known = run.clock.prepare(|| self.known(1));
        let by_tables: Vec<Role> =
            (0..roles.all.len()).filter(|&role| roles.sources[role] == Source::Tables).collect();
        let graphs: Vec<SmallGraph> = by_tables.iter().map(|&role| roles.all[role]).collect();
        let prepared = known.form.prepared(run.clock);
        let decomposition = run.clock.plan(|| RootedDecomposition::of(&graphs, prepared.stats()));
        let decomposition = decomposition.expect("five vertices of treewidth 2 have quotients with tables");
        let mut session = Session::new(&known, run)?;
        let (fifths, wheels) = (session.fifths_at_vertices()?, session.wheels_at_vertices()?);
        let missing = session.missing_spokes_at_vertices()?;
        let (five_cycles, squares) = (session.five_cycles_at_vertices()?, session.squares_at_vertices()?);
        let maps = session.maps_at_vertices(&decomposition, squares.of_vertices())?;
        drop(session);
        let LocalCounts { counts: cliques, seconds, .. } = self.five_cliques_at_vertices(run)?;
        let (graph, new_of_old) = (self.target().csr, inverse(&known.form.old_of_new(run.clock)));
        // Where the sum of each role is that has tables.
        let sum_of: Vec<Option<usize>> =
            (0..roles.all.len()).map(|role| by_tables.binary_search(&role).ok()).collect();
        let count = |v: usize, role: Role| -> i128 {
            let (new, degree_of) = (new_of_old[v] as usize, i128::from(graph.degree(v as u32)));
            match roles.sources[role] {
                Source::Tables => {
                    let sum = sum_of[role].expect("a role by tables is among these");
                    let matches = decomposition.sums[sum].matches(maps.at(new, sum));
                    matches.expect("all maps are there") as i128
                }
                Source::FiveCycles => five_cycles[new].into(),
                Source::Squares(role) => role.at(v, graph, &squares, &new_of_old),
                Source::Cliques { joined, degree } => of_cliques(&fifths.at(new), degree_of, joined, degree),
                Source::Wheels { hub } => wheels[new][usize::from(!hub)].into(),
                Source::MissingSpokes(sum) => missing[new][sum as usize].into(),
                Source::FiveCliques => cliques[v].into(),
            }
        };
        let width = roles.all.len();
        let mut counts = vec![0i128; new_of_old.len() * width];
        run.clock.mine(|| {
            counts.par_chunks_exact_mut(width).enumerate().for_each(|(v, row)| {
                row.iter_mut().enumerate().for_each(|(role, at)| *at = count(v, role));
            });
        });
        Ok((counts, seconds))
    }

    /// The 5-cliques at each vertex.
    fn five_cliques_at_vertices(&self, run: Run<'_>) -> Result<LocalCounts, MineError> {
        let clique = Pattern::parse("5-clique").expect("a pattern's name");
        let options = ListOptions::default().context(run.context.clone());
        self.count_cliques_at_vertices(&clique, &options)
    }
}

/// Whether the counts of all patterns are below 2^127, and the sums over 4-cliques below 2^64: see
/// [`SumCliquesAtVertices`](motherlode_device::kernels::motifs::cliques_at_vertices::SumCliquesAtVertices); three times those of a vertex'
/// neighbours are below `3 m D²`, those over 5-cycles below `4 m D²`, those over 4-cycles and wheels without a spoke below `2 m D²`, and those over wheels below `8 m D²`, for which no number of edges may pass 32 bits.
fn all_fit(catalog: &[Pattern], graph: &Csr) -> bool {
    let edges = u128::from(graph.edges());
    let small = |pattern: &Pattern| SmallGraph::of(pattern).is_some_and(|small| fits(&small, graph));
    edges <= u128::from(u32::MAX) && sums_fit(graph) && catalog.iter().all(small)
}

/// Whether what is said there to be below `8 m D²` is below 2^64.
pub(super) fn sums_fit(graph: &Csr) -> bool {
    let (edges, degree) = (u128::from(graph.edges()), u128::from(graph.max_degree()));
    8 * edges * degree * degree <= u128::from(u64::MAX)
}

/// At how many 4-cliques with a fifth vertex, which is joined to so many corners, a vertex of a graph is, in the role that has so many
/// neighbours in the pattern.
fn of_cliques(v: &FifthPieces, degree_in_graph: i128, joined: usize, degree: u32) -> i128 {
    match (joined, degree) {
        (1, 1) => v.cliques_of_neighbors - 3 * v.cliques,
        (1, 4) => v.cliques * (degree_in_graph - 3),
        (1, _) => v.on_another,
        (2, 2) => v.as_fifth_on_two,
        (2, 4) => v.on_it_and_another,
        (2, _) => v.on_two_others,
        (_, 4) => v.pairs,
        _ => v.beside_pairs,
    }
}
