//! A warp's state in a depth-first walk: the vertices that are fixed, the candidates that are left, and the buffers.

use core::marker::PhantomData;
use core::ops::Range;

use super::WalkArgs;
use super::leaf::{Leaves, Visit, levels, range};
use super::split::Split;
use crate::lists::Lists;
use crate::memory::Scratch;
use crate::plan::{Leaf, Level, PlanRoom, SetOp, Source, Tests};
use crate::sets;
use crate::simt::{Block, Warp};

/// Looks at a matrix that take as long as a search in a list.
const AS_DEAR: usize = 8;

/// Where things are on a warp's stack: for each level a vertex, from 0 on, a cursor and an end; for each buffer a
/// length.
pub(super) struct FrameLayout {
    cursors: usize,
    ends: usize,
    lengths: usize,
    /// All words.
    pub words: usize,
}

impl FrameLayout {
    #[inline(always)]
    pub const fn of<P: PlanRoom>() -> Self {
        let levels = P::LEVELS;
        FrameLayout { cursors: levels, ends: 2 * levels, lengths: 3 * levels, words: 3 * levels + P::BUFFERS }
    }
}

/// The levels of one warp's walk, by number. Every lane holds the same; what changes with the depth is on the stack.
pub(in crate::kernels) struct Frames<'a, W, G, P> {
    warp: W,
    graph: G,
    stack: Scratch<'a, u32>,
    buffers: Scratch<'a, u32>,
    capacity: u64,
    plan: PhantomData<&'a P>,
}

