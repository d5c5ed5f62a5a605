//! How to count.

use super::Context;
use super::strategy::{Method, Strategy};
use crate::pattern::Pattern;
use crate::plan::{Features, Matching, PlanOptions};

/// How to count: by default edge-induced subgraphs, in the best way, until all are counted.
///
/// ```
/// # mod motherlode { pub use {motherlode_mine as mine, motherlode_planning::plan}; }
/// use motherlode::mine::{CountOptions, Method};
/// use motherlode::plan::Induced;
///
/// let options = CountOptions::default().induced(Induced::Vertex).method(Method::Walk);
/// assert_eq!(options.matching, Induced::Vertex.into());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CountOptions {
    /// What a match is.
    pub matching: Matching,
    /// Whether to take the fastest way that is known for the pattern, or to walk a plan in any case.
    pub method: Method,
    /// What the planner does to make the plan of a walk cheap. Where no plan is walked it says nothing.
    pub planner: Features,
    /// Stops the job, and hears how far it has come.
    pub context: Context,
}

matching_setters!(CountOptions);

setters! { CountOptions:
    /// With the ways of counting that are allowed.
    method: Method,
    /// With the parts of the planner that are in use.
    planner: Features,
    /// With who stops the job and hears how far it has come.
    context: Context,
}

impl CountOptions {
    /// How plans are made.
    pub fn plan_options(&self) -> PlanOptions {
        PlanOptions::from(self.matching).features(self.planner)
    }

    /// How `pattern` is counted with these options, as far as it alone decides: where it follows from the counts of
    /// others, the graph may say that a walk costs less.
    pub fn strategy(&self, pattern: &Pattern) -> Strategy {
        Strategy::of(pattern, self.plan_options(), self.method)
    }
}
