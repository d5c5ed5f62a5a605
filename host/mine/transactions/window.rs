//! A window: patterns of a batch that are counted, judged and grown together.

use std::ops::Range;
use std::time::Instant;

use motherlode_device::kernels::transactions::{Kept, NONE};
use rayon::prelude::*;

use super::assignment::{Assignment, children_of, codes_of, grown};
use super::batch::{CountedExtensions, GrowthTasks, PatternBatch, SearchSite};
use super::embedded_pattern::{EmbeddedPattern, Numbering};
use super::frontier::Code;
use super::select::{Selected, plan_growth, select};
use super::status::Stage;
use super::{FrequentOptions, FrequentPattern, PreparedDatabase};
use crate::MineError;
use crate::dfs_code::Step;
use crate::runtime::RuntimeError;

/// Patterns from which on a window is judged by all threads.
const WORTH_JUDGING_TOGETHER: usize = 64;

/// Patterns of a batch that were counted together.
pub(super) struct PatternWindow<'s> {
    /// Which of the batch's patterns.
    range: Range<usize>,
    numbering: Numbering,
    counted: CountedExtensions<'s>,
    kept: Vec<Kept>,
}

/// How patterns are grown, and their children; `None` when 32 bits cannot number those.
pub(super) type GrowthPlan = Option<(GrowthTasks, Vec<EmbeddedPattern>)>;

/// What selects patterns and reports them, on any thread.
#[derive(Clone, Copy)]
pub(super) struct Selector<'s> {
    pub(super) prepared: &'s PreparedDatabase,
    pub(super) options: &'s FrequentOptions,
    pub(super) found: &'s (dyn Fn(FrequentPattern<'_>) -> Result<(), MineError> + Sync),
    /// The part of the search, if several devices do parts of it.
    pub(super) assignment: Option<&'s Assignment<'s>>,
}

impl<'s> PatternWindow<'s> {
    /// Counts all extensions of some patterns of `batch`.
    pub(super) fn count(
        selector: Selector<'_>,
        site: &'s SearchSite<'s>,
        batch: &PatternBatch<'s>,
        range: Range<usize>,
    ) -> Result<Self, RuntimeError> {
        let Selector { prepared, options, .. } = selector;
        let start = Instant::now();
        let patterns = &batch.patterns[range.clone()];
        let numbering = Numbering::new(prepared, patterns, options.max_vertices);
        // The graphs of a pattern are read from all of its rows.
        let least = if options.graphs { 0 } else { options.support.get() };
        let counted = batch.count(site, &numbering, least)?;
        let rows = patterns.iter().map(|pattern| pattern.rows.len() as u64).sum();
        options.status.enter(patterns[0].code.len(), rows);
        options.status.took(Stage::Count, start.elapsed());
        let kept = vec![Kept { number: NONE, child: 0 }; counted.counts.len()];
        Ok(PatternWindow { range, numbering, counted, kept })
    }