impl<'a, 'g: 'a, W: Warp, G: Lists<'g>, P: PlanRoom> Frames<'a, W, G, P> {
    const SLOTS: FrameLayout = FrameLayout::of::<P>();

    /// Those of the calling warp, with its `words` of the block's shared memory, the first of which are for the walk
    /// ([`FrameLayout`]), and its part of the buffers.
    #[inline(always)]
    pub fn new<B: Block<Warp = W>>(block: B, args: &'a WalkArgs<'g, G, P>, words: usize) -> Self {
        let all = (block.shared_bytes() / size_of::<u32>()) as u64;
        // SAFETY: shared memory is aligned to 16, of that many bytes, and used by nothing else in the kernel; it
        // outlives the kernel's body.
        let shared = unsafe { Scratch::from_raw_parts(block.shared_base().cast(), all) };
        let mine = u64::from(args.plan.buffers()) * args.capacity;
        Frames {
            warp: block.warp(),
            graph: args.graph,
            stack: shared.part(u64::from(block.warp_index()) * words as u64, words as u64),
            buffers: args.buffers.part(u64::from(block.grid_warp()) * mine, mine),
            capacity: args.capacity,
            plan: PhantomData,
        }
    }

    /// Fixes the ends of a task.
    #[inline(always)]
    pub fn start(&self, first: u32, second: u32) {
        self.put([(0, first), (1, second)]);
    }

    /// Sets the cursor of level `number` to its first candidate.
    #[inline(always)]
    pub fn open(&self, number: u32, level: &Level) {
        let list = self.list(level.source);
        let range = range(level.bounds, |level| self.vertex(level));
        let inside = range.positions(list);
        self.put([
            (Self::SLOTS.cursors + number as usize, inside.start as u32),
            (Self::SLOTS.ends + number as usize, inside.end as u32),
        ]);
    }

    /// Leaves level `number`, which has just been opened, a part of its candidates.
    #[inline(always)]
    pub fn keep_part(&self, number: u32, (split, part): (Split, u32)) {
        let (cursor, end) = (Self::SLOTS.cursors + number as usize, Self::SLOTS.ends + number as usize);
        let kept = split.of(part, self.get(cursor)..self.get(end));
        self.put([(cursor, kept.start), (end, kept.end)]);
    }

    /// Fixes the next candidate of level `number`; false when there is none.
    #[inline(always)]
    pub fn advance(&self, number: u32, level: &Level) -> bool {
        let list = self.list(level.source);
        let end = self.get(Self::SLOTS.ends + number as usize);
        let mut cursor = self.get(Self::SLOTS.cursors + number as usize);
        while cursor < end {
            // SAFETY: `open` found `end` to be at most the list's length, and the list has not changed since.
            let candidate = unsafe { *list.get_unchecked(cursor as usize) };
            cursor += 1;
            if !self.used(candidate, level.exclude) {
                self.put([(number as usize, candidate), (Self::SLOTS.cursors + number as usize, cursor)]);
                return true;
            }
        }
        false
    }

    /// Takes the leaves of every candidate of level `number`, the last one, for which all sets are empty that must be.
    #[inline(always)]
    pub fn leaves(
        &self,
        number: u32,
        level: &Level,
        leaf: &'a Leaf,
        tests: &'a impl Tests,
        visitor: &mut impl Visit,
    ) {
        let candidates = self.list(level.source);
        let leaf_list = (leaf.source.kind != Source::NONE).then(|| self.list(leaf.source));
        let end = self.get(Self::SLOTS.ends + number as usize);
        let mut base = self.get(Self::SLOTS.cursors + number as usize);
        while base < end && !visitor.is_done() {
            let index = base + self.warp.lane();
            // SAFETY: `base < end`, which `open` found to be at most the list's length.
            let candidate =
                unsafe { *candidates.get_unchecked(if index < end { index } else { base } as usize) };
            let active = index < end && !self.used(candidate, level.exclude);
            self.visit_candidates(number, (candidate, active), (leaf, leaf_list), tests, visitor);
            base += W::LANES;
        }
    }

    /// Takes the leaves of some candidates of level `number`, the last one: of `taken` of them, at least 1, those at
    /// the positions that `place` tells, which lie between its cursor and its end.
    #[inline(always)]
    pub fn some_leaves(
        &self,
        number: u32,
        level: &Level,
        (leaf, tests): (&'a Leaf, &'a impl Tests),
        (taken, place): (u32, impl Fn(u32) -> u32),
        visitor: &mut impl Visit,
    ) {
        let candidates = self.list(level.source);
        let leaf_list = (leaf.source.kind != Source::NONE).then(|| self.list(leaf.source));
        let mut base = 0;
        while base < taken {
            let index = base + self.warp.lane();
            // SAFETY: `base < taken`, and positions of candidates are in the list.
            let candidate = unsafe {
                *candidates.get_unchecked(place(if index < taken { index } else { base }) as usize)
            };
            let active = index < taken && !self.used(candidate, level.exclude);
            self.visit_candidates(number, (candidate, active), (leaf, leaf_list), tests, visitor);
            base += W::LANES;
        }
    }

    /// Takes the leaves of a candidate of level `number` for each lane that has one, and for which all sets are empty
    /// that must be.
    #[inline(always)]
    fn visit_candidates(
        &self,
        number: u32,
        (candidate, active): (u32, bool),
        (leaf, source): (&'a Leaf, Option<&'a [u32]>),
        tests: &'a impl Tests,
        visitor: &mut impl Visit,
    ) {
        let leaves = Leaves {
            warp: self.warp,
            graph: &self.graph,
            leaf,
            last: number,
            uniform: number,
            active,
            vertex: |level| if level == number { candidate } else { self.vertex(level) },
            source,
        };
        let list = |source| self.list(source);
        visitor.visit(&leaves.if_empty(tests, &list), list);
    }

    /// The positions of the candidates of level `number`, which has been opened.
    #[inline(always)]
    pub fn left(&self, number: u32) -> Range<u32> {
        self.get(Self::SLOTS.cursors + number as usize)..self.get(Self::SLOTS.ends + number as usize)
    }

    /// Fixes the candidate of level `number` at a position that is [left](Self::left); false when its vertex is used.
    #[inline(always)]
    pub fn fix(&self, number: u32, level: &Level, position: u32) -> bool {
        // SAFETY: `open` found positions to be in the list, and the list has not changed since.
        let candidate = unsafe { *self.list(level.source).get_unchecked(position as usize) };
        if self.used(candidate, level.exclude) {
            return false;
        }
        self.put([(number as usize, candidate)]);
        true
    }

    /// The warp.
    #[inline(always)]
    pub fn warp(&self) -> W {
        self.warp
    }

    /// How long a list is.
    #[inline(always)]
    pub fn length(&self, source: Source) -> u32 {
        self.list(source).len() as u32
    }

    /// Fills a buffer; false when it is empty, and there is no match without it.
    #[inline(always)]
    pub fn run_op(&self, op: &SetOp) -> bool {
        let range = range(op.bounds, |level| self.vertex(level));
        let source = match op.source.kind {
            // SAFETY: a fixed level holds a vertex, and the plan names views that there are.
            Source::NEIGHBORS => unsafe {
                self.graph.within(op.source.view, self.vertex(op.source.index), range)
            },
            _ => range.of(self.list(op.source)),
        };
        // SAFETY: as above.
        let operand = unsafe { self.graph.within(op.view, self.vertex(op.operand), range) };
        let out = self.buffer(op.destination);
        // SAFETY: the host sized the buffers by the bounds of the operations that fill them, the destination is not
        // the source, and it belongs to this warp alone.
        let length = unsafe {
            if G::HAS_MATRIX {
                self.set_by_matrix(op, source, operand, out)
            } else if op.difference == 0 {
                sets::intersect(self.warp, source, operand, out)
            } else {
                sets::difference(self.warp, source, operand, out)
            }
        };
        self.put([(Self::SLOTS.lengths + op.destination as usize, length)]);
        length > 0 || op.optional != 0
    }

    /// Writes to `out` what an operation comes to, and returns its length: as [`sets::intersect`] and
    /// [`sets::difference`] do, but by a look at the matrix for each vertex of one list, where that is not far longer
    /// than to search for each of the other.
    ///
    /// # Safety
    /// The graph has a matrix; and what those ask for.
    #[inline(always)]
    unsafe fn set_by_matrix(
        &self,
        op: &SetOp,
        source: &[u32],
        operand: &[u32],
        out: Scratch<'_, u32>,
    ) -> u32 {
        let neighbors_of = |level| {
            let vertex = self.vertex(level);
            // SAFETY: a fixed level holds a vertex, and so does each element of a list.
            move |element| unsafe { self.graph.are_joined(vertex, element) }
        };
        let joined = neighbors_of(op.operand);
        // SAFETY: the caller's promise: there is room for the shorter list, of which what two have in common is a part.
        unsafe {
            if op.difference != 0 {
                sets::select(self.warp, source, out, |element| !joined(element))
            } else if op.source.kind == Source::NEIGHBORS && operand.len() < source.len() {
                sets::select(self.warp, operand, out, neighbors_of(op.source.index))
            } else if source.len() / AS_DEAR < operand.len() {
                sets::select(self.warp, source, out, joined)
            } else {
                sets::intersect(self.warp, source, operand, out)
            }
        }
    }

    /// Whether `candidate` is the vertex of one of these levels.
    #[inline(always)]
    fn used(&self, candidate: u32, mask: u32) -> bool {
        levels(mask).any(|level| self.vertex(level) == candidate)
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
            // SAFETY: a fixed level holds a vertex, and the plan names views that there are.
            Source::NEIGHBORS => unsafe { self.graph.list(source.view, self.vertex(source.index)) },
            _ => {
                let length = self.get(Self::SLOTS.lengths + source.index as usize) as usize;
                // SAFETY: an operation of an earlier level wrote that many and ended with a sync; the plan never
                // writes a buffer that a level in progress reads.
                unsafe { self.buffer(source.index).written(length) }
            }
        }
    }

    /// A word of the stack.
    #[inline(always)]
    pub fn get(&self, slot: usize) -> u32 {
        debug_assert!((slot as u64) < self.stack.len());
        // SAFETY: slots are levels, buffers and constants of a checked plan, which the stack has room for; `put` wrote
        // the slot and ended with a sync.
        unsafe { self.stack.read(slot) }
    }

    /// Writes to the stack, for all lanes to see.
    #[inline(always)]
    pub fn put<const N: usize>(&self, entries: [(usize, u32); N]) {
        // A lane may still be reading what is about to change.
        self.warp.sync();
        if self.warp.lane() == 0 {
            for (slot, value) in entries {
                debug_assert!((slot as u64) < self.stack.len());
                // SAFETY: the slot is in the stack as in `get`, only lane 0 writes, and the others have passed the
                // sync above and wait at the one below.
                unsafe { self.stack.write(slot, value) };
            }
        }
        self.warp.sync();
    }
}
