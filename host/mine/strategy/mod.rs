//! Ways to count a pattern that beat walking through its embeddings.
//!
//! ```text
//! Pattern --choose--> Strategy --run--> count
//! ```
//!
//! | strategy | patterns | how |
//! | --- | --- | --- |
//! | clique | edge, triangle, k-clique | rows of bits over the oriented graph |
//! | cycle | 4-cycle | wedges counted by their ends |
//! | formula | stars, 3 more of four vertices and 13 of five ([`Formula`]) | sums over vertices, edges and triangles |
//! | census | vertex-induced: all of 3 and 4 vertices, those of 5 with a formula | a linear combination of the counts above |
//! | general | everything else of plain edges, up to 8 vertices | the walk over a plan |
//! | attributed | labels, directions, absence, homomorphisms, up to 12 vertices | the walk over a plan, on lists made for it |
//!
//! | module | what is in it |
//! | --- | --- |
//! | `orient` | the oriented graph and the order of its roots, on the host |
//! | `prepare`, `peel` | the same on the device |
//! | `whole` | the whole graph on the device, made of the oriented one |
//! | `launches` | the shapes in which the kernels of these are launched |
//! | `outline` | what the host knows of a graph that the device prepared |
//! | `resident` | the graph on the device, from either |
//! | `tuning` | how much of a device's shared memory the kernels take, and for what |
//! | `session` | what has been found out about a graph on a device |
//! | `triangles`, `cliques`, `cycles`, `formulas` | the counts |
//! | `fives` | sums that the counts of patterns of five vertices follow from |

mod cliques;
mod cycles;
mod fives;
mod formulas;
mod launches;
mod orient;
mod outline;
mod peel;
mod prepare;
mod resident;
mod session;
mod triangles;
mod tuning;
mod whole;

pub use formulas::Formula;
pub(super) use orient::Orientation;
pub(super) use session::Session;

use std::fmt;

use motherlode_device::Kernel;
use motherlode_device::kernels::attributed::CountAttributed;
use motherlode_device::kernels::cliques::count::CountCliques;
use motherlode_device::kernels::count::walk::CountWalk;
use motherlode_device::kernels::cycles::count::Count4Cycles;
use motherlode_device::kernels::edge_counts::sums::SumEdges;
use motherlode_device::kernels::prepare::order::RankVertices;
use motherlode_device::kernels::triangles::count::CountTriangles;
use motherlode_device::primitives::copy::CopyU64;
use motherlode_device::primitives::fill::FillWords;
use motherlode_device::primitives::scan::ScanU64;
use motherlode_device::primitives::sort::sweep::SortKey;

use super::motifs;
use super::{CountOptions, Input, MineError, Seconds};
use crate::pattern::Pattern;
use crate::plan::Induced;
use crate::runtime::Device;

/// How to count a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A clique of so many vertices.
    Clique(u32),
    /// The 4-cycle, not induced.
    Cycle4,
    /// A formula, not induced.
    Formula(Formula),
    /// From the counts of all connected patterns with as many vertices, not induced: for an induced one.
    Census,
    /// The walk over a plan.
    General,
    /// The walk over a plan on the views of a graph: for labels, directions, absence, homomorphisms and large patterns.
    Attributed,
}

impl fmt::Display for Strategy {
    /// In a word, as the command prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strategy::Clique(_) => "cliques",
            Strategy::Cycle4 => "wedges",
            Strategy::Formula(_) => "formula",
            Strategy::Census => "census",
            Strategy::General => "walk",
            Strategy::Attributed => "attributed walk",
        })
    }
}

impl Strategy {
    /// The families of kernels that it launches on a card, where the graph is large enough to be prepared there.
    pub fn families(self) -> Vec<&'static str> {
        let prepare = [
            RankVertices::FAMILY,
            FillWords::FAMILY,
            CopyU64::FAMILY,
            ScanU64::FAMILY,
            <u32 as SortKey>::Pairs::FAMILY,
        ];
        let (triangles, edges) = (CountTriangles::FAMILY, SumEdges::FAMILY);
        let (cycles, cliques) = (Count4Cycles::FAMILY, CountCliques::FAMILY);
        let counts: &[&str] = match self {
            Strategy::General => return vec![CountWalk::FAMILY],
            Strategy::Attributed => return vec![CountAttributed::FAMILY],
            Strategy::Clique(..=2) | Strategy::Formula(Formula::Star(_)) => &[],
            Strategy::Clique(3) => &[triangles],
            Strategy::Clique(_) => &[triangles, cliques],
            Strategy::Cycle4 => &[cycles],
            Strategy::Formula(Formula::House | Formula::Banner | Formula::Path5) => {
                &[triangles, edges, cycles]
            }
            Strategy::Formula(Formula::Kite | Formula::Gem) => &[triangles, edges, cliques],
            Strategy::Formula(_) => &[triangles, edges],
            Strategy::Census => &[triangles, edges, cycles, cliques],
        };
        [&prepare, counts].concat()
    }
}

