//! How a pattern is counted: decided once, and handed on.
//!
//! | strategy | patterns | how |
//! | --- | --- | --- |
//! | cliques | edge, triangle, k-clique | rows of bits over the oriented graph |
//! | wedges | 4-cycle | wedges counted by their ends |
//! | formula | stars, 3 more of four vertices and 19 of five ([`Formula`]) | sums over vertices, edges, triangles and pairs of vertices |
//! | census | vertex-induced: all of 3 to 5 vertices | a linear combination of the counts above |
//! | decomposition | not induced, of treewidth 2 and up to 8 vertices, without absence; labels, directions and homomorphisms too | the homomorphisms of quotients, from tables; the walk, where the graph makes it cheaper |
//! | supergraphs | that ask for absent edges, at most 10, and up to 8 vertices: vertex-induced ones, larger or with labels, among them | the edge-induced counts of the patterns that contain them, each in its way; the walk, where the graph makes it cheaper |
//! | walk | everything else of plain edges, up to 8 vertices | the walk over a plan |
//! | attributed walk | labels, directions, absence, homomorphisms, up to 12 vertices | the walk over a plan, on lists made for it |

mod formula;
mod method;

use std::fmt;
use std::sync::LazyLock;

use motherlode_device::plan::{PlanRoom, WalkPlan};

pub use formula::Formula;
pub use method::Method;

use crate::pattern::Pattern;
use crate::plan::decomposition::{SmallGraph, Supergraphs};
use crate::plan::{Feature, Induced, Matching, PlanOptions};

/// How to count a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Without a plan, from what is known of vertices, edges and triangles.
    Direct(Direct),
    /// From the counts of all connected patterns with as many vertices, not induced: for an induced one.
    Census,
    /// From the homomorphisms of the pattern's quotients ([`decomposition`](crate::plan::decomposition)); over a plan, where that is
    /// expected to cost less on the graph.
    Decomposition,
    /// From the edge-induced counts of the patterns that contain it, for a pattern that asks for absent edges; over a plan, where that is
    /// expected to cost less on the graph.
    Supergraphs,
    /// The walk over a plan.
    Walk,
    /// The walk over a plan on the views of a graph: for labels, directions, absence, homomorphisms and large patterns.
    AttributedWalk,
}

/// How to count a pattern of edges alone that need not be induced, without a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direct {
    /// A clique of so many vertices.
    Cliques(u32),
    /// The 4-cycle.
    Wedges,
    /// A formula.
    Formula(Formula),
}

impl fmt::Display for Strategy {
    /// In a word, as the command prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strategy::Direct(Direct::Cliques(_)) => "cliques",
            Strategy::Direct(Direct::Wedges) => "wedges",
            Strategy::Direct(Direct::Formula(_)) => "formula",
            Strategy::Census => "census",
            Strategy::Decomposition => "decomposition",
            Strategy::Supergraphs => "supergraphs",
            Strategy::Walk => "walk",
            Strategy::AttributedWalk => "attributed walk",
        })
    }
}

impl Strategy {
    /// How the matches of `pattern` are counted in the way that `method` allows, with the features of the planner that are in use.
    pub fn of(pattern: &Pattern, options: impl Into<PlanOptions>, method: Method) -> Strategy {
        let options = options.into();
        let walk = Strategy::walk_of(pattern, options.matching);
        if method == Method::Walk {
            return walk;
        }
        if method == Method::Decomposition
            && let Some(strategy) = from_others(pattern, options.matching, true)
        {
            return strategy;
        }
        if pattern.is_plain()
            && let Some(strategy) = without_plan(pattern, options.matching)
        {
            return strategy;
        }
        let decomposes = options.features.has(Feature::Decomposition);
        let from_others = decomposes.then(|| from_others(pattern, options.matching, false)).flatten();
        from_others.unwrap_or(walk)
    }

