//! What a card loads while the graph is read: the families of kernels that a job may launch. What is not named here is loaded when
//! the first of its kernels is launched, and the first answer is later.

use motherlode_device::Kernel;
use motherlode_device::kernels::attributed::CountAttributed;
use motherlode_device::kernels::attributed_list::ListAttributed;
use motherlode_device::kernels::clique_draws::weigh::WeighRoots;
use motherlode_device::kernels::cliques::count::CountCliques;
use motherlode_device::kernels::count::walk::CountWalk;
use motherlode_device::kernels::cycles::count::Count4Cycles;
use motherlode_device::kernels::edge_counts::sums::SumEdges;
use motherlode_device::kernels::estimate::draw::DrawMatches;
use motherlode_device::kernels::estimate::sample::SampleMatches;
use motherlode_device::kernels::frequent::settle::SettleDomains;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;
use motherlode_device::kernels::list::rows::ListWalk;
use motherlode_device::kernels::max_clique::find::FindLargest;
use motherlode_device::kernels::maximal_cliques::count::CountMaximalCliques;
use motherlode_device::kernels::motifs::wheels::CountWheels;
use motherlode_device::kernels::pivots::count::CountByPivots;
use motherlode_device::kernels::pivots_at_edges::CountCliquesAtEdges;
use motherlode_device::kernels::transactions::wide::grow::WriteKept;
use motherlode_device::kernels::triangles::count::CountTriangles;
use motherlode_device::kernels::views::count::CountView;
use motherlode_device::primitives::fill::FillWords;
use motherlode_device::primitives::reduce::ReduceSumU32;
use motherlode_device::primitives::scan::ScanU32;
use motherlode_device::primitives::segments::reduce::SegmentedSumU32ByU64;

use super::local::LocalWay;
use super::strategy::{Direct, Formula, Strategy};
use super::{CountOptions, Counting, Method, estimate, verify};
use crate::pattern::Pattern;
use crate::place;
use crate::plan::Matching;

