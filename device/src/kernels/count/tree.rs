//! The depth-first walk for several patterns at once.

use super::TreeArgs;
use super::frames::{FrameLayout, Frames};
use super::tally::{CountChoices, TOTALS, Tally};
use crate::graph::GraphView;
use crate::kernels::queue::draw;
use crate::plan::{Leaf, Level, PlanRoom, Tests};
use crate::simt::{Block, Warp};
use crate::tree::{MAX_PATTERNS, PlanNode, TreeLeaf, TreeOp, WalkTree};

/// Where the stack has, for each level, the node that is walked there, and the patterns that may still have matches.
const NODES: usize = FrameLayout::of::<WalkTree>().words;
const ALIVE: usize = NODES + WalkTree::LEVELS;
const STACK_WORDS: usize = ALIVE + WalkTree::LEVELS;

/// Bytes of shared memory that [`count_tree`] needs for a block of `warps` warps.
pub const fn shared_bytes(warps: u32) -> usize {
    warps as usize * STACK_WORDS * size_of::<u32>()
}

/// Counts the embeddings of each of several plans with `last >= 2`, merged into a [`WalkTree`].
///
/// A task is an edge `(v_0, v_1)`, and a warp takes one: it walks the
/// tree's nodes depth-first, and counts the leaves of a node 32 candidates at a time. A branch is left when none of its
/// patterns can have a match there. Shared memory: [`shared_bytes`]. Bound by the set operations, whose lists come from
/// the caches.
#[cuda_std::kernel]
pub unsafe fn count_tree<B: Block>(block: B, args: &TreeArgs<'_>) {
    let warp = block.warp();
    let tree = &args.plan;
    let walk = TreeWalk { tree, frames: Frames::new(block, args, STACK_WORDS) };
    let mut tallies = [Tally::new(); MAX_PATTERNS];
    while let Some(tasks) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut root = args.root(tasks.start, 0, args.vertices);
        for task in tasks {
            let (first, second) = args.next_edge(task, &mut root);
            walk.task(first, second, &mut tallies);
        }
    }
    for (pattern, tally) in tallies.iter().enumerate().take(tree.patterns as usize) {
        tally.store(warp, &args.totals.part((pattern * TOTALS) as u64, TOTALS as u64));
    }
}

/// Plain patterns ask for no empty sets.
struct NoTests;

impl Tests for NoTests {
    #[inline(always)]
    fn tests(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn test(&self, test: u32) -> &Leaf {
        unreachable!("there is no test {test}")
    }
}

/// One warp's walk over a tree.
struct TreeWalk<'a, W> {
    tree: &'a WalkTree,
    frames: Frames<'a, W, GraphView<'a>, WalkTree>,
}

impl<'a, W: Warp> TreeWalk<'a, W> {
    /// Counts all leaves with `v_0 = first` and `v_1 = second`.
    #[inline(always)]
    fn task(&self, first: u32, second: u32, tallies: &mut [Tally; MAX_PATTERNS]) {
        self.frames.start(first, second);
        let root = &self.tree.nodes[0];
        let alive = self.run_ops(root, root.patterns);
        if !self.enter(2, root.child, alive) {
            return;
        }
        let mut level = 2;
        while level >= 2 {
            let node = self.node(level);
            let alive = self.alive(level);
            if node.leaves > 0 {
                self.leaves(level, node, alive, tallies);
            } else if self.frames.advance(level, &node.level) {
                let alive = self.run_ops(node, alive & node.patterns);
                if self.enter(level + 1, node.child, alive) {
                    level += 1;
                }
                continue;
            }
            if !self.enter(level, node.sibling, alive) {
                level -= 1;
            }
        }
    }

    /// Goes on with the node `number` at `level`, or the next of its siblings that has a pattern in `alive`; false if
    /// there is none.
    #[inline(always)]
    fn enter(&self, level: u32, mut number: u32, alive: u32) -> bool {
        while number != 0 {
            let node = &self.tree.nodes[number as usize];
            if node.patterns & alive != 0 {
                self.frames.put([(NODES + level as usize, number), (ALIVE + level as usize, alive)]);
                self.frames.open(level, &node.level);
                return true;
            }
            number = node.sibling;
        }
        false
    }

    /// Counts the leaves of a node, for the patterns in `alive`.
    #[inline(always)]
    fn leaves(&self, level: u32, node: &PlanNode, alive: u32, tallies: &mut [Tally; MAX_PATTERNS]) {
        for number in node.first_leaf..node.first_leaf + node.leaves {
            let TreeLeaf { leaf, pattern } = &self.tree.leaves[number as usize];
            if alive >> pattern & 1 == 1 {
                let tally = &mut tallies[*pattern as usize];
                self.frames.leaves(level, &node.level, leaf, &NoTests, &mut CountChoices(tally));
            }
        }
    }

    /// Fills the buffers that depend on a node's vertex, and that a pattern in `alive` needs; the patterns that may
    /// still have matches.
    #[inline(always)]
    fn run_ops(&self, node: &PlanNode, mut alive: u32) -> u32 {
        let Level { first_op, ops, .. } = node.level;
        for number in first_op..first_op + ops {
            let TreeOp { op, patterns } = &self.tree.ops[number as usize];
            if patterns & alive != 0 && !self.frames.run_op(op) {
                alive &= !patterns;
            }
        }
        alive
    }

    #[inline(always)]
    fn node(&self, level: u32) -> &'a PlanNode {
        &self.tree.nodes[self.frames.get(NODES + level as usize) as usize]
    }

    #[inline(always)]
    fn alive(&self, level: u32) -> u32 {
        self.frames.get(ALIVE + level as usize)
    }
}
