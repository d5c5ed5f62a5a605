//! Local counts of the patterns of five vertices at the edges.
//!
//! | patterns | where their edge-induced counts come from |
//! | --- | --- |
//! | those of treewidth 2 | decomposition: homomorphisms of quotients that are rooted at an edge |
//! | a 4-clique with a fifth vertex on one corner, two or three | sums over the 4-cliques at each edge |
//! | the wheel | paths in the neighbourhood of each vertex, by their ends |
//! | the 5-clique | a search with pivots |
//! | the wheel without a spoke | the edges between the common neighbours of each two vertices |
//!
//! Vertex-induced counts follow by the equations, as for smaller patterns.

use super::edge_roles::{RoleCounts, Roles, Source};
use super::{Needed, Role, SIZE, can_be_counted, may_be_counted};
use crate::clock::Clock;
use crate::direct::{Needs, Session};
use crate::list::ListOptions;
use crate::local::decomposed::needs_of;
use crate::local::equations::Equations;
use crate::local::inner::{Inner, colors};
use crate::local::solved::{Asked, Solved, inverse};
use crate::local::{Counts, LocalCounts, Orbits, edges_of, pairs};
use crate::memory::if_it_fits;
use crate::modular::Modular;
use crate::motifs::Catalog;
use crate::pattern::Pattern;
use crate::plan::Induced;
use crate::plan::decomposition::tables::PairProduct;
use crate::plan::decomposition::{RootedDecomposition, fits_in_64};
use crate::run::Run;
use crate::{MineError, Placed, Seconds};

