//! What an estimate comes from, as far as the pattern alone decides.

use super::EstimateOptions;
use crate::pattern::Pattern;
use crate::strategy::{Direct, Formula, Strategy};

/// The most vertices of patterns that are counted where they have kernels of their own: faster than draws are.
const COUNTED: usize = 4;

/// What an estimate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EstimateWay {
    /// The count, which takes no time.
    Count,
    /// Cliques of so many vertices, drawn without a plan.
    Cliques(u32),
    /// Matches drawn down a plan, or their count where that is expected to cost less.
    Plan,
}

impl EstimateWay {
    /// That of a pattern.
    pub fn of(pattern: &Pattern, options: &EstimateOptions) -> EstimateWay {
        match options.count_options().strategy(pattern) {
            Strategy::Direct(Direct::Cliques(k)) if k > COUNTED as u32 => EstimateWay::Cliques(k),
            Strategy::Direct(Direct::Formula(Formula::Star(_))) if options.counting => EstimateWay::Count,
            way if options.counting && way.needs_no_plan() && pattern.vertices() <= COUNTED => {
                EstimateWay::Count
            }
            _ => EstimateWay::Plan,
        }
    }
}
