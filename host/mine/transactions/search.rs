//! The search: depth-first over batches of patterns.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use motherlode_device::kernels::transactions::{Kept, NONE};
use rayon::prelude::*;

use super::batch::{Batch, Counted, Parents, Site};
use super::pattern::{Numbering, Pattern};
use super::roots::roots;
use super::select::{Selected, plan_growth, select};
use super::{Found, MineOptions, Prepared, TransactionError};
use crate::dfs_code::Step;
use crate::runtime::RuntimeError;

/// Embeddings that one lane counts at a time: their extensions stay in a core's cache.
const CACHED_ROWS: u64 = 8 << 10;
/// Embeddings from which on the windows of a batch are shared between threads.
const WORTH_SHARING: u32 = 4096;
/// Patterns from which on a window is judged by all threads.
const WORTH_JUDGING_TOGETHER: usize = 64;
/// Bytes of the budget for each embedding of a window of many lanes, about: its extensions, all of them and those
/// kept, its heads, and its rows in the children's columns.
const BYTES_AN_EMBEDDING: u64 = 256;

/// What all batches of a search share.
pub(super) struct Search<'s> {
    pub(super) prepared: &'s Prepared,
    pub(super) site: &'s Site<'s>,
    pub(super) options: &'s MineOptions<'s>,
}

/// Patterns of a batch that were counted together.
struct Window<'w, 's> {
    batch: &'w Batch<'s>,
    patterns: &'w [Pattern],
    numbering: Numbering,
    counted: Counted<'s>,
    kept: Vec<Kept>,
}

impl<'s> Search<'s> {
    /// Searches from all frequent edges.
    pub(super) fn run(&self) -> Result<(), TransactionError> {
        if self.options.max_edges == 0 || self.prepared.kinds.is_empty() {
            return Ok(());
        }
        let batch = roots(self.prepared, self.site)?;
        for pattern in &batch.patterns {
            let kind = pattern.code[0].kind as usize;
            self.found(&pattern.code, self.prepared.supports[kind], self.prepared.embeddings[kind])?;
        }
        if self.goes_on_from(1) { self.batch(&batch) } else { Ok(()) }
    }

    /// Whether patterns of `edges` edges are grown.
    fn goes_on_from(&self, edges: usize) -> bool {
        // The graphs of a pattern are only known once its own rows are.
        edges < self.options.max_edges || self.options.graphs && edges == self.options.max_edges
    }

    /// Finds the children of all patterns of `batch`, and those of theirs.
    fn batch(&self, batch: &Batch<'s>) -> Result<(), TransactionError> {
        let windows = self.windows(&batch.patterns);
        let rows = batch.patterns.last().map_or(0, |last| last.rows.end);
        let share = self.site.alone && rows >= WORTH_SHARING && rayon::current_num_threads() > 1;
        if share && windows.len() > 1 {
            windows.into_par_iter().with_max_len(1).try_for_each(|window| self.window(batch, window))
        } else {
            windows.into_iter().try_for_each(|window| self.window(batch, window))
        }
    }

