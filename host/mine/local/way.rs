//! The way in which a pattern is counted at places, as far as it alone decides.

use motherlode_device::Kernel;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;

use super::{cliques, decomposed, fives, solved};
use crate::list::ListOptions;
use crate::pattern::Pattern;
use crate::plan::Matching;
use crate::strategy::{CLIQUES_OF_FEW, CYCLES, EDGES, MOTIFS, PIVOTS, SUMS, TRIANGLES, of_listing};

/// A way of counting at places. Where memory is too small for it, or the graph makes that cheaper, the matches are
/// listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalWay {
    /// From sums that equations give all counts of up to four vertices from.
    Sums,
    /// A search for cliques.
    Cliques,
    /// From sums over the dense patterns of five vertices.
    Fives,
    /// From homomorphisms of rooted quotients.
    Decomposition,
    /// From all matches.
    List,
}

impl LocalWay {
    /// The way for what these options ask for: a part of the matches is listed.
    pub(super) fn asked(pattern: &Pattern, options: &ListOptions) -> LocalWay {
        if solved::counts_all(options) { LocalWay::of(pattern, options.matching) } else { LocalWay::List }
    }

    /// The way for all matches of `pattern`.
    pub fn of(pattern: &Pattern, matching: Matching) -> LocalWay {
        if solved::is_known(pattern, matching) {
            LocalWay::Sums
        } else if cliques::is_clique(pattern, matching) {
            LocalWay::Cliques
        } else if fives::is_known(pattern, matching) {
            LocalWay::Fives
        } else if decomposed::is_possible(pattern, matching) {
            LocalWay::Decomposition
        } else {
            LocalWay::List
        }
    }

    /// The families of kernels that it may launch, and those of listings where these cost less.
    pub fn families(self, pattern: &Pattern, matching: Matching) -> Vec<&'static str> {
        let counts: &[&str] = match self {
            LocalWay::Sums => return SUMS.to_vec(),
            LocalWay::Cliques => &[TRIANGLES, CLIQUES_OF_FEW, PIVOTS],
            LocalWay::Fives | LocalWay::Decomposition => {
                &[TRIANGLES, EDGES, CYCLES, CLIQUES_OF_FEW, MOTIFS, SumNeighbors::FAMILY]
            }
            LocalWay::List => &[],
        };
        [counts, of_listing(pattern, matching)].concat()
    }
}
