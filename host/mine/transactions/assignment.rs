//! The part of a search that a device works at, where several do: which patterns lead there, what it gives away to
//! devices that have nothing to do, and what it leaves when it fails.
//!
//! A part is given by codes alone: whoever takes it grows their embeddings again, from the frequent edges on, and
//! reports nothing on the way there. That costs little beside what grows from them, and nothing has to go from device
//! to device.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use super::embedded_pattern::EmbeddedPattern;
use super::frontier::{Code, Frontier};
use super::select::Selected;
use crate::MineError;
use crate::dfs_code::Step;

/// The part of the embeddings of its first edges that a pattern should have to be given away: to grow it again, those
/// are looked at, and all between.
const WORTH_GIVING: u64 = 16;
/// Parents for each part from which on children stay together with their siblings, whose parent is grown again once for
/// all.
const ENOUGH_PARENTS: usize = 4;

/// A part of a search: all that grows from patterns of the same number of edges. These are reported already, unless
/// patterns are reported with their graphs.
pub(super) struct Assignment<'f> {
    frontier: &'f Frontier,
    /// The edges of the patterns that the part grows from.
    edges: usize,
    codes: &'f [Code],
    /// Their codes and all that these begin with.
    way: FxHashSet<&'f [Step]>,
    failed: AtomicBool,
    failure: Mutex<Option<MineError>>,
    patterns: AtomicU64,
    /// What the device left undone: codes by their lengths.
    left: Mutex<BTreeMap<usize, Vec<Code>>>,
}

impl<'f> Assignment<'f> {
    /// All that grows from the patterns of `codes`.
    pub(super) fn new(frontier: &'f Frontier, codes: &'f [Code]) -> Self {
        let edges = codes.first().map_or(0, Vec::len);
        let mut way = FxHashSet::default();
        for code in codes {
            // What begins a code that is known is known.
            (1..=edges).rev().map(|length| &code[..length]).take_while(|start| way.insert(*start)).count();
        }
        let (failed, failure, patterns, left) = Default::default();
        Assignment { frontier, edges, codes, way, failed, failure, patterns, left }
    }

    /// Whether all patterns of `edges` edges that are met belong to the part: those of fewer lead there.
    pub(super) fn has_begun(&self, edges: usize) -> bool {
        edges >= self.edges
    }

    /// Whether a pattern is of the part, or leads there.
    pub(super) fn leads_to(&self, code: &[Step]) -> bool {
        code.len() > self.edges || self.way.contains(code)
    }

    /// Whether patterns of `edges` edges are reported as soon as they are selected.
    pub(super) fn reports(&self, edges: usize) -> bool {
        edges > self.edges
    }

    /// Says that a pattern was reported.
    pub(super) fn add_pattern(&self) {
        self.patterns.fetch_add(1, Relaxed);
    }

    /// How many patterns were reported.
    pub(super) fn patterns(&self) -> u64 {
        self.patterns.load(Relaxed)
    }

    /// Drops what does not lead to the part of what was selected of `patterns`.
    pub(super) fn keep(&self, patterns: &[EmbeddedPattern], selected: &mut Vec<Selected>) {
        if self.has_begun(patterns[0].code.len()) {
            return;
        }
        let mut code = Code::new();
        for one in &mut *selected {
            code.clone_from(&patterns[one.task].code);
            one.children.retain(|child| {
                code.push(child.step);
                let leads = self.leads_to(&code);
                code.pop();
                leads
            });
        }
        selected.retain(|one| !one.children.is_empty());
    }

    /// Gives away a part of what was selected of `patterns` to each device that has nothing to do, if it is worth it;
    /// the largest stays. `roots` counts the embeddings of the patterns' first edges.
    pub(super) fn share_out(
        &self,
        patterns: &[EmbeddedPattern],
        selected: &mut Vec<Selected>,
        roots: impl FnOnce() -> u64,
    ) {
        let wanted = self.frontier.wanted();
        if wanted == 0 || selected.is_empty() || !self.has_begun(patterns[0].code.len() + 1) {
            return;
        }
        let rows: u64 = selected.iter().map(Selected::rows).sum();
        let worthy = (rows.saturating_mul(WORTH_GIVING) / roots().max(1)).saturating_sub(1);
        for codes in take_out(patterns, selected, wanted.min(usize::try_from(worthy).unwrap_or(wanted))) {
            self.frontier.put(codes);
        }
    }

    /// Whether a device has nothing to do, and patterns of `edges` edges may be given to it.
    pub(super) fn is_wanted(&self, edges: usize) -> bool {
        self.frontier.wanted() > 0 && self.has_begun(edges)
    }