impl Placed {
    /// The local counts at the edges of patterns of five vertices, the time of all with the first; `None` if a sum
    /// might not fit in the numbers.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(in crate::local) fn solve_fives_at_edges(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Option<Solved<Vec<LocalCounts>>>, MineError> {
        let (clock, catalog) = (Clock::default(), Catalog::new(SIZE).patterns);
        if !can_be_counted(options, &catalog, self.target().csr) {
            return Ok(None);
        }
        let roles = clock.plan(|| Roles::of(&catalog));
        let asked = clock.plan(|| ask(patterns, options, &roles));
        let needed = self.needed_at_edges(&asked, &roles, &clock);
        self.fives_at_edges(asked, &roles, &needed, Run { context: &options.context, clock: &clock })
            .map(Some)
    }

    /// The local counts at the edges of a pattern of five vertices that has no tables of its own; `None` for others, if
    /// a sum might not fit in the numbers, or if to list the matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(in crate::local) fn solve_five_at_edges(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let (clock, catalog) = (Clock::default(), Catalog::new(SIZE).patterns);
        if !may_be_counted(pattern, options, &catalog, self.target().csr) {
            return Ok(None);
        }
        let roles = clock.plan(|| Roles::of(&catalog));
        let asked = clock.plan(|| ask(std::slice::from_ref(pattern), options, &roles));
        let needed = self.needed_at_edges(&asked, &roles, &clock);
        let known = self.known(1);
        let prepared = known.form.prepared(&clock);
        let steps = |role: Role| roles.sources[role].steps();
        if !clock.plan(|| needed.is_cheaper(pattern, options, prepared.stats(), steps))? {
            return Ok(None);
        }
        let run = Run { context: &options.context, clock: &clock };
        let counted = self.fives_at_edges(asked, &roles, &needed, run)?;
        Ok(Some(counted.map(|mut counts| counts.remove(0))))
    }

    /// What is needed for what is asked.
    fn needed_at_edges(&self, asked: &[Asked<Role>], roles: &Roles, clock: &Clock) -> Needed<PairProduct> {
        let known = clock.prepare(|| self.known(1));
        let prepared = known.form.prepared(clock);
        let has_tables = |role: Role| roles.sources[role] == Source::Tables;
        clock.plan(|| {
            let decompose =
                |graphs: &[_], inner| RootedDecomposition::at_edges(graphs, prepared.stats(), inner);
            let graph = self.target().csr;
            Needed::new(asked, &roles.all, graph, has_tables, Inner::of(graph), decompose)
        })
    }

    /// The local counts that are asked for, the time of all with the first.
    fn fives_at_edges(
        &self,
        asked: Vec<Asked<Role>>,
        roles: &Roles,
        needed: &Needed<PairProduct>,
        run: Run<'_>,
    ) -> Result<Solved<Vec<LocalCounts>>, MineError> {
        let (counts, mut seconds) = match if_it_fits(self.count_edge_roles(roles, needed, run))? {
            Ok(counted) => counted,
            Err(refused) => return Ok(Err(refused)),
        };
        let mut local = run.clock.mine(|| match fits_in_64(SIZE, counts.graph) {
            true => count_all::<u64>(asked, &counts),
            false => count_all::<i128>(asked, &counts),
        })?;
        if let Some(first) = local.first_mut() {
            seconds += run.clock.seconds();
            first.seconds = seconds;
        }
        Ok(Ok(local))
    }

    /// What the roles of each edge are counted from, and the time of what the clock has not measured.
    fn count_edge_roles<'a>(
        &'a self,
        roles: &'a Roles,
        needed: &'a Needed<PairProduct>,
        run: Run<'_>,
    ) -> Result<(RoleCounts<'a>, Seconds), MineError> {
        let (known, graph) = (run.clock.prepare(|| self.known(1)), self.target().csr);
        let asks = |is: fn(Source) -> bool| needed.any(|role| is(roles.sources[role]));
        let mut session = Session::new(&known, run)?;
        let of_maps = needed.decomposition.as_ref().map(needs_of).unwrap_or_default();
        let sums = session.sums_at_edges(of_maps.or(Needs { triangles: true, ..Needs::default() }))?;
        let fourths =
            asks(Source::is_fourths).then(|| session.fourths_at_edges(sums.edges().ends())).transpose()?;
        let wheels = asks(Source::is_wheels).then(|| session.wheels_at_edges()).transpose()?;
        let missing =
            asks(Source::is_missing_spokes).then(|| session.missing_spokes_at_edges()).transpose()?;
        let narrow = fits_in_64(SIZE, graph);
        let maps = needed
            .decomposition
            .as_ref()
            .map(|tables| session.maps_at_edges(tables, colors(needed.inner.as_ref()), narrow, &sums))
            .transpose()?;
        drop(session);
        let new_of_old = inverse(&known.form.old_of_new(run.clock));
        let (cliques, seconds) = match asks(Source::is_five_cliques) {
            true => self.five_cliques_at_edges(run)?,
            false => (Counts::Narrow(Vec::new()), Seconds::default()),
        };
        let counts =
            RoleCounts { graph, roles, needed, new_of_old, sums, maps, fourths, wheels, missing, cliques };
        Ok((counts, seconds))
    }

    /// The 5-cliques at each edge of the graph, by pivots: that takes another order of the vertices.
    fn five_cliques_at_edges(&self, run: Run<'_>) -> Result<(Counts, Seconds), MineError> {
        let clique = Pattern::parse("5-clique").expect("a pattern's name");
        let options = ListOptions::default().context(run.context.clone());
        let LocalCounts { counts, seconds, .. } = self.count_cliques_at_edges(&clique, &options)?;
        Ok((counts, seconds))
    }
}

/// What is asked for at the edges.
fn ask(patterns: &[Pattern], options: &ListOptions, roles: &Roles) -> Vec<Asked<Role>> {
    let roots = |pattern: &Pattern| {
        let ends = pairs(pattern).into_iter().map(|(a, b)| 1 << a | 1 << b);
        ends.zip(roles.in_pattern(pattern)).collect()
    };
    let equations = match options.matching.induced {
        Induced::Edge => Equations::none(),
        Induced::Vertex => Equations::new(SIZE, roots),
    };
    let asked = |pattern: &Pattern| {
        let orbits = Orbits::of_pairs(pattern, options.matching.induced);
        Asked::new(pattern, options, orbits, &roles.in_pattern(pattern), &equations)
    };
    patterns.iter().map(asked).collect()
}

/// The local counts of patterns, in numbers that none of them passes.
fn count_all<N: Modular>(
    all: Vec<Asked<Role>>,
    counts: &RoleCounts<'_>,
) -> Result<Vec<LocalCounts>, MineError> {
    let edges = edges_of(counts.graph);
    Asked::all_counted(all, edges.len(), |edge| {
        let row = counts.at::<N>(edge, edges[edge]);
        move |role: Role| row[role]
    })
}
