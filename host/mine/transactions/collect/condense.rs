//! The patterns that stand for others.
//!
//! A pattern is contained in a larger one just if it is in one of one edge more. So each pattern marks its parts of one
//! edge less, which are found by a number that isomorphic patterns have in common, and then by an isomorphism: no
//! minimum code is made, whose search goes through all automorphisms. The part without the last edge of the code is
//! known by the code itself.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::unexplored::Hidden;
use super::{Collected, OpenPatterns};
use crate::Context;
use crate::dfs_code::{Kinds, NumberedPattern, Step};
use crate::runtime::RuntimeError;

/// Which patterns stand for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condense {
    /// Those that no larger pattern with the same support contains.
    Closed,
    /// Those that no larger frequent pattern contains.
    Maximal,
}

impl Condense {
    /// Whether a pattern of `larger` support stands for a part of it of `own`.
    pub(super) fn covers(self, larger: u32, own: u32) -> bool {
        self == Condense::Maximal || larger == own
    }

    /// Whether a pattern of `larger` support at most may stand for a part of it of `own`.
    pub(super) fn covers_at_most(self, larger: u32, own: u32) -> bool {
        self == Condense::Maximal || larger >= own
    }
}

/// Drops the patterns that do not stand for others, and those of which that is not known: what is left is right, and
/// how it ended says whether it is everything.
///
/// `patterns` are all frequent patterns up to one edge more than those that are asked for: a pattern is contained in a
/// larger one just if it is in one of one edge more, and all of those are frequent that matter here. If the search for
/// them was stopped, `open` is where: patterns that one of those may cover which were not found are dropped, too. The
/// order of patterns is kept.
///
/// Where `context` stops it, the patterns are dropped that have not been compared with all others by then.
pub fn condense<P: Collected + Send + Sync>(
    kinds: &Kinds,
    patterns: Vec<P>,
    how: Condense,
    open: &OpenPatterns,
    context: &Context,
) -> (Vec<P>, Result<(), RuntimeError>) {
    let cover = Cover::new(kinds, &patterns, how);
    let (below, ended) = cover.mark(context);
    let hidden = Hidden::new(open, kinds, how);
    let late = AtomicBool::new(false);
    let stands = |(number, pattern): (usize, &P)| {
        if !cover.stands[number].load(Relaxed) || pattern.code().len() >= below {
            return false;
        }
        let stopped = !open.is_empty() && context.check().is_err();
        late.fetch_or(stopped, Relaxed);
        !stopped && !hidden.may_cover(pattern)
    };
    let stands: Vec<bool> = patterns.par_iter().enumerate().map(stands).collect();
    let ended = if late.into_inner() { ended.and_then(|()| context.check()) } else { ended };
    let left = patterns.into_iter().zip(stands).filter(|(_, stands)| *stands);
    (left.map(|(pattern, _)| pattern).collect(), ended)
}

/// Patterns that may cover each other.
struct Cover<'p, P> {
    kinds: &'p Kinds,
    patterns: &'p [P],
    how: Condense,
    /// Which patterns are not covered, as far as that is known.
    stands: Vec<AtomicBool>,
    /// Those of them by edges and, where it matters, support; then by what they have in common with isomorphic ones.
    groups: FxHashMap<(usize, u32), FxHashMap<u64, Vec<u32>>>,
}

impl<'p, P: Collected + Sync> Cover<'p, P> {
    fn new(kinds: &'p Kinds, patterns: &'p [P], how: Condense) -> Self {
        let stands: Vec<AtomicBool> = patterns.iter().map(|_| AtomicBool::new(true)).collect();
        let numbers: FxHashMap<&[Step], usize> = patterns.iter().map(P::code).zip(0..).collect();
        patterns.par_iter().for_each(|larger| {
            let code = larger.code();
            let parent = numbers.get(&code[..code.len() - 1]);
            let covered = parent.filter(|part| how.covers(larger.support(), patterns[**part].support()));
            if let Some(part) = covered {
                stands[*part].store(false, Relaxed);
            }
        });
        drop(numbers);
        let mut cover = Cover { kinds, patterns, how, stands, groups: FxHashMap::default() };
        let signature = |(number, pattern): (usize, &P)| {
            let stands = cover.stands[number].load(Relaxed);
            stands.then(|| (number, NumberedPattern::of_code(kinds, pattern.code()).signature()))
        };
        let left: Vec<(usize, u64)> = patterns.par_iter().enumerate().filter_map(signature).collect();
        for (number, signature) in left {
            let group = cover.group(patterns[number].code().len(), patterns[number].support());
            let group = cover.groups.entry(group).or_default();
            group.entry(signature).or_default().push(number as u32);
        }
        cover
    }

    /// The group of the patterns of so many edges and such a support.
    fn group(&self, edges: usize, support: u32) -> (usize, u32) {
        match self.how {
            Condense::Closed => (edges, support),
            Condense::Maximal => (edges, 0),
        }
    }

    /// Marks what is covered: of patterns of fewer edges than what is returned all that is.
    fn mark(&self, context: &Context) -> (usize, Result<(), RuntimeError>) {
        let mut by_edges: Vec<usize> = (0..self.patterns.len()).collect();
        by_edges.par_sort_by_key(|number| self.patterns[*number].code().len());
        for larger in by_edges.chunk_by(|a, b| self.edges_of(*a) == self.edges_of(*b)) {
            let marked: Result<(), RuntimeError> = larger.par_iter().try_for_each(|number| {
                context.check()?;
                self.mark_parts(&self.patterns[*number]);
                Ok(())
            });
            if marked.is_err() {
                return (self.edges_of(larger[0]) - 1, marked);
            }
        }
        (usize::MAX, Ok(()))
    }

    fn edges_of(&self, number: usize) -> usize {
        self.patterns[number].code().len()
    }

    fn mark_parts(&self, larger: &P) {
        let last = larger.code().len() - 1;
        let Some(group) = self.groups.get(&self.group(last, larger.support())) else { return };
        let shape = NumberedPattern::of_code(self.kinds, larger.code());
        for edge in 0..last {
            let signature = shape.signature_without(self.kinds, edge);
            let alike = signature.and_then(|signature| group.get(&signature));
            let left = |number: &&u32| self.stands[**number as usize].load(Relaxed);
            let mut alike = alike.into_iter().flatten().filter(left).peekable();
            if alike.peek().is_none() {
                continue;
            }
            let Some((part, _)) = shape.without(self.kinds, edge) else { continue };
            for number in alike {
                let other = NumberedPattern::of_code(self.kinds, self.patterns[*number as usize].code());
                if part.isomorphism(&other, None).is_some() {
                    self.stands[*number as usize].store(false, Relaxed);
                    break;
                }
            }
        }
    }
}
