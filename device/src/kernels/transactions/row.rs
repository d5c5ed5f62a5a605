//! All extensions of one embedding.

use super::{BatchView, Head, NONE, Task, unpair};

/// The bit of vertex `v` in a signature.
#[inline(always)]
pub fn bit(v: u32) -> u64 {
    1 << (v & 63)
}

/// An embedding of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The row of the embedding that it was grown from, in that one's column.
    pub parent: u32,
    /// The vertex discovered last.
    pub vertex: u32,
    /// The head of the embedding that it was grown from.
    pub head: Head,
    /// Where the extensions of that one end.
    pub end: u32,
}

impl Row {
    /// The embedding's own signature.
    #[inline(always)]
    pub fn signature(&self) -> u64 {
        self.head.signature | bit(self.vertex)
    }
}

impl<'a> BatchView<'a> {
    /// Row `row` of the batch's column, which belongs to `task`.
    #[inline(always)]
    pub fn row(&self, task: &Task, row: u32) -> Row {
        let columns = self.columns.get();
        let heads = self.heads.get();
        // SAFETY: there is a column for each level; the rows of a task lie in the batch's own, and the host made the
        // shift so that parents' rows lead to their heads, of which there is one more than embeddings.
        unsafe {
            let column = columns.get_unchecked(columns.len() - 1).get();
            let (parent, vertex) = unpair(*column.get_unchecked(row as usize));
            let head = parent.wrapping_add(task.head_shift) as usize;
            let end = heads.get_unchecked(head + 1).start;
            Row { parent, vertex, head: *heads.get_unchecked(head), end }
        }
    }

    /// Calls `hit` for each extension of an embedding of `task`, with what the maps say of it and its vertex; for an
    /// edge that closes a cycle, the vertex is the one that it leads to.
    ///
    /// Inherited extensions come first, in the order of the parent's.
    #[inline(always)]
    pub fn extensions(&self, task: &Task, row: &Row, mut hit: impl FnMut(u32, u32)) {
        let maps = self.maps.get();
        // SAFETY: heads ascend and end at the number of extensions.
        let siblings = unsafe { self.extensions.get().get_unchecked(row.head.start as usize..row.end as usize) };
        for sibling in siblings {
            let (extension, vertex) = unpair(*sibling);
            // SAFETY: the map has an element for each of the parent's extensions.
            let mapped = unsafe { *maps.get_unchecked((task.inherited + extension) as usize) };
            if mapped != NONE && vertex != row.vertex {
                hit(mapped, vertex);
            }
        }
        if task.around == NONE {
            return;
        }
        let signature = row.signature();
        let mut known = 0;
        for arc in self.arcs(row.vertex) {
            let (kind, vertex) = unpair(*arc);
            if signature & bit(vertex) != 0 {
                known += 1;
                continue;
            }
            // SAFETY: the map has an element for each kind that starts at the label of the new vertex.
            let mapped = unsafe { *maps.get_unchecked((task.around + kind) as usize) };
            if mapped != NONE {
                hit(mapped, vertex);
            }
        }
        // The vertex that the new one was grown from is always there: one alone is that one.
        if known > 1 {
            self.cycles(task, row, signature, hit);
        }
    }

    /// The extensions to neighbours that the signature does not tell to be new.
    #[inline(always)]
    fn cycles(&self, task: &Task, row: &Row, signature: u64, mut hit: impl FnMut(u32, u32)) {
        let maps = self.maps.get();
        for arc in self.arcs(row.vertex) {
            let (kind, vertex) = unpair(*arc);
            if signature & bit(vertex) == 0 {
                continue;
            }
            let block = match self.column_of(row, vertex) {
                None => 0,
                // SAFETY: there is a role for each column.
                Some(column) => match unsafe { *maps.get_unchecked((task.roles + column) as usize) } {
                    NONE => continue,
                    place => 1 + place,
                },
            };
            // SAFETY: the map has, for each vertex of the rightmost path and for none, an element for each kind.
            let mapped = unsafe { *maps.get_unchecked((task.around + block * task.kinds + kind) as usize) };
            if mapped != NONE {
                hit(mapped, vertex);
            }
        }
    }

    /// The last column in which the embedding that `row` was grown from has `vertex`.
    #[inline(always)]
    fn column_of(&self, row: &Row, vertex: u32) -> Option<u32> {
        let columns = self.columns.get();
        let mut at = row.parent;
        let mut column = columns.len() - 1;
        while column > 0 {
            column -= 1;
            // SAFETY: rows lead to rows of the column before.
            let (before, candidate) = unpair(unsafe { *columns.get_unchecked(column).get().get_unchecked(at as usize) });
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
