//! Estimating how many matches a pattern has, from matches that are drawn at random.
//!
//! # Computes
//! 1. [`weigh`]: for each task of a plan, how large its sets are that are known once its edge is, as a logarithm. The
//!    host sorts the tasks by it and cuts them into strata, whose tasks hold about as many matches each.
//! 2. [`draw`]: for groups of draws, each of a task of a stratum and of a way down the plan from there, the sums of
//!    what they stand for, and of its squares. A draw stands for the number of candidates at each level, multiplied: by
//!    Horvitz and Thompson the mean over all draws is what the stratum's tasks hold on average.
//! 3. [`exact`]: what some of the sorted tasks hold, counted.
//! 4. [`sample`]: whole embeddings drawn at random, each with the chance with which it is to be kept so that all are as
//!    likely.
//!
//! # Requires
//! A plan whose last level walked is the third or a later one, tasks that are not split, and what
//! [`count`](super::count) requires. Of [`sample`] also a plan whose leaf chooses one vertex.
//!
//! # Numbers
//! Each group of draws, or of attempts, has a stream of random numbers of its own, named by its number. Weights are
//! products of whole numbers, rounded to 53 bits one multiplication after the other, and those of a group are added up
//! one after the other: the sums are the same on every machine, bit by bit.
//!
//! # Thread mapping
//! A warp takes a task, or a group of draws one after another; the sets of each draw are intersected by all lanes, and
//! the leaves of its last level taken a candidate a lane.
//!
//! # Sources
//! Draws from the exact candidate sets, weighed by their sizes: Knuth 1975, "Estimating the Efficiency of Backtrack
//! Programs"; Kim et al. 2021 (Alley, SIGMOD); on GPUs Ye et al. 2024 (gSWORD, SIGMOD). Strata by what the first edge's
//! sets tell are ours. Rejection: von Neumann 1951, "Various techniques used in connection with random digits".

pub mod draw;
pub mod exact;
pub mod sample;
pub mod weigh;

use core::mem::offset_of;
use core::sync::atomic::AtomicU32;

use bytemuck::AnyBitPattern;
use cust_core::DeviceCopy;

use super::count::{AttributedArgs, CountArgs};
use crate::memory::{Scratch, Slice};
use crate::plan::Source;

/// The most lists by which a task is weighed: one for each vertex but the first two.
pub const MOST_LISTS: usize = 10;
/// Parts of a factor of 2 in which weights are told apart.
pub const PARTS: u32 = 8;
/// How many weights there are: a weight of 0 is that of tasks without a match.
pub const WEIGHTS: usize = 4096;
/// Draws in a group: with more of them, warps would wait for the last groups of draws of long lists.
pub const GROUP: u64 = 8;
/// By this the numbers of groups are multiplied, for seeds: Steele and Vigna 2022, "Computationally easy, spectrally
/// good multipliers".
pub(in crate::kernels) const MULTIPLIER: u64 = 0xd134_2543_de82_ef95;

/// What the kernels of [`weigh`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WeighArgs<'a, A> {
    /// The walk, a [`WalkArgs`](super::count::WalkArgs): `end` tasks, drawn `chunk` at a time. `totals` is not used.
    pub walk: A,
    /// For each task, its weight: written.
    pub weights: Scratch<'a, u32>,
    /// For each task, its number: written.
    pub numbers: Scratch<'a, u32>,
    /// How many tasks have each of the [`WEIGHTS`] weights: added to.
    pub counts: Slice<'a, AtomicU32>,
    /// Lists in use.
    pub lists: u32,
    /// Not used.
    pub reserved: u32,
    /// The lists by which tasks are weighed, besides that of the third level's candidates: each is there when the
    /// task's edge is fixed.
    pub list: [Source; MOST_LISTS],
}

/// Consecutive tasks of those that are sorted, and how many draws of them are made.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, DeviceCopy, AnyBitPattern)]
pub struct Stratum {
    /// The place of the first task among those that are sorted.
    pub start: u64,
    /// How many tasks there are: at least 1, and fewer than 2^32.
    pub tasks: u64,
    /// How many draws there are, before the last stratum's end fewer than 2^32: a multiple of [`GROUP`].
    pub draws: u64,
    /// The number of the first group of these draws.
    pub first_group: u64,
}

