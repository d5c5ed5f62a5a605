//! From a grown tree to the one that kernels read.

use motherlode_device::plan::{Leaf, Level, SetOp, Source};
use motherlode_device::tree::{TreeLeaf, TreeOp, WalkTree};

use super::PlanTree;
use super::growing::{GrowingNode, GrowingTree};

impl GrowingTree {
    /// The tree as it is walked.
    pub fn finished(self) -> PlanTree {
        let buffers = self.buffers();
        let mut writing =
            TreeWriter { tree: &self, buffers: &buffers, walk: WalkTree::EMPTY, nodes: 1, ops: 0, leaves: 0 };
        writing.write(0, 0);
        let walk = WalkTree {
            patterns: self.plans.len() as u32,
            buffers: buffers.iter().map(|buffer| buffer + 1).max().unwrap_or(0),
            ..writing.walk
        };
        PlanTree { tasks: self.tasks, plans: self.plans, walk, bounds: self.bounds }
    }

    /// The buffer of each operation's result. Branches that are walked one after another use the same.
    pub fn buffers(&self) -> Vec<u32> {
        let mut buffers = vec![0; self.ops.len()];
        self.assign(0, 0, &mut buffers);
        buffers
    }

    /// Gives buffers to the operations of node `at` and below, where those in the mask `used` hold what is still read.
    fn assign(&self, at: usize, mut used: u128, buffers: &mut [u32]) {
        let GrowingNode { ops, children, .. } = &self.nodes[at];
        for (place, &op) in ops.iter().enumerate() {
            buffers[op] = used.trailing_ones();
            used |= 1 << buffers[op];
            let source = self.ops[op].op.source;
            let made_here = source.kind == Source::BUFFER && ops.contains(&(source.index as usize));
            let read_here = |source| ops[place + 1..].iter().any(|&op| self.ops[op].op.source == source);
            if made_here && !read_here(source) && !self.read_below(at, source) {
                used &= !(1 << buffers[source.index as usize]);
            }
        }
        for &child in children {
            self.assign(child, used, buffers);
        }
    }

    /// Whether something below node `at` is drawn from `source`.
    fn read_below(&self, at: usize, source: Source) -> bool {
        self.nodes[at].children.iter().any(|&child| {
            let GrowingNode { level, ops, leaves, .. } = &self.nodes[child];
            level.source == source
                || ops.iter().any(|&op| self.ops[op].op.source == source)
                || leaves.iter().any(|leaf| leaf.leaf.source == source)
                || self.read_below(child, source)
        })
    }
}

/// A tree that is being written.
struct TreeWriter<'a> {
    tree: &'a GrowingTree,
    /// By operation of the growing tree.
    buffers: &'a [u32],
    walk: WalkTree,
    /// Nodes that have a place, and operations and leaves that are written.
    nodes: usize,
    ops: usize,
    leaves: usize,
}

impl TreeWriter<'_> {
    /// Writes node `at` to place `number`, and those below it.
    fn write(&mut self, at: usize, number: usize) {
        let GrowingNode { level, patterns, children, ops, leaves, .. } = &self.tree.nodes[at];
        let first = self.nodes;
        self.nodes += children.len();
        let node = &mut self.walk.nodes[number];
        node.level = Level { source: placed(self.buffers, level.source), ..*level };
        (node.level.first_op, node.level.ops) = (self.ops as u32, ops.len() as u32);
        (node.first_leaf, node.leaves) = (self.leaves as u32, leaves.len() as u32);
        (node.patterns, node.child) = (*patterns, if children.is_empty() { 0 } else { first as u32 });
        for &op in ops {
            let TreeOp { op: SetOp { source, .. }, .. } = self.tree.ops[op];
            let written = &mut self.walk.ops[self.ops];
            *written = self.tree.ops[op];
            (written.op.source, written.op.destination) = (placed(self.buffers, source), self.buffers[op]);
            self.ops += 1;
        }
        for TreeLeaf { leaf, pattern } in leaves {
            let leaf = Leaf { source: placed(self.buffers, leaf.source), ..*leaf };
            self.walk.leaves[self.leaves] = TreeLeaf { leaf, pattern: *pattern };
            self.leaves += 1;
        }
        for (place, &child) in children.iter().enumerate() {
            let is_last = place + 1 == children.len();
            self.walk.nodes[first + place].sibling = if is_last { 0 } else { (first + place + 1) as u32 };
            self.write(child, first + place);
        }
    }
}

/// A source, by the buffer in which it stands.
fn placed(buffers: &[u32], source: Source) -> Source {
    match source.kind {
        Source::BUFFER => Source { index: buffers[source.index as usize], ..source },
        _ => source,
    }
}
