//! Local counts by linear equations: from sums at each vertex or edge, without going through the matches.

use rayon::prelude::*;

use super::edge_roles::EdgeRole;
use super::equations::{Combination, Equations};
use super::vertex_roles::VertexRole;
use super::{LocalCounts, Orbits, pairs};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::mine::direct::{Needs, Session};
use crate::mine::list::{ListOptions, Position};
use crate::mine::memory::if_it_fits;
use crate::mine::run::Run;
use crate::mine::{MineError, Placed, Seconds};
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching, Semantics};

/// The most vertices of a pattern that the equations are known for.
const LARGEST: usize = 4;

/// A pattern whose local counts are asked for.
struct Asked<R> {
    orbits: Orbits,
    /// How often each match counts.
    times: i128,
    /// For each orbit, what its count is.
    counts: Vec<Combination<R>>,
}

impl<R: Copy + PartialEq + Send + Sync> Asked<R> {
    /// `roles` are those of the members of the orbits.
    fn new(
        pattern: &Pattern,
        options: &ListOptions,
        orbits: Orbits,
        roles: &[R],
        equations: &Equations<R>,
    ) -> Self {
        let of: Vec<usize> = orbits.of().collect();
        let count = |orbit: usize| {
            let member = of.iter().position(|&other| other == orbit).expect("orbits have members");
            match options.matching.induced {
                Induced::Edge => vec![(1, roles[member])],
                Induced::Vertex => equations.induced(roles[member]),
            }
        };
        let counts = (0..orbits.len()).map(count).collect();
        let times = match options.matching.semantics {
            Semantics::Embeddings => pattern.automorphism_count().into(),
            _ => 1,
        };
        Asked { orbits, times, counts }
    }

    /// What has to be counted in a graph for these patterns.
    fn needs(all: &[Self], of_role: impl Fn(R) -> Needs) -> Needs {
        let roles = all.iter().flat_map(|asked| asked.counts.iter().flatten());
        roles.fold(Needs::default(), |needs, &(_, role)| needs.or(of_role(role)))
    }

    /// The local counts at so many places, vertices or edges; `edge_induced` gives the counts of roles at a place.
    ///
    /// Coefficients are below 2^10, and there are at most 11 terms below 2^97: no sum on the way passes 127 bits.
    fn counted<C>(
        self,
        places: usize,
        edge_induced: impl Fn(usize) -> C + Sync,
    ) -> Result<LocalCounts, MineError>
    where
        C: Fn(R) -> i128,
    {
        let width = self.orbits.len();
        let mut counts = vec![0u64; places * width];
        counts.par_chunks_exact_mut(width).enumerate().try_for_each(|(place, row)| {
            let edge_induced = edge_induced(place);
            for (count, combination) in row.iter_mut().zip(&self.counts) {
                let terms = combination.iter().map(|&(times, role)| times * edge_induced(role));
                let all = self.times * terms.sum::<i128>();
                *count = u64::try_from(all).map_err(|_| MineError::LocalCountOverflow)?;
            }
            Ok::<(), MineError>(())
        })?;
        // Each match has all members of an orbit.
        let members = self.orbits.of().filter(|&orbit| orbit == 0).count() as u128;
        let at_first: u128 = counts.par_iter().step_by(width).map(|&count| u128::from(count)).sum();
        let matches = u64::try_from(at_first / members).map_err(|_| MineError::LocalCountOverflow)?;
        Ok(LocalCounts { orbits: self.orbits, counts, matches, seconds: Seconds::default() })
    }
}

/// What came of the equations: the counts; or why the sums do not fit in the memory.
pub(super) type Solved<T> = Result<T, MineError>;

impl Placed {
    /// Whether the equations give the local counts that are asked for.
    pub(super) fn solves(&self, pattern: &Pattern, options: &ListOptions) -> bool {
        // A limit, or a place to begin at, is one of a listing.
        let all = options.limit.is_none() && options.from == Position::default();
        all && is_known(pattern, options.matching) && sums_fit(self.target().csr)
    }