/// What a group of draws came to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, DeviceCopy, AnyBitPattern)]
pub struct DrawSums {
    /// What the draws stand for, added up.
    pub weights: f64,
    /// The squares of that.
    pub squares: f64,
    /// The draws that stand for something.
    pub hits: f64,
    /// The steps of a warp that a walk through a draw's task would take, added up.
    pub steps: f64,
}

/// What the kernels of [`draw`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct DrawArgs<'a, A> {
    /// The walk, a [`WalkArgs`](super::count::WalkArgs). `queue` is the next group, from `first` up to `end`; `totals`
    /// is not used.
    pub walk: A,
    /// The numbers of the tasks, sorted.
    pub tasks: Slice<'a, u32>,
    /// The strata that have draws, by number of their first group.
    pub strata: Slice<'a, Stratum>,
    /// For each group from `first` on, what it came to: written.
    pub sums: Scratch<'a, DrawSums>,
    /// The first group.
    pub first: u64,
    /// What names the streams of random numbers, with the numbers of the groups.
    pub seed: u64,
}

/// What the kernels of [`exact`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ExactArgs<'a, A> {
    /// The walk, a [`WalkArgs`](super::count::WalkArgs). `queue` is the next place among the sorted tasks, up to `end`.
    pub walk: A,
    /// The numbers of the tasks, sorted.
    pub tasks: Slice<'a, u32>,
}

/// The tasks of one weight, which lie next to each other among those that are sorted, and how likely they are drawn.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, DeviceCopy, AnyBitPattern)]
pub struct WeightClass {
    /// The first of the numbers that draw a task of this class: those up to the first one of the next.
    pub first_number: u64,
    /// The place of the first task among those that are sorted.
    pub start: u64,
    /// How many tasks there are: at least 1, and fewer than 2^32.
    pub tasks: u64,
    /// What a task may hold, about: above 0, and for all classes alike as many times the chance with which a task is
    /// drawn.
    pub bound: f64,
}

/// What a group of attempts came to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, DeviceCopy, AnyBitPattern)]
pub struct Outcomes {
    /// The ratios of the embeddings that were found, added up.
    pub ratios: f64,
    /// The largest of them.
    pub largest: f64,
    /// How many embeddings were found.
    pub found: u32,
    /// Of these, how many have a ratio beyond the cap.
    pub exceeding: u32,
}

/// What the kernels of [`sample`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SampleArgs<'a, A> {
    /// The walk, a [`WalkArgs`](super::count::WalkArgs). `queue` is the next group, from `first` up to `end`; `totals`
    /// is not used.
    pub walk: A,
    /// The numbers of the tasks, sorted.
    pub tasks: Slice<'a, u32>,
    /// At least one class, by rising first number; that of the first is 0.
    pub classes: Slice<'a, WeightClass>,
    /// For each group from `first` on, what it came to: written.
    pub outcomes: Scratch<'a, Outcomes>,
    /// A row for each attempt from that of `first` on: the first ones are written, in any order, with the embeddings
    /// that were accepted. A row is the number of the attempt, counted from that of `first`, and a vertex for each
    /// level, and for the leaf unless it is the last vertex itself.
    pub rows: Scratch<'a, u32>,
    /// One counter, zero at the start: how many rows are written.
    pub used: Slice<'a, AtomicU32>,
    /// The first group.
    pub first: u64,
    /// What names the streams of random numbers, with the numbers of the groups.
    pub seed: u64,
    /// The numbers from 0 up to this one draw a task, each as likely: above the last class's first one.
    pub numbers: u64,
    /// An embedding of ratio `r` is accepted with chance `r / cap`; none where this is infinite.
    pub cap: f64,
    /// Vertices in a row.
    pub width: u32,
    /// Not used.
    pub reserved: u32,
}

layout!(WeightClass: 32);
layout!(Outcomes: 24);
layout!(Stratum: 32);
layout!(DrawSums: 32);

const _: () = {
    assert!(offset_of!(SampleArgs<'_, CountArgs<'_>>, width) == size_of::<CountArgs<'_>>() + 112);
    assert!(size_of::<SampleArgs<'_, AttributedArgs<'_>>>() <= 4096);
    assert!(offset_of!(DrawArgs<'_, CountArgs<'_>>, first) == size_of::<CountArgs<'_>>() + 48);
    assert!(offset_of!(ExactArgs<'_, CountArgs<'_>>, tasks) == size_of::<CountArgs<'_>>());
    // Drivers before CUDA 12.1 take no more.
    assert!(size_of::<WeighArgs<'_, AttributedArgs<'_>>>() <= 4096);
};
