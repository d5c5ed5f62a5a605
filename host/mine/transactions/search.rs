//! The search: depth-first over batches of patterns.
//!
//! Where one lane runs alone, each thread searches windows of its own, recursively. Where there are many, one thread
//! leads the device, and `pipeline` goes on. Where several devices search, each searches a part (`assignment`).

use std::ops::Range;
use std::rc::Rc;

use parking_lot::Mutex;
use rayon::prelude::*;

use super::PreparedDatabase;
use super::assignment::codes_of;
use super::batch::{PatternBatch, SearchSite};
use super::embedded_pattern::EmbeddedPattern;
use super::pipeline::Pipeline;
use super::roots::{root_kinds, roots};
use super::select::Selected;
use super::window::{PatternWindow, Selector};
use crate::MineError;
use crate::deal::{Share, Work};
use crate::runtime::RuntimeError;

/// Embeddings that one lane counts at a time: their extensions stay in a core's cache.
const CACHED_ROWS: u64 = 8 << 10;
/// Embeddings from which on the windows of a batch are shared between threads.
const WORTH_SHARING: u32 = 4096;
/// Bytes of the budget for each embedding of a window of many lanes, about: its extensions, all of them and those
/// kept, its heads, and its rows in the children's columns.
const BYTES_AN_EMBEDDING: u64 = 256;

/// What all batches of a search share.
#[derive(Clone, Copy)]
pub(super) struct PatternSearch<'s, 'j> {
    pub(super) selector: Selector<'j>,
    pub(super) site: &'s SearchSite<'s>,
}

/// A task is a frequent edge, with all patterns whose codes begin with it.
impl Work for PatternSearch<'_, '_> {
    /// What is found is reported at once.
    type Tally = ();

    fn tasks(&self) -> u64 {
        match self.selector.options.max_edges {
            0 => 0,
            _ => root_kinds(&self.selector.prepared.kinds).count() as u64,
        }
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        self.search(share.tasks())
    }
}

