//! Patterns that are kept until the search is over: the most frequent, the closed, the maximal, those that tell classes
//! apart.

mod condense;
mod ranked;
mod unexplored;

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use parking_lot::Mutex;
use rayon::prelude::*;

pub use condense::{Condense, condense};
pub use ranked::ranked;
pub use unexplored::{OpenPatterns, Unexplored};

use super::{FrequentPattern, Threshold};
use crate::dfs_code::{Kinds, Step};

/// What is known of a pattern that is kept.
pub trait Collected {
    /// Its minimum DFS code.
    fn code(&self) -> &[Step];
    /// Its support.
    fn support(&self) -> u32;
}

/// A pattern of a database that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedPattern {
    /// Its minimum DFS code.
    pub code: Vec<Step>,
    /// In how many graphs it occurs.
    pub support: u32,
    /// In how many embeddings.
    pub embeddings: u128,
    /// In which graphs, if that was asked for.
    pub graphs: Option<Vec<u32>>,
}

impl From<FrequentPattern<'_>> for CollectedPattern {
    fn from(found: FrequentPattern<'_>) -> CollectedPattern {
        let FrequentPattern { code, support, embeddings, graphs, .. } = found;
        CollectedPattern { code: code.to_vec(), support, embeddings, graphs: graphs.map(<[u32]>::to_vec) }
    }
}

impl Collected for CollectedPattern {
    fn code(&self) -> &[Step] {
        &self.code
    }

    fn support(&self) -> u32 {
        self.support
    }
}

impl CollectedPattern {
    /// The pattern as it was found.
    pub fn found<'f>(&'f self, kinds: &'f Kinds) -> FrequentPattern<'f> {
        let CollectedPattern { code, support, embeddings, graphs } = self;
        FrequentPattern { code, kinds, support: *support, embeddings: *embeddings, graphs: graphs.as_deref() }
    }
}

/// Sorts patterns by falling support, then fewer edges first, then by their codes: an order that does not depend on
/// how they were found.
pub fn sort<P: Collected + Send>(patterns: &mut [P]) {
    let size = |pattern: &P| (Reverse(pattern.support()), pattern.code().len());
    patterns.par_sort_unstable_by(|a, b| size(a).cmp(&size(b)).then_with(|| in_order(a.code(), b.code())));
}

/// The order of gSpan on codes: a code comes before those that begin with it.
fn in_order(a: &[Step], b: &[Step]) -> Ordering {
    a.iter().map(|step| step.rank()).cmp(b.iter().map(|step| step.rank()))
}

/// The `k` most frequent patterns. It raises the search's threshold to the support of the `k`-th best so far.
#[derive(Debug)]
pub struct Top<P> {
    k: usize,
    support: Threshold,
    best: Mutex<(BinaryHeap<Reverse<u32>>, Vec<P>)>,
}

impl<P: Collected + Clone + Send> Top<P> {
    /// Keeps the `k` best patterns of a search whose threshold is `support`.
    pub fn new(k: usize, support: Threshold) -> Self {
        Top { k, support, best: Mutex::new((BinaryHeap::new(), Vec::new())) }
    }

    /// Takes notice of a pattern.
    pub fn add(&self, found: impl Into<P>) {
        let found = found.into();
        let mut best = self.best.lock();
        let (supports, patterns) = &mut *best;
        supports.push(Reverse(found.support()));
        if supports.len() > self.k {
            supports.pop();
        }
        patterns.push(found);
        if let (true, Some(Reverse(least))) = (supports.len() == self.k, supports.peek()) {
            self.support.raise(*least);
            if patterns.len() > 2 * self.k + 64 {
                patterns.retain(|pattern| pattern.support() >= *least);
            }
        }
    }

    /// The best patterns so far, and perhaps some more, in any order.
    pub fn so_far(&self) -> Vec<P> {
        self.best.lock().1.clone()
    }

    /// The best patterns, the best first.
    pub fn finish(self) -> Vec<P> {
        let (_, mut patterns) = self.best.into_inner();
        sort(&mut patterns);
        patterns.truncate(self.k);
        patterns
    }
}
