//! Adding plans to a tree.

use motherlode_device::plan::{Leaf, Level, PlanRoom, SetOp, Source, WalkPlan};
use motherlode_device::tree::{MAX_BUFFERS, MAX_NODES, MAX_OPS, MAX_PATTERNS, TreeLeaf, TreeOp, WalkTree};

use crate::plan::work::STEP;
use crate::plan::{Plan, SizeBound, Tasks};

/// A tree to which plans are added. Lists in buffers are named by the operations that make them, as sources of the kind
/// [`Source::BUFFER`].
#[derive(Clone, Debug)]
pub(super) struct GrowingTree {
    pub tasks: Tasks,
    pub plans: Vec<usize>,
    pub bounds: Vec<SizeBound>,
    pub nodes: Vec<GrowingNode>,
    /// Without destinations.
    pub ops: Vec<TreeOp>,
    /// The work that the plan that was added last shares with others.
    pub shared: f64,
}

/// A node of a growing tree.
#[derive(Clone, Debug)]
pub(super) struct GrowingNode {
    /// Without operations.
    pub level: Level,
    pub patterns: u32,
    pub children: Vec<usize>,
    /// By their numbers among all.
    pub ops: Vec<usize>,
    /// Leaves are counted here, and there are no children.
    is_last: bool,
    pub leaves: Vec<TreeLeaf>,
}

impl GrowingNode {
    fn new(level: Level, is_last: bool) -> Self {
        let (patterns, children, ops, leaves) = (0, Vec::new(), Vec::new(), Vec::new());
        GrowingNode { level, patterns, children, ops, is_last, leaves }
    }
}

impl GrowingTree {
    pub fn new(tasks: Tasks) -> Self {
        let root = GrowingNode::new(WalkTree::EMPTY.nodes[0].level, false);
        let (plans, bounds, ops) = (Vec::new(), Vec::new(), Vec::new());
        GrowingTree { tasks, plans, bounds, nodes: vec![root], ops, shared: 0.0 }
    }

    /// The tree with one plan more; none if the plan has other tasks.
    pub fn with(&self, place: usize, plan: &Plan) -> Option<GrowingTree> {
        assert!(plan.walk.last >= 2, "a plan that ends with its tasks shares nothing");
        if plan.tasks != self.tasks {
            return None;
        }
        let mut tree = self.clone();
        tree.shared = 0.0;
        tree.plans.push(place);
        tree.bounds.extend(&plan.buffers);
        Adding { pattern: self.plans.len() as u32, plan, holders: [0; WalkPlan::BUFFERS], tree: &mut tree }
            .add();
        Some(tree)
    }

    /// Whether the kernels take the tree.
    pub fn fits(&self) -> bool {
        self.plans.len() <= MAX_PATTERNS
            && self.nodes.len() <= MAX_NODES
            && self.ops.len() <= MAX_OPS
            && self.buffers().iter().all(|&buffer| (buffer as usize) < MAX_BUFFERS)
    }
}

/// A plan that is being added to a tree.
struct Adding<'a> {
    pattern: u32,
    plan: &'a Plan,
    /// By buffer of the plan, the tree's operation whose result it holds.
    holders: [u32; WalkPlan::BUFFERS],
    tree: &'a mut GrowingTree,
}

impl Adding<'_> {
    fn add(mut self) {
        let WalkPlan { last, leaf, .. } = self.plan.walk;
        if self.pattern != 0 {
            self.tree.shared += self.times(0) * STEP + self.times(1) * STEP;
        }
        let mut at = 0;
        self.tree.nodes[0].patterns |= 1 << self.pattern;
        self.add_ops(at, 1);
        for number in 2..=last as usize {
            let level = self.plan.walk.levels[number];
            let level = Level { source: self.named(level.source), first_op: 0, ops: 0, ..level };
            at = self.child(at, level, number);
            if number < last as usize {
                self.add_ops(at, number);
            }
        }
        let leaf = Leaf { source: self.named(leaf.source), ..leaf };
        self.tree.nodes[at].leaves.push(TreeLeaf { leaf, pattern: self.pattern });
    }

    /// The node below `at` for a level: one that is there, or a new one.
    fn child(&mut self, at: usize, level: Level, number: usize) -> usize {
        let is_last = number == self.plan.walk.last as usize;
        let nodes = &mut self.tree.nodes;
        let same = |&&child: &&usize| nodes[child].level == level && nodes[child].is_last == is_last;
        let known = nodes[at].children.iter().find(same).copied();
        let child = known.unwrap_or_else(|| {
            nodes.push(GrowingNode::new(level, is_last));
            let new = nodes.len() - 1;
            nodes[at].children.push(new);
            new
        });
        nodes[child].patterns |= 1 << self.pattern;
        if known.is_some() && !is_last {
            self.tree.shared += self.times(number) * STEP;
        }
        child
    }

    /// Adds the plan's operations at level `number` to the node `at`.
    fn add_ops(&mut self, at: usize, number: usize) {
        let Level { first_op, ops, .. } = self.plan.walk.levels[number];
        for index in first_op as usize..(first_op + ops) as usize {
            let op = self.plan.walk.ops[index];
            let wanted = SetOp { source: self.named(op.source), destination: 0, ..op };
            let tree = &mut *self.tree;
            let same = |&&known: &&usize| tree.ops[known].op == wanted;
            let known = tree.nodes[at].ops.iter().find(same).copied();
            if known.is_some() {
                tree.shared += self.plan.cost.levels[number].candidates * self.plan.cost.operations[index];
            }
            let place = known.unwrap_or_else(|| {
                tree.ops.push(TreeOp { op: wanted, patterns: 0 });
                tree.nodes[at].ops.push(tree.ops.len() - 1);
                tree.ops.len() - 1
            });
            tree.ops[place].patterns |= 1 << self.pattern;
            self.holders[op.destination as usize] = place as u32;
        }
    }

    fn named(&self, source: Source) -> Source {
        match source.kind {
            Source::BUFFER => Source { index: self.holders[source.index as usize], ..source },
            _ => source,
        }
    }

    fn times(&self, level: usize) -> f64 {
        self.plan.cost.levels[level].candidates
    }
}
