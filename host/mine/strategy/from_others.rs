//! Counts that follow from those of other patterns, where the graph makes that cheaper than a walk: by decomposition,
//! and from supergraphs.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::walk::CountWalk;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;

use super::kinds::Strategy;
use super::way::{CountRequest, CountingWay, as_planned};
use crate::plan::decomposition::{SmallGraph, Supergraphs};
use crate::plan::{Feature, Induced};

pub(super) static SUPERGRAPHS: CountingWay = CountingWay {
    word: "supergraphs",
    how: "from the edge-induced counts of the patterns that contain it",
    applies: |request| {
        let induced = request.options.matching.induced;
        let applies = is_allowed(request)
            && looks_at_absence(request)
            && Supergraphs::are_few(request.pattern, induced);
        applies.then_some(Strategy::Supergraphs)
    },
    // The graph says whether any are: most patterns with absences are walked.
    families: |_| Vec::new(),
    steps: as_planned,
};

pub(super) static DECOMPOSITION: CountingWay = CountingWay {
    word: "decomposition",
    how: "from the homomorphisms of its quotients",
    applies: |request| {
        if !is_allowed(request) || looks_at_absence(request) || request.pattern.vertices() <= 2 {
            return None;
        }
        let small = SmallGraph::of(request.pattern)?;
        // By force also where all of it would be left to the walk.
        let has_tables = small.has_treewidth_of_two() || request.pattern.is_plain() && small.has_edge_rows();
        let applies = request.method.ignores_prices() || has_tables;
        applies.then_some(Strategy::Decomposition)
    },
    families: |_| vec![SumNeighbors::FAMILY, CountWalk::FAMILY],
    steps: as_planned,
};

fn is_allowed(request: &CountRequest<'_>) -> bool {
    request.method.ignores_prices() || request.options.features.has(Feature::Decomposition)
}

fn looks_at_absence(request: &CountRequest<'_>) -> bool {
    request.pattern.asks_for_absence() || request.options.matching.induced == Induced::Vertex
}
