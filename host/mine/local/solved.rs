//! Local counts by linear equations: from sums at each vertex or edge, without going through the matches.

use std::sync::Arc;

use rayon::prelude::*;

use super::edge_roles::EdgeRole;
use super::equations::{Combination, Equations};
use super::sums::{Sums, at_places};
use super::vertex_roles::VertexRole;
use super::{Anchor, Anchored, Counts, LocalCounts, Orbits, edges_of, pairs};
use crate::clock::Clock;
use crate::direct::{EdgePieces, Needs, Session, SumsAtEdges, SumsAtVertices, VertexPieces};
use crate::graph::Csr;
use crate::list::{ListOptions, Position};
use crate::memory::if_it_fits;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching, Semantics};
use crate::run::Run;
use crate::{MineError, Placed, Seconds};

/// The most vertices of a pattern that the equations are known for.
const LARGEST: usize = 4;

/// Local counts at vertices, and the sums that they follow from, if there was anything to count.
pub(super) type CountsAndSums = (Vec<LocalCounts>, Option<Arc<SumsAtVertices>>);

/// The sums at the vertices of a graph, by the numbers that they have there.
struct Vertices<'g> {
    graph: &'g Csr,
    sums: Arc<SumsAtVertices>,
    new_of_old: Vec<u32>,
}

impl Vertices<'_> {
    fn pieces(&self, vertex: u32) -> VertexPieces {
        self.sums.at(self.new_of_old[vertex as usize] as usize, self.graph.degree(vertex))
    }
}

/// The sums at the edges of a graph, by the numbers that their ends have there.
struct Edges<'g> {
    graph: &'g Csr,
    sums: SumsAtEdges,
    new_of_old: Vec<u32>,
}

impl Edges<'_> {
    fn pieces(&self, ends: [u32; 2]) -> EdgePieces {
        let degrees = ends.map(|end| self.graph.degree(end));
        self.sums.between(ends.map(|end| self.new_of_old[end as usize]), degrees)
    }
}

/// A pattern whose local counts are asked for.
pub(super) struct Asked<R> {
    orbits: Orbits,
    /// How often each match counts.
    times: i128,
    /// For each orbit, what its count is.
    counts: Vec<Combination<R>>,
}

impl<R: Copy + PartialEq + Send + Sync> Asked<R> {
    /// `roles` are those of the members of the orbits.
    pub fn new(
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

    /// The roles whose counts are taken.
    pub fn roles(&self) -> impl Iterator<Item = R> + '_ {
        self.counts.iter().flatten().map(|&(_, role)| role)
    }

    /// What has to be counted in a graph for these patterns.
    fn needs(all: &[Self], of_role: impl Fn(R) -> Needs) -> Needs {
        let roles = all.iter().flat_map(Asked::roles);
        roles.fold(Needs::default(), |needs, role| needs.or(of_role(role)))
    }

    /// The counts as sums, in the numbers that these are to be computed in.
    fn sums<N: Modular>(&self) -> Sums<R, N> {
        let of = |&(times, role): &(i128, R)| (N::of(self.times.wrapping_mul(times)), role);
        Sums(self.counts.iter().map(|combination| combination.iter().map(of).collect()).collect())
    }

    /// At how many matches a place is, in whatever orbit.
    fn through_place(&self, edge_induced: impl Fn(R) -> i128) -> Result<u128, MineError> {
        let sums = self.sums();
        let mut all = sums.at_place(edge_induced);
        let sum = all.try_fold(0u128, |sum, count| sum.checked_add(count?));
        sum.ok_or(MineError::LocalCountOverflow)
    }

    /// The local counts at so many places, vertices or edges; `edge_induced` gives the counts of roles at a place. Numbers modulo 2^64 are for
    /// counts that are known to be below that.
    pub fn counted<C, N: Modular>(
        self,
        places: usize,
        edge_induced: impl Fn(usize) -> C + Sync,
    ) -> Result<LocalCounts, MineError>
    where
        C: Fn(R) -> N,
    {
        let mut all = Asked::all_counted(vec![self], places, edge_induced)?;
        Ok(all.remove(0))
    }