/// What a job may launch.
#[derive(Clone, Copy, Debug)]
pub enum Launches<'j> {
    /// Counts of patterns.
    Count(&'j Counting),
    /// The count of a pattern over its plan, whatever else costs less.
    Walk(&'j Pattern, Matching),
    /// The matches of a pattern, or the first of them.
    List(&'j Pattern, Matching),
    /// Matches that are drawn by rejection, or counted where that is no slower.
    Rejection(&'j Pattern, Matching),
    /// An estimate.
    Estimate(&'j Pattern, &'j estimate::EstimateOptions),
    /// An estimate of cliques of so many vertices.
    CliqueEstimate(u32),
    /// Counts of a pattern at vertices.
    AtVertices(&'j Pattern, Matching),
    /// Counts of a pattern at edges.
    AtEdges(&'j Pattern, Matching),
    /// Graphlets at vertices.
    GraphletsAtVertices,
    /// Graphlets at edges.
    GraphletsAtEdges,
    /// All patterns of so many vertices, vertex-induced.
    Motifs(usize),
    /// Cliques of so many vertices.
    Cliques(u32),
    /// Cliques of every size.
    CliqueProfile,
    /// A largest clique.
    MaxClique,
    /// Maximal cliques.
    MaximalCliques,
    /// The counts of a pattern in all ways.
    Verify(&'j Pattern, Matching),
    /// Frequent subgraphs of one graph.
    Frequent,
    /// Frequent subgraphs of a database, which is not placed as a graph is.
    Transactions,
}

impl Launches<'_> {
    /// The families of all these jobs, each once.
    pub fn families<'j>(jobs: impl IntoIterator<Item = Launches<'j>>) -> Vec<&'static str> {
        let mut families = Vec::new();
        for job in jobs {
            if !matches!(job, Launches::Frequent | Launches::Transactions) {
                families.extend(place::FAMILIES);
            }
            job.add_to(&mut families);
        }
        families.sort_unstable();
        families.dedup();
        families
    }

    fn add_to(self, families: &mut Vec<&'static str>) {
        let mut add = |more: &[&'static str]| families.extend(more);
        match self {
            Launches::Count(counting) => {
                if counting.method() == Method::Decomposition {
                    // Of quotients that have sums.
                    add(&SUMS);
                }
                for (pattern, strategy) in counting.ways() {
                    add(&of(strategy));
                    // Where that costs less.
                    if matches!(strategy, Strategy::Decomposition | Strategy::Supergraphs) {
                        add(&of(Strategy::walk_of(pattern, counting.matching())));
                    }
                }
            }
            Launches::Walk(pattern, matching) => add(&of(Strategy::walk_of(pattern, matching))),
            Launches::List(pattern, matching) => add(lists(pattern, matching)),
            Launches::Rejection(pattern, matching) => {
                add(&[SampleMatches::FAMILY]);
                add(lists(pattern, matching));
            }
            Launches::Estimate(pattern, options) => match estimate::cliques_of(pattern, options) {
                Some(k) => Launches::CliqueEstimate(k).add_to(families),
                None => {
                    add(&[DrawMatches::FAMILY]);
                    add(&of(Strategy::walk_of(pattern, options.matching)));
                    add(&of(Strategy::of(pattern, options.plan_options(), Method::Best)));
                }
            },
            Launches::CliqueEstimate(k) => {
                add(&[WeighRoots::FAMILY]);
                add(cliques(k));
            }
            Launches::AtVertices(pattern, matching) => add(&local(pattern, matching)),
            Launches::AtEdges(pattern, matching) => {
                add(&local(pattern, matching));
                if matches!(LocalWay::of(pattern, matching), LocalWay::Cliques | LocalWay::Fives) {
                    add(&[CountCliquesAtEdges::FAMILY]);
                }
            }
            Launches::GraphletsAtVertices => {
                add(&[&SUMS[..], &[SumNeighbors::FAMILY, ListWalk::FAMILY]].concat())
            }
            Launches::GraphletsAtEdges => {
                add(&[CountCliquesAtEdges::FAMILY]);
                Launches::GraphletsAtVertices.add_to(families);
            }
            Launches::Motifs(k) => {
                add(&SUMS);
                if k > 5 {
                    add(&of(Strategy::Decomposition));
                }
            }
            Launches::Cliques(k) => add(cliques(k)),
            Launches::CliqueProfile => add(&[TRIANGLES, PIVOTS]),
            Launches::MaximalCliques => add(&[TRIANGLES, CountMaximalCliques::FAMILY]),
            Launches::MaxClique => add(&[TRIANGLES, FindLargest::FAMILY]),
            Launches::Verify(pattern, matching) => {
                add(lists(pattern, matching));
                let options = CountOptions::default().matching(matching);
                for (method, _) in verify::ways(pattern, &options) {
                    add(&of(Strategy::of(pattern, matching, method)));
                }
            }
            Launches::Frequent => add(&[SettleDomains::FAMILY]),
            Launches::Transactions => add(&[
                WriteKept::FAMILY,
                FillWords::FAMILY,
                ScanU32::FAMILY,
                ReduceSumU32::FAMILY,
                SegmentedSumU32ByU64::FAMILY,
            ]),
        }
    }
}

const TRIANGLES: &str = CountTriangles::FAMILY;
const EDGES: &str = SumEdges::FAMILY;
const CYCLES: &str = Count4Cycles::FAMILY;
const CLIQUES: &str = CountCliques::FAMILY;
const PIVOTS: &str = CountByPivots::FAMILY;
const MOTIFS: &str = CountWheels::FAMILY;

/// What all sums together take.
const SUMS: [&str; 5] = [TRIANGLES, EDGES, CYCLES, CLIQUES, MOTIFS];

/// What a count in this way takes.
fn of(strategy: Strategy) -> Vec<&'static str> {
    match strategy {
        Strategy::Decomposition => vec![SumNeighbors::FAMILY, CountWalk::FAMILY],
        // The graph says whether any are: most patterns with absences are walked.
        Strategy::Supergraphs => Vec::new(),
        Strategy::Walk => vec![CountWalk::FAMILY],
        Strategy::AttributedWalk => vec![CountView::FAMILY, CountAttributed::FAMILY],
        Strategy::Direct(direct) => without_plan(direct).to_vec(),
        Strategy::Census => SUMS.to_vec(),
    }
}

fn without_plan(direct: Direct) -> &'static [&'static str] {
    match direct {
        Direct::Cliques(k) => cliques(k),
        Direct::Wedges => &[CYCLES],
        Direct::Formula(Formula::Star(_)) => &[],
        Direct::Formula(Formula::House | Formula::Banner | Formula::Path5) => &[TRIANGLES, EDGES, CYCLES],
        Direct::Formula(Formula::Kite | Formula::Gem) => &[TRIANGLES, EDGES, CLIQUES],
        Direct::Formula(Formula::Biclique) => &[MOTIFS],
        Direct::Formula(
            Formula::Cycle5
            | Formula::WheelWithoutSpoke
            | Formula::Wheel
            | Formula::NearClique
            | Formula::CliqueWithTail
            | Formula::CliqueWithEar,
        ) => &[TRIANGLES, EDGES, MOTIFS],
        Direct::Formula(_) => &[TRIANGLES, EDGES],
    }
}

fn cliques(k: u32) -> &'static [&'static str] {
    match k {
        ..=2 => &[],
        3 => &[TRIANGLES],
        4..=6 => &[TRIANGLES, CLIQUES],
        7 | 8 => &[TRIANGLES, CLIQUES, PIVOTS],
        _ => &[TRIANGLES, PIVOTS],
    }
}

fn lists(pattern: &Pattern, matching: Matching) -> &'static [&'static str] {
    match Strategy::walk_of(pattern, matching) {
        Strategy::AttributedWalk => &[CountView::FAMILY, ListAttributed::FAMILY],
        // The graph says whether lists of its own are made for it: rarely.
        _ => &[ListWalk::FAMILY],
    }
}

/// What counts at places take, and listings where these cost less.
fn local(pattern: &Pattern, matching: Matching) -> Vec<&'static str> {
    let counts: &[&str] = match LocalWay::of(pattern, matching) {
        LocalWay::Sums => return SUMS.to_vec(),
        LocalWay::Cliques => &[TRIANGLES, CLIQUES, PIVOTS],
        LocalWay::Fives | LocalWay::Decomposition => {
            &[TRIANGLES, EDGES, CYCLES, CLIQUES, MOTIFS, SumNeighbors::FAMILY]
        }
        LocalWay::List => &[],
    };
    [counts, lists(pattern, matching)].concat()
}
