//! Local counts of the patterns of five vertices, at vertices and at edges: one of them or all together.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `counted` | the counts, from what they follow from |
//! | `vertex_roles`, `edge_roles` | where a vertex, or an edge, can be in such a pattern, and where it is told from how often it is there |
//! | `square_roles`, `square_edge_roles` | where one can be in those of them that have 4-cycles and no denser part |
//! | `cycles` | 5-cycles at vertices, and 4-cycles with a fifth vertex, alone |

mod counted;
mod cycles;
mod edge_roles;
mod square_edge_roles;
mod square_roles;
mod vertex_roles;

use std::array::from_fn;

use super::decomposed::needs_of;
use super::inner::{Inner, colors};
use super::local_counts::LocalCounts;
use super::solved::{Asked, Solved, counts_all};
use crate::counts::Counts;
use crate::density::Density;
use crate::direct::{CliquesAt, Mapped, MapsAt, Needs, Session};
use crate::graph::{Csr, GraphStats};
use crate::list::ListOptions;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::{RootedDecomposition, SmallGraph, fits, fits_in_64};
use crate::plan::{Induced, Matching, PlanError, PlanOptions, plan};
use crate::run::Run;
use crate::{MineError, Placed, Seconds};

/// The vertices of a pattern.
const SIZE: usize = 5;

/// A place in such a pattern, up to symmetry, by its number among all.
type FiveRole = usize;

/// What a wedge takes, in the unit of the walk's cost: of the pairs of vertices that have neighbours in common.
const OF_WEDGE: f64 = 8.0;
/// What a pair of triangles at an edge takes: of the dense patterns. Their number is guessed from the mean of triangles
/// at an edge: a third of what email-Enron has.
const OF_TRIANGLE_PAIR: f64 = 24.0;

/// Whether there are sums for a pattern, other than those that its homomorphisms have.
pub(super) fn is_known(pattern: &Pattern, matching: Matching) -> bool {
    let by_tables = matching.induced == Induced::Edge && SmallGraph::is_narrow(pattern);
    pattern.vertices() == SIZE && matching.is_plain(pattern) && !by_tables
}

/// Whether all matches count, and nothing of the graph is too large for the sums of all patterns of `catalog`.
fn can_be_counted(options: &ListOptions, catalog: &[Pattern], graph: &Csr) -> bool {
    graph.edges() > 0 && counts_all(options) && all_fit(catalog, graph)
}

/// What is gone through to count a role, besides tables.
#[derive(Clone, Copy)]
pub(crate) struct RolePasses {
    /// The pairs of neighbours of each vertex.
    wedges: bool,
    /// The pairs of triangles at each edge.
    triangle_pairs: bool,
}

/// Places whose roles in patterns of five vertices are told from sums, maps and dense patterns.
pub(crate) trait Fives: Mapped + CliquesAt {
    /// Where the edge-induced counts of a role come from.
    type Source: RoleSource;
    /// What those of all roles that are needed follow from. What no role needs is not there.
    type Counts: Send + Sync;

    /// Where the counts of each of these roles come from.
    fn sources(roles: &[SmallGraph]) -> Vec<Self::Source>;

    /// The inner vertices of a graph that decompositions ask for, if they do.
    fn inner(graph: &Csr) -> Option<Inner>;

    /// What the roles of each place are counted from, and the time of what the clock has not measured.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, or the job is to stop.
    fn count_roles(
        placed: &Placed,
        roles: &Roles<Self>,
        needed: &Needed<Self>,
        run: Run<'_>,
    ) -> Result<(Self::Counts, Seconds), MineError>;

    /// The counts that are asked for in 64 bits, in which all fit, where a device with many lanes puts them together;
    /// `None` where the host does.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, or the job is to stop.
    fn count_on_device(
        _: &Placed,
        _: &[Asked<FiveRole>],
        _: &Roles<Self>,
        _: &Needed<Self>,
        _: Run<'_>,
    ) -> Result<Option<Vec<Counts>>, MineError> {
        Ok(None)
    }

    /// The counts of a place of the graph, by role: of those that are needed. It is given by its number, too.
    ///
    /// # Panics
    /// If what one needs is not there.
    fn roles_at<N: Modular>(
        counted: &CountedPlaces<'_, Self>,
        number: usize,
        place: Self::Place,
    ) -> impl Fn(FiveRole) -> N;

