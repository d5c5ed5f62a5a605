//! Cliques: the counts of complete subgraphs, maximal ones and their counts, a largest one, and a heaviest one.

mod at_vertices;
mod listing;
mod max_weight;

pub use at_vertices::{CliquesAtVertices, maximal_cliques_at_vertices};
pub use listing::{CliqueRows, MaximalCliqueLister, MaximalCliqueOptions};
pub use max_weight::{MaxWeightClique, max_weight_clique, vertex_weights};

use std::sync::OnceLock;

use motherlode_device::Kernel;
use motherlode_device::kernels::max_clique::find::FindLargest;
use motherlode_device::kernels::maximal_clique_members::FindMaximalCliques;
use motherlode_device::kernels::maximal_cliques::count::CountMaximalCliques;

use super::direct::{Session, is_clique};
use super::placed::Placed;
use super::run::Run;
use super::strategy::{LARGEST_CLIQUE, PIVOTS, SUMS, TRIANGLES};
use super::{CountOptions, Launches, MineError, Seconds, VertexOrder};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::runtime::{Device, Team};

/// Edges of a graph, for each thread of the host, up to which the host searches for a largest clique in place of a
/// card. A guess: on R-MAT graphs of scale 16 and 18 an H100 took 0.8 and 1.0 s and a thread less
/// (`benches/results/notes.md`); where that turns was not measured.
const HOST_EDGES: u64 = 1 << 24;

/// A graph of cards on the host, too.
#[derive(Default)]
struct OnHost(OnceLock<Placed>);

/// Counts of cliques, and how long they took.
#[derive(Clone, Debug)]
pub struct Cliques {
    /// Sizes, rising, and how many cliques of that size there are.
    pub counts: Vec<(u32, u128)>,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// A largest clique, and how long it took to find.
#[derive(Clone, Debug)]
pub struct MaxClique {
    /// Its vertices, ascending: none in a graph without vertices.
    pub vertices: Vec<u32>,
    /// Whether the host's threads searched in place of cards.
    pub on_host: bool,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Launches<'_> {
    /// Cliques of every size.
    pub const CLIQUE_PROFILE: Launches<'static> = Launches::Always(&[&[TRIANGLES, PIVOTS]]);
    /// A largest clique.
    pub const MAX_CLIQUE: Launches<'static> = Launches::Always(&[&[TRIANGLES, FindLargest::FAMILY]]);
    /// Maximal cliques.
    pub const MAXIMAL_CLIQUES: Launches<'static> =
        Launches::Always(&[&[TRIANGLES, CountMaximalCliques::FAMILY]]);
    /// Maximal cliques themselves, those of an anchor, or in how many each vertex is: those of two vertices are the
    /// edges in no triangle.
    pub const LISTED_MAXIMAL_CLIQUES: Launches<'static> =
        Launches::Always(&[&[TRIANGLES, CountMaximalCliques::FAMILY, FindMaximalCliques::FAMILY], &SUMS]);
}

impl Placed {
    /// Counts the cliques of `k` vertices, in the graph oriented by `order`.
    ///
    /// # Errors
    /// [`MineError::CliqueSize`] if `k` is not from 2 to 32; when the device fails or its memory is too small, a
    /// count passes 128 bits, or the job is to stop.
    pub fn cliques(&self, k: u32, order: VertexOrder, options: &CountOptions) -> Result<Cliques, MineError> {
        if !(2..=LARGEST_CLIQUE).contains(&k) {
            return Err(MineError::CliqueSize { k });
        }
        self.clique_counts(k - 1, order, options, |session| Ok(vec![(k, session.cliques(k)?)]))
    }

    /// Counts the cliques of every size, up to the largest.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    pub fn clique_profile(&self, order: VertexOrder, options: &CountOptions) -> Result<Cliques, MineError> {
        self.clique_counts(0, order, options, |session| Ok((1..).zip(session.clique_profile()?).collect()))
    }

