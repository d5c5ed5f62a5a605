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

use super::equations::Equations;
use super::five_roles::{Role, RoleCounts, Roles, SIZE, Source};
use super::solved::{Asked, Solved, counts_all, inverse};
use super::{Counts, LocalCounts, Orbits};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::mine::direct::Session;
use crate::mine::list::ListOptions;
use crate::mine::memory::if_it_fits;
use crate::mine::modular::Modular;
use crate::mine::motifs::Catalog;
use crate::mine::run::Run;
use crate::mine::{MineError, Placed, Seconds};
use crate::pattern::Pattern;
use crate::plan::decomposition::{RootedDecomposition, SmallGraph, fits, fits_in_64};

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
        let mut local = clock.mine(|| {
            let asked = |pattern: &Pattern| {
                let orbits = Orbits::of_vertices(pattern, options.matching.induced);
                Asked::new(pattern, options, orbits, &roles.in_pattern(pattern), &equations)
            };
            let all = patterns.iter().map(asked).collect();
            match counts.maps.is_narrow() {
                true => count_all::<u64>(all, &counts),
                false => count_all::<i128>(all, &counts),
            }
        })?;
        if let Some(first) = local.first_mut() {
            seconds += clock.seconds();
            first.seconds = seconds;
        }
        Ok(Some(Ok(local)))
    }

    /// What the roles of each vertex are counted from, and the time of what the clock has not measured.
    fn count_roles<'a>(
        &'a self,
        roles: &'a Roles,
        run: Run<'_>,
    ) -> Result<(RoleCounts<'a>, Seconds), MineError> {
        let known = run.clock.prepare(|| self.known(1));
        let by_tables: Vec<Role> =
            (0..roles.all.len()).filter(|&role| roles.sources[role] == Source::Tables).collect();
        let graphs: Vec<SmallGraph> = by_tables.iter().map(|&role| roles.all[role]).collect();
        let prepared = known.form.prepared(run.clock);
        let decomposition = run.clock.plan(|| RootedDecomposition::at_vertices(&graphs, prepared.stats()));
        let decomposition = decomposition.expect("five vertices of treewidth 2 have quotients with tables");
        let mut session = Session::new(&known, run)?;
        let (fifths, wheels) = (session.fifths_at_vertices()?, session.wheels_at_vertices()?);
        let missing = session.missing_spokes_at_vertices()?;
        let (five_cycles, squares) = (session.five_cycles_at_vertices()?, session.squares_at_vertices()?);
        let maps = session.maps_at_vertices(&decomposition, fits_in_64(SIZE, self.target().csr))?;
        let new_of_old = inverse(&known.form.old_of_new(run.clock));
        let (cliques, seconds) = match session.needs_no_pivots(SIZE as u32) {
            true => {
                let (_, of_new) = session.cliques_at_vertices(SIZE as u32)?;
                drop(session);
                let at = |old: usize| Some(of_new.get(new_of_old[old] as usize));
                let of_old = Counts::of(new_of_old.len(), at).ok_or(MineError::LocalCountOverflow)?;
                (of_old, Seconds::default())
            }
            false => {
                drop(session);
                let LocalCounts { counts, seconds, .. } = self.five_cliques_at_vertices(run)?;
                (counts, seconds)
            }
        };
        // Where the sum of each role is that has tables.
        let sum_of = (0..roles.all.len()).map(|role| by_tables.binary_search(&role).ok()).collect();
        let graph = self.target().csr;
        let counts = RoleCounts {
            graph,
            roles,
            new_of_old,
            sum_of,
            maps,
            fifths,
            wheels,
            missing,
            five_cycles,
            squares,
            cliques,
        };
        Ok((counts, seconds))
    }

    /// The 5-cliques at each vertex, by pivots: that takes another order of the vertices.
    fn five_cliques_at_vertices(&self, run: Run<'_>) -> Result<LocalCounts, MineError> {
        let clique = Pattern::parse("5-clique").expect("a pattern's name");
        let options = ListOptions::default().context(run.context.clone());
        self.count_cliques_at_vertices(&clique, &options)
    }
}

/// The local counts of patterns, in numbers that none of them passes.
fn count_all<N: Modular>(
    all: Vec<Asked<Role>>,
    counts: &RoleCounts<'_>,
) -> Result<Vec<LocalCounts>, MineError> {
    Asked::all_counted(all, counts.graph.n() as usize, |v| {
        let row = counts.at::<N>(v);
        move |role: Role| row[role]
    })
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
