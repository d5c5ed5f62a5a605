//! The search below the roots of a launch.

use super::clique_visitor::CliqueVisitor;
use super::excluded::{Excluded, ExcludedPart};
use super::few::{Few, FewFrame, Node};
use super::fill::fill_excluded;
use super::handing::hand_over_levels;
use super::levels::StackSet;
use super::many::Many;
use super::room::{MaximalCliqueArgs, MaximalCliqueRoom};
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::few::FewRows;
use crate::kernels::cliques::matrix::{below, nth, word_of};
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::pivots::GROUP;
use crate::kernels::pivots::among::{NextSearch, SearchBelow, share};
use crate::kernels::pivots::handover::Patience;
use crate::kernels::pivots::many::most_joined;
use crate::kernels::queue::draw_block;
use crate::simt::{Block, Warp};

/// What a task is: a part of a root's branches, or records of a root that were handed over.
#[derive(Clone, Copy)]
struct SearchTask {
    /// Where the root stands among those of the launch.
    position: u32,
    /// The part, of how many; or the first record.
    first: u32,
    step: u32,
    /// How many records there are; nothing if it begins with a root.
    records: Option<u32>,
}

/// What a launch finds out.
pub(super) trait Finds<'a>: Copy {
    /// Who is told of the cliques of the root at a position, with this list.
    fn found<'s>(self, position: u32, root: u32, list: &'s [u32]) -> impl CliqueVisitor
    where
        Self: 's;

    /// The first vertices that the cliques at a position are to have, by their places in the list; of all cliques of
    /// the root there are none. All of one clique, but the last may be joined to none of them.
    fn firsts(self, position: u32) -> &'a [u32];

    /// Takes note that a task is done. A collective of the block.
    fn end<B: Block>(self, block: B, root: u32, list: &[u32]);
}

/// A root that a block searches.
#[derive(Clone, Copy)]
struct SearchedRoot<'a> {
    task: SearchTask,
    /// Rows of its matrix, and of its excluded vertices.
    rows: u32,
    excluded: u32,
    /// Whether one warp searches it all.
    alone: bool,
    /// What its cliques are to begin with.
    firsts: &'a [u32],
}

/// Searches all roots of a launch. `LONG` is whether there are lists of more than 64 vertices.
#[inline(always)]
pub(super) fn search<'a, B: Block, const LONG: bool>(
    block: B,
    args: &MaximalCliqueArgs<'a>,
    room: &MaximalCliqueRoom<'a>,
    finds: impl Finds<'a>,
) {
    let (groups, parts, queue) = (args.resumed.groups, args.cliques.parts, &args.cliques.queue[0]);
    let begun = groups.is_empty();
    let tasks = match begun {
        true => args.cliques.roots.len() as u64 * u64::from(parts),
        false => groups.len() as u64 / GROUP as u64,
    };
    let mut patience = Patience::new();
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, tasks) {
        for task in tasks.start as u32..tasks.end as u32 {
            let task = if begun {
                SearchTask { position: task / parts, first: task % parts, step: parts, records: None }
            } else {
                let of_group = |at: usize| groups[GROUP * task as usize + at];
                let records = Some(of_group(2) - of_group(1));
                SearchTask { position: of_group(0), first: of_group(1), step: 1, records }
            };
            let list = build(block, &args.cliques, &room.cliques, GraphLists, task.position);
            let rows = list.len() as u32;
            // SAFETY: `build` filled so many rows; the block has met since.
            unsafe { room.cliques.matrix.mirror(block, rows) };
            let root = args.cliques.roots[task.position as usize];
            let excluded = fill_excluded(block, args, room, (root, list));
            let firsts = finds.firsts(task.position);
            let is_root = task.records.is_none() && firsts.is_empty();
            let alone = is_root && block.warps() == 1 && parts == 1;
            let found = finds.found(task.position, root, list);
            let of = SearchedRoot { task, rows, excluded, alone, firsts };
            match LONG {
                true => of_many(block, args, room, of, found, &mut patience),
                false => of_few(block, args, room, of, found, &mut patience),
            }
            finds.end(block, root, list);
        }
    }
}

/// How many of so many branches are a task's.
#[inline(always)]
fn of_task(branches: u32, task: SearchTask) -> u32 {
    branches.saturating_sub(task.first).div_ceil(task.step)
}

/// Searches below a root, or some of its nodes, whose list has more than 64 vertices.
#[inline(always)]
fn of_many<B: Block>(
    block: B,
    args: &MaximalCliqueArgs<'_>,
    room: &MaximalCliqueRoom<'_>,
    root: SearchedRoot<'_>,
    found: impl CliqueVisitor,
    patience: &mut Patience,
) {
    let SearchedRoot { task, rows, excluded, alone, firsts } = root;
    let many = Many { warp: block.warp(), found, room, args, position: task.position, rows, excluded };
    let mut pivot = 0;
    let turns = match task.records {
        Some(records) => records,
        None if alone || !firsts.is_empty() => 1,
        None => {
            many.put_root();
            let all = many.set(0, StackSet::Candidates);
            let degree;
            (pivot, degree) = most_joined(block.warp(), room.cliques.matrix, all, all);
            of_task(rows - degree, task)
        }
    };
    let below = BelowMany { many, root, pivot };
    share(block, &room.among, room.cliques.ticket, patience, turns, &below);
}

/// How a warp searches below nodes of a root whose list has more than 64 vertices.
struct BelowMany<'r, 'a, W, T> {
    many: Many<'r, 'a, W, T>,
    root: SearchedRoot<'r>,
    /// Candidates that are not joined to it are the root's branches.
    pivot: u32,
}