    /// The local counts of several patterns at so many places: `edge_induced`, which gives the counts of roles, is
    /// asked once for each place.
    pub fn all_counted<C, N: Modular>(
        all: Vec<Self>,
        places: usize,
        edge_induced: impl Fn(usize) -> C + Sync,
    ) -> Result<Vec<LocalCounts>, MineError>
    where
        C: Fn(R) -> N,
    {
        let sums: Vec<Sums<R, N>> = all.iter().map(Asked::sums).collect();
        let counts = at_places(&sums, places, edge_induced)?;
        all.into_iter().zip(counts).map(|(asked, counts)| asked.local_counts(counts)).collect()
    }

    /// The counts of all places.
    fn local_counts(self, counts: Counts) -> Result<LocalCounts, MineError> {
        // Each match has all members of an orbit.
        let members = self.orbits.of().filter(|&orbit| orbit == 0).count() as u128;
        let of_first = (0..counts.len()).into_par_iter().step_by(self.orbits.len());
        let at_first = of_first.map(|place| Some(counts.get(place))).try_reduce(|| 0, u128::checked_add);
        let matches = at_first.ok_or(MineError::LocalCountOverflow)? / members;
        Ok(LocalCounts { orbits: self.orbits, counts, matches, seconds: Seconds::default() })
    }
}

/// What came of the equations: the counts; or why the sums do not fit in the memory.
pub(super) type Solved<T> = Result<T, MineError>;

impl Placed {
    /// Whether the equations give the local counts that are asked for.
    pub(super) fn solves(&self, pattern: &Pattern, options: &ListOptions) -> bool {
        counts_all(options) && is_known(pattern, options.matching) && sums_fit(self.target().csr)
    }