    /// Gives away all that grows from `patterns`, which have one length, if it is worth it: says whether it did.
    pub(super) fn gives<'p>(
        &self,
        patterns: impl Iterator<Item = &'p EmbeddedPattern> + Clone,
        roots: impl FnOnce() -> u64,
    ) -> bool {
        let rows: u64 = patterns.clone().map(|pattern| pattern.rows.len() as u64).sum();
        let gives = rows.saturating_mul(WORTH_GIVING) >= roots();
        if gives {
            self.frontier.put(patterns.map(|pattern| pattern.code.clone()).collect());
        }
        gives
    }

    /// Leaves all that grows from the patterns of some codes, which have one length, to other devices.
    pub(super) fn leave(&self, mut codes: Vec<Code>) {
        let Some(length) = codes.first().map(Vec::len) else { return };
        if length < self.edges {
            // Only some of what grows from them is of the part.
            let starts: FxHashSet<Code> = codes.drain(..).collect();
            codes = self.codes.iter().filter(|code| starts.contains(&code[..length])).cloned().collect();
        }
        self.left.lock().entry(length.max(self.edges)).or_default().append(&mut codes);
    }

    /// Takes notice that the device has failed: what is left of the part is left to others.
    pub(super) fn fail(&self, why: MineError) {
        self.failed.store(true, Relaxed);
        self.failure.lock().get_or_insert(why);
    }

    /// Whether the device has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.load(Relaxed)
    }

    /// Whether the search was ended elsewhere.
    pub(super) fn is_closed(&self) -> bool {
        self.frontier.is_closed()
    }

    /// Hands what the device left to the others.
    ///
    /// # Errors
    /// Why the device has failed, if it has.
    pub(super) fn finish(self) -> Result<(), MineError> {
        for codes in std::mem::take(&mut *self.left.lock()).into_values() {
            self.frontier.put(codes);
        }
        let failure = self.failure.lock().take();
        failure.map_or(Ok(()), Err)
    }
}

/// The codes of some patterns.
pub(super) fn codes_of(patterns: &[EmbeddedPattern]) -> Vec<Code> {
    patterns.iter().map(|pattern| pattern.code.clone()).collect()
}

/// The codes of the children that were selected of `patterns`.
pub(super) fn children_of<'c>(
    patterns: &[EmbeddedPattern],
    selected: impl IntoIterator<Item = &'c Selected>,
) -> Vec<Code> {
    grown(patterns, selected).map(|(code, _)| code).collect()
}

/// The codes of the children that were selected of `patterns`, with their supports.
pub(super) fn grown<'c>(
    patterns: &[EmbeddedPattern],
    selected: impl IntoIterator<Item = &'c Selected>,
) -> impl Iterator<Item = (Code, u32)> {
    let children = selected.into_iter().flat_map(|one| one.children.iter().map(move |child| (one, child)));
    children.map(|(one, child)| (grown_by(&patterns[one.task], child.step), child.support))
}

fn grown_by(pattern: &EmbeddedPattern, step: Step) -> Code {
    let mut code = Code::with_capacity(pattern.code.len() + 1);
    code.extend_from_slice(&pattern.code);
    code.push(step);
    code
}

/// Takes up to `others` parts out of what was selected, of about as many embeddings each as are left.
fn take_out(patterns: &[EmbeddedPattern], selected: &mut Vec<Selected>, others: usize) -> Vec<Vec<Code>> {
    let together = selected.len() >= ENOUGH_PARENTS * (others + 1);
    // Embeddings, and the children of a parent that stay together: one, or all.
    let mut units: Vec<(u64, usize, std::ops::Range<usize>)> = Vec::new();
    for (parent, one) in selected.iter().enumerate() {
        match together {
            true => units.push((one.rows(), parent, 0..one.children.len())),
            false => units.extend(
                (0..one.children.len()).map(|child| (one.children[child].rows, parent, child..child + 1)),
            ),
        }
    }
    let others = others.min(units.len().saturating_sub(1));
    if others == 0 {
        return Vec::new();
    }
    units.sort_by_key(|(rows, ..)| std::cmp::Reverse(*rows));
    let mut loads = vec![0; others + 1];
    let mut owners: Vec<Vec<usize>> = selected.iter().map(|one| vec![0; one.children.len()]).collect();
    for (rows, parent, children) in units {
        // The first of the least: the heaviest goes to the first, who is this device.
        let owner = (0..loads.len()).min_by_key(|owner| loads[*owner]).expect("there is this device");
        loads[owner] += rows.max(1);
        owners[parent][children].fill(owner);
    }
    let mut parts = vec![Vec::new(); others];
    for (one, owners) in selected.iter_mut().zip(owners) {
        let mut owners = owners.into_iter();
        let task = one.task;
        one.children.retain(|child| match owners.next().expect("each child has an owner") {
            0 => true,
            other => {
                parts[other - 1].push(grown_by(&patterns[task], child.step));
                false
            }
        });
    }
    selected.retain(|one| !one.children.is_empty());
    parts
}
