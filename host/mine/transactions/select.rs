//! Which extensions of a pattern are frequent, which of them make patterns, and which are kept for the children.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::transactions::{GrowTask, Kept, UNWANTED};

use super::batch::{ExtensionCount, GrowthTasks};
use super::embedded_pattern::{EmbeddedPattern, Numbering, Sibling};
use crate::dfs_code::{Judge, Kinds, Step, Verdict};

thread_local! {
    static JUDGEMENT: RefCell<Judgement> = RefCell::default();
}

/// The judgement of a pattern's extensions; keeps its memory from pattern to pattern.
#[derive(Default)]
struct Judgement {
    judge: Judge,
    /// The frequent extensions: their numbers within the task, their steps, and what is known of each.
    frequent: Vec<u32>,
    steps: Vec<Step>,
    verdicts: Vec<Verdict>,
}

/// A frequent extension whose code is minimum: a pattern.
#[derive(Debug)]
pub(super) struct ChildPattern {
    /// The extension's number within its task.
    number: u32,
    pub(super) step: Step,
    pub(super) support: u32,
    pub(super) rows: u64,
}

/// A pattern and what was found of it.
#[derive(Debug)]
pub(super) struct Selected {
    /// Its number in the window.
    pub(super) task: usize,
    /// The extensions that its children inherit from.
    siblings: Arc<[Sibling]>,
    pub(super) children: Vec<ChildPattern>,
    /// Extensions of all its embeddings, those that a child inherits.
    extensions: u64,
}

impl Selected {
    /// Rows of the children.
    pub(super) fn rows(&self) -> u64 {
        self.children.iter().map(|child| child.rows).sum()
    }
}

/// Judges the extensions of a pattern, and notes in `kept` which are kept. `None` when none makes a pattern.
///
/// `counts` and `kept` are those of the task.
pub(super) fn select(
    kinds: &Kinds,
    task: usize,
    pattern: &EmbeddedPattern,
    numbering: &Numbering,
    counts: &[ExtensionCount],
    support: u32,
    kept: &mut [Kept],
) -> Option<Selected> {
    let all = numbering.extensions_of(task);
    let first = numbering.tasks[task].first as usize;
    let earlier_twin = numbering.earlier_twins[task];
    JUDGEMENT.with_borrow_mut(|Judgement { judge, frequent, steps, verdicts }| {
        frequent.clear();
        frequent.extend(
            all.map(|extension| (extension - first) as u32)
                .filter(|number| *number != earlier_twin && counts[*number as usize].support >= support),
        );
        if frequent.is_empty() {
            return None;
        }
        steps.clear();
        steps.extend(frequent.iter().map(|number| numbering.steps[first + *number as usize]));
        judge.judge(kinds, &pattern.code, steps, verdicts);
        let judged = || frequent.iter().zip(&*steps).zip(&*verdicts);
        let minimum = || judged().filter(|(_, verdict)| **verdict == Verdict::Minimum);
        let mut children = Vec::with_capacity(minimum().count());
        children.extend(minimum().map(|((number, step), _)| {
            let ExtensionCount { support, embeddings, .. } = counts[*number as usize];
            ChildPattern { number: *number, step: *step, support, rows: embeddings }
        }));
        if children.is_empty() {
            return None;
        }
        children.sort_unstable_by_key(|child| child.step.rank());
        let mut siblings = Vec::with_capacity(steps.len());
        let mut extensions = 0;
        for ((number, step), verdict) in judged() {
            let inherits = |child: &ChildPattern| EmbeddedPattern::inherits(kinds, child.step, *step);
            if *verdict == Verdict::Dead || !children.iter().any(inherits) {
                continue;
            }
            let mut keep = |number: u32| {
                kept[number as usize].number = siblings.len() as u32;
                extensions += counts[number as usize].embeddings;
            };
            keep(*number);
            let mut leg = *number;
            if earlier_twin != UNWANTED && numbering.steps[first + earlier_twin as usize] == *step {
                keep(earlier_twin);
                // Its leg has both.
                leg = earlier_twin;
            }
            siblings.push(Sibling { step: *step, leg: first as u32 + leg });
        }
        Some(Selected { task, siblings: siblings.into(), children, extensions })
    })
}

/// Lays out the extensions of the selected patterns and the rows of their children. `None` when there are more of
/// either than 32 bits can number.
pub(super) fn plan_growth(
    kinds: &Kinds,
    patterns: &[EmbeddedPattern],
    selected: &[Selected],
    numbering: &Numbering,
    kept: &mut [Kept],
) -> Option<(GrowthTasks, Vec<EmbeddedPattern>)> {
    let rows: u64 = selected.iter().flat_map(|one| &one.children).map(|child| child.rows).sum();
    let extensions: u64 = selected.iter().map(|one| one.extensions).sum();
    // One less for `NONE`, and one for row 0.
    if rows.max(extensions) > u64::from(u32::MAX - 2) {
        return None;
    }
    let mut growth = GrowthTasks { tasks: Vec::new(), cursors: vec![0], heads: 0, extensions: 0, rows: 1 };
    let mut children = Vec::with_capacity(selected.iter().map(|one| one.children.len()).sum());
    for Selected { task, siblings, children: own, extensions } in selected {
        let pattern = &patterns[*task];
        let Range { start, end } = pattern.rows;
        let first = numbering.tasks[*task].first;
        growth.tasks.push(GrowTask {
            start,
            end,
            first,
            head: growth.heads,
            extension: growth.extensions,
            child: growth.cursors.len() as u32,
            children: own.len() as u32,
            cell: 0,
        });
        let head_shift = growth.heads.wrapping_sub(start);
        for child in own {
            kept[(first + child.number) as usize].child = growth.cursors.len() as u32;
            growth.cursors.push(growth.rows);
            let rows = growth.rows..growth.rows + child.rows as u32;
            growth.rows = rows.end;
            children.push(pattern.child(kinds, child.step, child.support, siblings, rows, head_shift));
        }
        growth.heads += end - start;
        growth.extensions += *extensions as u32;
    }
    Some((growth, children))
}