    /// Which of the batch's patterns it has.
    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// What judging the window takes: nothing that lies on the device.
    pub(super) fn tallies<'w>(&'w mut self, batch: &'w PatternBatch<'s>) -> WindowTallies<'w> {
        WindowTallies {
            patterns: &batch.patterns[self.range.clone()],
            numbering: &self.numbering,
            counts: &self.counted.counts,
            kept: &mut self.kept,
        }
    }

    /// The batch of the children as `plan` has them. `None` if it would fit for fewer of them, `divisible` saying that
    /// there may be fewer.
    pub(super) fn grow(
        &self,
        selector: Selector<'_>,
        site: &'s SearchSite<'s>,
        batch: &PatternBatch<'s>,
        plan: GrowthPlan,
        divisible: bool,
    ) -> Result<Option<PatternBatch<'s>>, MineError> {
        let start = Instant::now();
        let Some((growth, mut patterns)) = plan.filter(|_| self.counted.found.can_be_numbered()) else {
            return if divisible { Ok(None) } else { Err(MineError::TooManyEmbeddings) };
        };
        let grown = batch.grow(site, &self.counted, &self.kept, &growth, &mut patterns);
        selector.options.status.took(Stage::Grow, start.elapsed());
        match grown {
            Err(RuntimeError::OverBudget { .. }) if divisible => Ok(None),
            grown => {
                let (parents, column) = grown?;
                Ok(Some(PatternBatch { patterns, column, parents }))
            }
        }
    }

    /// The codes of the window's patterns.
    pub(super) fn codes(&self, batch: &PatternBatch<'s>) -> Vec<Code> {
        codes_of(&batch.patterns[self.range()])
    }

    /// The codes of the children that were selected.
    pub(super) fn children<'c>(
        &self,
        batch: &PatternBatch<'s>,
        selected: impl IntoIterator<Item = &'c Selected>,
    ) -> Vec<Code> {
        children_of(&batch.patterns[self.range()], selected)
    }

    /// Reports the patterns of the window with their graphs, if those are asked for.
    pub(super) fn report_graphs(
        &self,
        selector: Selector<'_>,
        batch: &PatternBatch<'s>,
    ) -> Result<(), MineError> {
        let edges = batch.patterns[self.range.start].code.len();
        if !selector.options.graphs || !selector.assignment.is_none_or(|part| part.has_begun(edges)) {
            return Ok(());
        }
        let heads = self.counted.found.heads().get().download()?;
        for pattern in &batch.patterns[self.range.clone()] {
            let rows = (pattern.rows.start - self.counted.base) as usize..;
            let mut graphs: Vec<u32> =
                heads[rows][..pattern.rows.len()].iter().map(|head| head.graph).collect();
            graphs.dedup();
            selector.report(FrequentPattern {
                code: &pattern.code,
                kinds: &selector.prepared.kinds,
                support: graphs.len() as u32,
                embeddings: pattern.embeddings()?,
                graphs: Some(&graphs),
            })?;
        }
        Ok(())
    }
}

/// What was counted of a window, for the CPU.
pub(super) struct WindowTallies<'w> {
    patterns: &'w [EmbeddedPattern],
    numbering: &'w Numbering,
    counts: &'w [super::batch::ExtensionCount],
    kept: &'w mut [Kept],
}

impl WindowTallies<'_> {
    /// Judges all patterns of the window, and reports the children. Some may go to other devices: they are not among
    /// the result.
    pub(super) fn judge(&mut self, selector: Selector<'_>) -> Result<Vec<Selected>, MineError> {
        let start = Instant::now();
        let mut selected = self.select(selector);
        if let Some(part) = selector.assignment {
            part.keep(self.patterns, &mut selected);
        }
        self.report_children(selector, &selected)?;
        // After that, so that whoever looks between the two does not take for explored what was not reported.
        selector.has_explored(self.patterns, &selected);
        selector.share_out(self.patterns, &mut selected);
        selector.options.status.took(Stage::Judge, start.elapsed());
        Ok(selected)
    }

    /// Plans how to grow some of the patterns.
    pub(super) fn plan(&mut self, selector: Selector<'_>, selected: &[Selected]) -> GrowthPlan {
        plan_growth(&selector.prepared.kinds, self.patterns, selected, self.numbering, self.kept)
    }

    fn select(&mut self, selector: Selector<'_>) -> Vec<Selected> {
        let WindowTallies { patterns, numbering, counts, .. } = *self;
        let support = selector.options.support.get();
        let mut rest = &mut self.kept[..];
        let parts = (0..patterns.len()).map(|task| {
            let first = numbering.tasks[task].first as usize;
            let end = numbering.extensions_of(task).end;
            let (own, others) = std::mem::take(&mut rest).split_at_mut(end - first);
            rest = others;
            (task, &counts[first..end], own)
        });
        let one = |(task, counts, kept): (usize, &[_], &mut [_])| {
            select(&selector.prepared.kinds, task, &patterns[task], numbering, counts, support, kept)
        };
        if patterns.len() >= WORTH_JUDGING_TOGETHER {
            parts.collect::<Vec<_>>().into_par_iter().filter_map(one).collect()
        } else {
            parts.filter_map(one).collect()
        }
    }

    /// Reports the children, unless that waits for their graphs.
    fn report_children(&self, selector: Selector<'_>, selected: &[Selected]) -> Result<(), MineError> {
        let mut code = Vec::new();
        for one in selected {
            code.clear();
            let pattern = &self.patterns[one.task];
            code.extend_from_slice(&pattern.code);
            for child in &one.children {
                code.push(child.step);
                let embeddings = pattern.embeddings_of_child(child.step, child.rows)?;
                selector.found(&code, child.support, embeddings)?;
                code.pop();
            }
        }
        Ok(())
    }
}