    /// Cuts patterns into windows that are counted and grown together.
    fn windows(&self, patterns: &[Pattern]) -> Vec<Range<usize>> {
        let budget = self.site.device.budget().left() / BYTES_AN_EMBEDDING;
        let limit = if self.site.alone { CACHED_ROWS } else { budget.min(1 << 28) };
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

    /// Finds the children of some patterns of `batch`, and those of theirs; in two halves, if memory does not suffice.
    fn window(&self, batch: &Batch<'s>, window: Range<usize>) -> Result<(), TransactionError> {
        if self.options.interrupt.requested() {
            return Err(RuntimeError::Interrupted.into());
        }
        let patterns = &batch.patterns[window.clone()];
        let numbering = Numbering::new(&self.prepared.kinds, patterns, self.options.max_vertices);
        let counted = match batch.count(self.site, &numbering) {
            Err(RuntimeError::OverBudget { .. }) if window.len() > 1 => {
                let middle = window.start + window.len() / 2;
                self.window(batch, window.start..middle)?;
                return self.window(batch, middle..window.end);
            }
            counted => counted?,
        };
        self.options.status.enter(patterns[0].code.len(), numbering.rows().1 as u64);
        let kept = vec![Kept { number: NONE, child: 0 }; counted.counts.len()];
        let mut window = Window { batch, patterns, numbering, counted, kept };
        self.report_graphs(&window)?;
        let selected = self.select(&mut window);
        self.report_children(&window, &selected)?;
        if selected.is_empty() || !self.goes_on_from(patterns[0].code.len() + 1) {
            return Ok(());
        }
        self.grow(window, selected)
    }

    /// Judges all patterns of a window.
    fn select(&self, window: &mut Window<'_, '_>) -> Vec<Selected> {
        let Window { patterns, numbering, counted, kept, .. } = window;
        let support = self.options.support.load(Relaxed);
        let mut rest = &mut kept[..];
        let parts = (0..patterns.len()).map(|task| {
            let first = numbering.tasks[task].first as usize;
            let end = numbering.extensions_of(task).end;
            let (own, others) = std::mem::take(&mut rest).split_at_mut(end - first);
            rest = others;
            (task, &counted.counts[first..end], own)
        });
        let one = |(task, counts, kept): (usize, &[_], &mut [_])| {
            select(&self.prepared.kinds, task, &patterns[task], numbering, counts, support, kept)
        };
        if patterns.len() >= WORTH_JUDGING_TOGETHER {
            parts.collect::<Vec<_>>().into_par_iter().filter_map(one).collect()
        } else {
            parts.filter_map(one).collect()
        }
    }

    /// Grows selected patterns, and searches on from their children.
    fn grow(&self, mut window: Window<'_, 's>, selected: Vec<Selected>) -> Result<(), TransactionError> {
        match self.try_grow(&mut window, &selected)? {
            Some(batch) => {
                drop((window, selected));
                self.batch(&batch)
            }
            None => self.grow_halves(&mut window, &selected),
        }
    }

    /// Grows one half of the selected patterns and searches on from there, then the other.
    fn grow_halves(
        &self,
        window: &mut Window<'_, 's>,
        selected: &[Selected],
    ) -> Result<(), TransactionError> {
        let (first, second) = selected.split_at(selected.len() / 2);
        for half in [first, second] {
            match self.try_grow(window, half)? {
                Some(batch) => self.batch(&batch)?,
                None => self.grow_halves(window, half)?,
            }
        }
        Ok(())
    }

    /// The batch of the selected patterns' children; `None` if it would fit for fewer of them.
    fn try_grow(
        &self,
        window: &mut Window<'_, 's>,
        selected: &[Selected],
    ) -> Result<Option<Batch<'s>>, TransactionError> {
        let Window { batch, patterns, numbering, counted, kept } = window;
        let divisible = selected.len() > 1;
        let plan = plan_growth(&self.prepared.kinds, patterns, selected, numbering, kept);
        let Some((growth, patterns)) = plan else {
            return if divisible { Ok(None) } else { Err(TransactionError::TooManyEmbeddings) };
        };
        match batch.grow(self.site, counted, kept, &growth) {
            Err(RuntimeError::OverBudget { .. }) if divisible => Ok(None),
            grown => {
                let (parents, column) = grown?;
                Ok(Some(Batch { patterns, column, parents: Parents::Grown(parents) }))
            }
        }
    }

    /// Reports the children, unless that waits for their graphs.
    fn report_children(
        &self,
        window: &Window<'_, '_>,
        selected: &[Selected],
    ) -> Result<(), TransactionError> {
        let mut code = Vec::new();
        for one in selected {
            code.clear();
            code.extend_from_slice(&window.patterns[one.task].code);
            for child in &one.children {
                code.push(child.step);
                self.found(&code, child.support, child.embeddings)?;
                code.pop();
            }
        }
        Ok(())
    }

    /// Reports the patterns of a window with their graphs, if those are asked for.
    fn report_graphs(&self, window: &Window<'_, '_>) -> Result<(), TransactionError> {
        if !self.options.graphs {
            return Ok(());
        }
        let heads = window.counted.extensions.heads.get().download()?;
        for pattern in window.patterns {
            let rows = (pattern.rows.start - window.counted.base) as usize..;
            let mut graphs: Vec<u32> =
                heads[rows][..pattern.rows.len()].iter().map(|head| head.graph).collect();
            graphs.dedup();
            let found = Found {
                code: &pattern.code,
                kinds: &self.prepared.kinds,
                support: graphs.len() as u32,
                embeddings: pattern.rows.len() as u64,
                graphs: Some(&graphs),
            };
            self.report(found)?;
        }
        Ok(())
    }

    fn found(&self, code: &[Step], support: u32, embeddings: u64) -> Result<(), TransactionError> {
        if self.options.graphs {
            return Ok(());
        }
        self.report(Found { code, kinds: &self.prepared.kinds, support, embeddings, graphs: None })
    }

    fn report(&self, found: Found<'_>) -> Result<(), TransactionError> {
        let vertices = found.vertices();
        let long_enough = found.code.len() >= self.options.min_edges && vertices >= self.options.min_vertices;
        // The threshold may have risen since the pattern was selected.
        if long_enough && found.support >= self.options.support.load(Relaxed) {
            self.options.status.add_pattern();
            (self.options.found)(found)?;
        }
        Ok(())
    }
}