    /// Counts the maximal cliques of at least `least` vertices, by their vertices: those to which no vertex can be
    /// added. A vertex without neighbours is one.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    pub fn maximal_cliques(
        &self,
        least: u32,
        order: VertexOrder,
        options: &CountOptions,
    ) -> Result<Cliques, MineError> {
        // Who is joined to all of a clique has as many neighbours, too.
        self.clique_counts(least.saturating_sub(1), order, options, |session| {
            let sizes = (0..).zip(session.maximal_cliques(least)?);
            Ok(sizes.filter(|&(_, count)| count > 0).collect())
        })
    }

    /// Finds a largest clique of the graph: no clique has more vertices.
    ///
    /// Of several it is the same one on every device, with any number of devices and threads. Another order of the
    /// vertices may give another one. That each two of its vertices are joined is checked.
    ///
    /// For cards the threads of the host search, unless the graph is too large for them: few roots are searched for
    /// long, each by a single warp.
    ///
    /// # Errors
    /// [`MineError::NoClique`] if it turns out to be none; when the device fails or its memory is too small, or the job
    /// is to stop.
    pub fn max_clique(&self, order: VertexOrder, options: &CountOptions) -> Result<MaxClique, MineError> {
        let searcher = self.max_clique_searcher();
        let on_host = !std::ptr::eq(searcher, self);
        searcher.with_cliques(0, order, options, |session, clock| {
            let vertices = session.max_clique()?;
            if !is_clique(searcher.target().csr, &vertices) {
                return Err(MineError::NoClique { size: vertices.len() as u32 });
            }
            Ok(MaxClique { vertices, on_host, seconds: clock.seconds() })
        })
    }

    /// The graph on those who search it for a largest clique.
    fn max_clique_searcher(&self) -> &Placed {
        let edges = self.target().csr.edges();
        if !self.team().has_cards() || edges > HOST_EDGES * rayon::current_num_threads() as u64 {
            return self;
        }
        let OnHost(placed) = self.beside().get();
        placed.get_or_init(|| Placed::new(self.target(), &Device::cpu(None)))
    }

    fn clique_counts(
        &self,
        min_degree: u32,
        order: VertexOrder,
        options: &CountOptions,
        count: impl Fn(&mut Session<'_>) -> Result<Vec<(u32, u128)>, MineError>,
    ) -> Result<Cliques, MineError> {
        self.with_cliques(min_degree, order, options, |session, clock| {
            let counts = count(session)?;
            Ok(Cliques { counts, seconds: clock.seconds() })
        })
    }

    /// Runs a job on the graph in an order, on whoever is left.
    fn with_cliques<T>(
        &self,
        min_degree: u32,
        order: VertexOrder,
        options: &CountOptions,
        job: impl Fn(&mut Session<'_>, &Clock) -> Result<T, MineError>,
    ) -> Result<T, MineError> {
        self.on_whoever_is_left(&options.context, |placed| {
            let clock = Clock::default();
            let run = Run { context: &options.context, clock: &clock };
            let known = clock.prepare(|| placed.known_in_order(min_degree, order));
            job(&mut Session::new(&known, run)?, &clock)
        })
    }
}

/// Counts the cliques of `k` vertices in `graph`, oriented by `order`, on a device or a team.
///
/// # Errors
/// [`MineError::CliqueSize`] if `k` is not from 2 to 32; when the device fails or its memory is too small, a count
/// passes 128 bits, or the job is to stop.
pub fn cliques(
    graph: &Csr,
    k: u32,
    order: VertexOrder,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<Cliques, MineError> {
    Placed::new(graph, team).cliques(k, order, options)
}

/// Counts the maximal cliques of `graph` of at least `least` vertices by their vertices, oriented by `order`, on a
/// device or a team.
///
/// # Errors
/// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
pub fn maximal_cliques(
    graph: &Csr,
    least: u32,
    order: VertexOrder,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<Cliques, MineError> {
    Placed::new(graph, team).maximal_cliques(least, order, options)
}

/// Finds a largest clique of `graph`, oriented by `order`, on a device or a team.
///
/// # Errors
/// [`MineError::NoClique`] if it turns out to be none; when the device fails or its memory is too small, or the job is
/// to stop.
pub fn max_clique(
    graph: &Csr,
    order: VertexOrder,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<MaxClique, MineError> {
    Placed::new(graph, team).max_clique(order, options)
}

/// Counts the cliques of every size in `graph`, up to its largest, on a device or a team.
///
/// # Errors
/// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
pub fn clique_profile(
    graph: &Csr,
    order: VertexOrder,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<Cliques, MineError> {
    Placed::new(graph, team).clique_profile(order, options)
}
