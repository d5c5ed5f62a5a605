//! A window: patterns of a batch that are counted, judged and grown together.

use std::ops::Range;
use std::time::Instant;

use motherlode_device::kernels::transactions::{Kept, NONE};
use rayon::prelude::*;

use super::batch::{CountedExtensions, GrowthTasks, Parents, PatternBatch, SearchSite};
use super::embedded_pattern::{EmbeddedPattern, Numbering};
use super::select::{Selected, plan_growth, select};
use super::status::Stage;
use super::{FrequentOptions, FrequentPattern, PreparedDatabase};
use crate::dfs_code::Step;
use crate::mine::MineError;
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
        let numbering = Numbering::new(&prepared.kinds, patterns, options.max_vertices);
        // The graphs of a pattern are read from all of its rows.
        let least = if options.graphs { 0 } else { options.support.get() };
        let counted = batch.count(site, &numbering, least)?;
        options.status.enter(patterns[0].code.len(), numbering.rows().1 as u64);
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
        let Some((growth, patterns)) = plan else {
            return if divisible { Ok(None) } else { Err(MineError::TooManyEmbeddings) };
        };
        let grown = batch.grow(site, &self.counted, &self.kept, &growth);
        selector.options.status.took(Stage::Grow, start.elapsed());
        match grown {
            Err(RuntimeError::OverBudget { .. }) if divisible => Ok(None),
            grown => {
                let (parents, column) = grown?;
                Ok(Some(PatternBatch { patterns, column, parents: Parents::Grown(parents) }))
            }
        }
    }

    /// Reports the patterns of the window with their graphs, if those are asked for.
    pub(super) fn report_graphs(
        &self,
        selector: Selector<'_>,
        batch: &PatternBatch<'s>,
    ) -> Result<(), MineError> {
        if !selector.options.graphs {
            return Ok(());
        }
        let heads = self.counted.extensions.heads.get().download()?;
        for pattern in &batch.patterns[self.range.clone()] {
            let rows = (pattern.rows.start - self.counted.base) as usize..;
            let mut graphs: Vec<u32> =
                heads[rows][..pattern.rows.len()].iter().map(|head| head.graph).collect();
            graphs.dedup();
            selector.report(FrequentPattern {
                code: &pattern.code,
                kinds: &selector.prepared.kinds,
                support: graphs.len() as u32,
                embeddings: pattern.rows.len() as u64,
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
    /// Judges all patterns of the window, and reports the children.
    pub(super) fn judge(&mut self, selector: Selector<'_>) -> Result<Vec<Selected>, MineError> {
        let start = Instant::now();
        let selected = self.select(selector);
        self.report_children(selector, &selected)?;
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
            code.extend_from_slice(&self.patterns[one.task].code);
            for child in &one.children {
                code.push(child.step);
                selector.found(&code, child.support, child.embeddings)?;
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

    /// Stops the search if that was asked for, or its deadline has passed.
    pub(super) fn check_interrupt(&self) -> Result<(), MineError> {
        Ok(self.options.context.check()?)
    }

    /// Reports a pattern, unless that waits for its graphs.
    pub(super) fn found(&self, code: &[Step], support: u32, embeddings: u64) -> Result<(), MineError> {
        if self.options.graphs {
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
            (self.found)(found)?;
        }
        Ok(())
    }
}