impl<'a, W: Warp, T: CliqueVisitor> SearchBelow<'a> for BelowMany<'_, '_, W, T> {
    #[inline(always)]
    fn search(&self, patience: &mut Patience, turn: NextSearch<'a>) {
        let (many, SearchedRoot { task, alone, firsts, .. }) = (&self.many, self.root);
        let new = alone && matches!(turn, NextSearch::First(_));
        match turn {
            NextSearch::First(_) if alone => many.put_root(),
            NextSearch::First(_) if task.records.is_none() && !firsts.is_empty() => many.put_firsts(firsts),
            NextSearch::First(turn) if task.records.is_none() => {
                many.put_branch(self.pivot, turn * task.step + task.first)
            }
            NextSearch::First(turn) => {
                let (node, sets) = many.args.resumed.get(task.first + turn, many.args.over.stride);
                many.put_record(node.held, sets);
            }
            NextSearch::Record((node, sets)) => many.put_record(node.held, sets),
        }
        many.search(patience, new);
    }
}

/// Searches below a root, or some of its nodes, whose list has at most 64 vertices.
#[inline(always)]
fn of_few<B: Block>(
    block: B,
    args: &MaximalCliqueArgs<'_>,
    room: &MaximalCliqueRoom<'_>,
    root: SearchedRoot<'_>,
    found: impl CliqueVisitor,
    patience: &mut Patience,
) {
    let SearchedRoot { task, rows, excluded, alone, firsts } = root;
    let (warp, matrix, words) = (block.warp(), room.cliques.matrix.one_word_rows(), room.excluded_words);
    let few = Few {
        warp,
        found,
        least: args.least,
        frames: room.few.frames(),
        // SAFETY: rows of at most 64 bits are one word each, without gaps, which were written before the block met.
        rows: unsafe { FewRows::new(warp, matrix, rows) },
        excluded: Excluded {
            // SAFETY: rows of one word, which were filled before the block met.
            all: |at| unsafe { words.read(at) },
            copies: room.few_copies,
        },
        held: 1,
    };
    let all = Node { set: below(rows), passed: 0, taken: 0, part: ExcludedPart::all(excluded) };
    let is_one = alone || !firsts.is_empty();
    let branches = if is_one || task.records.is_some() { 0 } else { few.branches(all.set) };
    let turns = match task.records {
        Some(records) => records,
        None if is_one => 1,
        None => of_task(branches.count_ones(), task),
    };
    let below = BelowFew { few, args, room, root, all, branches };
    share(block, &room.among, room.cliques.ticket, patience, turns, &below);
}

/// How a warp searches below nodes of a root whose list has at most 64 vertices.
struct BelowFew<'r, 'a, W, F, T> {
    few: Few<'a, W, F, T>,
    args: &'r MaximalCliqueArgs<'a>,
    room: &'r MaximalCliqueRoom<'a>,
    root: SearchedRoot<'r>,
    /// The node of the root, and what is to be taken there.
    all: Node,
    branches: u64,
}

impl<'a, W: Warp, F: Fn(usize) -> u64, T: CliqueVisitor> SearchBelow<'a> for BelowFew<'_, 'a, W, F, T> {
    #[inline(always)]
    fn search(&self, patience: &mut Patience, turn: NextSearch<'a>) {
        let (few, args, all, branches) = (&self.few, self.args, self.all, self.branches);
        let SearchedRoot { task, rows, alone, firsts, .. } = self.root;
        let record = match turn {
            NextSearch::First(_) if task.records.is_none() => None,
            NextSearch::First(turn) => Some(args.resumed.get(task.first + turn, args.over.stride).1),
            NextSearch::Record((_, sets)) => Some(sets),
        };
        let mut start = None;
        match (turn, record) {
            (_, Some(sets)) => self.begin(sets[0], sets[1], sets[2]),
            (NextSearch::First(_), None) if !firsts.is_empty() => self.begin_with(firsts),
            (NextSearch::First(turn), None) if !alone => {
                let vertex = nth(&[branches], turn * task.step + task.first);
                let own = vertex.map_or(0, |vertex| 1u64 << vertex);
                // Those that are taken before are excluded.
                self.begin(all.set & !(branches & own.wrapping_sub(1)), own, 0);
            }
            _ => start = Some(all),
        }
        let mut left = few.search(start, u32::from(start.is_none()), patience, args.over.patience);
        let word = |set: u64, _: bool, _: usize| set;
        while left > 0
            && !hand_over_levels(patience, few, left, (args, self.room), (task.position, rows), word)
        {
            left = few.search(None, left, patience, args.over.patience);
        }
    }
}

impl<W: Warp, F: Fn(usize) -> u64, T: CliqueVisitor> BelowFew<'_, '_, W, F, T> {
    /// Puts down a node with the cliques of which these are the first: all but the last are taken, and the last is to
    /// be. A collective.
    #[inline(always)]
    fn begin_with(&self, firsts: &[u32]) {
        let Some((&last, before)) = firsts.split_last() else { return };
        let joined = before.iter().fold(self.all.set, |set, &vertex| set & self.few.rows.row(vertex));
        let candidates = joined & !below(last);
        let taken = before.iter().fold(0, |set, &vertex| set | 1 << vertex);
        self.begin(candidates, candidates & 1 << last, taken);
    }

    /// Puts down a node with these candidates, what of them is to be taken, and what was taken. A collective.
    #[inline(always)]
    fn begin(&self, candidates: u64, branches: u64, taken: u64) {
        // What is joined to all that was taken, and is no candidate any more.
        let passed = |vertex: u32| candidates >> vertex & 1 == 0 && taken & !self.few.rows.row(vertex) == 0;
        let passed = word_of(self.few.warp, 0, self.root.rows, passed);
        let node = Node { set: candidates, passed, taken, ..self.all };
        self.few.save(0, FewFrame { node, branches });
    }
}
