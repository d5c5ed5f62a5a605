//! Frequent patterns of one graph, by minimum image.
//!
//! A *match* sends the vertices of a pattern to different vertices of the graph, so that labels of vertices and edges are equal; the
//! graph may have more edges between them. A vertex with several labels has each of them. The *support* of a pattern is the least, over
//! its vertices, of the number of vertices of the graph that some match sends it to (Bringmann and Nijssen 2008, "What is frequent in a
//! single graph?"). It never grows with the pattern.
//!
//! All patterns of up to two edges that are frequent in a path of five vertices:
//!
//! ```
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
//! | `site` | the prepared graph on a device |
//! | `shape` | patterns: isomorphisms, orbits, parts |
//! | `level` | the frequent patterns of one number of edges |
//! | `candidate` | patterns that may be frequent, and plans for them |
//! | `wave` | candidates that are settled together |
//! | `text` | patterns as text |

mod candidate;
mod level;
mod options;
mod prepare;
mod shape;
mod site;
mod text;
mod wave;

use motherlode_device::Kernel;
use motherlode_device::kernels::frequent::settle::SettleDomains;
use rayon::prelude::*;

pub use options::ImageOptions;
pub use prepare::PreparedGraph;
pub use text::SubgraphText;

use super::MineError;
use crate::dfs_code::{Kinds, Step};
use crate::runtime::Device;
use candidate::{Candidate, candidates};
use level::{KnownLevel, KnownPattern, UNKNOWN};
use site::Site;
use wave::{Question, Settled, bytes_of, settle};

/// Patterns that are grown at a time.
const PARENTS: usize = 256;
/// What part of the budget that is left a wave may take.
const WAVE_SHARE: u64 = 2;
/// Bytes of a wave, and candidates, at most.
const MOST_WAVE_BYTES: u64 = 1 << 28;
const MOST_CANDIDATES: usize = 1 << 16;
/// What part of the budget that is left the domains of a level may take.
const KNOWN_SHARE: u64 = 4;
/// Bytes of these at most.
const MOST_KNOWN_BYTES: u64 = 1 << 30;

/// The families of kernels that a card runs to mine.
pub fn families() -> Vec<&'static str> {
    vec![SettleDomains::FAMILY]
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
}

impl FrequentSubgraph<'_> {
    /// The pattern's vertices.
    pub fn vertices(&self) -> usize {
        self.code.iter().filter(|step| step.is_forward()).count() + 1
    }
}

/// Finds all frequent connected patterns of `prepared`, and calls `found` once with each: by their edges, and in the order of their
/// minimum DFS codes, whatever the device, its threads and its memory. Supports of single edges are always exact.
///
/// # Errors
/// When the graph or one pattern's domains do not fit in the memory, the device fails, `found` fails, or the work is stopped. What was
/// reported before is right.
pub fn mine(
    prepared: &PreparedGraph,
    device: &Device,
    options: &ImageOptions,
    mut found: impl FnMut(FrequentSubgraph<'_>) -> Result<(), MineError>,
) -> Result<(), MineError> {
    options.context.check()?;
    let kinds = prepared.kinds();
    let mut known = KnownLevel::of_edges(prepared);
    if options.max_edges == 0 || options.max_vertices < 2 {
        return Ok(());
    }
    let edge_support = |pattern: &KnownPattern| prepared.supports[pattern.code[0].kind as usize];
    for pattern in &known.patterns {
        let support = edge_support(pattern);
        if options.min_edges <= 1 && support >= options.support.get() {
            found(FrequentSubgraph { code: &pattern.code, kinds, support, exact: true })?;
        }
    }
    if known.patterns.is_empty() || options.max_edges == 1 {
        return Ok(());
    }
    let site = Site::new(prepared, device)?;
    let mut edges = 1;
    while edges < options.max_edges && !known.patterns.is_empty() {
        edges += 1;
        let report = options.min_edges <= edges;
        known = Growth::new(&site, options, &known)?.run(|pattern, support| match report {
            true => found(FrequentSubgraph { code: &pattern.code, kinds, support, exact: options.exact }),
            false => Ok(()),
        })?;
    }
    Ok(())
}

/// The growth of a level by an edge.
struct Growth<'a> {
    site: &'a Site<'a>,
    options: &'a ImageOptions,
    known: &'a KnownLevel,
    /// The domains of that, on the device.
    domains: crate::runtime::Buffer<'a, u32>,
    next: KnownLevel,
    /// How many words of domains the next level may have.
    most_words: usize,
}

