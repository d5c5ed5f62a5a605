//! Frequent patterns of one graph, by minimum image.
//!
//! A *match* sends the vertices of a pattern to different vertices of the graph, so that labels of vertices and edges
//! are equal; the graph may have more edges between them. A vertex with several labels has each of them. The edges of a
//! directed graph are its arcs. The *support* of a pattern is the least, over its vertices, of the number of vertices
//! of the graph that some match sends it to (Bringmann and Nijssen 2008, "What is frequent in a single graph?"). It
//! never grows with the pattern.
//!
//! All patterns of up to two edges that are frequent in a path of five vertices:
//!
//! ```
//! # mod motherlode { pub use {motherlode_data::graph, motherlode_mine as mine, motherlode_machine::runtime}; }
//! use motherlode::graph::Csr;
//! use motherlode::mine::frequent::{self, ImageOptions, PreparedGraph};
//! use motherlode::runtime::Device;
//!
//! let path = Csr::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
//! let prepared = PreparedGraph::new(&path, 3, &Default::default())?;
//! let options = ImageOptions::default().support(3).max_edges(2).exact(true);
//! let mut supports = Vec::new();
//! frequent::mine(&prepared, &Device::cpu(None), &options, |found| {
//!     supports.push((found.code.len(), found.support));
//!     Ok(())
//! })?;
//! // An edge may begin and end at each vertex; the middle of two edges at three of them.
//! assert_eq!(supports, [(1, 5), (2, 3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! Target --PreparedGraph::new--> frequent edges, by labels
//!
//! a level: grow by an edge (minimum codes, all parts frequent) -> waves: make domains, settle them (device) -> the next level
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | what to find |
//! | `prepare` | dropping what is infrequent; the graph by labels |
//! | `site` | the prepared graph on the devices that search it |
//! | `level` | the frequent patterns of one number of edges |
//! | `growth` | the growth of a level by an edge, by all devices |
//! | `candidate` | patterns that may be frequent, and plans for them |
//! | `wave` | candidates that are settled together |
//! | `split` | searches that take long, in pieces |
//! | `images` | where a pattern's vertices are sent |
//! | `progress` | how far a search has come: what it can be taken up from |
//! | `tables` | the other way: embedding tables |
//! | `collected`, `text` | patterns that are kept, and as text |

mod candidate;
mod collected;
mod growth;
mod images;
mod level;
mod options;
mod prepare;
mod progress;
mod site;
mod split;
mod tables;
mod text;
mod wave;

pub use collected::CollectedSubgraph;
pub use images::Images;
pub use options::ImageOptions;
pub use prepare::PreparedGraph;
pub use progress::{SearchProgress, SoFar};
pub use site::Sites;
pub use tables::mine_by_tables;
pub use text::SubgraphText;

use motherlode_device::Kernel;
use motherlode_device::kernels::frequent::settle::SettleDomains;

use super::{Launches, MineError};
use crate::dfs_code::{Kinds, Step};
use crate::runtime::Team;
use growth::LevelGrowth;
use level::KnownLevel;
use progress::SearchState;

impl Launches<'_> {
    /// Frequent subgraphs of one graph.
    pub const FREQUENT: Launches<'static> = Launches::AsGiven(&[SettleDomains::FAMILY]);
}

/// A frequent pattern, as it is found.
#[derive(Clone, Copy, Debug)]
pub struct FrequentSubgraph<'f> {
    /// Its minimum DFS code.
    pub code: &'f [Step],
    /// What the code's kinds are.
    pub kinds: &'f Kinds,
    /// Its support, if that is exact; otherwise it is at least so much.
    pub support: u32,
    /// Whether the support is exact.
    pub exact: bool,
    /// The images of its vertices, if they were asked for.
    pub images: Option<&'f Images<'f>>,
}

