//! Several plans as one tree: what their prefixes have in common is walked once.
//!
//! Two plans share a level if they draw it from the same list, within the same bounds and with the same exceptions, and
//! share all levels before it; they share a set operation at such a level if it has the same lists and bounds. Systems
//! that mine several patterns merge their plans so (Mawhirter and Wu, AutoMine, SOSP 2019; Chen and Arvind, G2Miner,
//! OSDI 2022, section 5.3).

mod finished;
mod growing;

use motherlode_device::tree::WalkTree;

use super::{Plan, SizeBound, Tasks};
use crate::graph::GraphStats;
use growing::GrowingTree;

/// Plans that one walk serves.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanTree {
    /// The independent tasks of all plans.
    pub tasks: Tasks,
    /// By pattern of the tree, the place of its plan among those that were given.
    pub plans: Vec<usize>,
    /// What the kernels obey.
    pub walk: WalkTree,
    /// How long the lists in buffers can get.
    bounds: Vec<SizeBound>,
}

impl PlanTree {
    /// As few trees as `plans` fit in, by their tasks. The plans walk three levels or more.
    ///
    /// # Panics
    /// If a plan walks fewer.
    pub fn merge(plans: &[Plan]) -> Vec<PlanTree> {
        let mut grove = Grove::default();
        for (place, plan) in plans.iter().enumerate() {
            grove.add(place, plan);
        }
        grove.trees.into_iter().map(GrowingTree::finished).collect()
    }

    /// The length that every buffer of a warp must have, in vertices.
    pub fn buffer_bound(&self, stats: &GraphStats) -> u64 {
        self.bounds.iter().map(|bound| bound.elements(stats)).max().unwrap_or(0)
    }
}

/// Trees to which plans are added.
#[derive(Clone, Debug, Default)]
pub(super) struct Grove {
    trees: Vec<GrowingTree>,
}

impl Grove {
    /// Adds a plan to a tree with its tasks that has room, or to a new one.
    pub fn add(&mut self, place: usize, plan: &Plan) {
        let grown = |tree: &GrowingTree| tree.with(place, plan).filter(GrowingTree::fits);
        let found = self.trees.iter().enumerate().find_map(|(at, tree)| Some((at, grown(tree)?)));
        match found {
            Some((at, tree)) => self.trees[at] = tree,
            None => {
                let alone = GrowingTree::new(plan.tasks).with(place, plan);
                self.trees.push(alone.expect("a tree without plans takes any of its tasks"));
            }
        }
    }

    /// What a plan would cost beyond what is walked already.
    pub fn marginal_cost(&self, plan: &Plan) -> f64 {
        let mut trees = self.trees.iter().filter(|tree| tree.tasks == plan.tasks);
        plan.cost.total - trees.find_map(|tree| tree.with(0, plan).map(|tree| tree.shared)).unwrap_or(0.0)
    }
}
