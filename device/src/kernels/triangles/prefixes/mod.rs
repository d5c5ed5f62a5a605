//! Triangles where the lists do not fit in the cache: from the prefixes of lists.
//!
//! A triangle `w < v < u` is found at `v`: `w` is in the list of `v`, and in the list of `u` before `v`. That part of
//! the list is the prefix of `u` at `v`. So a warp marks the list of one vertex, and streams all prefixes at it past
//! the marks. They are the same pairs of elements that [`count_triangles`](super::count::count_triangles) asks the rows
//! and lists of each `v` for, one by one; but the elements of a prefix stand together. Sectors of 32 bytes are what
//! counts here: in an R-MAT graph of 2^24 vertices there are 5.6 thousand million in prefixes, and 8.8 in rows and
//! lists; with the elements in 16 bits half as many.
//!
//! # Sources
//! Narrow ids for the vertices of the highest degrees: Koohi Esfahani, Kilpatrick and Vandierendonck 2022, "LOTUS:
//! locality optimizing triangle counting" (PPoPP 2022), section 4.

pub mod count;
pub mod make;

pub use count::{PrefixTrianglesArgs, PrefixedLists};

/// What a narrow element says that stands for a greater one.
pub const WIDER: u16 = u16::MAX;

/// A prefix in 64 bits: where a list starts among the neighbours, and how many of its elements it has. Both are below
/// 2^32.
pub const fn packed(start: u32, length: u32) -> u64 {
    (length as u64) << 32 | start as u64
}

/// The parts of what [`packed`] gives.
#[inline(always)]
pub(in crate::kernels) const fn unpacked(prefix: u64) -> (u32, u32) {
    (prefix as u32, (prefix >> 32) as u32)
}
