//! The search of one root.

use super::aim::Aim;
use super::neighborhood::Neighborhood;
use super::sharing::{HandedNode, Sharing};
use crate::bit_sets::{common, insert, least, members, remove, size};
use crate::{Context, MineError};

/// After so many steps among members of one word a search looks whether it is to stop, and what others have found. A
/// step takes as long as the square of the words is: among many members it looks sooner.
const STEPS: u64 = 1 << 10;
/// A node with fewer members that may be taken is not handed over: it takes about as long to do so.
const LEAST_OPEN: u32 = 32;

/// A tree of nodes, of which the path to the last one is kept. Its memory is kept from root to root.
#[derive(Default)]
pub(super) struct WeightSearch {
    /// The nodes on the path, and behind them room for deeper ones.
    nodes: Vec<WeightNode>,
    depth: usize,
    /// The members that the last node has taken.
    taken: Vec<usize>,
    /// Members of which no two are joined.
    class: Vec<usize>,
    /// What is left of the weight of each member that the last node has not covered.
    left: Vec<u128>,
}

/// A clique, and what may be added to it.
#[derive(Default)]
struct WeightNode {
    /// How many members are taken.
    taken: usize,
    /// What these and the root weigh.
    weight: u128,
    /// Whether nothing can be added.
    is_maximal: bool,
    /// Those that are joined to all that are taken, without those that nodes below have taken.
    open: Vec<u64>,
    /// Those of them that are not covered.
    uncovered: Vec<u64>,
    /// What those that are covered add to the clique at most.
    covered: u128,
    /// While a node below is the last: those that are not covered of whose weight not all is left, and what is. A
    /// number for each member would take more than all else, as a path may be as long as the list of the root.
    lessened: Vec<(usize, u128)>,
}

impl WeightSearch {
    /// Searches the cliques of a root, or those of a node that was handed over, until there are none left that are
    /// asked for, or no more are wanted. Nodes that other threads wait for are handed to them.
    ///
    /// # Errors
    /// When the job is to stop.
    pub fn run(
        &mut self,
        near: &Neighborhood,
        handed: Option<HandedNode>,
        aim: &impl Aim,
        sharing: Option<&Sharing<'_>>,
        context: &Context,
    ) -> Result<(), MineError> {
        let mut asked = aim.asked();
        let steps = (STEPS / (near.words() as u64).pow(2).max(1)).max(1);
        self.begin(near, handed);
        for step in 1u64.. {
            if step.is_multiple_of(steps) {
                context.check()?;
                asked = aim.asked();
            }
            let Some(node) = self.nodes[..self.depth].last_mut() else { break };
            if let Some(member) = node.next(near, asked, &mut self.left, &mut self.class) {
                self.descend(near, member);
                match sharing.filter(|sharing| sharing.is_awaited()) {
                    Some(sharing) if size(&self.last().open) >= LEAST_OPEN => self.hand(near, sharing),
                    _ => self.start(near),
                }
                continue;
            }
            if node.is_maximal && node.weight >= asked {
                if !aim.reached(node.weight) {
                    break;
                }
                asked = aim.asked();
            }
            self.ascend(near);
        }
        Ok(())
    }

    /// The clique at which the search stopped.
    pub fn clique<'s>(&'s self, near: &'s Neighborhood) -> impl Iterator<Item = u32> + 's {
        near.vertices(&self.taken)
    }

    /// A node of the root alone, or the one that was handed over.
    fn begin(&mut self, near: &Neighborhood, handed: Option<HandedNode>) {
        let handed = handed.unwrap_or_else(|| {
            let mut open = vec![0; near.words()];
            (0..near.len()).for_each(|member| insert(&mut open, member));
            HandedNode { taken: Vec::new(), weight: near.root_weight(), open }
        });
        self.left.resize(near.len(), 0);
        self.depth = 1;
        self.make_room();
        self.taken = handed.taken;
        (self.nodes[0].weight, self.nodes[0].open) = (handed.weight, handed.open);
        self.start(near);
    }

