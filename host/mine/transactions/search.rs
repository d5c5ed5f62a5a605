//! The search: depth-first over batches of patterns.
//!
//! Where one lane runs alone, each thread searches windows of its own, recursively. Where there are many, one thread
//! leads the device, and `pipeline` goes on.

use std::ops::Range;

use rayon::prelude::*;

use super::batch::{PatternBatch, SearchSite};
use super::embedded_pattern::EmbeddedPattern;
use super::pipeline::Pipeline;
use super::roots::{root_kinds, roots};
use super::select::Selected;
use super::window::{PatternWindow, Selector};
use crate::mine::MineError;
use crate::mine::deal::{Share, Work};
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
pub(super) struct PatternSearch<'s> {
    pub(super) selector: Selector<'s>,
    pub(super) site: &'s SearchSite<'s>,
}

/// A task is a frequent edge, with all patterns whose codes begin with it.
impl Work for PatternSearch<'_> {
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

impl<'s> PatternSearch<'s> {
    /// Searches from some of the frequent edges.
    fn search(&self, edges: Range<u64>) -> Result<(), MineError> {
        let Selector { prepared, .. } = self.selector;
        let batch = roots(prepared, self.site, edges.start as usize..edges.end as usize)?;
        for pattern in &batch.patterns {
            let kind = pattern.code[0].kind as usize;
            self.selector.found(&pattern.code, prepared.supports[kind], prepared.embeddings[kind])?;
        }
        match self.selector.goes_on_from(1) {
            true if self.site.alone => self.batch(&batch),
            true => Pipeline::new(*self).run(batch),
            false => Ok(()),
        }
    }

    /// Finds the children of all patterns of `batch`, and those of theirs.
    fn batch(&self, batch: &PatternBatch<'s>) -> Result<(), MineError> {
        let windows = self.windows(&batch.patterns);
        let rows = batch.patterns.last().map_or(0, |last| last.rows.end);
        let share = rows >= WORTH_SHARING && rayon::current_num_threads() > 1;
        if share && windows.len() > 1 {
            windows.into_par_iter().with_max_len(1).try_for_each(|window| self.window(batch, window))
        } else {
            windows.into_iter().try_for_each(|window| self.window(batch, window))
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
        let mut window = match PatternWindow::count(self.selector, self.site, batch, range.clone()) {
            Err(RuntimeError::OverBudget { .. }) if range.len() > 1 => {
                let [first, second] = halves(range);
                self.window(batch, first)?;
                return self.window(batch, second);
            }
            counted => counted?,
        };
        window.report_graphs(self.selector, batch)?;
        let selected = window.tallies(batch).judge(self.selector)?;
        let edges = batch.patterns[window.range().start].code.len();
        if selected.is_empty() || !self.selector.goes_on_from(edges + 1) {
            return Ok(());
        }
        match self.try_grow(&mut window, batch, &selected)? {
            Some(children) => {
                drop((window, selected));
                self.batch(&children)
            }
            None => self.grow_halves(&mut window, batch, &selected),
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
            match self.try_grow(window, batch, half)? {
                Some(children) => self.batch(&children)?,
                None => self.grow_halves(window, batch, half)?,
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
