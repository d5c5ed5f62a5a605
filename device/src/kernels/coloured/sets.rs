//! Connected sets of a few vertices, counted by their colours.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::table::{ColourKey, ColourTable, WORDS};
use crate::graph::GraphView;
use crate::kernels::connected_sets::{LARGEST, SetVisitor, SetWalk};
use crate::kernels::queue::{QueueStop, STOP, draw};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// How colours lie in keys and marks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Widths {
    /// Bits of what joins two members.
    pub joint: u32,
    /// Bits of a label.
    pub label: u32,
}

impl Widths {
    /// The most bits for sets of `k` vertices: a mark, of 32 bits, has one joint less than there are members, a key's
    /// first word one for each two, and the second, of 63 bits, a label for each.
    pub const fn most(k: u32) -> Widths {
        let (of_mark, of_key) = (u32::BITS / (k - 1), u64::BITS / (k * (k - 1) / 2));
        Widths { joint: if of_mark < of_key { of_mark } else { of_key }, label: (u64::BITS - 1) / k }
    }

    /// What joins member `one` and a later member: see [`ColourKey`].
    pub const fn joint_of(self, key: ColourKey, one: u32, other: u32) -> u32 {
        (key.joints >> (self.first_bit(other) + self.joint * one) & ((1 << self.joint) - 1)) as u32
    }

    /// The label of a member.
    pub const fn label_of(self, key: ColourKey, member: u32) -> u32 {
        (key.labels >> (self.label * member) & ((1 << self.label) - 1)) as u32
    }

    /// Where the bits of a member begin that tell what joins it to those before it.
    const fn first_bit(self, member: u32) -> u32 {
        self.joint * member * member.saturating_sub(1) / 2
    }
}

/// What [`count_coloured_sets`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ColouredSetsArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// By place in its lists, the kind of the edge as the list's vertex sees it, from 1 on; if empty, all are 1.
    pub joints: Slice<'a, u32>,
    /// By vertex its label; if empty, all are 0.
    pub labels: Slice<'a, u32>,
    /// One counter: the next root. If a table is too full, it is set so far beyond the end that all warps stop, and
    /// what was counted is of no use.
    pub queue: Slice<'a, AtomicU64>,
    /// One element: how often a key found no place. Zero at the start.
    pub lost: Slice<'a, AtomicU64>,
    /// Tables, all zeros: on machines of one lane one for each block at least, which is its own.
    pub tables: Slice<'a, AtomicU64>,
    /// For each warp a number for each vertex, zero before the launch, and after.
    pub marks: Scratch<'a, u32>,
    /// For each warp room for all vertices.
    pub stacks: Scratch<'a, u32>,
    /// The number behind the last root.
    pub end: u64,
    /// Places of a table: a power of two.
    pub places: u64,
    /// How many vertices a set has: from 2 to [`LARGEST`].
    pub k: u32,
    /// How colours lie in keys.
    pub widths: Widths,
}

layout!(ColouredSetsArgs<'_>: 192, marks: 128, k: 176);

const _: () = assert!(Widths::most(LARGEST).joint == 6 && Widths::most(LARGEST).label == 12);

/// Counts the connected sets of `k` vertices by their colours. Bound by the marks, and by an atomic for each set.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn count_coloured_sets<B: Block>(block: B, args: &ColouredSetsArgs<'_>) {
    let warp = block.warp();
    let n = u64::from(args.graph.vertices());
    let mine = u64::from(block.grid_warp()) * n;
    let words = args.places as usize * WORDS;
    let tables = args.tables.len() / words;
    let table = ColourTable(&args.tables.get()[block.index() as usize % tables * words..][..words]);
    let walk = SetWalk {
        warp,
        graph: &args.graph,
        marks: args.marks.part(mine, n),
        stack: args.stacks.part(mine, n),
        k: args.k,
        visitor: ByColours { args, table, alone: B::Warp::LANES == 1 },
    };
    while let Some(roots) = draw(warp, &args.queue[0], 1, args.end) {
        for root in roots {
            walk.from(root as u32);
        }
    }
}

/// Counts sets in a table.
#[derive(Clone, Copy)]
struct ByColours<'t> {
    args: &'t ColouredSetsArgs<'t>,
    table: ColourTable<'t>,
    alone: bool,
}

impl ByColours<'_> {
    #[inline(always)]
    fn label(self, v: u32) -> u64 {
        if self.args.labels.is_empty() { 0 } else { self.args.labels[v as usize].into() }
    }
}

impl SetVisitor for ByColours<'_> {
    type Code = ColourKey;

    #[inline(always)]
    fn bits(self) -> u32 {
        self.args.widths.joint
    }

    #[inline(always)]
    fn joint(self, place: usize) -> u32 {
        if self.args.joints.is_empty() { 1 } else { self.args.joints[place] }
    }

    #[inline(always)]
    fn first(self, root: u32) -> ColourKey {
        ColourKey { joints: 0, labels: self.label(root) }
    }

    #[inline(always)]
    fn with(self, code: ColourKey, member: u32, vertex: u32, mark: u32) -> ColourKey {
        let widths = self.args.widths;
        ColourKey {
            joints: code.joints | u64::from(mark) << widths.first_bit(member),
            labels: code.labels | self.label(vertex) << (widths.label * member),
        }
    }

    #[inline(always)]
    fn take(self, code: ColourKey) {
        if !self.table.add(code, self.alone) && self.args.lost[0].fetch_add(1, Relaxed) == 0 {
            self.args.queue[0].fetch_add(self.args.end + STOP, Relaxed);
        }
    }

    #[inline(always)]
    fn is_over<W: Warp>(self, warp: W) -> bool {
        QueueStop { queue: &self.args.queue[0], end: self.args.end }.is_set_for(warp)
    }
}
