//! All extensions of one embedding.

use super::{BatchView, Head, NONE, PatternTask, UNWANTED, unpair};
use crate::kernels::prefetch::prefetch;

/// The bit of vertex `v` in a signature.
#[inline(always)]
pub fn bit(v: u32) -> u64 {
    1 << (v & 63)
}

/// An embedding of a batch.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddingRow {
    /// The row of the embedding that it was grown from, in that one's column.
    pub parent: u32,
    /// The vertex discovered last.
    pub vertex: u32,
    /// The head of the embedding that it was grown from.
    pub head: Head,
    /// Where the extensions of that one end.
    pub end: u32,
}

impl EmbeddingRow {
    /// The embedding's own signature.
    #[inline(always)]
    pub fn signature(&self) -> u64 {
        self.head.signature | bit(self.vertex)
    }
}

impl<'a> BatchView<'a> {
    /// The batch's own column.
    #[inline(always)]
    pub(in crate::kernels) fn column(&self) -> &'a [u64] {
        let columns = self.columns.get();
        // SAFETY: there is a column for each level, of which there are two at least.
        unsafe { columns.get_unchecked(columns.len() - 1).get() }
    }

    /// Row `row` of the batch's column, which belongs to `task`.
    #[inline(always)]
    pub(in crate::kernels) fn row(&self, task: &PatternTask, row: u32) -> EmbeddingRow {
        let heads = self.heads.get();
        // SAFETY: the rows of a task lie in the batch's column, and the host made the shift so that parents' rows
        // lead to their heads, of which there is one more than embeddings.
        unsafe {
            let (parent, vertex) = unpair(*self.column().get_unchecked(row as usize));
            let head = parent.wrapping_add(task.head_shift) as usize;
            let end = heads.get_unchecked(head + 1).start;
            EmbeddingRow { parent, vertex, head: *heads.get_unchecked(head), end }
        }
    }

    /// Asks for what the rows after `row` of `task` will need: first for what a row leads to, and half as far away
    /// for what that leads to.
    #[inline(always)]
    pub(in crate::kernels) fn prefetch(&self, task: &PatternTask, row: u32) {
        const FAR: u32 = 16;
        let (column, heads, offsets) = (self.column(), self.heads.get(), self.database.offsets.get());
        let lead = |distance: u32| {
            let (parent, vertex) = unpair(column[(row + distance).min(task.end - 1) as usize]);
            (parent.wrapping_add(task.head_shift) as usize, vertex as usize)
        };
        let (head, vertex) = lead(FAR);
        prefetch(heads, head);
        if task.kinds != 0 {
            prefetch(offsets, vertex);
        }
        let (head, vertex) = lead(FAR / 2);
        prefetch(self.extensions.get(), heads[head].start as usize);
        if task.kinds != 0 {
            prefetch(self.database.arcs.get(), offsets[vertex] as usize);
        }
    }

    /// How many extensions the embedding can have around its new vertex at most.
    #[inline(always)]
    pub(in crate::kernels) fn most_around(&self, task: &PatternTask, row: &EmbeddingRow) -> usize {
        // Neighbours that the signature leaves in doubt are told of twice: as unwanted, and for what they are.
        if task.kinds == 0 { 0 } else { 2 * self.arcs(row.vertex).len() }
    }

    /// Calls `hit` for each extension of an embedding of `task`, with its number and its vertex; for an edge that
    /// closes a cycle, that is the embedding's own last. Some of the calls are for [`UNWANTED`].
    ///
    /// Inherited extensions come first, in the order of the parent's.
    #[inline(always)]
    pub(in crate::kernels) fn extensions(
        &self,
        task: &PatternTask,
        row: &EmbeddingRow,
        hit: impl FnMut(u32, u32),
    ) {
        self.some_extensions(task, row, [true, task.kinds != 0], hit)
    }

    /// Calls `hit` for the extensions of some sorts of an embedding of `task`, with the number and the vertex of each:
    /// with `inherited` those of its parent, with `around` those at its new vertex, if any are wanted. [`UNWANTED`] may
    /// be among them.
    #[inline(always)]
    pub(in crate::kernels) fn some_extensions(
        &self,
        task: &PatternTask,
        row: &EmbeddingRow,
        [inherited, around]: [bool; 2],
        mut hit: impl FnMut(u32, u32),
    ) {
        let maps = self.maps.get();
        // The vertex that the embedding took is no longer free. A backward edge took none.
        let taken = if task.around == NONE { NONE } else { row.vertex };
        // SAFETY: heads ascend and end at the number of extensions.
        let siblings =
            unsafe { self.extensions.get().get_unchecked(row.head.start as usize..row.end as usize) };
        for sibling in if inherited { siblings } else { &[] } {
            let (extension, vertex) = unpair(*sibling);
            let is_earlier = extension == task.twin && vertex < taken;
            let place = if is_earlier { task.around - 1 } else { task.inherited + extension };
            // SAFETY: the map has an element for each of the parent's extensions, and one for earlier twins.
            let number = unsafe { *maps.get_unchecked(place as usize) };
            hit(if vertex == taken { UNWANTED } else { number }, vertex);
        }
        if !around {
            return;
        }
        let signature = row.signature();
        let mut known = 0;
        for arc in self.arcs(row.vertex) {
            let (kind, vertex) = unpair(*arc);
            let maybe_known = signature & bit(vertex) != 0;
            known += u32::from(maybe_known);
            // SAFETY: the map has an element for each kind that starts at the label of the new vertex.
            let number = unsafe { *maps.get_unchecked((task.around + kind) as usize) };
            hit(if maybe_known { UNWANTED } else { number }, vertex);
        }
        // One neighbour is always in the embedding: the vertex that the new one was grown from.
        if known > 1 {
            self.cycles(task, row, signature, hit);
        }
    }

    /// The extensions to neighbours that the signature does not tell to be new.
    #[inline(always)]
    fn cycles(&self, task: &PatternTask, row: &EmbeddingRow, signature: u64, mut hit: impl FnMut(u32, u32)) {
        let maps = self.maps.get();
        for arc in self.arcs(row.vertex) {
            let (kind, vertex) = unpair(*arc);
            if signature & bit(vertex) == 0 {
                continue;
            }
            let (block, vertex) = match self.column_of(row, vertex) {
                None => (0, vertex),
                // SAFETY: there is a role for each column.
                Some(column) => match unsafe { *maps.get_unchecked((task.roles + column) as usize) } {
                    NONE => continue,
                    place => (1 + place, row.vertex),
                },
            };
            // SAFETY: the map has, for each vertex of the rightmost path and for none, an element for each kind.
            hit(unsafe { *maps.get_unchecked((task.around + block * task.kinds + kind) as usize) }, vertex);
        }
    }

    /// The last column in which the embedding that `row` was grown from has `vertex`.
    #[inline(always)]
    fn column_of(&self, row: &EmbeddingRow, vertex: u32) -> Option<u32> {
        let columns = self.columns.get();
        let mut at = row.parent;
        let mut column = columns.len() - 1;
        while column > 0 {
            column -= 1;
            // SAFETY: rows lead to rows of the column before.
            let (before, candidate) =
                unpair(unsafe { *columns.get_unchecked(column).get().get_unchecked(at as usize) });
            if candidate == vertex {
                return Some(column as u32);
            }
            at = before;
        }
        None
    }

    /// The neighbourhood of vertex `v`.
    #[inline(always)]
    fn arcs(&self, v: u32) -> &'a [u64] {
        let offsets = self.database.offsets.get();
        // SAFETY: columns hold vertices, and there is one more offset than vertices; they ascend and end at the
        // number of arcs.
        unsafe {
            let start = *offsets.get_unchecked(v as usize) as usize;
            let end = *offsets.get_unchecked(v as usize + 1) as usize;
            self.database.arcs.get().get_unchecked(start..end)
        }
    }
}
