//! Patterns that are kept until the search is over: the most frequent, the closed, the maximal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{FrequentPattern, Threshold};
use crate::dfs_code::{Kinds, Step, minimum_code};

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
    pub embeddings: u64,
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
    let steps =
        |a: &P, b: &P| a.code().iter().map(|step| step.rank()).cmp(b.code().iter().map(|step| step.rank()));
    patterns.par_sort_unstable_by(|a, b| size(a).cmp(&size(b)).then_with(|| steps(a, b)));
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
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
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
        self.best.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// The best patterns, the best first.
    pub fn finish(self) -> Vec<P> {
        let (_, mut patterns) = self.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        sort(&mut patterns);
        patterns.truncate(self.k);
        patterns
    }
}

/// Which patterns stand for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condense {
    /// Those that no larger pattern with the same support contains.
    Closed,
    /// Those that no larger frequent pattern contains.
    Maximal,
}

/// Drops the patterns that do not stand for others.
///
/// `patterns` are all frequent patterns up to one edge more than those that are asked for: a pattern is contained in
/// a larger one just if it is in one of one edge more, and all of those are frequent that matter here.
pub fn condense<P: Collected + Sync>(kinds: &Kinds, patterns: Vec<P>, condense: Condense) -> Vec<P> {
    let numbers: FxHashMap<&[Step], usize> =
        patterns.iter().enumerate().map(|(number, pattern)| (pattern.code(), number)).collect();
    let covered = |pattern: &P| {
        let parts =
            parts(kinds, pattern.code()).into_iter().filter_map(|part| numbers.get(&part[..]).copied());
        let same = |number: &usize| {
            condense == Condense::Maximal || patterns[*number].support() == pattern.support()
        };
        parts.filter(same).collect::<Vec<_>>()
    };
    let covered: Vec<Vec<usize>> = patterns.par_iter().map(covered).collect();
    let mut stands = vec![true; patterns.len()];
    covered.into_iter().flatten().for_each(|number| stands[number] = false);
    patterns.into_iter().zip(stands).filter(|(_, stands)| *stands).map(|(pattern, _)| pattern).collect()
}

/// The minimum codes of the connected patterns that have one edge less.
fn parts(kinds: &Kinds, code: &[Step]) -> Vec<Vec<Step>> {
    let edges: Vec<_> = code.iter().map(|step| (step.from, step.to, step.kind)).collect();
    let without = |number: usize| {
        let mut rest = edges.clone();
        rest.remove(number);
        minimum_code(kinds, &rest)
    };
    (0..edges.len()).filter_map(without).collect()
}
