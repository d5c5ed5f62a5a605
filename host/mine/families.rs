//! The families of kernels that jobs launch on a card: they are loaded while the graph is read.

use motherlode_device::Kernel;
use motherlode_device::kernels::attributed::CountAttributed;
use motherlode_device::kernels::cliques::count::CountCliques;
use motherlode_device::kernels::count::walk::CountWalk;
use motherlode_device::kernels::cycles::count::Count4Cycles;
use motherlode_device::kernels::edge_counts::sums::SumEdges;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;
use motherlode_device::kernels::max_clique::find::FindLargest;
use motherlode_device::kernels::motifs::wheels::CountWheels;
use motherlode_device::kernels::pivots::count::CountByPivots;
use motherlode_device::kernels::pivots_at_edges::CountCliquesAtEdges;
use motherlode_device::kernels::triangles::count::CountTriangles;

use super::attributed;
use super::strategy::{Direct, Formula, Strategy};
use crate::place;

impl Strategy {
    /// The families of kernels that it launches on a card, where the graph is large enough to be prepared there.
    pub fn families(self) -> Vec<&'static str> {
        let counts = match self {
            Strategy::Decomposition => vec![SumNeighbors::FAMILY, CountWalk::FAMILY],
            // The graph says whether any are: most patterns with absences are walked.
            Strategy::Supergraphs => Vec::new(),
            Strategy::Walk => vec![CountWalk::FAMILY],
            Strategy::AttributedWalk => vec![attributed::FAMILY, CountAttributed::FAMILY],
            Strategy::Direct(direct) => families(direct),
            Strategy::Census => all_families(),
        };
        [&place::FAMILIES[..], &counts].concat()
    }
}

const TRIANGLES: &str = CountTriangles::FAMILY;
const EDGES: &str = SumEdges::FAMILY;
const CYCLES: &str = Count4Cycles::FAMILY;
const CLIQUES: &str = CountCliques::FAMILY;
const PIVOTS: &str = CountByPivots::FAMILY;
const MAX_CLIQUE: &str = FindLargest::FAMILY;
const MOTIFS: &str = CountWheels::FAMILY;

/// The families of kernels that a count launches on a card, when the graph is there.
fn families(direct: Direct) -> Vec<&'static str> {
    let counts: &[&str] = match direct {
        Direct::Cliques(..=2) | Direct::Formula(Formula::Star(_)) => &[],
        Direct::Cliques(3) => &[TRIANGLES],
        Direct::Cliques(4..=6) => &[TRIANGLES, CLIQUES],
        Direct::Cliques(7 | 8) => &[TRIANGLES, CLIQUES, PIVOTS],
        Direct::Cliques(_) => &[TRIANGLES, PIVOTS],
        Direct::Wedges => &[CYCLES],
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
    };
    counts.to_vec()
}

/// The families of kernels that [`clique_profile`](super::clique_profile) launches on a card.
pub fn clique_profile_families() -> Vec<&'static str> {
    [&place::FAMILIES[..], &[TRIANGLES, PIVOTS]].concat()
}

/// The families of kernels that count cliques at vertices on a card, when the graph is there.
pub(super) fn clique_local_families() -> Vec<&'static str> {
    vec![TRIANGLES, CLIQUES, PIVOTS]
}

/// The family of kernels that count cliques at edges on a card, besides.
pub(super) fn clique_edge_family() -> &'static str {
    CountCliquesAtEdges::FAMILY
}

/// The families of kernels that [`max_clique`](super::max_clique) launches on a card.
pub fn max_clique_families() -> Vec<&'static str> {
    [&place::FAMILIES[..], &[TRIANGLES, MAX_CLIQUE]].concat()
}

/// The families of kernels that make sums at vertices and edges on a card, when the graph is there.
pub(super) fn local_families() -> Vec<&'static str> {
    vec![TRIANGLES, EDGES, CYCLES, CLIQUES, MOTIFS]
}

/// The families of kernels that all counts together launch on a card, when the graph is there.
fn all_families() -> Vec<&'static str> {
    vec![TRIANGLES, EDGES, CYCLES, CLIQUES, MOTIFS]
}
