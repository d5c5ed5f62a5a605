//! Walks over plans, which serve every pattern.

use motherlode_device::Kernel;
use motherlode_device::kernels::attributed::CountAttributed;
use motherlode_device::kernels::attributed_list::ListAttributed;
use motherlode_device::kernels::count::walk::CountWalk;
use motherlode_device::kernels::list::rows::ListWalk;
use motherlode_device::kernels::views::count::CountView;
use motherlode_device::plan::{PlanRoom, WalkPlan};

use super::kinds::Strategy;
use super::way::{CountingWay, as_planned};
use crate::pattern::Pattern;
use crate::plan::Matching;

pub(super) static WALK: CountingWay = CountingWay {
    word: "walk",
    how: "over the plan",
    applies: |request| {
        let strategy = Strategy::walk_of(request.pattern, request.options.matching);
        (strategy == Strategy::Walk).then_some(strategy)
    },
    families: |_| vec![CountWalk::FAMILY],
    steps: as_planned,
};

pub(super) static ATTRIBUTED_WALK: CountingWay = CountingWay {
    word: "attributed walk",
    how: "over the plan, on lists of the neighbours that it asks for",
    applies: |_| Some(Strategy::AttributedWalk),
    families: |_| vec![CountView::FAMILY, CountAttributed::FAMILY],
    steps: as_planned,
};

impl Strategy {
    /// The walk that finds the matches of `pattern`.
    pub(crate) fn walk_of(pattern: &Pattern, matching: Matching) -> Strategy {
        let fits = pattern.vertices() <= WalkPlan::LEVELS;
        if matching.is_plain(pattern) && fits { Strategy::Walk } else { Strategy::AttributedWalk }
    }

    /// Whether it walks a plan.
    pub fn walks(self) -> bool {
        matches!(self, Strategy::Walk | Strategy::AttributedWalk)
    }
}

/// What the walk that lists the matches of `pattern` launches.
pub(crate) fn of_listing(pattern: &Pattern, matching: Matching) -> &'static [&'static str] {
    match Strategy::walk_of(pattern, matching) {
        Strategy::AttributedWalk => &[CountView::FAMILY, ListAttributed::FAMILY],
        // The graph says whether lists of its own are made for it: rarely.
        _ => &[ListWalk::FAMILY],
    }
}