impl<'a> Growth<'a> {
    fn new(site: &'a Site<'a>, options: &'a ImageOptions, known: &'a KnownLevel) -> Result<Self, MineError> {
        let domains = site.device.upload(&known.words)?;
        let bytes = (site.device.budget().left() / KNOWN_SHARE).min(MOST_KNOWN_BYTES);
        let most_words = (bytes / size_of::<u32>() as u64) as usize;
        Ok(Growth { site, options, known, domains, next: KnownLevel::default(), most_words })
    }

    /// Finds the frequent patterns of the next level.
    fn run(
        mut self,
        mut found: impl FnMut(&KnownPattern, u32) -> Result<(), MineError>,
    ) -> Result<KnownLevel, MineError> {
        let mut waiting = Vec::new();
        for parents in self.known.patterns.chunks(PARENTS) {
            self.options.context.check()?;
            let (prepared, most) = (self.site.prepared, self.options.max_vertices);
            let grown: Vec<Vec<Candidate>> =
                parents.par_iter().map(|parent| candidates(prepared, self.known, parent, most)).collect();
            waiting.extend(grown.into_iter().flatten());
            while let Some(count) = self.full_wave(&waiting) {
                let rest = waiting.split_off(count);
                self.settle(std::mem::replace(&mut waiting, rest), &mut found)?;
            }
        }
        self.settle(waiting, &mut found)?;
        Ok(self.next)
    }

    /// How many of the candidates are a wave, if there are more than that.
    fn full_wave(&self, waiting: &[Candidate]) -> Option<usize> {
        let most = (self.site.device.budget().left() / WAVE_SHARE).min(MOST_WAVE_BYTES);
        let mut bytes = 0;
        let fitting = waiting.iter().take(MOST_CANDIDATES).take_while(|candidate| {
            bytes += bytes_of(self.site, candidate);
            bytes <= most
        });
        // One that does not fit is tried all the same: half of the memory is left.
        let count = fitting.count().max(1);
        (count < waiting.len()).then_some(count)
    }

    fn settle(
        &mut self,
        wave: Vec<Candidate>,
        found: &mut impl FnMut(&KnownPattern, u32) -> Result<(), MineError>,
    ) -> Result<(), MineError> {
        if wave.is_empty() {
            return Ok(());
        }
        let question = Question { threshold: self.options.support.get().max(1), exact: self.options.exact };
        let settled = settle(self.site, &self.domains, &wave, question, &self.options.context)?;
        for (number, candidate) in wave.into_iter().enumerate() {
            let support = settled.supports[number];
            // A threshold may have risen meanwhile.
            if support > 0 && support >= self.options.support.get() {
                let pattern = self.keep(&settled, number, candidate);
                found(&pattern, support)?;
                self.next.add(pattern);
            }
        }
        Ok(())
    }

    /// A frequent candidate, with what is known of its domains as far as there is room for that.
    fn keep(&mut self, settled: &Settled, number: usize, candidate: Candidate) -> KnownPattern {
        let Candidate { code, shape, orbit_of, orbits, .. } = candidate;
        let words: usize = (0..orbits.len()).map(|orbit| settled.words_of(number, orbit).len()).sum();
        let starts: Vec<u64> = match self.next.words.len() + words <= self.most_words {
            true => (0..orbits.len())
                .map(|orbit| {
                    let start = self.next.words.len() as u64;
                    self.next.words.extend(settled.words_of(number, orbit));
                    start
                })
                .collect(),
            false => vec![UNKNOWN; orbits.len()],
        };
        let domains = orbit_of.iter().map(|&orbit| starts[orbit as usize]).collect();
        KnownPattern { code, shape, domains }
    }
}
