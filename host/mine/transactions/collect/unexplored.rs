//! What a search that was stopped has not come to, and of which patterns that were found it leaves something open.
//!
//! Where a pattern lacks an edge, the minimum code of the one that has it either begins with the pattern's code, or
//! comes before it: if the edge does not start on the rightmost path, a search that follows the code could have taken
//! it as soon as it left the place, before whatever it took then. So of all that was not found, what may contain a
//! pattern in one edge more grows from an *open* pattern (one whose larger patterns are not known) that comes before
//! it, and is not larger.

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::{Collected, Condense, in_order};
use crate::dfs_code::{Kinds, Step};

/// The patterns of a search in progress from which it has not gone on: it says so itself. Clones of its `Arc` may be
/// looked at from anywhere.
#[derive(Debug, Default)]
pub struct Unexplored(Mutex<FxHashMap<Vec<Step>, ReportedSupport>>);

#[derive(Clone, Copy, Debug)]
struct ReportedSupport {
    support: u32,
    /// Whether the pattern itself was reported.
    reported: bool,
}

impl Unexplored {
    /// Those that there are now. What was reported until then has to be looked at afterwards.
    pub fn now(&self) -> OpenPatterns {
        let open = self.0.lock();
        let open = open.iter().map(|(code, ReportedSupport { support, reported })| OpenPattern {
            code: code.clone(),
            support: *support,
            reported: *reported,
        });
        OpenPatterns::new(open.collect())
    }

    /// The search has come to some patterns, and has not gone on from them.
    pub(in crate::transactions) fn open(
        &self,
        patterns: impl IntoIterator<Item = (Vec<Step>, u32)>,
        reported: bool,
    ) {
        let mut open = self.0.lock();
        open.extend(
            patterns.into_iter().map(|(code, support)| (code, ReportedSupport { support, reported })),
        );
    }

    /// The search has gone on from some patterns: what grows from them by an edge is reported, or open.
    pub(in crate::transactions) fn close<'c>(&self, patterns: impl IntoIterator<Item = &'c [Step]>) {
        let mut open = self.0.lock();
        for code in patterns {
            open.remove(code);
        }
    }
}

/// Patterns from which a search had not gone on when it was stopped; none, if it was not.
#[derive(Clone, Debug, Default)]
pub struct OpenPatterns {
    /// In the order of their codes.
    patterns: Vec<OpenPattern>,
}

#[derive(Clone, Debug)]
struct OpenPattern {
    code: Vec<Step>,
    support: u32,
    reported: bool,
}

impl OpenPatterns {
    /// What a search left open that finds patterns by their edges, and those of as many in the order of their codes:
    /// when it was stopped, it had found `patterns`, of which those of fewer than `min_edges` edges are not among them.
    pub fn of_levels<P: Collected>(patterns: &[P], min_edges: usize) -> OpenPatterns {
        let by_level =
            |a: &&P, b: &&P| a.code().len().cmp(&b.code().len()).then_with(|| in_order(a.code(), b.code()));
        let Some(last) = patterns.iter().max_by(by_level).map(P::code) else {
            return OpenPatterns::default();
        };
        // The search may not have done with the parent of the last.
        let parent = &last[..last.len() - 1];
        let is_open = |pattern: &&P| {
            let code = pattern.code();
            code.len() == last.len() || code.len() == parent.len() && in_order(code, parent).is_ge()
        };
        let open = |code: &[Step], support| OpenPattern { code: code.to_vec(), support, reported: true };
        let known = patterns.iter().filter(is_open).map(|pattern| open(pattern.code(), pattern.support()));
        // Of the parents nothing is known if they were not wanted.
        let unknown = (1..min_edges).contains(&parent.len()).then(|| open(parent, u32::MAX));
        OpenPatterns::new(known.chain(unknown).collect())
    }

    fn new(mut patterns: Vec<OpenPattern>) -> OpenPatterns {
        patterns.sort_unstable_by(|a, b| in_order(&a.code, &b.code));
        OpenPatterns { patterns }
    }

    /// Whether nothing was left open.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether a pattern that was not found may come before `pattern`, the most frequent first, of those the smaller.
    pub fn may_precede<P: Collected>(&self, pattern: &P) -> bool {
        let (edges, support) = (pattern.code().len(), pattern.support());
        let precedes = |open: &OpenPattern| {
            let least = open.code.len() + usize::from(open.reported);
            let as_frequent = least <= edges && open.code != pattern.code();
            open.support > support || open.support == support && as_frequent
        };
        self.patterns.iter().any(precedes)
    }
}

/// What may stand for a pattern that was found, and was not found itself.
pub(super) struct Hidden<'o> {
    open: &'o [OpenPattern],
    kinds: &'o Kinds,
    how: Condense,
    /// The kinds of each open pattern's edges, as bits.
    bits: Vec<u64>,
}

impl<'o> Hidden<'o> {
    pub(super) fn new(open: &'o OpenPatterns, kinds: &'o Kinds, how: Condense) -> Self {
        let open = &open.patterns[..];
        let bits = open.iter().map(|open| bits_of(kinds, &open.code)).collect();
        Hidden { open, kinds, how, bits }
    }

    /// Whether there may be a pattern that contains `pattern`, and stands for it.
    pub(super) fn may_cover<P: Collected>(&self, pattern: &P) -> bool {
        let code = pattern.code();
        let own = bits_of(self.kinds, code);
        let hides = |at: usize| {
            let open = &self.open[at];
            // What grows from it has an edge more than it; it may itself not have been reported.
            let fits = open.code.len() <= code.len() + usize::from(!open.reported);
            // And has its edges, of which the pattern lacks one at most.
            let lacks = self.bits[at] & !own;
            fits && lacks.count_ones() <= 1 && self.how.covers_at_most(open.support, pattern.support())
        };
        let after = self.open.partition_point(|open| in_order(&open.code, code).is_le());
        let grown = self.open[after..].iter().take_while(|open| open.code.starts_with(code)).count();
        (0..after).any(hides) || (after..after + grown).any(|at| !self.open[at].reported && hides(at))
    }
}

/// The kinds of a code's edges, as bits that several kinds may share.
fn bits_of(kinds: &Kinds, code: &[Step]) -> u64 {
    code.iter().fold(0, |bits, step| bits | 1 << (kinds.first(step.kind) % u64::BITS))
}
