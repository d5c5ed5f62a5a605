//! Local counts of the patterns of five vertices, at vertices and at edges: one of them or all together.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `at_vertices`, `at_edges` | the counts, from what they follow from |
//! | `vertex_roles`, `edge_roles` | where a vertex, or an edge, can be in such a pattern, and where it is told from how often it is there |
//! | `square_roles` | where a vertex can be in those of them that have 4-cycles and no denser part |
//! | `cycles` | 5-cycles, and 4-cycles with a fifth vertex, alone |

mod at_edges;
mod at_vertices;
mod cycles;
mod edge_roles;
mod square_roles;
mod vertex_roles;

use std::array::from_fn;

use super::inner::Inner;
use super::solved::{Asked, counts_all};
use crate::density::Density;
use crate::graph::{Csr, GraphStats};
use crate::list::ListOptions;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::{InnerShares, RootedDecomposition, SmallGraph, fits};
use crate::plan::{Induced, Matching, PlanError, PlanOptions, plan};

/// The vertices of a pattern.
const SIZE: usize = 5;

/// A place in such a pattern, up to symmetry, by its number among all.
type Role = usize;

/// What a wedge takes, in the unit of the walk's cost: of the pairs of vertices that have neighbours in common.
const OF_WEDGE: f64 = 8.0;
/// What a pair of triangles at an edge takes: of the dense patterns. Their number is guessed from the mean of triangles at an edge: a third of what email-Enron has.
const OF_TRIANGLE_PAIR: f64 = 24.0;

/// Whether there are sums for a pattern, other than those that its homomorphisms have.
pub(super) fn is_known(pattern: &Pattern, matching: Matching) -> bool {
    let five = pattern.vertices() == SIZE && pattern.is_plain() && matching.semantics.injective();
    let by_tables = matching.induced == Induced::Edge
        && SmallGraph::of(pattern).is_some_and(|graph| graph.has_treewidth_of_two());
    five && !by_tables
}

/// Whether the sums for a pattern are known, all matches count, and nothing of the graph is too large for them.
fn may_be_counted(pattern: &Pattern, options: &ListOptions, catalog: &[Pattern], graph: &Csr) -> bool {
    is_known(pattern, options.matching) && can_be_counted(options, catalog, graph)
}

/// Whether all matches count, and nothing of the graph is too large for the sums of all patterns of `catalog`.
fn can_be_counted(options: &ListOptions, catalog: &[Pattern], graph: &Csr) -> bool {
    graph.edges() > 0 && counts_all(options) && all_fit(catalog, graph)
}

/// What is gone through to count a role, besides tables.
#[derive(Clone, Copy)]
struct Steps {
    /// The pairs of neighbours of each vertex.
    wedges: bool,
    /// The pairs of triangles at each edge.
    triangle_pairs: bool,
}

/// The roles whose counts are asked for, and the decomposition of those that have tables. `P` is a product of tables.
struct Needed<P> {
    /// For each role, whether it is one of them.
    of_all: Vec<bool>,
    /// For each role that has tables, its place in the decomposition.
    sum_of: Vec<Option<usize>>,
    decomposition: Option<RootedDecomposition<P>>,
    /// The inner vertices that it asks for, if it does.
    inner: Option<Inner>,
}

impl<P> Needed<P> {
    /// What is asked for, of `all` roles; `has_tables` tells of which of them tables are made, and `decompose` makes their decomposition, which asks for
    /// `inner` vertices. Those for which the graph is too sparse are 0 everywhere.
    fn new(
        asked: &[Asked<Role>],
        all: &[SmallGraph],
        graph: &Csr,
        has_tables: impl Fn(Role) -> bool,
        inner: Option<Inner>,
        decompose: impl FnOnce(&[SmallGraph], Option<InnerShares>) -> Option<RootedDecomposition<P>>,
    ) -> Self {
        let mut of_all = vec![false; all.len()];
        asked.iter().flat_map(Asked::roles).for_each(|role| of_all[role] = true);
        let density = Density::of(graph);
        of_all.iter_mut().zip(all).for_each(|(is, role)| *is &= density.may_have(&role.pattern()));
        let by_tables: Vec<Role> = (0..all.len()).filter(|&role| of_all[role] && has_tables(role)).collect();
        let sum_of = (0..all.len()).map(|role| by_tables.binary_search(&role).ok()).collect();
        let graphs: Vec<SmallGraph> = by_tables.iter().map(|&role| all[role]).collect();
        let decomposition = (!graphs.is_empty()).then(|| {
            let decomposition = decompose(&graphs, inner.as_ref().map(|inner| inner.shares));
            decomposition.expect("five vertices of treewidth 2 have quotients with tables")
        });
        Needed { of_all, sum_of, decomposition, inner }
    }

    /// Whether a role is needed of which this is said.
    fn any(&self, is: impl Fn(Role) -> bool) -> bool {
        (0..self.of_all.len()).any(|role| self.of_all[role] && is(role))
    }

    /// By role, what is counted of it, where it is needed.
    fn counts<N: Modular, const ROLES: usize>(&self, count: impl Fn(Role) -> N) -> [N; ROLES] {
        from_fn(|role| if self.of_all[role] { count(role) } else { N::of(0) })
    }

