//! Local counts of the patterns of five vertices at the vertices.
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

use super::vertex_roles::{RoleCounts, Roles, Source};
use super::{Needed, Role, SIZE, can_be_counted, may_be_counted};
use crate::clock::Clock;
use crate::direct::{Needs, Session};
use crate::list::ListOptions;
use crate::local::decomposed::needs_of;
use crate::local::equations::Equations;
use crate::local::solved::{Asked, Solved, inverse};
use crate::local::{Counts, LocalCounts, Orbits};
use crate::memory::if_it_fits;
use crate::modular::Modular;
use crate::motifs::Catalog;
use crate::pattern::Pattern;
use crate::plan::Induced;
use crate::plan::decomposition::tables::VertexProduct;
use crate::plan::decomposition::{RootedDecomposition, fits_in_64};
use crate::run::Run;
use crate::{MineError, Placed, Seconds};

impl Placed {
    /// The local counts at the vertices of patterns of five vertices, the time of all with the first; `None` if a sum might not fit in
    /// the numbers.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(in crate::local) fn solve_fives(
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
        let needed = self.needed_at_vertices(&asked, &roles, &clock);
        self.fives_at_vertices(asked, &roles, &needed, Run { context: &options.context, clock: &clock })
            .map(Some)
    }

    /// The local counts at the vertices of a pattern of five vertices that has no tables of its own; `None` for others, if a sum might not fit in the
    /// numbers, or if to list the matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(in crate::local) fn solve_five_at_vertices(
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
        let needed = self.needed_at_vertices(&asked, &roles, &clock);
        let known = self.known(1);
        let prepared = known.form.prepared(&clock);
        let steps = |role: Role| roles.sources[role].steps();
        if !clock.plan(|| needed.is_cheaper(pattern, options, prepared.stats(), steps))? {
            return Ok(None);
        }
        let run = Run { context: &options.context, clock: &clock };
        let counted = self.fives_at_vertices(asked, &roles, &needed, run)?;
        Ok(Some(counted.map(|mut counts| counts.remove(0))))
    }

    /// What is needed for what is asked.
    fn needed_at_vertices(
        &self,
        asked: &[Asked<Role>],
        roles: &Roles,
        clock: &Clock,
    ) -> Needed<VertexProduct> {
        let known = clock.prepare(|| self.known(1));
        let prepared = known.form.prepared(clock);
        let has_tables = |role: Role| roles.sources[role] == Source::Tables;
        clock.plan(|| {
            let decompose =
                |graphs: &[_], inner| RootedDecomposition::at_vertices(graphs, prepared.stats(), inner);
            // Their tables have no rows.
            Needed::new(asked, &roles.all, self.target().csr, has_tables, None, decompose)
        })
    }

    /// The local counts that are asked for, the time of all with the first.
    fn fives_at_vertices(
        &self,
        asked: Vec<Asked<Role>>,
        roles: &Roles,
        needed: &Needed<VertexProduct>,
        run: Run<'_>,
    ) -> Result<Solved<Vec<LocalCounts>>, MineError> {
        let (counts, mut seconds) = match if_it_fits(self.count_vertex_roles(roles, needed, run))? {
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

    /// What the roles of each vertex are counted from, and the time of what the clock has not measured.
    fn count_vertex_roles<'a>(
        &'a self,
        roles: &'a Roles,
        needed: &'a Needed<VertexProduct>,
        run: Run<'_>,
    ) -> Result<(RoleCounts<'a>, Seconds), MineError> {
        let (known, graph) = (run.clock.prepare(|| self.known(1)), self.target().csr);
        let asks = |is: fn(Source) -> bool| needed.any(|role| is(roles.sources[role]));
        let mut session = Session::new(&known, run)?;
        let fifths = asks(Source::is_cliques).then(|| session.fifths_at_vertices()).transpose()?;
        let wheels = asks(Source::is_wheels).then(|| session.wheels_at_vertices()).transpose()?;
        let missing =
            asks(Source::is_missing_spokes).then(|| session.missing_spokes_at_vertices()).transpose()?;
        let five_cycles =
            asks(Source::is_five_cycles).then(|| session.five_cycles_at_vertices()).transpose()?;
        let squares = asks(Source::is_squares).then(|| session.squares_at_vertices()).transpose()?;
        // Those of the squares, if there are any.
        let of_maps = needed.decomposition.as_ref().map(needs_of).unwrap_or_default();
        let of_cliques = Needs { triangles: true, cliques: true, ..Needs::default() };
        let of_roles = if fifths.is_some() { of_cliques } else { Needs::default() };
        let sums = session.sums_at_vertices(of_maps.or(of_roles))?;
        let narrow = fits_in_64(SIZE, graph);
        let maps = needed
            .decomposition
            .as_ref()
            .map(|tables| session.maps_at_vertices(tables, &[], narrow))
            .transpose()?;
        let new_of_old = inverse(&known.form.old_of_new(run.clock));
        let (cliques, seconds) = match asks(Source::is_five_cliques) {
            true => self.five_cliques_at_vertices(session, &new_of_old, run)?,
            false => (Counts::Narrow(Vec::new()), Seconds::default()),
        };
        let counts = RoleCounts {
            graph,
            roles,
            needed,
            new_of_old,
            sums,
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

    /// The 5-cliques at each vertex of the graph. By pivots that takes another order of the vertices.
    fn five_cliques_at_vertices(
        &self,
        mut session: Session<'_>,
        new_of_old: &[u32],
        run: Run<'_>,
    ) -> Result<(Counts, Seconds), MineError> {
        if session.needs_no_pivots(SIZE as u32) {
            let (_, of_new) = session.cliques_at_vertices(SIZE as u32)?;
            let at = |old: usize| Some(of_new.get(new_of_old[old] as usize));
            let of_old = Counts::of(new_of_old.len(), at).ok_or(MineError::LocalCountOverflow)?;
            return Ok((of_old, Seconds::default()));
        }
        drop(session);
        let clique = Pattern::parse("5-clique").expect("a pattern's name");
        let options = ListOptions::default().context(run.context.clone());
        let LocalCounts { counts, seconds, .. } = self.count_cliques_at_vertices(&clique, &options)?;
        Ok((counts, seconds))
    }
}

/// What is asked for at the vertices.
fn ask(patterns: &[Pattern], options: &ListOptions, roles: &Roles) -> Vec<Asked<Role>> {
    let equations = match options.matching.induced {
        Induced::Edge => Equations::none(),
        Induced::Vertex => {
            Equations::new(SIZE, |pattern| (0..).map(|v| 1 << v).zip(roles.in_pattern(pattern)).collect())
        }
    };
    let asked = |pattern: &Pattern| {
        let orbits = Orbits::of_vertices(pattern, options.matching.induced);
        Asked::new(pattern, options, orbits, &roles.in_pattern(pattern), &equations)
    };
    patterns.iter().map(asked).collect()
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
