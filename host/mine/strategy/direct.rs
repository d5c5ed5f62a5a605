//! Counts without a plan, from what is known of vertices, edges and triangles: cliques, 4-cycles, and whatever has a
//! formula.

use std::sync::LazyLock;

use motherlode_device::Kernel;
use motherlode_device::kernels::cliques::count::CountCliques;
use motherlode_device::kernels::cycles::count::Count4Cycles;
use motherlode_device::kernels::edge_counts::sums::SumEdges;
use motherlode_device::kernels::motifs::wheels::CountWheels;
use motherlode_device::kernels::pivots::count::CountByPivots;
use motherlode_device::kernels::triangles::count::CountTriangles;

use super::formula::Formula;
use super::kinds::{Direct, Strategy};
use super::way::{CountRequest, CountingWay, as_planned};
use crate::pattern::Pattern;
use crate::plan::decomposition::{SumsCost, sums_cost};

pub(crate) const TRIANGLES: &str = CountTriangles::FAMILY;
pub(crate) const EDGES: &str = SumEdges::FAMILY;
pub(crate) const CYCLES: &str = Count4Cycles::FAMILY;
pub(crate) const CLIQUES_OF_FEW: &str = CountCliques::FAMILY;
pub(crate) const PIVOTS: &str = CountByPivots::FAMILY;
pub(crate) const MOTIFS: &str = CountWheels::FAMILY;

/// What all sums together take.
pub(crate) const SUMS: [&str; 5] = [TRIANGLES, EDGES, CYCLES, CLIQUES_OF_FEW, MOTIFS];

impl Direct {
    /// The way to count `pattern` without a plan, as subgraphs that need not be induced; none if there is no such way.
    pub(crate) fn of(pattern: &Pattern) -> Option<Direct> {
        let clique = clique(pattern).map(Direct::Cliques);
        let cycle = || is_four_cycle(pattern).then_some(Direct::Wedges);
        clique.or_else(cycle).or_else(|| formula(pattern).map(Direct::Formula))
    }

    /// Whether it takes the triangles, or less where the triangles through each edge have been counted for others.
    pub(crate) fn follows_from_edge_triangles(self) -> bool {
        matches!(self, Direct::Cliques(3) | Direct::Formula(Formula::Path4))
    }
}

pub(super) static CLIQUES: CountingWay = CountingWay {
    word: "cliques",
    how: "bit matrices of the roots' neighbourhoods",
    applies: |request| {
        let size = clique(request.pattern).filter(|_| request.is_plain())?;
        Some(Strategy::Direct(Direct::Cliques(size)))
    },
    families: |strategy| match strategy {
        Strategy::Direct(Direct::Cliques(k)) => of_cliques(k).to_vec(),
        _ => Vec::new(),
    },
    // A walk finds them as soon.
    steps: as_planned,
};

pub(super) static WEDGES: CountingWay = CountingWay {
    word: "wedges",
    how: "wedges counted by their ends",
    applies: |request| {
        let applies = is_edge_induced(request) && is_four_cycle(request.pattern);
        applies.then_some(Strategy::Direct(Direct::Wedges))
    },
    families: |_| vec![CYCLES],
    // At the greatest vertex of each: through the lists that triangles are looked for in.
    steps: |_, _, stats| Some(sums_cost(stats).of_triangles),
};

pub(super) static FORMULA: CountingWay = CountingWay {
    word: "formula",
    how: "from sums over vertices, edges and triangles",
    applies: |request| {
        let formula = formula(request.pattern).filter(|_| is_edge_induced(request))?;
        Some(Strategy::Direct(Direct::Formula(formula)))
    },
    families: |strategy| match strategy {
        Strategy::Direct(Direct::Formula(formula)) => of_formula(formula).to_vec(),
        _ => Vec::new(),
    },
    steps: |strategy, _, stats| {
        let Strategy::Direct(Direct::Formula(formula)) = strategy else { return None };
        let SumsCost { of_vertices, of_triangles, of_wedges } = sums_cost(stats);
        Some(match formula {
            Formula::Star(_) => of_vertices,
            formula if formula.needs_pairs() => of_wedges,
            _ => of_triangles,
        })
    },
};

fn is_edge_induced(request: &CountRequest<'_>) -> bool {
    request.options.matching.is_plain_and_open(request.pattern)
}

/// How many vertices a pattern has that is a clique.
pub(crate) fn clique(pattern: &Pattern) -> Option<u32> {
    let vertices = pattern.vertices();
    (pattern.edges().len() == vertices * (vertices - 1) / 2).then_some(vertices as u32)
}

fn is_four_cycle(pattern: &Pattern) -> bool {
    let has_two = |v| pattern.neighbors(v).count_ones() == 2;
    pattern.vertices() == 4 && pattern.edges().len() == 4 && (0..4).all(has_two)
}

/// The formula for a pattern, if there is one.
fn formula(pattern: &Pattern) -> Option<Formula> {
    let leaves = pattern.vertices() - 1;
    let is_center = |v| pattern.neighbors(v).count_ones() as usize == leaves;
    if leaves > 1 && pattern.edges().len() == leaves && (0..=leaves).any(is_center) {
        return Some(Formula::Star(leaves as u32));
    }
    let known = PATTERNS.iter().find(|(known, _)| known.is_isomorphic(pattern));
    known.map(|&(_, formula)| formula)
}

static PATTERNS: LazyLock<Vec<(Pattern, Formula)>> = LazyLock::new(|| {
    let parse = |name| Pattern::parse(name).expect("a pattern of this table");
    FORMULAS.map(|(name, formula)| (parse(name), formula)).into()
});

/// The patterns with a formula, other than stars, by names or edges.
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

/// What cliques of so many vertices launch.
pub(crate) fn of_cliques(k: u32) -> &'static [&'static str] {
    match k {
        ..=2 => &[],
        3 => &[TRIANGLES],
        4..=6 => &[TRIANGLES, CLIQUES_OF_FEW],
        7 | 8 => &[TRIANGLES, CLIQUES_OF_FEW, PIVOTS],
        _ => &[TRIANGLES, PIVOTS],
    }
}

fn of_formula(formula: Formula) -> &'static [&'static str] {
    match formula {
        Formula::Star(_) => &[],
        Formula::House | Formula::Banner | Formula::Path5 => &[TRIANGLES, EDGES, CYCLES],
        Formula::Kite | Formula::Gem => &[TRIANGLES, EDGES, CLIQUES_OF_FEW],
        Formula::Biclique => &[MOTIFS],
        formula if formula.needs_pairs() => &[TRIANGLES, EDGES, MOTIFS],
        _ => &[TRIANGLES, EDGES],
    }
}
