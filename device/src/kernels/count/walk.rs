//! The depth-first walk, for patterns whose last walked level is the third or a later one.

use core::ops::Range;

use super::leaf::{Leaves, Visit, levels, range};
use super::tally::count;
use super::{CountArgs, WalkArgs};
use crate::lists::Lists;
use crate::memory::Scratch;
use crate::plan::{AnyPlan, Level, SetOp, Source};
use crate::sets;
use crate::simt::{Block, Warp};

/// Bytes of shared memory that the walk of a plan needs for a block of `warps` warps.
pub const fn shared_bytes<P: AnyPlan>(warps: u32) -> usize {
    warps as usize * Slots::of::<P>().words * size_of::<u32>()
}

/// Where things are on a warp's stack: for each level a vertex, from 0 on, a cursor and an end; for each buffer a length.
struct Slots {
    cursors: usize,
    ends: usize,
    lengths: usize,
    words: usize,
}

impl Slots {
    #[inline(always)]
    const fn of<P: AnyPlan>() -> Self {
        let levels = P::LEVELS;
        Slots { cursors: levels, ends: 2 * levels, lengths: 3 * levels, words: 3 * levels + P::BUFFERS }
    }
}

/// Counts the embeddings of a plan with `last >= 2`.
///
/// A task is an edge `(v_0, v_1)`, and a warp takes one: it walks the deeper levels depth-first, filling its
/// buffers by warp-wide set operations, and counts the leaves of the last level 32 candidates at a time.
/// Shared memory: [`shared_bytes`]. Bound by the set operations, whose lists come from the caches.
#[cuda_std::kernel]
pub fn count_walk<B: Block>(block: B, args: &CountArgs<'_>) {
    let walk = Walk::new(block, args);
    count(block.warp(), args, |tasks, choices| walk.visit(args, tasks, choices));
}

/// One warp's walk. Every lane holds the same; what changes with the depth is on the stack.
pub(in crate::kernels) struct Walk<'a, W, G, P> {
    warp: W,
    graph: G,
    plan: &'a P,
    stack: Scratch<'a, u32>,
    buffers: Scratch<'a, u32>,
    capacity: u64,
}

