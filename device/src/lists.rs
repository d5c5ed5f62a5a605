//! The lists of neighbours that a walk reads: those of a graph, or its views.

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::memory::Slice;
use crate::sets::{self, IdRange};

/// Lists of neighbours: each ascending, without duplicates and without its own vertex.
pub trait Lists<'a>: DeviceCopy {
    /// Whether plans for them are plain, and kernels may leave out what such plans do not have: sets that must be
    /// empty, powers, and leaves that are nothing but the last vertex walked.
    const PLAIN: bool;
    /// Whether it is known at once who is joined ([`are_joined`](Self::are_joined)).
    const HAS_MATRIX: bool = false;

    /// All lists, one after another.
    fn entries(&self) -> &'a [u32];

    /// The neighbours of `v` in `view`.
    ///
    /// # Safety
    /// The lists are as their type says, `v` is a vertex, and `view` one of the views.
    unsafe fn list(&self, view: u32, v: u32) -> &'a [u32];

    /// Those of them that are in `range`.
    ///
    /// # Safety
    /// The lists are as their type says, `v` is a vertex, and `view` one of the views.
    unsafe fn within(&self, view: u32, v: u32, range: IdRange) -> &'a [u32];

    /// Whether two vertices are neighbours, in lists of a plain graph that have a matrix.
    ///
    /// # Safety
    /// The lists are as their type says, and `v` and `w` are vertices.
    #[inline(always)]
    unsafe fn are_joined(&self, v: u32, w: u32) -> bool {
        unreachable!("there is no matrix to tell of {v} and {w}")
    }
}

/// A graph has one view.
impl<'a> Lists<'a> for GraphView<'a> {
    const PLAIN: bool = true;

    #[inline(always)]
    fn entries(&self) -> &'a [u32] {
        self.neighbors.get()
    }

    #[inline(always)]
    unsafe fn list(&self, _view: u32, v: u32) -> &'a [u32] {
        self.neighbors(v)
    }

    /// The usual bound is `v` itself, whose place in its list is known; any other is searched for.
    #[inline(always)]
    unsafe fn within(&self, _view: u32, v: u32, range: IdRange) -> &'a [u32] {
        let list = self.neighbors(v);
        let smaller = self.smaller(v);
        let (mut start, mut end) = (0, list.len());
        if range.end == v {
            end = smaller;
        } else if range.end != IdRange::ALL.end {
            end = sets::lower_bound(list, range.end);
        }
        if range.low == v + 1 {
            start = smaller;
        } else if range.low != IdRange::ALL.low {
            start = sets::lower_bound(list, range.low);
        }
        // An empty range may have its start beyond its end.
        // SAFETY: both are at most the list's length, and the start is at most the end.
        unsafe { list.get_unchecked(start.min(end)..end) }
    }
}

/// The views of a graph, one after another, each in compressed sparse rows over the same vertices: one list of
/// neighbours per vertex for each kind of edge that a pattern asks for, such as "arcs labelled `knows` from a `Person`
/// to a `Robot`".
///
/// Labels and directions are settled when the views are made; a kernel sees lists, and a plan names them.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Views<'a> {
    /// For each view `n + 1` starts of lists in `neighbors`, ascending within the view.
    pub offsets: Slice<'a, u64>,
    /// The lists.
    pub neighbors: Slice<'a, u32>,
    /// `n`, the vertices.
    pub vertices: u32,
}

layout!(Views<'_>: 40, vertices: 32);

impl Views<'_> {
    /// Where the list of `v` in `view` starts and ends.
    #[inline(always)]
    fn bounds(&self, view: u32, v: u32) -> (usize, usize) {
        debug_assert!(v < self.vertices);
        let row = u64::from(view) * (u64::from(self.vertices) + 1) + u64::from(v);
        let offsets = self.offsets.get();
        debug_assert!(row + 1 < offsets.len() as u64);
        // SAFETY: `v < n` and `view` is one of the views, each of which has `n + 1` offsets.
        unsafe {
            (*offsets.get_unchecked(row as usize) as usize, *offsets.get_unchecked(row as usize + 1) as usize)
        }
    }
}

impl<'a> Lists<'a> for Views<'a> {
    const PLAIN: bool = false;

    #[inline(always)]
    fn entries(&self) -> &'a [u32] {
        self.neighbors.get()
    }

    #[inline(always)]
    unsafe fn list(&self, view: u32, v: u32) -> &'a [u32] {
        let (start, end) = self.bounds(view, v);
        // SAFETY: the caller's promise: offsets ascend within a view and end within `neighbors`.
        unsafe { self.neighbors.get().get_unchecked(start..end) }
    }

    #[inline(always)]
    unsafe fn within(&self, view: u32, v: u32, range: IdRange) -> &'a [u32] {
        // SAFETY: the caller's promise.
        range.of(unsafe { self.list(view, v) })
    }
}