    /// Whether all that is needed is expected to take less than to list the matches of a pattern. `steps` tells what is gone through for a role, besides
    /// tables.
    fn is_cheaper(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        stats: &GraphStats,
        steps: impl Fn(Role) -> Steps,
    ) -> Result<bool, PlanError> {
        let listed = plan(pattern, PlanOptions::listing(options.matching), stats)?.cost.total;
        let triangles = 3.0 * stats.triangles / (stats.edges as f64).max(1.0);
        let wedges = OF_WEDGE * stats.degree_powers[1];
        let triangle_pairs = OF_TRIANGLE_PAIR * triangles * triangles * stats.edges as f64;
        let if_any =
            |is: fn(Steps) -> bool, cost: f64| if self.any(|role| is(steps(role))) { cost } else { 0.0 };
        let cost = self.decomposition.as_ref().map_or(0.0, RootedDecomposition::cost)
            + if_any(|steps| steps.wedges, wedges)
            + if_any(|steps| steps.triangle_pairs, triangle_pairs);
        Ok(cost < super::decomposed::LISTING * listed)
    }
}

/// Whether the counts of all patterns are below 2^127, and the sums over 4-cliques below 2^64: see
/// [`SumCliquesAtVertices`](motherlode_device::kernels::motifs::cliques_at_vertices::SumCliquesAtVertices); three times those of a vertex'
/// neighbours are below `3 m D²`, those over 5-cycles and those of an edge over wheels without a spoke below `4 m D²`, those over 4-cycles, those of an edge over
/// wheels, and those of a vertex over wheels without a spoke below `2 m D²`, and those over wheels, and over the 4-cliques of an edge, below `8 m D²`, for which
/// no number of edges may pass 32 bits.
fn all_fit(catalog: &[Pattern], graph: &Csr) -> bool {
    let edges = u128::from(graph.edges());
    let small = |pattern: &Pattern| SmallGraph::of(pattern).is_some_and(|small| fits(&small, graph));
    edges <= u128::from(u32::MAX) && sums_fit(graph) && catalog.iter().all(small)
}

/// Whether what is said there to be below `8 m D²` is below 2^64.
fn sums_fit(graph: &Csr) -> bool {
    let (edges, degree) = (u128::from(graph.edges()), u128::from(graph.max_degree()));
    8 * edges * degree * degree <= u128::from(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;
    use crate::local::LocalCounts;
    use crate::local::solved::Solved;
    use crate::motifs::Catalog;
    use crate::plan::Semantics;
    use crate::runtime::Device;
    use crate::{MineError, Placed};

    /// What counts patterns together.
    type Solve = fn(&Placed, &[Pattern], &ListOptions) -> Result<Option<Solved<Vec<LocalCounts>>>, MineError>;
    /// What counts one from its matches.
    type List = fn(&Placed, &Pattern, &ListOptions) -> Result<LocalCounts, MineError>;

    fn check_same(some: &LocalCounts, other: &LocalCounts, what: &str) {
        assert_eq!(some.orbits, other.orbits, "{what}");
        assert_eq!(some.matches, other.matches, "{what}");
        assert!(some.rows().flatten().eq(other.rows().flatten()), "{what}");
    }

    /// All roles of all patterns, together and pattern by pattern, against the matches that are listed: edge-induced counts, and those that follow
    /// by the equations.
    fn check(solve: Solve, list: List) {
        let teams = generate::teams(30, 14, 8, 5).unwrap();
        for graph in [generate::barabasi_albert(40, 5, 7).unwrap(), generate::rmat(5, 5, 9).unwrap(), teams] {
            let placed = Placed::new(&graph, &Device::cpu(None));
            let patterns = Catalog::new(SIZE).patterns;
            for (induced, semantics) in [
                (Induced::Edge, Semantics::Subgraphs),
                (Induced::Vertex, Semantics::Subgraphs),
                (Induced::Vertex, Semantics::Embeddings),
            ] {
                let options = ListOptions::default().matching(Matching { induced, semantics });
                let solved =
                    |patterns: &[Pattern]| solve(&placed, patterns, &options).unwrap().unwrap().unwrap();
                for (pattern, together) in patterns.iter().zip(solved(&patterns)) {
                    let what = format!("{pattern} ({induced:?}, {semantics:?})");
                    check_same(&together, &list(&placed, pattern, &options).unwrap(), &what);
                    check_same(&together, &solved(std::slice::from_ref(pattern))[0], &what);
                }
            }
        }
    }

    #[test]
    fn counts_at_vertices_are_those_of_the_matches() {
        check(Placed::solve_fives, Placed::list_at_vertices);
    }

    #[test]
    fn counts_at_edges_are_those_of_the_matches() {
        check(Placed::solve_fives_at_edges, Placed::list_at_edges);
    }

    #[test]
    fn all_roles_have_a_number() {
        let catalog = Catalog::new(SIZE).patterns;
        assert_eq!(vertex_roles::Roles::of(&catalog).all.len(), vertex_roles::ROLES);
        assert_eq!(edge_roles::Roles::of(&catalog).all.len(), edge_roles::ROLES);
    }
}