impl Selector<'_> {
    /// Whether patterns of `edges` edges are grown.
    pub(super) fn goes_on_from(&self, edges: usize) -> bool {
        // The graphs of a pattern are only known once its own rows are.
        edges < self.options.max_edges || self.options.graphs && edges == self.options.max_edges
    }

    /// Says that the search has gone on from `patterns`, by what was selected of them.
    pub(super) fn has_explored(&self, patterns: &[EmbeddedPattern], selected: &[Selected]) {
        let edges = patterns.first().map_or(0, |first| first.code.len());
        let Some(unexplored) = &self.options.unexplored else { return };
        // Whoever grows a pattern again does not look at all that grows from it.
        if !self.assignment.is_none_or(|part| part.reports(edges + 1)) {
            return;
        }
        if self.goes_on_from(edges + 1) {
            unexplored.open(grown(patterns, selected), !self.options.graphs);
        }
        unexplored.close(patterns.iter().map(|pattern| &pattern.code[..]));
    }

    /// Stops the search if that was asked for, or its deadline has passed.
    pub(super) fn check_interrupt(&self) -> Result<(), MineError> {
        match self.assignment {
            // Whoever ended the search says why.
            Some(part) if part.is_closed() => Err(RuntimeError::Interrupted.into()),
            _ => Ok(self.options.context.check()?),
        }
    }

    /// The result of a step on the device. Where several devices search, and this one has failed, `left` is left to the
    /// others, and there is none.
    pub(super) fn or_leave<T>(
        &self,
        result: Result<T, impl Into<MineError>>,
        left: impl FnOnce() -> Vec<Code>,
    ) -> Result<Option<T>, MineError> {
        match (result.map_err(Into::into), self.assignment) {
            (Ok(value), _) => Ok(Some(value)),
            (Err(error), Some(part)) if error.is_of_device() => {
                part.leave(left());
                part.fail(error);
                Ok(None)
            }
            (Err(error), _) => Err(error),
        }
    }

    /// Whether the device has failed, and the others do the rest: `left` is left to them then.
    pub(super) fn leaves(&self, left: impl FnOnce() -> Vec<Code>) -> bool {
        let part = self.assignment.filter(|part| part.has_failed());
        part.inspect(|part| part.leave(left())).is_some()
    }

    /// Whether a device has nothing to do, and patterns of `edges` edges may be given to it.
    pub(super) fn is_wanted(&self, edges: usize) -> bool {
        self.assignment.is_some_and(|part| part.is_wanted(edges))
    }

    /// Whether all that grows from `patterns` went to other devices.
    pub(super) fn gives<'p>(&self, patterns: impl Iterator<Item = &'p EmbeddedPattern> + Clone) -> bool {
        self.assignment.is_some_and(|part| part.gives(patterns.clone(), || self.root_embeddings(patterns)))
    }

    /// Gives some of what was selected of `patterns` to devices that have nothing to do.
    fn share_out(&self, patterns: &[EmbeddedPattern], selected: &mut Vec<Selected>) {
        if let Some(part) = self.assignment
            && self.goes_on_from(patterns[0].code.len() + 1)
        {
            part.share_out(patterns, selected, || self.root_embeddings(patterns.iter()));
        }
    }

    /// The embeddings of the first edges of `patterns`.
    fn root_embeddings<'p>(&self, patterns: impl Iterator<Item = &'p EmbeddedPattern>) -> u64 {
        let mut kinds: Vec<u32> = patterns.map(|pattern| pattern.code[0].kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().map(|kind| self.prepared.embeddings[kind as usize]).sum()
    }

    /// Reports a pattern, unless that waits for its graphs.
    pub(super) fn found(&self, code: &[Step], support: u32, embeddings: u128) -> Result<(), MineError> {
        if self.options.graphs || !self.assignment.is_none_or(|part| part.reports(code.len())) {
            return Ok(());
        }
        self.report(FrequentPattern { code, kinds: &self.prepared.kinds, support, embeddings, graphs: None })
    }

    fn report(&self, found: FrequentPattern<'_>) -> Result<(), MineError> {
        let vertices = found.vertices();
        let long_enough = found.code.len() >= self.options.min_edges && vertices >= self.options.min_vertices;
        // The threshold may have risen since the pattern was selected.
        if long_enough && found.support >= self.options.support.get() {
            self.options.status.add_pattern();
            if let Some(part) = self.assignment {
                part.add_pattern();
            }
            (self.found)(found)?;
        }
        Ok(())
    }
}
