//! Set operations on lists: slices of `u32`, ascending, without duplicates, and without `u32::MAX`.
//!
//! Neighbour lists and candidate buffers are such lists; who makes one guarantees it. So a list has less than
//! `2^32` elements, and its length fits `u32`.
//!
//! | operation | who gives what | result |
//! | --- | --- | --- |
//! | [`lower_bound`], [`gallop`], [`contains`], [`IdRange`] | one thread, alone | |
//! | [`intersect_count`] | all lanes the same two lists | the size of the intersection, in all lanes |
//! | [`intersect`], [`difference`] | all lanes the same two lists | a list in memory, its length in all lanes |
//! | [`select`] | all lanes the same list | those elements that pass a test, in memory |
//! | [`count_passing`] | each lane its own list | how many of its elements pass a test, in each lane |
//! | [`batch_intersect_count`] | each lane its own two lists | the size of its intersection, in each lane |
//! | [`batch_each`] | each lane its own two lists | a call for each element of the one: whether the other has it |
//!
//! On a machine of many lanes, each lane takes a key of the shorter list and searches the longer by bisection. On
//! a machine of one lane the lists are merged block by block, in loops that become vector instructions, unless one
//! is much longer.

mod batch;
mod combine;
mod count;
mod merge;
mod probe;
mod search;
mod turns;

pub use batch::{batch_each, batch_intersect_count};
pub use combine::{difference, intersect, select};
pub use count::{count_passing, intersect_count};
pub use search::{IdRange, contains, gallop, lower_bound};
pub(crate) use turns::each_in_turn;