impl<'a, 'g: 'a, W: Warp, G: Lists<'g>, P: AnyPlan> Walk<'a, W, G, P> {
    const SLOTS: Slots = Slots::of::<P>();

    /// The walk of the calling warp, with its part of the block's shared memory ([`shared_bytes`]) and of the buffers.
    #[inline(always)]
    pub fn new<B: Block<Warp = W>>(block: B, args: &'a WalkArgs<'g, G, P>) -> Self {
        let plan = &args.plan;
        let words = (block.shared_bytes() / size_of::<u32>()) as u64;
        // SAFETY: shared memory is aligned to 16, of that many bytes, and used by nothing else in this kernel; it
        // outlives the kernel's body.
        let shared = unsafe { Scratch::from_raw_parts(block.shared_base().cast(), words) };
        let stack = Self::SLOTS.words as u64;
        let mine = u64::from(plan.buffers()) * args.capacity;
        Walk {
            warp: block.warp(),
            graph: args.graph,
            plan,
            stack: shared.part(u64::from(block.warp_index()) * stack, stack),
            buffers: args.buffers.part(u64::from(block.grid_warp()) * mine, mine),
            capacity: args.capacity,
        }
    }

    /// Takes the leaves of each of these edges, in order.
    #[inline(always)]
    pub fn visit(&self, args: &WalkArgs<'g, G, P>, tasks: Range<u64>, visitor: &mut impl Visit) {
        let mut root = args.root(tasks.start, 0, args.vertices);
        for task in tasks {
            if visitor.is_done() {
                return;
            }
            while args.starts[root as usize + 1] <= task {
                root += 1;
            }
            let (first, second) = args.edge(task, root, root + 1);
            self.task(first, second, visitor);
        }
    }

    /// Takes all leaves with `v_0 = first` and `v_1 = second`.
    #[inline(always)]
    fn task(&self, first: u32, second: u32, visitor: &mut impl Visit) {
        self.put([(0, first), (1, second)]);
        if !self.run_ops(1) {
            return;
        }
        let last = self.plan.last();
        let mut level = 2;
        self.open(level);
        while level >= 2 && !visitor.is_done() {
            if level == last {
                self.leaves(visitor);
                level -= 1;
            } else if !self.advance(level) {
                level -= 1;
            } else if self.run_ops(level) {
                level += 1;
                self.open(level);
            }
        }
    }

    /// Sets the cursor of `level` to its first candidate.
    #[inline(always)]
    fn open(&self, level: u32) {
        let Level { source, bounds, .. } = *self.level(level);
        let list = self.list(source);
        let range = range(bounds, |level| self.vertex(level));
        let inside = range.positions(list);
        self.put([
            (Self::SLOTS.cursors + level as usize, inside.start as u32),
            (Self::SLOTS.ends + level as usize, inside.end as u32),
        ]);
    }

    /// Fixes the next candidate of `level`; false when there is none.
    #[inline(always)]
    fn advance(&self, level: u32) -> bool {
        let Level { source, exclude, .. } = *self.level(level);
        let list = self.list(source);
        let end = self.get(Self::SLOTS.ends + level as usize);
        let mut cursor = self.get(Self::SLOTS.cursors + level as usize);
        while cursor < end {
            // SAFETY: `open` found `end` to be at most the list's length, and the list has not changed since.
            let candidate = unsafe { *list.get_unchecked(cursor as usize) };
            cursor += 1;
            if !self.used(candidate, exclude) {
                self.put([(level as usize, candidate), (Self::SLOTS.cursors + level as usize, cursor)]);
                return true;
            }
        }
        false
    }

    /// Takes the leaves of every candidate of the last level.
    #[inline(always)]
    fn leaves(&self, visitor: &mut impl Visit) {
        let last = self.plan.last();
        let Level { source, exclude, .. } = *self.level(last);
        let candidates = self.list(source);
        let leaf = self.plan.leaf();
        let leaf_list = (leaf.source.kind != Source::NONE).then(|| self.list(leaf.source));
        let end = self.get(Self::SLOTS.ends + last as usize);
        let mut base = self.get(Self::SLOTS.cursors + last as usize);
        while base < end && !visitor.is_done() {
            let index = base + self.warp.lane();
            // SAFETY: `base < end`, which `open` found to be at most the list's length.
            let candidate =
                unsafe { *candidates.get_unchecked(if index < end { index } else { base } as usize) };
            let active = index < end && !self.used(candidate, exclude);
            let leaves = Leaves {
                warp: self.warp,
                graph: &self.graph,
                leaf,
                last,
                uniform: last,
                active,
                vertex: |level| if level == last { candidate } else { self.vertex(level) },
                source: leaf_list,
            };
            visitor.visit(&leaves.if_empty(self.plan, |source| self.list(source)));
            base += W::LANES;
        }
    }

    /// Fills the buffers that depend on the vertex of `level`; false when one of them is empty without which there is no
    /// match.
    #[inline(always)]
    fn run_ops(&self, level: u32) -> bool {
        let Level { first_op, ops, .. } = *self.level(level);
        (first_op..first_op + ops).all(|op| self.run_op(self.plan.op(op)))
    }

    #[inline(always)]
    fn run_op(&self, op: &SetOp) -> bool {
        let range = range(op.bounds, |level| self.vertex(level));
        let source = match op.source.kind {
            Source::NEIGHBORS => self.graph.within(op.source.view, self.vertex(op.source.index), range),
            _ => range.of(self.list(op.source)),
        };
        let operand = self.graph.within(op.view, self.vertex(op.operand), range);
        let out = self.buffer(op.destination);
        // SAFETY: the host sized the buffers by the bounds of the operations that fill them, the destination is not
        // the source, and it belongs to this warp alone.
        let length = unsafe {
            if op.difference == 0 {
                sets::intersect(self.warp, source, operand, out)
            } else {
                sets::difference(self.warp, source, operand, out)
            }
        };
        self.put([(Self::SLOTS.lengths + op.destination as usize, length)]);
        length > 0 || (!G::PLAIN && op.optional != 0)
    }

    /// Whether `candidate` is the vertex of one of these levels.
    #[inline(always)]
    fn used(&self, candidate: u32, mask: u32) -> bool {
        levels(mask).any(|level| self.vertex(level) == candidate)
    }

    #[inline(always)]
    fn level(&self, level: u32) -> &'a Level {
        self.plan.level(level)
    }

    #[inline(always)]
    fn vertex(&self, level: u32) -> u32 {
        self.get(level as usize)
    }

    #[inline(always)]
    fn buffer(&self, buffer: u32) -> Scratch<'a, u32> {
        self.buffers.part(u64::from(buffer) * self.capacity, self.capacity)
    }

    #[inline(always)]
    fn list(&self, source: Source) -> &'a [u32] {
        match source.kind {
            Source::NEIGHBORS => self.graph.list(source.view, self.vertex(source.index)),
            _ => {
                let length = self.get(Self::SLOTS.lengths + source.index as usize) as usize;
                // SAFETY: an operation of an earlier level wrote that many and ended with a sync; the plan never
                // writes a buffer that a level in progress reads.
                unsafe { self.buffer(source.index).written(length) }
            }
        }
    }

    #[inline(always)]
    fn get(&self, slot: usize) -> u32 {
        debug_assert!(slot < Self::SLOTS.words);
        // SAFETY: slots are levels, buffers and constants of a checked plan, below the stack's words; `put` wrote the
        // slot and ended with a sync.
        unsafe { self.stack.read(slot) }
    }

    /// Writes to the stack, for all lanes to see.
    #[inline(always)]
    fn put<const N: usize>(&self, entries: [(usize, u32); N]) {
        // A lane may still be reading what is about to change.
        self.warp.sync();
        if self.warp.lane() == 0 {
            for (slot, value) in entries {
                debug_assert!(slot < Self::SLOTS.words);
                // SAFETY: the slot is in the stack as in `get`, only lane 0 writes, and the others have passed the
                // sync above and wait at the one below.
                unsafe { self.stack.write(slot, value) };
            }
        }
        self.warp.sync();
    }
}
