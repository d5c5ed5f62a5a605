//! The way in which a pattern is counted at places, as far as it alone, and the size of the graph, decide.

use motherlode_device::Kernel;
use motherlode_device::kernels::homomorphisms::neighbors::SumNeighbors;

use super::solved::{counts_all, sums_fit};
use super::{cliques, decomposed, fives, solved};
use crate::direct::Star;
use crate::graph::Csr;
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
    /// From the degrees.
    Stars(Star),
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
    /// The way for what these options ask for of a graph: a part of the matches is listed.
    pub fn asked(pattern: &Pattern, options: &ListOptions, graph: &Csr) -> LocalWay {
        match counts_all(options) {
            true => LocalWay::first(pattern, options.matching, sums_fit(graph)),
            false => LocalWay::List,
        }
    }

    /// The way for all matches of `pattern`, unless sums do not fit in the numbers.
    pub fn of(pattern: &Pattern, matching: Matching) -> LocalWay {
        LocalWay::first(pattern, matching, true)
    }

    fn first(pattern: &Pattern, matching: Matching, sums_fit: bool) -> LocalWay {
        if sums_fit && solved::is_known(pattern, matching) {
            LocalWay::Sums
        } else if let Some(star) = Star::of(pattern, matching) {
            LocalWay::Stars(star)
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
            LocalWay::Stars(_) | LocalWay::List => &[],
        };
        [counts, of_listing(pattern, matching)].concat()
    }
}
