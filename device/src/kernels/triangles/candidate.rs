//! What may close a triangle.

use crate::sets::contains;

/// An element of the list of one of a root's neighbours that may be in that of the root: where it is, it closes a
/// triangle.
pub(in crate::kernels) struct TriangleCandidate<'a> {
    /// The list of the root.
    pub list: &'a [u32],
    /// Where it starts among the graph's neighbours.
    pub start: u64,
    /// The element.
    pub element: u32,
    /// Where that stands among the graph's neighbours.
    pub place: u64,
}

impl TriangleCandidate<'_> {
    /// Whether it is.
    #[inline(always)]
    pub(super) fn closes(&self) -> bool {
        contains(self.list, self.element)
    }
}
