//! The search where warps have many lanes: one thread leads the device, and while it counts one window, the others
//! judge the one that was counted before.
//!
//! What is left to do lies on a stack, so that the search stays depth-first. Two windows are under way at a time where
//! memory is ample; else one, whose children come before all else.

use std::ops::Range;
use std::rc::Rc;

use super::assignment::codes_of;
use super::batch::PatternBatch;
use super::frontier::Code;
use super::search::{PatternSearch, cut, halves};
use super::select::Selected;
use super::status::Overlap;
use super::window::{GrowthPlan, PatternWindow};
use crate::MineError;
use crate::runtime::RuntimeError;

/// Patterns from which on a batch is cut in two, so that one half can be judged while the other is counted. To judge
/// fewer takes less time than the launches of one more window.
const WORTH_CUTTING: usize = 2048;

/// Some patterns of a batch.
struct BatchRange<'s> {
    batch: Rc<PatternBatch<'s>>,
    range: Range<usize>,
}

/// A range that was counted.
struct CountedWindow<'s> {
    batch: Rc<PatternBatch<'s>>,
    window: PatternWindow<'s>,
}

/// What a pipeline has left to do.
enum PipelineTask<'s> {
    Count(BatchRange<'s>),
    /// Parts of what was selected in a window, whose children did not fit all at once; the next last.
    Grow(Box<CountedWindow<'s>>, Vec<Vec<Selected>>),
}

/// A search in progress.
pub(super) struct Pipeline<'s, 'j> {
    search: PatternSearch<'s, 'j>,
    /// The next last.
    left: Vec<PipelineTask<'s>>,
}

impl<'s, 'j> Pipeline<'s, 'j> {
    pub(super) fn new(search: PatternSearch<'s, 'j>) -> Self {
        Pipeline { search, left: Vec::new() }
    }

    /// Searches from `batch` on.
    pub(super) fn run(mut self, batch: PatternBatch<'s>) -> Result<(), MineError> {
        self.push(batch, false);
        self.run_stack()
    }

    /// Searches from some windows of `batch` on.
    pub(super) fn run_windows(
        mut self,
        batch: &Rc<PatternBatch<'s>>,
        windows: Vec<Range<usize>>,
    ) -> Result<(), MineError> {
        self.push_windows(batch.clone(), windows);
        self.run_stack()
    }

    fn run_stack(mut self) -> Result<(), MineError> {
        let mut waiting: Option<CountedWindow<'s>> = None;
        loop {
            self.search.selector.check_interrupt()?;
            if self.leaves(&waiting) {
                return Ok(());
            }
            self.give();
            waiting = match (waiting, self.left.pop()) {
                (None, None) => return Ok(()),
                (None, Some(PipelineTask::Count(part))) => self.count_or_halve(part)?,
                (None, Some(PipelineTask::Grow(counted, parts))) => {
                    self.grow_part(*counted, parts)?;
                    None
                }
                (Some(counted), Some(PipelineTask::Count(part))) if self.is_memory_ample() => {
                    self.step(counted, Some(part))?
                }
                (Some(counted), other) => {
                    self.left.extend(other);
                    self.step(counted, None)?
                }
            }
        }
    }

    /// Puts the windows of a batch on the stack, of which one will be counted while another is judged.
    fn push(&mut self, batch: PatternBatch<'s>, under_way: bool) {
        let mut windows = self.search.windows(&batch.patterns);
        // The only window there is: nothing would be counted while it is judged.
        let is_only_window = !under_way && self.left.is_empty() && windows.len() == 1;
        if is_only_window && batch.patterns.len() >= WORTH_CUTTING {
            let rows: u64 = batch.patterns.iter().map(|pattern| pattern.rows.len() as u64).sum();
            windows = cut(&batch.patterns, rows.div_ceil(2));
        }
        self.push_windows(Rc::new(batch), windows);
    }

    /// Puts windows of a batch on the stack.
    fn push_windows(&mut self, batch: Rc<PatternBatch<'s>>, windows: Vec<Range<usize>>) {
        let parts = windows.into_iter().rev().map(|range| BatchRange { batch: batch.clone(), range });
        self.left.extend(parts.map(PipelineTask::Count));
    }

    /// Whether the device has failed, and what is on the stack, and waits, is left to others.
    fn leaves(&self, waiting: &Option<CountedWindow<'s>>) -> bool {
        let selector = self.search.selector;
        let leaves = selector.leaves(|| match waiting {
            Some(CountedWindow { batch, window }) => window.codes(batch),
            None => Vec::new(),
        });
        if leaves {
            for task in &self.left {
                selector.leaves(|| task.codes());
            }
        }
        leaves
    }

    /// Gives the first windows on the stack, which come last, to devices that have nothing to do.
    fn give(&mut self) {
        while let [PipelineTask::Count(part), _, ..] = &self.left[..]
            && let patterns = &part.batch.patterns[part.range.clone()]
            && self.search.selector.is_wanted(patterns[0].code.len())
            && self.search.selector.gives(patterns.iter())
        {
            self.left.remove(0);
        }
    }

    /// Whether a second window may be under way.
    fn is_memory_ample(&self) -> bool {
        let budget = self.search.site.device.budget();
        budget.left() >= budget.limit() / 2
    }

    fn count(&self, part: &BatchRange<'s>) -> Result<PatternWindow<'s>, RuntimeError> {
        let PatternSearch { selector, site } = self.search;
        PatternWindow::count(selector, site, &part.batch, part.range.clone())
    }

    /// Counts a range, or puts back its halves if memory does not suffice.
    fn count_or_halve(&mut self, part: BatchRange<'s>) -> Result<Option<CountedWindow<'s>>, MineError> {
        match self.count(&part) {
            Err(RuntimeError::OverBudget { .. }) if part.range.len() > 1 => {
                let BatchRange { batch, range } = part;
                let parts =
                    halves(range).into_iter().rev().map(|range| BatchRange { batch: batch.clone(), range });
                self.left.extend(parts.map(PipelineTask::Count));
                Ok(None)
            }
            window => {
                let window = self.search.selector.or_leave(window, || part.codes())?;
                Ok(window.map(|window| CountedWindow { window, batch: part.batch }))
            }
        }
    }

    /// Judges and grows a window, while `next` is counted; returns that.
    fn step(
        &mut self,
        mut counted: CountedWindow<'s>,
        next: Option<BatchRange<'s>>,
    ) -> Result<Option<CountedWindow<'s>>, MineError> {
        let PatternSearch { selector, .. } = self.search;
        let reported = counted.window.report_graphs(selector, &counted.batch);
        if selector.or_leave(reported, || counted.window.codes(&counted.batch))?.is_none() {
            self.left.extend(next.map(PipelineTask::Count));
            return Ok(None);
        }
        let edges = counted.batch.patterns[counted.window.range().start].code.len();
        let mut tallies = counted.window.tallies(&counted.batch);
        let mut judge = || -> Result<(Vec<Selected>, GrowthPlan), MineError> {
            let selected = tallies.judge(selector)?;
            let plan =
                if selector.goes_on_from(edges + 1) { tallies.plan(selector, &selected) } else { None };
            Ok((selected, plan))
        };
        let (judged, mut waiting) = match next {
            None => (judge(), None),
            Some(part) => {
                let overlap = Overlap::start();
                let mut judged = None;
                let window = rayon::in_place_scope(|scope| {
                    scope.spawn(|_| {
                        judged = Some(judge());
                        overlap.one_ended();
                    });
                    let window = self.count(&part);
                    overlap.one_ended();
                    window
                });
                overlap.note(&selector.options.status);
                let window = match window {
                    Err(RuntimeError::OverBudget { .. }) => {
                        self.left.push(PipelineTask::Count(part));
                        None
                    }
                    window => {
                        let window = selector.or_leave(window, || part.codes())?;
                        window.map(|window| CountedWindow { window, batch: part.batch })
                    }
                };
                (judged.expect("the scope waits for it"), window)
            }
        };
        let (selected, plan) = judged?;
        if !selected.is_empty() && selector.goes_on_from(edges + 1) {
            self.grow(counted, selected, plan, &mut waiting)?;
        }
        Ok(waiting)
    }

    /// Grows what was selected of a window. If memory does not suffice, what `waiting` has is given up, to be counted
    /// again; and if it still does not, the window is grown in parts.
    fn grow(
        &mut self,
        mut counted: CountedWindow<'s>,
        selected: Vec<Selected>,
        plan: GrowthPlan,
        waiting: &mut Option<CountedWindow<'s>>,
    ) -> Result<(), MineError> {
        let PatternSearch { selector, site } = self.search;
        let divisible = selected.len() > 1;
        let one_of_two = waiting.is_some();
        let CountedWindow { batch, window } = &mut counted;
        let grown = window.grow(selector, site, batch, plan, divisible || one_of_two);
        let Some(mut grown) = selector.or_leave(grown, || window.children(batch, &selected))? else {
            return Ok(());
        };
        if let (None, Some(other)) = (&grown, waiting.take_if(|_| grown.is_none())) {
            let CountedWindow { batch: others, window: given_up } = other;
            self.left.push(PipelineTask::Count(BatchRange { range: given_up.range(), batch: others }));
            drop(given_up);
            let plan = window.tallies(batch).plan(selector, &selected);
            let again = window.grow(selector, site, batch, plan, divisible);
            match selector.or_leave(again, || window.children(batch, &selected))? {
                Some(again) => grown = again,
                None => return Ok(()),
            }
        }
        match grown {
            Some(children) => {
                drop(counted);
                self.push(children, waiting.is_some());
            }
            None => self.left.push(PipelineTask::Grow(Box::new(counted), in_halves(selected))),
        }
        Ok(())
    }

    /// Grows the last of some parts, or cuts it in two.
    fn grow_part(
        &mut self,
        mut counted: CountedWindow<'s>,
        mut parts: Vec<Vec<Selected>>,
    ) -> Result<(), MineError> {
        let PatternSearch { selector, site } = self.search;
        let Some(selected) = parts.pop() else { return Ok(()) };
        let CountedWindow { batch, window } = &mut counted;
        let plan = window.tallies(batch).plan(selector, &selected);
        let grown = window.grow(selector, site, batch, plan, selected.len() > 1);
        let grown = selector.or_leave(grown, || window.children(batch, &selected))?;
        if let Some(None) = grown {
            parts.extend(in_halves(selected));
        }
        if !parts.is_empty() {
            self.left.push(PipelineTask::Grow(Box::new(counted), parts));
        }
        if let Some(Some(children)) = grown {
            self.push(children, false);
        }
        Ok(())
    }
}

impl BatchRange<'_> {
    /// The codes of its patterns.
    fn codes(&self) -> Vec<Code> {
        codes_of(&self.batch.patterns[self.range.clone()])
    }
}

impl PipelineTask<'_> {
    /// The codes of the patterns that it goes on from.
    fn codes(&self) -> Vec<Code> {
        match self {
            PipelineTask::Count(part) => part.codes(),
            PipelineTask::Grow(counted, parts) => {
                counted.window.children(&counted.batch, parts.iter().flatten())
            }
        }
    }
}

/// The halves of a list, the first last.
fn in_halves(mut selected: Vec<Selected>) -> Vec<Vec<Selected>> {
    let second = selected.split_off(selected.len() / 2);
    vec![second, selected]
}