impl<'s> PatternSearch<'s, '_> {
    /// Searches from some of the frequent edges.
    fn search(&self, edges: Range<u64>) -> Result<(), MineError> {
        let Selector { prepared, .. } = self.selector;
        let batch = roots(prepared, self.site, edges.start as usize..edges.end as usize)?;
        self.report_roots(&batch)?;
        match self.selector.goes_on_from(1) {
            true if self.site.alone => self.batch(&batch),
            true => Pipeline::new(*self).run(batch),
            false => {
                self.selector.has_explored(&batch.patterns, &[]);
                Ok(())
            }
        }
    }

    /// Searches the part that the device was assigned. `batch` has all frequent edges.
    pub(super) fn part(&self, batch: &Rc<PatternBatch<'s>>) -> Result<(), MineError> {
        self.report_roots(batch)?;
        if !self.selector.goes_on_from(1) {
            self.selector.has_explored(&batch.patterns, &[]);
            return Ok(());
        }
        let windows = self.root_windows(&batch.patterns);
        match self.site.alone {
            true => self.run(batch, windows),
            false => Pipeline::new(*self).run_windows(batch, windows),
        }
    }

    fn report_roots(&self, batch: &PatternBatch<'s>) -> Result<(), MineError> {
        let PreparedDatabase { supports, embeddings, .. } = self.selector.prepared;
        batch.patterns.iter().try_for_each(|pattern| {
            let kind = pattern.code[0].kind as usize;
            self.selector.found(&pattern.code, supports[kind], embeddings[kind].into())
        })
    }

    /// Cuts the frequent edges that lead to the part of the search into windows.
    fn root_windows(&self, patterns: &[EmbeddedPattern]) -> Vec<Range<usize>> {
        let leads =
            |one: &EmbeddedPattern| self.selector.assignment.is_none_or(|part| part.leads_to(&one.code));
        let mut windows = Vec::new();
        let mut start = 0;
        for run in patterns.chunk_by(|a, b| leads(a) == leads(b)) {
            if leads(&run[0]) {
                windows.extend(self.windows(run).into_iter().map(|at| start + at.start..start + at.end));
            }
            start += run.len();
        }
        windows
    }

    /// Finds the children of all patterns of `batch`, and those of theirs.
    fn batch(&self, batch: &PatternBatch<'s>) -> Result<(), MineError> {
        self.run(batch, self.windows(&batch.patterns))
    }

    /// Finds the children of the patterns of some windows of `batch`, and those of theirs.
    fn run(&self, batch: &PatternBatch<'s>, windows: Vec<Range<usize>>) -> Result<(), MineError> {
        let rows = batch.patterns.last().map_or(0, |last| last.rows.end);
        let share = rows >= WORTH_SHARING && rayon::current_num_threads() > 1;
        let edges = batch.patterns.first().map_or(0, |first| first.code.len());
        let aside = Mutex::new(Vec::new());
        let one = |(number, window): (usize, Range<usize>)| match number {
            // The first stays here, so that each part that is taken becomes less.
            1.. if self.selector.is_wanted(edges) => {
                self.set_aside(batch, window, &aside);
                Ok(())
            }
            _ => self.window(batch, window),
        };
        if share && windows.len() > 1 {
            windows.into_par_iter().enumerate().with_max_len(1).try_for_each(one)?;
        } else {
            windows.into_iter().enumerate().try_for_each(one)?;
        }
        // So little is not worth giving away.
        let aside = aside.into_inner();
        match aside.is_empty() {
            true => Ok(()),
            false => aside.into_par_iter().try_for_each(|window| self.window(batch, window)),
        }
    }

    /// Puts a window with others that go to another device once they are worth it.
    fn set_aside(&self, batch: &PatternBatch<'s>, window: Range<usize>, aside: &Mutex<Vec<Range<usize>>>) {
        let mut aside = aside.lock();
        aside.push(window);
        if self.selector.gives(aside.iter().flat_map(|window| &batch.patterns[window.clone()])) {
            aside.clear();
        }
    }

    /// Cuts patterns into windows that are counted and grown together.
    pub(super) fn windows(&self, patterns: &[EmbeddedPattern]) -> Vec<Range<usize>> {
        let budget = self.site.device.budget().left() / BYTES_AN_EMBEDDING;
        cut(patterns, if self.site.alone { CACHED_ROWS } else { budget.min(1 << 28) })
    }

    /// Finds the children of some patterns of `batch`, and those of theirs; in two halves, if memory does not suffice.
    fn window(&self, batch: &PatternBatch<'s>, range: Range<usize>) -> Result<(), MineError> {
        self.selector.check_interrupt()?;
        let codes = || codes_of(&batch.patterns[range.clone()]);
        if self.selector.leaves(codes) {
            return Ok(());
        }
        let counted = match PatternWindow::count(self.selector, self.site, batch, range.clone()) {
            Err(RuntimeError::OverBudget { .. }) if range.len() > 1 => {
                let [first, second] = halves(range);
                self.window(batch, first)?;
                return self.window(batch, second);
            }
            counted => self.selector.or_leave(counted, codes)?,
        };
        let Some(mut window) = counted else { return Ok(()) };
        if self.selector.or_leave(window.report_graphs(self.selector, batch), codes)?.is_none() {
            return Ok(());
        }
        let selected = window.tallies(batch).judge(self.selector)?;
        let edges = batch.patterns[window.range().start].code.len();
        if selected.is_empty() || !self.selector.goes_on_from(edges + 1) {
            return Ok(());
        }
        let grown = self.try_grow(&mut window, batch, &selected);
        match self.selector.or_leave(grown, || window.children(batch, &selected))? {
            Some(Some(children)) => {
                drop((window, selected));
                self.batch(&children)
            }
            Some(None) => self.grow_halves(&mut window, batch, &selected),
            None => Ok(()),
        }
    }

    /// Grows one half of the selected patterns and searches on from there, then the other.
    fn grow_halves(
        &self,
        window: &mut PatternWindow<'s>,
        batch: &PatternBatch<'s>,
        selected: &[Selected],
    ) -> Result<(), MineError> {
        let (first, second) = selected.split_at(selected.len() / 2);
        for half in [first, second] {
            if self.selector.leaves(|| window.children(batch, half)) {
                continue;
            }
            let grown = self.try_grow(window, batch, half);
            match self.selector.or_leave(grown, || window.children(batch, half))? {
                Some(Some(children)) => self.batch(&children)?,
                Some(None) => self.grow_halves(window, batch, half)?,
                None => {}
            }
        }
        Ok(())
    }

    /// The batch of the selected patterns' children; `None` if it would fit for fewer of them.
    fn try_grow(
        &self,
        window: &mut PatternWindow<'s>,
        batch: &PatternBatch<'s>,
        selected: &[Selected],
    ) -> Result<Option<PatternBatch<'s>>, MineError> {
        let plan = window.tallies(batch).plan(self.selector, selected);
        window.grow(self.selector, self.site, batch, plan, selected.len() > 1)
    }
}

/// Cuts patterns into windows of at most `limit` rows, or of one pattern.
pub(super) fn cut(patterns: &[EmbeddedPattern], limit: u64) -> Vec<Range<usize>> {
    let mut windows: Vec<Range<usize>> = Vec::new();
    let mut rows = 0;
    for (number, pattern) in patterns.iter().enumerate() {
        rows += pattern.rows.len() as u64;
        match windows.last_mut() {
            Some(window) if rows <= limit => window.end = number + 1,
            _ => {
                rows = pattern.rows.len() as u64;
                windows.push(number..number + 1);
            }
        }
    }
    windows
}

/// Two halves of a range.
pub(super) fn halves(range: Range<usize>) -> [Range<usize>; 2] {
    let middle = range.start + range.len() / 2;
    [range.start..middle, middle..range.end]
}