    /// The local counts at the vertices of patterns that the equations [`solve`](Self::solves), the time of all with the first.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(super) fn solve_at_vertices(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Solved<Vec<LocalCounts>>, MineError> {
        if patterns.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let clock = Clock::default();
        let asked = clock.plan(|| ask_at_vertices(patterns, options));
        let needs = Asked::needs(&asked, VertexRole::needs);
        let known = clock.prepare(|| self.known(1));
        let run = Run { context: &options.context, clock: &clock };
        let sums = Session::new(&known, run).and_then(|mut session| session.sums_at_vertices(needs));
        let sums = match if_it_fits(sums)? {
            Ok(sums) => sums,
            Err(refused) => return Ok(Err(refused)),
        };
        let (graph, old_of_new) = (self.target().csr, known.form.old_of_new(&clock));
        let mut counts = clock.mine(|| {
            let new_of_old = inverse(&old_of_new);
            let at = |vertex: usize| {
                let pieces = sums.at(new_of_old[vertex] as usize, graph.degree(vertex as u32));
                move |role: VertexRole| role.count(&pieces)
            };
            let counted = asked.into_iter().map(|asked| asked.counted(graph.n() as usize, at));
            counted.collect::<Result<Vec<_>, _>>()
        })?;
        if let Some(first) = counts.first_mut() {
            first.seconds = clock.seconds();
        }
        Ok(Ok(counts))
    }

    /// The local counts at the edges of a pattern that the equations [`solve`](Self::solves).
    ///
    /// # Errors
    /// As [`solve_at_vertices`](Self::solve_at_vertices).
    pub(super) fn solve_at_edges(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Solved<LocalCounts>, MineError> {
        let clock = Clock::default();
        let asked = clock.plan(|| ask_at_edges(pattern, options));
        let needs = Asked::needs(std::slice::from_ref(&asked), EdgeRole::needs);
        let known = clock.prepare(|| self.known(1));
        let run = Run { context: &options.context, clock: &clock };
        let sums = Session::new(&known, run).and_then(|mut session| session.sums_at_edges(needs));
        let sums = match if_it_fits(sums)? {
            Ok(sums) => sums,
            Err(refused) => return Ok(Err(refused)),
        };
        let (graph, old_of_new) = (self.target().csr, known.form.old_of_new(&clock));
        let mut counts = clock.mine(|| {
            let (new_of_old, edges) = (inverse(&old_of_new), edges(graph));
            let at = |edge: usize| {
                let ends: [u32; 2] = edges[edge];
                let degrees = ends.map(|end| graph.degree(end));
                let pieces = sums.between(ends.map(|end| new_of_old[end as usize]), degrees);
                move |role: EdgeRole| role.count(&pieces)
            };
            asked.counted(edges.len(), at)
        })?;
        counts.seconds = clock.seconds();
        Ok(Ok(counts))
    }
}

/// Whether there are equations for the matches of a pattern.
pub(super) fn is_known(pattern: &Pattern, matching: Matching) -> bool {
    pattern.is_plain() && matching.semantics.injective() && pattern.vertices() <= LARGEST
}

/// Whether no sum passes 64 bits: the most is twice the edges times the largest degree (see
/// [`SumEdgesAtVertices`](motherlode_device::kernels::edge_counts::vertices::SumEdgesAtVertices)).
fn sums_fit(graph: &Csr) -> bool {
    2 * u128::from(graph.edges()) * u128::from(graph.max_degree()) <= u128::from(u64::MAX)
}

fn ask_at_vertices(patterns: &[Pattern], options: &ListOptions) -> Vec<Asked<VertexRole>> {
    let roles = |pattern: &Pattern| -> Vec<VertexRole> {
        (0..pattern.vertices()).map(|v| VertexRole::of(pattern, v)).collect()
    };
    let roots = |pattern: &Pattern| (0..).map(|v| 1 << v).zip(roles(pattern)).collect();
    let equations: Vec<_> = (2..=LARGEST).map(|k| Equations::new(k, roots)).collect();
    let asked = |pattern: &Pattern| {
        let orbits = Orbits::of_vertices(pattern, options.matching.induced);
        Asked::new(pattern, options, orbits, &roles(pattern), &equations[pattern.vertices() - 2])
    };
    patterns.iter().map(asked).collect()
}

fn ask_at_edges(pattern: &Pattern, options: &ListOptions) -> Asked<EdgeRole> {
    let roots = |pattern: &Pattern| -> Vec<(u32, EdgeRole)> {
        pairs(pattern).iter().map(|&(a, b)| (1 << a | 1 << b, EdgeRole::of(pattern, (a, b)))).collect()
    };
    let equations = Equations::new(pattern.vertices(), roots);
    let roles: Vec<EdgeRole> = roots(pattern).into_iter().map(|(_, role)| role).collect();
    let orbits = Orbits::of_pairs(pattern, options.matching.induced);
    Asked::new(pattern, options, orbits, &roles, &equations)
}

/// The edges `u < v` of a graph, by `u`, then by `v`.
fn edges(graph: &Csr) -> Vec<[u32; 2]> {
    let greater = |u: u32| graph.neighbors(u).iter().filter(move |&&v| u < v).map(move |&v| [u, v]);
    (0..graph.n()).into_par_iter().flat_map_iter(greater).collect()
}

/// For each number its place.
fn inverse(places: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; places.len()];
    (0..).zip(places).for_each(|(place, &number)| inverse[number as usize] = place);
    inverse
}