/// Who hears of a search.
pub trait Listener {
    /// A pattern was found.
    ///
    /// # Errors
    /// Whatever ends the search.
    fn found(&mut self, found: FrequentSubgraph<'_>) -> Result<(), MineError>;

    /// The search has come so far, and everything that was found on the way has been told.
    ///
    /// # Errors
    /// Whatever ends the search.
    fn advanced(&mut self, _: SoFar<'_>) -> Result<(), MineError> {
        Ok(())
    }
}

/// Hears of patterns alone.
struct PatternsOnly<F>(F);

impl<F: FnMut(FrequentSubgraph<'_>) -> Result<(), MineError>> Listener for PatternsOnly<F> {
    fn found(&mut self, found: FrequentSubgraph<'_>) -> Result<(), MineError> {
        (self.0)(found)
    }
}

/// Finds all frequent connected patterns of `prepared`, and calls `found` once with each: by their edges, and in the
/// order of their minimum DFS codes, whatever the devices, their threads and their memory. Supports of single edges are
/// always exact.
///
/// Several devices settle patterns together: a device that fails, or whose memory is too small, leaves what it has not
/// done to the others.
///
/// # Errors
/// When the graph or one pattern's domains fit in no memory, all devices fail, `found` fails, or the work is stopped.
/// What was reported before is right.
pub fn mine(
    prepared: &PreparedGraph,
    team: impl Into<Team>,
    options: &ImageOptions,
    found: impl FnMut(FrequentSubgraph<'_>) -> Result<(), MineError>,
) -> Result<(), MineError> {
    mine_from(&Sites::new(prepared), team, options, SearchProgress::default(), &mut PatternsOnly(found))
}

/// Finds all frequent connected patterns, as [`mine`] does, of a graph that may be on the devices already, and from
/// where an earlier search had come, on the same graph with the same options: patterns that it told are not told again.
///
/// # Errors
/// When the graph or one pattern's domains fit in no memory, all devices fail, `listener` fails, or the work is
/// stopped; progress that cannot be of this graph. What was told before is right.
pub fn mine_from(
    sites: &Sites<'_>,
    team: impl Into<Team>,
    options: &ImageOptions,
    from: SearchProgress,
    listener: &mut impl Listener,
) -> Result<(), MineError> {
    options.context.check()?;
    let prepared = sites.prepared();
    if !from.fits(prepared) {
        return Err(MineError::OtherSearch);
    }
    if options.max_edges == 0 || options.max_vertices < 2 {
        return Ok(());
    }
    let mut standing = match from.is_start() {
        true => SearchState::begin(prepared),
        false => from.standing(&prepared.kinds),
    };
    if from.is_start() {
        tell_edges(prepared, &standing.known, options, listener)?;
        listener.advanced(standing.so_far())?;
    }
    let mut team = team.into();
    let options = &options.clone().context(options.context.telling_once());
    loop {
        let failure = match grow(sites, &team, options, &mut standing, listener) {
            Err(error) if error.is_of_device() => error,
            done => return done,
        };
        let Some(others) = team.without_first() else { return Err(failure) };
        options.context.report_left_out(&team.first().to_string(), &failure);
        sites.leave(team.first());
        team = others;
    }
}

/// Grows level after level.
fn grow(
    sites: &Sites<'_>,
    team: &Team,
    options: &ImageOptions,
    standing: &mut SearchState,
    listener: &mut impl Listener,
) -> Result<(), MineError> {
    while standing.edges() > 0 && standing.edges() < options.max_edges {
        LevelGrowth::new(sites, team, options, standing)?.run(listener)?;
        standing.rise();
    }
    Ok(())
}

/// Tells of the patterns of one edge.
fn tell_edges(
    prepared: &PreparedGraph,
    known: &KnownLevel,
    options: &ImageOptions,
    listener: &mut impl Listener,
) -> Result<(), MineError> {
    if options.min_edges > 1 {
        return Ok(());
    }
    for pattern in &known.patterns {
        let support = prepared.supports[pattern.code[0].kind as usize];
        if support >= options.support.get() {
            let images = options.images.then(|| Images::of_edge(prepared, pattern));
            let (code, kinds, images) = (&pattern.code[..], prepared.kinds(), images.as_ref());
            listener.found(FrequentSubgraph { code, kinds, support, exact: true, images })?;
        }
    }
    Ok(())
}
