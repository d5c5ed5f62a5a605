//! The way in which a pattern is counted at places, as far as it alone decides.

use super::{cliques, decomposed, fives, solved};
use crate::list::ListOptions;
use crate::pattern::Pattern;
use crate::plan::Matching;

/// A way of counting at places. Where memory is too small for it, or the graph makes that cheaper, the matches are listed.
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
}
