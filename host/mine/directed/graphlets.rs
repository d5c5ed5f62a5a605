//! Directed graphlets: how often each vertex, or tie, stands at each orbit of the connected directed graphs of a few
//! vertices.

use motherlode_device::Kernel;
use motherlode_device::kernels::directed::ties::FindTies;
use motherlode_device::kernels::directed_orbits::neighbors::SumNear;
use motherlode_device::kernels::views::labels::MoveLabels;

use super::arcs_of;
use super::orbits::{DirectedOrbits, OrbitsOfGraphlet};
use super::standing::Standing;
use crate::at::{Edges, Vertices};
use crate::clock::Clock;
use crate::direct::{GraphWithArcs, Session};
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::local::{Counts, Graphlet, LocalCounts, OrbitSums, at_places, inverse, sums_fit};
use crate::pattern::Pattern;
use crate::run::Run;
use crate::runtime::Team;
use crate::strategy::{EDGES, TRIANGLES};
use crate::{Launches, MineError, Placed, Target};

/// The fewest and the most vertices that directed graphlets are counted up to.
pub const DIRECTED_GRAPHLET_SIZES: std::ops::RangeInclusive<usize> = 2..=4;

/// Sums over a form, and the number there of each vertex.
pub(super) type InForm<S> = (S, Vec<u32>);

impl Launches<'_> {
    /// Directed graphlets.
    pub const DIRECTED_GRAPHLETS: Launches<'static> =
        Launches::Always(&[&[FindTies::FAMILY, SumNear::FAMILY, MoveLabels::FAMILY, EDGES, TRIANGLES]]);
}

impl Placed {
    /// The directed graphlet degree vectors: for each vertex, and each orbit of each connected directed graph of 2 to
    /// `k` vertices, at how many vertex-induced subgraphs it is, in that orbit. Arcs that lead both ways between two
    /// vertices are not the same as one of them: for `k` = 4 these are 214 graphs with 730 orbits, of which 40 with 129
    /// have no such pair (Sarajlić et al. 2016).
    ///
    /// The graphs are in the order of [`directed_patterns`](super::directed_patterns), size after size. Labels and
    /// properties are not looked at. All are counted together: the first has the time of all.
    ///
    /// # Errors
    /// [`MineError::DirectedGraphletSize`]; when the graph is undirected, the memory is too small, a device fails, or
    /// the job is to stop; [`MineError::LocalCountOverflow`].
    pub fn directed_graphlet_degrees(
        &self,
        k: usize,
        options: &ListOptions,
    ) -> Result<Vec<Graphlet>, MineError> {
        self.directed_graphlets::<Vertices>(k, options)
    }

    /// The directed graphlet degree vectors of the ties: for each two vertices that arcs join, and each orbit of the
    /// ties of each connected directed graph of 2 to `k` vertices, at how many vertex-induced subgraphs they are, in
    /// that orbit. An arc is one tie, and two that lead both ways between the same vertices are one. For `k` = 4 there
    /// are 812 orbits, of which 125 are of graphs without such pairs.
    ///
    /// The ties go by the smaller end `u` and then by the greater `v`, whatever the directions. The graphs and the
    /// times are as in [`directed_graphlet_degrees`](Self::directed_graphlet_degrees).
    ///
    /// # Errors
    /// As there.
    pub fn directed_graphlet_degrees_of_ties(
        &self,
        k: usize,
        options: &ListOptions,
    ) -> Result<Vec<Graphlet>, MineError> {
        self.directed_graphlets::<Edges>(k, options)
    }

    fn directed_graphlets<A: Standing>(
        &self,
        k: usize,
        options: &ListOptions,
    ) -> Result<Vec<Graphlet>, MineError> {
        check_size(k)?;
        self.on_whoever_is_left(&options.context, |placed| placed.count_directed_orbits::<A>(k, options))
    }

    /// The sums that the orbits of a size, and of smaller ones, follow from, and the number in the form of each vertex;
    /// none if there are no arcs.
    pub(super) fn directed_orbit_sums<A: Standing>(
        &self,
        arcs: GraphWithArcs<'_>,
        orbits: &DirectedOrbits,
        run: Run<'_>,
    ) -> Result<Option<InForm<A::Sums>>, MineError> {
        if !sums_fit(arcs.csr) {
            return Err(MineError::LocalCountOverflow);
        }
        if arcs.csr.edges() == 0 {
            return Ok(None);
        }
        let known = run.clock.prepare(|| self.known(0));
        let sums = A::sums(&mut Session::new(&known, run)?, arcs, orbits.cliques())?;
        Ok(Some((sums, inverse(&known.form.old_of_new(run.clock)))))
    }