    /// A node that takes a member more than the last one, which has it open no longer. It is still to be started, or
    /// handed over.
    fn descend(&mut self, near: &Neighborhood, member: usize) {
        self.depth += 1;
        self.make_room();
        let [.., above, node] = &mut self.nodes[..self.depth] else {
            unreachable!("a node is below another")
        };
        above.keep_left(near, &self.left);
        self.taken.truncate(above.taken);
        self.taken.push(member);
        node.weight = above.weight + near.weight(member);
        node.open.clear();
        node.open.extend(above.open.iter().zip(near.row(member)).map(|(open, row)| open & row));
        remove(&mut above.open, member);
    }

    /// Leaves the last node to another thread.
    fn hand(&mut self, near: &Neighborhood, sharing: &Sharing<'_>) {
        let node = self.last();
        let handed = HandedNode { taken: self.taken.clone(), weight: node.weight, open: node.open.clone() };
        sharing.hand(near.place(), handed);
        self.ascend(near);
    }

    /// Goes on with the node above.
    fn ascend(&mut self, near: &Neighborhood) {
        self.depth -= 1;
        if let Some(node) = self.nodes[..self.depth].last() {
            node.restore_left(near, &mut self.left);
        }
    }

    /// Starts the last node.
    fn start(&mut self, near: &Neighborhood) {
        self.nodes[self.depth - 1].start(near, &mut self.taken, &mut self.left);
    }

    fn last(&self) -> &WeightNode {
        &self.nodes[self.depth - 1]
    }

    fn make_room(&mut self) {
        if self.nodes.len() < self.depth {
            self.nodes.push(WeightNode::default());
        }
    }
}

impl WeightNode {
    /// Takes those that are joined to all others that are open: they are in each maximal clique. Of the rest nobody is
    /// covered.
    fn start(&mut self, near: &Neighborhood, taken: &mut Vec<usize>, left_of: &mut [u128]) {
        self.uncovered.clone_from(&self.open);
        let mut left = size(&self.open);
        for member in members(&self.uncovered) {
            if common(&self.open, near.row(member)) + 1 == left {
                taken.push(member);
                self.weight += near.weight(member);
                remove(&mut self.open, member);
                left -= 1;
            }
        }
        self.taken = taken.len();
        self.is_maximal = left == 0;
        self.uncovered.clone_from(&self.open);
        self.covered = 0;
        members(&self.open).for_each(|member| left_of[member] = near.weight(member));
    }

    /// Keeps what is left of the weights of those that are not covered.
    fn keep_left(&mut self, near: &Neighborhood, left: &[u128]) {
        let lessened = members(&self.uncovered).filter(|&member| left[member] != near.weight(member));
        self.lessened.clear();
        self.lessened.extend(lessened.map(|member| (member, left[member])));
    }

    /// Writes it again.
    fn restore_left(&self, near: &Neighborhood, left: &mut [u128]) {
        members(&self.uncovered).for_each(|member| left[member] = near.weight(member));
        self.lessened.iter().for_each(|&(member, rest)| left[member] = rest);
    }

    /// The next member that is to be taken, as a clique with it may weigh what is `asked`; none if those that are open
    /// add too little.
    ///
    /// A class has members of which no two are joined, so that a clique has one of them at most. What the lightest of
    /// them has left is taken off all of them, and added to what they add at most. Whoever has nothing left then is
    /// covered: its weight has been added, in parts, by the classes that it was in.
    fn next(
        &mut self,
        near: &Neighborhood,
        asked: u128,
        left: &mut [u128],
        class: &mut Vec<usize>,
    ) -> Option<usize> {
        loop {
            let first = least(&self.uncovered)?;
            near.independent(&self.uncovered, class);
            let part = class.iter().map(|&member| left[member]).min().unwrap_or(0);
            if self.weight + self.covered + part >= asked {
                remove(&mut self.uncovered, first);
                return Some(first);
            }
            self.covered += part;
            for &member in &*class {
                left[member] -= part;
                if left[member] == 0 {
                    remove(&mut self.uncovered, member);
                }
            }
        }
    }
}