/// The patterns with a formula, by names or edges.
const FORMULAS: [(&str, Formula); 15] = [
    ("4-path", Formula::Path4),
    ("tailed-triangle", Formula::TailedTriangle),
    ("diamond", Formula::Diamond),
    ("house", Formula::House),
    ("a-b-c-d, b-e", Formula::Fork),
    ("5-path", Formula::Path5),
    ("cricket", Formula::Cricket),
    ("bull", Formula::Bull),
    ("a-b-c-a-d-e", Formula::LongTailedTriangle),
    ("banner", Formula::Banner),
    ("butterfly", Formula::Butterfly),
    ("dart", Formula::Dart),
    ("3-book", Formula::Book3),
    ("a-b-c-a, b-d-c, d-e", Formula::Kite),
    ("gem", Formula::Gem),
];
/// The most vertices of an induced pattern that a census counts in any case.
const LARGEST_CENSUS: usize = 4;
/// The most vertices of one that a census counts if a formula counts it where it need not be induced.
const LARGEST_CENSUS_OF_FORMULAS: usize = 5;

/// Chooses the best way to count `pattern`, which has edges and nothing else.
pub fn choose(pattern: &Pattern, induced: Induced) -> Strategy {
    let (vertices, edges) = (pattern.vertices(), pattern.edges().len());
    if edges == vertices * (vertices - 1) / 2 {
        return Strategy::Clique(vertices as u32);
    }
    if induced == Induced::Vertex {
        let by_formula = || matches!(not_induced(pattern), Strategy::Formula(_));
        // Of five vertices, those without a formula are dense: the walk to them is no longer than to those that the
        // census would need.
        let census = vertices <= LARGEST_CENSUS || vertices <= LARGEST_CENSUS_OF_FORMULAS && by_formula();
        return if census { Strategy::Census } else { Strategy::General };
    }
    not_induced(pattern)
}

/// The best way to count subgraphs that need not be induced, where `pattern` is no clique.
pub(super) fn not_induced(pattern: &Pattern) -> Strategy {
    let leaves = pattern.vertices() - 1;
    if pattern.edges().len() == leaves
        && (0..=leaves).any(|v| pattern.neighbors(v).count_ones() as usize == leaves)
    {
        return Strategy::Formula(Formula::Star(leaves as u32));
    }
    let is = |name: &str| Pattern::parse(name).is_ok_and(|named| named.is_isomorphic(pattern));
    if is("4-cycle") {
        return Strategy::Cycle4;
    }
    let formula = FORMULAS.iter().find(|(name, _)| is(name));
    formula.map_or(Strategy::General, |&(_, formula)| Strategy::Formula(formula))
}

/// Counts `pattern` by a strategy that [`choose`] gave for it, other than [`Strategy::General`] and
/// [`Strategy::Attributed`].
///
/// # Errors
/// When the device fails or its memory is too small, the count passes 128 bits, or an interrupt was requested.
///
/// # Panics
/// If the strategy is one of those two, which need a plan: [`count`](super::count) runs them.
pub(super) fn run(
    strategy: Strategy,
    pattern: &Pattern,
    input: &Input,
    device: &Device,
    options: &CountOptions,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let mut session = Session::new(input, device, options)?;
    let count = session.count_by(strategy, pattern)?;
    seconds.add(&session.seconds);
    Ok(count)
}

impl Session<'_> {
    /// Counts `pattern` by a strategy that [`choose`] gave for it, other than those that walk.
    ///
    /// # Errors
    /// As [`run`].
    ///
    /// # Panics
    /// If the strategy walks.
    pub(in crate::mine) fn count_by(
        &mut self,
        strategy: Strategy,
        pattern: &Pattern,
    ) -> Result<u128, MineError> {
        match strategy {
            Strategy::Clique(k) => self.cliques(k),
            Strategy::Cycle4 => self.cycles(),
            Strategy::Formula(formula) => self.formula(formula),
            Strategy::Census => motifs::induced(pattern, self),
            Strategy::General | Strategy::Attributed => unreachable!("the walks need a plan"),
        }
    }
}