    fn count_directed_orbits<A: Standing>(
        &self,
        k: usize,
        options: &ListOptions,
    ) -> Result<Vec<Graphlet>, MineError> {
        let clock = Clock::default();
        let arcs = arcs_of(self.target())?;
        let sizes: Vec<&DirectedOrbits> = clock.plan(|| (2..=k).map(DirectedOrbits::of::<A>).collect());
        let largest = sizes.last().expect("a size at least");
        let run = Run { context: &options.context, clock: &clock };
        let found = self.directed_orbit_sums::<A>(arcs, largest, run)?;
        let mut graphlets = Vec::new();
        for orbits in sizes {
            options.context.check()?;
            graphlets.extend(clock.mine(|| graphlets_of::<A>(orbits, arcs.csr, found.as_ref()))?);
        }
        graphlets[0].local.seconds = clock.seconds();
        Ok(graphlets)
    }
}

/// Whether directed graphlets of up to `k` vertices are counted.
///
/// # Errors
/// [`MineError::DirectedGraphletSize`].
pub(super) fn check_size(k: usize) -> Result<(), MineError> {
    match DIRECTED_GRAPHLET_SIZES.contains(&k) {
        true => Ok(()),
        false => Err(MineError::DirectedGraphletSize { k }),
    }
}

/// All connected directed graphs of 2 to `k` vertices, in the order of their counts at vertices, each with its name.
///
/// # Errors
/// [`MineError::DirectedGraphletSize`].
pub(crate) fn directed_graphlet_patterns(k: usize) -> Result<Vec<(String, Pattern)>, MineError> {
    check_size(k)?;
    let graphlets = (2..=k).flat_map(|size| &DirectedOrbits::of::<Vertices>(size).graphlets);
    Ok(graphlets.map(|graphlet| (graphlet.name.clone(), graphlet.pattern.clone())).collect())
}

/// The graphlets of a size, at the places of a graph. What is found are the sums, and the number in the form of each
/// vertex.
fn graphlets_of<A: Standing>(
    all: &'static DirectedOrbits,
    graph: &Csr,
    found: Option<&(A::Sums, Vec<u32>)>,
) -> Result<Vec<Graphlet>, MineError> {
    let mut next = 0..all.count;
    let sums: Vec<OrbitSums<usize, i128>> = all
        .graphlets
        .iter()
        .map(|OrbitsOfGraphlet { orbits, .. }| {
            OrbitSums(next.by_ref().take(orbits.len()).map(|orbit| vec![(1, orbit)]).collect())
        })
        .collect();
    let places = A::places(graph);
    let counts = at_places(&sums, places.len(), None, |place| {
        let counts = match found {
            Some((sums, new_of_old)) => {
                let in_form = A::each(places[place], |v| new_of_old[v as usize]);
                all.counts::<A>([A::pieces(sums, in_form)])
            }
            None => vec![0; all.count],
        };
        move |orbit: usize| counts[orbit]
    })?;
    let graphlet = |(graphlet, counts): (&OrbitsOfGraphlet, Counts)| {
        let local = LocalCounts::of_subgraphs(graphlet.orbits.clone(), counts)?;
        Ok(Graphlet { name: graphlet.name.clone(), pattern: graphlet.pattern.clone(), local })
    };
    all.graphlets.iter().zip(counts).map(graphlet).collect()
}

/// The directed graphlet degree vectors of `graph`, by a device or a team: see [`Placed::directed_graphlet_degrees`].
///
/// # Errors
/// [`MineError::DirectedGraphletSize`]; when the graph is undirected, the memory is too small, a device fails, or the
/// job is to stop; [`MineError::LocalCountOverflow`].
pub fn directed_graphlet_degrees<'g>(
    graph: impl Into<Target<'g>>,
    k: usize,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<Vec<Graphlet>, MineError> {
    Placed::new(graph, team).directed_graphlet_degrees(k, options)
}

/// The directed graphlet degree vectors of the ties of `graph`, by a device or a team: see
/// [`Placed::directed_graphlet_degrees_of_ties`].
///
/// # Errors
/// As there.
pub fn directed_graphlet_degrees_of_ties<'g>(
    graph: impl Into<Target<'g>>,
    k: usize,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<Vec<Graphlet>, MineError> {
    Placed::new(graph, team).directed_graphlet_degrees_of_ties(k, options)
}
