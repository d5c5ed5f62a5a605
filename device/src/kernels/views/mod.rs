//! Views: for each kind of edge that a pattern asks for, the lists that lead from the vertices of one class to those
//! neighbours that are of another class and obey a rule.
//!
//! ```text
//! labels of edges --move_labels--> by place in the prepared graph
//! classes of vertices --prune_classes, some rounds--> fewer --count_class, count_view--> what the planner asks
//! a view of the plan: counts of its chunks --scan--> places --emit_view--> its lists --longest_list, split_tasks
//! ```
//!
//! What a vertex may stand for is a mask of classes. A class is given by labels; pruning takes vertices out of it that
//! lack a neighbour which every match would need (the local filter of GraphQL, He and Singh 2008, "Graphs-at-a-time",
//! and of most that came after it).

use core::ops::Range;

use cust_core::DeviceCopy;

use crate::memory::Slice;

pub mod count;
pub mod emit;
pub mod labels;
pub mod lists;
pub mod prune;

/// The label of an arc that there is not.
pub const NO_ARC: u32 = u32::MAX;
/// The label of an arc, or edge, that has none.
pub const UNLABELLED: u32 = u32::MAX - 1;

/// A prepared graph, and what a query needs to know of its vertices and edges.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct QueryGraph<'a> {
    /// `n + 1` starts of lists; lists without elements come last.
    pub offsets: Slice<'a, u64>,
    /// The lists.
    pub neighbors: Slice<'a, u32>,
    /// By vertex, the classes that it is in.
    pub masks: Slice<'a, u32>,
    /// By place in the lists, the label of the arc from the list's vertex; empty if edges have neither labels nor
    /// directions.
    pub out: Slice<'a, u32>,
    /// By place in the lists, the label of the arc to the list's vertex; empty if edges have no directions.
    pub back: Slice<'a, u32>,
    /// The bit sets of [`EdgeTest`].
    pub allowed: Slice<'a, u32>,
}

/// What an edge must be.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct EdgeTest {
    /// [`ANY`](EdgeTest::ANY), [`BOTH`](EdgeTest::BOTH) or [`EITHER`](EdgeTest::EITHER).
    pub kind: u32,
    /// Where the bit set of the labels that the arc may have starts in [`QueryGraph::allowed`]: bit 0 is that of an arc
    /// without a label, bit 1 that of no arc, and then follow the labels.
    pub out: u32,
    /// Where the bit set of the labels that the arc back may have starts in [`QueryGraph::allowed`], with bits as for
    /// `out`.
    pub back: u32,
}

/// The lists that lead from each vertex of one class to those neighbours that are in another and obey a rule.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct ViewTest {
    /// The number of the class of the vertices that have a list.
    pub from: u32,
    /// The number of the class of the vertices in the lists.
    pub to: u32,
    /// What the edges must be.
    pub edge: EdgeTest,
}

layout!(QueryGraph<'_>: 96, allowed: 80);
layout!(ViewTest: 20, edge: 8);

impl EdgeTest {
    /// Any edge will do.
    pub const ANY: u32 = 0;
    /// Both arcs must be allowed.
    pub const BOTH: u32 = 1;
    /// One of the two arcs must be allowed.
    pub const EITHER: u32 = 2;

    /// The bit of a label in a bit set.
    #[inline(always)]
    pub fn bit(label: u32) -> u32 {
        const { assert!(UNLABELLED.wrapping_add(2) == 0 && NO_ARC.wrapping_add(2) == 1) };
        label.wrapping_add(2)
    }
}

impl QueryGraph<'_> {
    /// Vertices.
    #[inline(always)]
    fn vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether a vertex is in a class.
    #[inline(always)]
    fn is_in(&self, v: usize, class: u32) -> bool {
        self.masks[v] >> class & 1 == 1
    }

    /// The neighbour at `position`, which stands in the list of `v`, if a view has it.
    #[inline(always)]
    fn neighbor(&self, view: &ViewTest, v: usize, position: u64) -> Option<u32> {
        let at = position as usize;
        let neighbor = || self.neighbors[at];
        let candidate = self.is_in(v, view.from).then(neighbor);
        candidate.filter(|&w| self.is_in(w as usize, view.to) && self.obeys(view.edge, at))
    }

    /// Calls `visit` with the neighbours among `positions` of the list of `v` that a view has; one lane does it all.
    #[inline(always)]
    fn each_neighbor(&self, view: &ViewTest, v: usize, positions: Range<u64>, mut visit: impl FnMut(u32)) {
        // Most vertices are in few classes: their lists need not be looked at.
        if !self.is_in(v, view.from) {
            return;
        }
        let start = positions.start as usize;
        let list = &self.neighbors.get()[start..positions.end as usize];
        for (at, &w) in (start..).zip(list) {
            if self.is_in(w as usize, view.to) && self.obeys(view.edge, at) {
                visit(w);
            }
        }
    }

    /// Whether the edge at a place is as it must be.
    #[inline(always)]
    pub(super) fn obeys(&self, test: EdgeTest, at: usize) -> bool {
        if test.kind == EdgeTest::ANY {
            return true;
        }
        let label = |labels: Slice<'_, u32>, none| if labels.is_empty() { none } else { labels[at] };
        let allowed = |set: u32, label: u32| {
            let bit = EdgeTest::bit(label);
            self.allowed[(set + bit / 32) as usize] >> (bit % 32) & 1 == 1
        };
        let out = allowed(test.out, label(self.out, UNLABELLED));
        let back = allowed(test.back, label(self.back, NO_ARC));
        if test.kind == EdgeTest::BOTH { out && back } else { out || back }
    }
}
