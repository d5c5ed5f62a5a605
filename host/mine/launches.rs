//! What a card loads while the graph is read: the families of kernels that a job may launch. What is not named here is loaded when
//! the first of its kernels is launched, and the first answer is later.

use motherlode_device::Kernel;
use motherlode_device::kernels::bicliques::count::CountPqBicliques;
use motherlode_device::kernels::clique_draws::weigh::WeighRoots;
use motherlode_device::kernels::cores::StartCores;
use motherlode_device::kernels::cycles::count::Edge4Cycles;
use motherlode_device::kernels::estimate::draw::DrawMatches;
use motherlode_device::kernels::estimate::sample::SampleMatches;
use motherlode_device::kernels::frequent::settle::SettleDomains;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;
use motherlode_device::kernels::list::rows::ListWalk;
use motherlode_device::kernels::max_clique::find::FindLargest;
use motherlode_device::kernels::maximal_bicliques::search::CountMaximalBicliques;
use motherlode_device::kernels::maximal_cliques::count::CountMaximalCliques;
use motherlode_device::kernels::pivots_at_edges::CountCliquesAtEdges;
use motherlode_device::kernels::transactions::wide::grow::WriteKept;
use motherlode_device::kernels::trusses::start::StartTrusses;
use motherlode_device::primitives::fill::FillWords;
use motherlode_device::primitives::reduce::ReduceSumU32;
use motherlode_device::primitives::scan::ScanU32;
use motherlode_device::primitives::segments::reduce::SegmentedSumU32ByU64;

use super::local::LocalWay;
use super::strategy::{EDGES, PIVOTS, SUMS, Strategy, TRIANGLES, of_cliques, of_listing};
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
    /// Bicliques of two sizes.
    Bicliques,
    /// Maximal bicliques.
    MaximalBicliques,
    /// Core numbers, on the graph as it is given.
    Cores,
    /// Truss numbers.
    Trusses,
    /// Bitruss numbers.
    Bitrusses,
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
            if !matches!(job, Launches::Cores | Launches::Frequent | Launches::Transactions) {
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
                    add(&strategy.families());
                    // Where that costs less.
                    if matches!(strategy, Strategy::Decomposition | Strategy::Supergraphs) {
                        add(&Strategy::walk_of(pattern, counting.matching()).families());
                    }
                }
            }
            Launches::Walk(pattern, matching) => add(&Strategy::walk_of(pattern, matching).families()),
            Launches::List(pattern, matching) => add(of_listing(pattern, matching)),
            Launches::Rejection(pattern, matching) => {
                add(&[SampleMatches::FAMILY]);
                add(of_listing(pattern, matching));
            }
            Launches::Estimate(pattern, options) => match estimate::cliques_of(pattern, options) {
                Some(k) => Launches::CliqueEstimate(k).add_to(families),
                None => {
                    add(&[DrawMatches::FAMILY]);
                    add(&Strategy::walk_of(pattern, options.matching).families());
                    add(&Strategy::of(pattern, options.plan_options(), Method::Best).families());
                }
            },
            Launches::CliqueEstimate(k) => {
                add(&[WeighRoots::FAMILY]);
                add(of_cliques(k));
            }
            Launches::AtVertices(pattern, matching) => {
                add(&LocalWay::of(pattern, matching).families(pattern, matching))
            }
            Launches::AtEdges(pattern, matching) => {
                add(&LocalWay::of(pattern, matching).families(pattern, matching));
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
                    add(&Strategy::Decomposition.families());
                }
            }
            Launches::Cliques(k) => add(of_cliques(k)),
            Launches::CliqueProfile => add(&[TRIANGLES, PIVOTS]),
            Launches::MaximalCliques => add(&[TRIANGLES, CountMaximalCliques::FAMILY]),
            Launches::MaxClique => add(&[TRIANGLES, FindLargest::FAMILY]),
            Launches::Bicliques => add(&[&SUMS[..], &[CountPqBicliques::FAMILY]].concat()),
            Launches::MaximalBicliques => add(&[CountMaximalBicliques::FAMILY]),
            Launches::Cores => add(&[StartCores::FAMILY]),
            Launches::Trusses => add(&[TRIANGLES, EDGES, StartTrusses::FAMILY]),
            Launches::Bitrusses => add(&[EDGES, Edge4Cycles::FAMILY, StartTrusses::FAMILY]),
            Launches::Verify(pattern, matching) => {
                add(of_listing(pattern, matching));
                let options = CountOptions::default().matching(matching);
                for (method, _) in verify::ways(pattern, &options) {
                    add(&Strategy::of(pattern, matching, method).families());
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