    /// The local counts at the vertices of patterns that the equations [`solve`](Self::solves), the time of all with the first; and the
    /// sums that they follow from: for as long as they are held, nobody makes them again.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(super) fn solve_at_vertices(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Solved<CountsAndSums>, MineError> {
        if patterns.is_empty() {
            return Ok(Ok((Vec::new(), None)));
        }
        let clock = Clock::default();
        let asked = clock.plan(|| ask_at_vertices(patterns, options));
        let vertices = match self.vertices(Asked::needs(&asked, VertexRole::needs), options, &clock)? {
            Ok(vertices) => vertices,
            Err(refused) => return Ok(Err(refused)),
        };
        let mut counts = clock.mine(|| {
            let at = |vertex: usize| {
                let pieces = vertices.pieces(vertex as u32);
                move |role: VertexRole| role.count(&pieces)
            };
            Asked::all_counted(asked, vertices.graph.n() as usize, at)
        })?;
        if let Some(first) = counts.first_mut() {
            first.seconds = clock.seconds();
        }
        Ok(Ok((counts, Some(vertices.sums))))
    }

    /// The local counts at the edges of patterns that the equations [`solve`](Self::solves), the time of all with the first.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(super) fn solve_at_edges(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Solved<Vec<LocalCounts>>, MineError> {
        if patterns.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let clock = Clock::default();
        let asked = clock.plan(|| ask_at_edges(patterns, options));
        let edges = match self.edges(Asked::needs(&asked, EdgeRole::needs), options, &clock)? {
            Ok(edges) => edges,
            Err(refused) => return Ok(Err(refused)),
        };
        let mut counts = clock.mine(|| {
            let all = edges_of(edges.graph);
            let at = |edge: usize| {
                let pieces = edges.pieces(all[edge]);
                move |role: EdgeRole| role.count(&pieces)
            };
            Asked::all_counted(asked, all.len(), at)
        })?;
        if let Some(first) = counts.first_mut() {
            first.seconds = clock.seconds();
        }
        Ok(Ok(counts))
    }

    /// How many matches of a pattern that the equations [`solve`](Self::solves) hold an anchor.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(super) fn solve_at_anchor(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        anchor: Anchor,
    ) -> Result<Solved<Anchored>, MineError> {
        let clock = Clock::default();
        let count = match anchor {
            Anchor::Vertex(vertex) => {
                let asked = clock.plan(|| ask_at_vertices(std::slice::from_ref(pattern), options));
                let vertices = self.vertices(Asked::needs(&asked, VertexRole::needs), options, &clock)?;
                vertices.map(|vertices| {
                    let pieces = vertices.pieces(vertex);
                    asked[0].through_place(|role| role.count(&pieces))
                })
            }
            Anchor::Edge(u, v) => {
                let asked = clock.plan(|| ask_at_edges(std::slice::from_ref(pattern), options));
                let needs = Asked::needs(&asked, EdgeRole::needs);
                self.edges(needs, options, &clock)?.map(|edges| {
                    let pieces = edges.pieces([u, v]);
                    asked[0].through_place(|role| role.count(&pieces))
                })
            }
        };
        match count {
            Ok(count) => Ok(Ok(Anchored { count: count?, seconds: clock.seconds() })),
            Err(refused) => Ok(Err(refused)),
        }
    }

    /// The sums at the vertices.
    fn vertices(
        &self,
        needs: Needs,
        options: &ListOptions,
        clock: &Clock,
    ) -> Result<Solved<Vertices<'_>>, MineError> {
        let known = clock.prepare(|| self.known(1));
        let run = Run { context: &options.context, clock };
        let sums = Session::new(&known, run).and_then(|mut session| session.sums_at_vertices(needs));
        let new_of_old = || inverse(&known.form.old_of_new(clock));
        Ok(if_it_fits(sums)?.map(|sums| Vertices {
            graph: self.target().csr,
            sums,
            new_of_old: new_of_old(),
        }))
    }

    /// The sums at the edges.
    fn edges(
        &self,
        needs: Needs,
        options: &ListOptions,
        clock: &Clock,
    ) -> Result<Solved<Edges<'_>>, MineError> {
        let known = clock.prepare(|| self.known(1));
        let run = Run { context: &options.context, clock };
        let sums = Session::new(&known, run).and_then(|mut session| session.sums_at_edges(needs));
        let new_of_old = || inverse(&known.form.old_of_new(clock));
        Ok(if_it_fits(sums)?.map(|sums| Edges { graph: self.target().csr, sums, new_of_old: new_of_old() }))
    }
}

/// Whether all matches count: a limit, or a place to begin at, is one of a listing.
pub(super) fn counts_all(options: &ListOptions) -> bool {
    options.limit.is_none() && options.from == Position::default()
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

fn ask_at_edges(patterns: &[Pattern], options: &ListOptions) -> Vec<Asked<EdgeRole>> {
    let roots = |pattern: &Pattern| -> Vec<(u32, EdgeRole)> {
        pairs(pattern).iter().map(|&(a, b)| (1 << a | 1 << b, EdgeRole::of(pattern, (a, b)))).collect()
    };
    let equations: Vec<_> = (2..=LARGEST).map(|k| Equations::new(k, roots)).collect();
    let asked = |pattern: &Pattern| {
        let orbits = Orbits::of_pairs(pattern, options.matching.induced);
        let roles: Vec<EdgeRole> = roots(pattern).into_iter().map(|(_, role)| role).collect();
        Asked::new(pattern, options, orbits, &roles, &equations[pattern.vertices() - 2])
    };
    patterns.iter().map(asked).collect()
}

/// For each number its place.
pub(super) fn inverse(places: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; places.len()];
    (0..).zip(places).for_each(|(place, &number)| inverse[number as usize] = place);
    inverse
}
