//! What a card loads while the graph is read: the families of kernels that a job may launch. What is not named here is
//! loaded when the first of its kernels is launched, and the first answer is later.

use motherlode_device::Kernel;
use motherlode_device::kernels::clique_draws::weigh::WeighRoots;
use motherlode_device::kernels::cliques::at_places::Count5CliquesAt;
use motherlode_device::kernels::estimate::draw::DrawMatches;
use motherlode_device::kernels::estimate::sample::SampleMatches;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;
use motherlode_device::kernels::list::rows::ListWalk;

use super::at::Edges;
use super::direct::CliqueKernels;
use super::estimate::{EstimateOptions, EstimateWay};
use super::local::LocalWay;
use super::strategy::{SUMS, Strategy, of_cliques, of_listing};
use super::{CountOptions, Counting, verify};
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
    Estimate(&'j Pattern, &'j EstimateOptions),
    /// An estimate of cliques of so many vertices.
    CliqueEstimate(u32),
    /// Counts of a pattern at vertices.
    AtVertices(&'j Pattern, Matching),
    /// Counts of a pattern at edges.
    AtEdges(&'j Pattern, Matching),
    /// All patterns of so many vertices, vertex-induced.
    Motifs(usize),
    /// Cliques of so many vertices.
    Cliques(u32),
    /// The counts of a pattern in all ways.
    Verify(&'j Pattern, Matching),
    /// The same whatever is asked for: a constant beside the job (`Launches::TRUSSES`). Its graph is renumbered or
    /// oriented.
    Always(&'static [&'static [&'static str]]),
    /// The same whatever is asked for, and nothing for preparing a graph: it is taken as it is given, or is none.
    AsGiven(&'static [&'static str]),
}

/// What graphlets at vertices launch.
const GRAPHLETS: &[&str] = &[SumNeighbors::FAMILY, ListWalk::FAMILY];

impl Launches<'_> {
    /// Graphlets at vertices.
    pub const GRAPHLETS_AT_VERTICES: Launches<'static> = Launches::Always(&[&SUMS, GRAPHLETS]);
    /// Graphlets at edges.
    pub const GRAPHLETS_AT_EDGES: Launches<'static> =
        Launches::Always(&[&SUMS, GRAPHLETS, &[Count5CliquesAt::<Edges>::FAMILY]]);
}

impl Launches<'_> {
    /// The families of all these jobs, each once.
    pub fn families<'j>(jobs: impl IntoIterator<Item = Launches<'j>>) -> Vec<&'static str> {
        let mut families = Vec::new();
        for job in jobs {
            if !matches!(job, Launches::AsGiven(_)) {
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
                if counting.method().ignores_prices() {
                    // Of quotients that have sums.
                    add(&SUMS);
                }
                for (pattern, strategy) in counting.ways() {
                    add(&strategy.families());
                    // Where that costs less.
                    if strategy.follows_from_others() {
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
            Launches::Estimate(pattern, options) => match EstimateWay::of(pattern, options) {
                EstimateWay::Cliques(k) => Launches::CliqueEstimate(k).add_to(families),
                EstimateWay::Count | EstimateWay::Plan => {
                    add(&[DrawMatches::FAMILY]);
                    add(&Strategy::walk_of(pattern, options.matching).families());
                    add(&options.count_options().strategy(pattern).families());
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
                let way = LocalWay::of(pattern, matching);
                add(&way.families(pattern, matching));
                // Of five vertices they need no pivots.
                match way {
                    LocalWay::Cliques if pattern.vertices() > 5 => add(&[<Edges as CliqueKernels>::FAMILY]),
                    LocalWay::Cliques | LocalWay::Fives => add(&[Count5CliquesAt::<Edges>::FAMILY]),
                    _ => (),
                }
            }
            Launches::Motifs(k) => {
                add(&SUMS);
                if k > 5 {
                    add(&Strategy::Decomposition.families());
                }
            }
            Launches::Cliques(k) => add(of_cliques(k)),
            Launches::Verify(pattern, matching) => {
                add(of_listing(pattern, matching));
                let options = CountOptions::default().matching(matching);
                for (options, _) in verify::ways(pattern, &options) {
                    add(&options.strategy(pattern).families());
                }
            }
            Launches::Always(lists) => lists.iter().for_each(|families| add(families)),
            Launches::AsGiven(families) => add(families),
        }
    }
}