    /// The local counts of a single pattern that has a way of its own; `None` for other patterns, or where to list the
    /// matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    fn count_alone(
        placed: &Placed,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError>;
}

/// Where the edge-induced counts of a role come from.
pub(crate) trait RoleSource: Copy + Send + Sync {
    /// Whether from tables.
    fn is_tables(self) -> bool;

    /// What is gone through for it.
    fn steps(self) -> RolePasses;
}

/// All roles: patterns as seen from a place, and where their counts come from.
pub(crate) struct Roles<A: Fives> {
    all: Vec<SmallGraph>,
    sources: Vec<A::Source>,
}

impl<A: Fives> Roles<A> {
    fn of(patterns: &[Pattern]) -> Self {
        let mut all: Vec<SmallGraph> = patterns.iter().flat_map(A::roles).collect();
        all.sort_unstable();
        all.dedup();
        Roles { sources: A::sources(&all), all }
    }

    /// The roles of a pattern's vertices, or edges.
    fn in_pattern(&self, pattern: &Pattern) -> Vec<FiveRole> {
        let place =
            |role: SmallGraph| self.all.binary_search(&role).expect("all patterns of that size are there");
        A::roles(pattern).into_iter().map(place).collect()
    }
}

/// The roles whose counts are asked for, and the decomposition of those that have tables.
pub(crate) struct Needed<A: Fives> {
    /// For each role, whether it is one of them.
    of_all: Vec<bool>,
    /// For each role that has tables, its place in the decomposition.
    sum_of: Vec<Option<usize>>,
    decomposition: Option<RootedDecomposition<A::Product>>,
    /// The inner vertices that it asks for, if it does.
    inner: Option<Inner>,
}

/// What has been counted of the places of a graph.
pub(crate) struct CountedPlaces<'a, A: Fives> {
    graph: &'a Csr,
    roles: &'a Roles<A>,
    needed: &'a Needed<A>,
    counts: A::Counts,
}

impl<A: Fives> Needed<A> {
    /// What is asked for. Those for which the graph is too sparse are 0 everywhere.
    fn new(asked: &[Asked<FiveRole>], roles: &Roles<A>, graph: &Csr, stats: &GraphStats) -> Self {
        let all = &roles.all;
        let mut of_all = vec![false; all.len()];
        asked.iter().flat_map(Asked::roles).for_each(|role| of_all[role] = true);
        let density = Density::of(graph);
        of_all.iter_mut().zip(all).for_each(|(is, role)| *is &= density.may_have(&role.pattern()));
        let has_tables = |&role: &FiveRole| of_all[role] && roles.sources[role].is_tables();
        let by_tables: Vec<FiveRole> = (0..all.len()).filter(has_tables).collect();
        let sum_of = (0..all.len()).map(|role| by_tables.binary_search(&role).ok()).collect();
        let graphs: Vec<SmallGraph> = by_tables.iter().map(|&role| all[role]).collect();
        let inner = A::inner(graph);
        let decomposition = (!graphs.is_empty()).then(|| {
            let decomposition = A::decompose(&graphs, stats, inner.as_ref().map(|inner| inner.shares));
            decomposition.expect("five vertices of treewidth 2 have quotients with tables")
        });
        Needed { of_all, sum_of, decomposition, inner }
    }

    /// What is to be counted beside tables.
    fn of_maps(&self) -> Needs {
        self.decomposition.as_ref().map(needs_of).unwrap_or_default()
    }

    /// The maps that have tables, if any do.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, or the job is to stop.
    fn maps(
        &self,
        session: &mut Session<'_>,
        graph: &Csr,
        form: &A::Form,
    ) -> Result<Option<MapsAt<A>>, MineError> {
        let Some(tables) = &self.decomposition else { return Ok(None) };
        session.maps_at::<A>(tables, colors(self.inner.as_ref()), fits_in_64(SIZE, graph), form).map(Some)
    }

    /// Whether a role is needed of which this is said.
    fn any(&self, is: impl Fn(FiveRole) -> bool) -> bool {
        (0..self.of_all.len()).any(|role| self.of_all[role] && is(role))
    }

    /// By role, what is counted of it, where it is needed.
    fn counts<N: Modular, const ROLES: usize>(&self, count: impl Fn(FiveRole) -> N) -> [N; ROLES] {
        from_fn(|role| if self.of_all[role] { count(role) } else { N::of(0) })
    }