    /// The walk that finds the matches of `pattern`.
    pub(super) fn walk_of(pattern: &Pattern, matching: Matching) -> Strategy {
        let plain = pattern.is_plain() && matching.semantics.injective();
        let fits = pattern.vertices() <= WalkPlan::LEVELS;
        if plain && fits { Strategy::Walk } else { Strategy::AttributedWalk }
    }

    /// Whether it walks a plan.
    pub fn walks(self) -> bool {
        matches!(self, Strategy::Walk | Strategy::AttributedWalk)
    }

    /// Whether it needs neither a plan nor a look at the graph to be chosen.
    pub(super) fn needs_no_plan(self) -> bool {
        matches!(self, Strategy::Direct(_) | Strategy::Census)
    }
}

/// The patterns that are counted without a plan, other than cliques and stars.
static NAMED: LazyLock<Vec<(Pattern, Direct)>> = LazyLock::new(|| {
    let parse = |name| Pattern::parse(name).expect("a pattern of this table");
    let formulas = FORMULAS.map(|(name, formula)| (parse(name), Direct::Formula(formula)));
    formulas.into_iter().chain([(parse("4-cycle"), Direct::Wedges)]).collect()
});

/// The patterns with a formula, by names or edges.
const FORMULAS: [(&str, Formula); 22] = [
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
    ("5-cycle", Formula::Cycle5),
    ("2-3-biclique", Formula::Biclique),
    ("a-c-b-d-a-e-b, c-d", Formula::WheelWithoutSpoke),
    ("wheel", Formula::Wheel),
    ("5-near-clique", Formula::NearClique),
    ("a-b-c-a-d-b, c-d-e", Formula::CliqueWithTail),
    ("a-b-c-a-d-b, c-d-e-c", Formula::CliqueWithEar),
];

/// The most vertices of a clique that is counted.
pub const LARGEST_CLIQUE: u32 = 32;

/// The most vertices of an induced pattern that a census counts.
const LARGEST_CENSUS: usize = 5;

/// The way to count `pattern`, which has edges and nothing else, without a plan and without a look at the graph, if there is one.
fn without_plan(pattern: &Pattern, matching: Matching) -> Option<Strategy> {
    if !matching.semantics.injective() {
        return None;
    }
    let direct = direct(pattern);
    let is_clique = matches!(direct, Some(Direct::Cliques(_)));
    if matching.induced == Induced::Vertex && !is_clique {
        return (pattern.vertices() <= LARGEST_CENSUS).then_some(Strategy::Census);
    }
    direct.map(Strategy::Direct)
}

/// The way to count `pattern` from the counts of others where the graph makes that the cheaper way, if there is one; by force also where all
/// of it would be left to the walk.
fn from_others(pattern: &Pattern, matching: Matching, by_force: bool) -> Option<Strategy> {
    if pattern.asks_for_absence() || matching.induced == Induced::Vertex {
        return Supergraphs::are_few(pattern, matching.induced).then_some(Strategy::Supergraphs);
    }
    let small = SmallGraph::of(pattern).filter(|_| pattern.vertices() > 2)?;
    (by_force || small.has_treewidth_of_two()).then_some(Strategy::Decomposition)
}

/// The way to count `pattern` without a plan, as subgraphs that need not be induced; none if there is no such way.
pub(super) fn direct(pattern: &Pattern) -> Option<Direct> {
    let (vertices, edges) = (pattern.vertices(), pattern.edges().len());
    if edges == vertices * (vertices - 1) / 2 {
        return Some(Direct::Cliques(vertices as u32));
    }
    let leaves = vertices - 1;
    if edges == leaves && (0..=leaves).any(|v| pattern.neighbors(v).count_ones() as usize == leaves) {
        return Some(Direct::Formula(Formula::Star(leaves as u32)));
    }
    let known = NAMED.iter().find(|(named, _)| named.is_isomorphic(pattern));
    known.map(|&(_, direct)| direct)
}
