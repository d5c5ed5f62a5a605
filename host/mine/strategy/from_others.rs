//! Counts that follow from those of other patterns, where the graph makes that cheaper than a walk: by decomposition, and from supergraphs.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::walk::CountWalk;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;

use super::way::{Asked, Way, as_planned};
use super::{Method, Strategy};
use crate::plan::decomposition::{SmallGraph, Supergraphs};
use crate::plan::{Feature, Induced};

pub(super) static SUPERGRAPHS: Way = Way {
    word: "supergraphs",
    how: "from the edge-induced counts of the patterns that contain it",
    applies: |asked| {
        let induced = asked.options.matching.induced;
        let applies =
            is_allowed(asked) && looks_at_absence(asked) && Supergraphs::are_few(asked.pattern, induced);
        applies.then_some(Strategy::Supergraphs)
    },
    // The graph says whether any are: most patterns with absences are walked.
    families: |_| Vec::new(),
    steps: as_planned,
};

pub(super) static DECOMPOSITION: Way = Way {
    word: "decomposition",
    how: "from the homomorphisms of its quotients",
    applies: |asked| {
        if !is_allowed(asked) || looks_at_absence(asked) || asked.pattern.vertices() <= 2 {
            return None;
        }
        let small = SmallGraph::of(asked.pattern)?;
        // By force also where all of it would be left to the walk.
        let applies = is_forced(asked) || small.has_treewidth_of_two();
        applies.then_some(Strategy::Decomposition)
    },
    families: |_| vec![SumNeighbors::FAMILY, CountWalk::FAMILY],
    steps: as_planned,
};

fn is_forced(asked: &Asked<'_>) -> bool {
    asked.method == Method::Decomposition
}

fn is_allowed(asked: &Asked<'_>) -> bool {
    is_forced(asked) || asked.options.features.has(Feature::Decomposition)
}

fn looks_at_absence(asked: &Asked<'_>) -> bool {
    asked.pattern.asks_for_absence() || asked.options.matching.induced == Induced::Vertex
}
