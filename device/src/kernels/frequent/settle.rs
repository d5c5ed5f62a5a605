//! Which places of the domains matches send the patterns' vertices to.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::pieces::LongSearches;
use super::search::{MatchSearch, SearchEnd};
use super::{Domain, LabelledGraph, SearchLevel, SearchLink};
use crate::kernels::queue::draw;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

pub use super::search::shared_bytes;

/// A domain that is settled, and the number of the first of its tasks.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct DomainTasks {
    /// The number of its first task.
    pub first: u64,
    /// The domain.
    pub domain: u32,
    /// Not used.
    pub padding: u32,
}

/// What [`settle_domains`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SettleArgs<'a> {
    /// The graph.
    pub graph: LabelledGraph<'a>,
    /// The domains of the wave.
    pub domains: Slice<'a, Domain>,
    /// The levels of their plans.
    pub levels: Slice<'a, SearchLevel>,
    /// The links of these.
    pub links: Slice<'a, SearchLink>,
    /// The domains to settle, in the order in which they are taken up; the first has task 0.
    pub tasks: Slice<'a, DomainTasks>,
    /// Changed: what may be in each domain. A place from which no match was found is taken out.
    pub possible: Slice<'a, AtomicU32>,
    /// Changed: the places of each domain that matches were found at.
    pub images: Slice<'a, AtomicU32>,
    /// Changed: for each domain, how many images it has.
    pub found: Slice<'a, AtomicU32>,
    /// Changed: for each domain, how many places it may have.
    pub left: Slice<'a, AtomicU32>,
    /// Changed: for each pattern, 1 if a domain of it has become smaller than the threshold.
    pub dead: Slice<'a, AtomicU32>,
    /// Two elements: how many tasks were drawn, and what is not 0 when the work is to stop.
    pub queue: Slice<'a, AtomicU64>,
    /// How many tasks there are.
    pub end: u64,
    /// Words of a domain that are a task, at least 1; the last one of a domain may have fewer.
    pub task_words: u32,
    /// The least support of a pattern that is frequent.
    pub threshold: u32,
    /// How many images of a domain are enough: the threshold, or `u32::MAX` where all are wanted.
    pub enough: u32,
    /// Vertices of a pattern of the wave, at most.
    pub most_levels: u32,
    /// Tasks that a warp draws at a time, at least 1.
    pub chunk: u32,
    /// Not used.
    pub padding: u32,
    /// What becomes of searches that take long.
    pub split: LongSearches<'a>,
}

layout!(DomainTasks: 16, domain: 8);
layout!(SettleArgs<'_>: 320, queue: 208, end: 224, split: 256);

/// Settles domains: when it ends, each place of a domain is an image, or has been taken out, or the search from there
/// is left in pieces, unless the domain has enough images or its pattern is dead. A warp for each task. Shared memory:
/// [`shared_bytes`].
#[cuda_std::kernel(max_threads = 128, min_blocks = 4)]
pub unsafe fn settle_domains<B: Block>(block: B, args: &SettleArgs<'_>) {
    let warp = block.warp();
    let search = MatchSearch::new(block, args);
    while let Some(drawn) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut task = drawn.start;
        while task < drawn.end {
            let tasks = of_task(&args.tasks, task);
            let domain = &args.domains[tasks.domain as usize];
            let first = ((task - tasks.first) * u64::from(args.task_words)) as u32;
            let end = domain.length.min(first + args.task_words);
            let mut word = first;
            while word < end {
                settle_word(warp, args, search, tasks.domain, domain, word);
                word += 1;
            }
            task += 1;
        }
    }
}

/// The domain whose task has a number.
#[inline(always)]
fn of_task(all: &[DomainTasks], task: u64) -> &DomainTasks {
    let (mut start, mut end) = (0, all.len());
    while end - start > 1 {
        let middle = start + (end - start) / 2;
        if all[middle].first <= task { start = middle } else { end = middle }
    }
    &all[start]
}

/// Settles the places of a word of a domain.
#[inline(always)]
fn settle_word<W: Warp>(
    warp: W,
    args: &SettleArgs<'_>,
    search: MatchSearch<'_, W>,
    number: u32,
    domain: &Domain,
    word: u32,
) {
    let at = domain.words as usize + word as usize;
    let mut open = args.possible[at].load(Relaxed) & !args.images[at].load(Relaxed);
    // What other warps change meanwhile, lanes may see at different times: one of them speaks for all.
    open = warp.shuffle(open, 0);
    while open != 0 {
        let bit = open & open.wrapping_neg();
        open &= !bit;
        let place = domain.start + word * 32 + bit.trailing_zeros();
        let marked = args.images[at].load(Relaxed) & bit != 0;
        if warp.shuffle(u32::from(marked), 0) != 0 {
            continue;
        }
        match search.from(domain, number, place) {
            SearchEnd::Match | SearchEnd::Split => {}
            SearchEnd::Settled => return,
            SearchEnd::Nothing => take_out(warp, args, number, place),
        }
    }
}

/// Takes a place out of a domain, as no match sends the root there.
#[inline(always)]
pub(super) fn take_out<W: Warp>(warp: W, args: &SettleArgs<'_>, number: u32, place: u32) {
    if warp.lane() == 0 {
        let domain = &args.domains[number as usize];
        let bit = place - domain.start;
        args.possible[domain.words as usize + bit as usize / 32].fetch_and(!(1 << (bit % 32)), Relaxed);
        let left = args.left[number as usize].fetch_sub(1, Relaxed) - 1;
        if left < args.threshold {
            args.dead[domain.pattern as usize].store(1, Relaxed);
        }
    }
}