    /// Whether all that is needed is expected to take less than to list the matches of a pattern. `steps` tells what is
    /// gone through for a role, besides tables.
    fn is_cheaper(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        stats: &GraphStats,
        steps: impl Fn(FiveRole) -> RolePasses,
    ) -> Result<bool, PlanError> {
        let listed = plan(pattern, PlanOptions::listing(options.matching), stats)?.cost.total;
        let triangles = 3.0 * stats.triangles / (stats.edges as f64).max(1.0);
        let wedges = OF_WEDGE * stats.degree_powers[1];
        let triangle_pairs = OF_TRIANGLE_PAIR * triangles * triangles * stats.edges as f64;
        let if_any =
            |is: fn(RolePasses) -> bool, cost: f64| if self.any(|role| is(steps(role))) { cost } else { 0.0 };
        let cost = self.decomposition.as_ref().map_or(0.0, RootedDecomposition::cost)
            + if_any(|steps| steps.wedges, wedges)
            + if_any(|steps| steps.triangle_pairs, triangle_pairs);
        Ok(cost < super::decomposed::LISTING * listed)
    }
}

/// Whether the counts of all patterns are below 2^127, and the sums over 4-cliques below 2^64: see
/// [`SumFifths`](motherlode_device::kernels::motifs::fifths::SumFifths); three times those of a vertex' neighbours are
/// below `3 m D²`, those over 5-cycles and those of an edge over 4-cycles and over wheels without a spoke below
/// `4 m D²`, those of a vertex over 4-cycles, those of an edge over wheels, and those of a vertex over wheels without a spoke below `2 m D²`, and those
/// over wheels, and over the 4-cliques of an edge, below `8 m D²`, for which no number of edges may pass 32 bits.
fn all_fit(catalog: &[Pattern], graph: &Csr) -> bool {
    let edges = u128::from(graph.edges());
    edges <= u128::from(u32::MAX) && sums_fit(graph) && catalog.iter().all(|pattern| fits(pattern, graph))
}

/// Whether what is said there to be below `8 m D²` is below 2^64.
fn sums_fit(graph: &Csr) -> bool {
    let (edges, degree) = (u128::from(graph.edges()), u128::from(graph.max_degree()));
    8 * edges * degree * degree <= u128::from(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at::{Edges, Vertices};
    use crate::catalog::Catalog;
    use crate::graph::generate;
    use crate::local::Local;
    use crate::plan::Semantics;
    use crate::runtime::Device;

    fn check_same(some: &LocalCounts, other: &LocalCounts, what: &str) {
        assert_eq!(some.orbits, other.orbits, "{what}");
        assert_eq!(some.matches, other.matches, "{what}");
        assert!(some.rows().flatten().eq(other.rows().flatten()), "{what}");
    }

    /// All roles of all patterns, together and pattern by pattern, against the matches that are listed: edge-induced
    /// counts, and those that follow by the equations.
    fn check<A: Local>() {
        let teams = generate::teams(30, 14, 8, 5).unwrap();
        for graph in [generate::barabasi_albert(40, 5, 7).unwrap(), generate::rmat(5, 5, 9).unwrap(), teams] {
            let placed = Placed::new(&graph, &Device::cpu(None));
            let patterns = &Catalog::of(SIZE).patterns;
            for (induced, semantics) in [
                (Induced::Edge, Semantics::Subgraphs),
                (Induced::Vertex, Semantics::Subgraphs),
                (Induced::Vertex, Semantics::Embeddings),
            ] {
                let options = ListOptions::default().matching(Matching { induced, semantics });
                let solved = |patterns: &[Pattern]| {
                    placed.solve_fives::<A>(patterns, &options).unwrap().unwrap().unwrap()
                };
                for (pattern, together) in patterns.iter().zip(solved(patterns)) {
                    let what = format!("{pattern} ({induced:?}, {semantics:?})");
                    check_same(&together, &placed.list_at::<A>(pattern, &options).unwrap(), &what);
                    check_same(&together, &solved(std::slice::from_ref(pattern))[0], &what);
                }
            }
        }
    }

    #[test]
    fn counts_are_those_of_the_matches() {
        check::<Vertices>();
        check::<Edges>();
    }

    #[test]
    fn all_roles_have_a_number() {
        let catalog = &Catalog::of(SIZE).patterns;
        assert_eq!(Roles::<Vertices>::of(catalog).all.len(), vertex_roles::ROLES);
        assert_eq!(Roles::<Edges>::of(catalog).all.len(), edge_roles::ROLES);
    }
}
