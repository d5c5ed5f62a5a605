//! The search: depth-first over batches of patterns.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::transactions::{GrowTask, Head, Kept, NONE, pair, row::bit};
use rayon::prelude::*;

use super::batch::{Batch, Column, Count, Growth, Parents, Site};
use super::pattern::{Numbering, Pattern};
use super::{Found, MineOptions, Prepared, TransactionError};
use crate::dfs_code::{Judge, Step, Verdict};
use crate::runtime::RuntimeError;

/// Embeddings that are counted at a time on the CPU: their extensions stay in a core's cache.
const CACHED_ROWS: u64 = 8 << 10;
/// Embeddings from which on the windows of a batch are shared between threads.
const WORTH_SHARING: u32 = 4096;

thread_local! {
    static JUDGE: RefCell<(Judge, Vec<Verdict>)> = RefCell::default();
}

/// A pattern that has children.
struct Survivor {
    /// Its number in the batch.
    task: usize,
    /// The extensions that its children inherit from.
    siblings: Arc<[Step]>,
    children: Vec<Child>,
    /// Extensions of all its embeddings, those that a child inherits.
    extensions: u64,
}

/// A frequent extension whose code is minimum.
struct Child {
    /// The extension's number in the batch.
    extension: u32,
    step: Step,
    embeddings: u64,
}

/// What all batches of a search share.
pub(super) struct Search<'s> {
    pub(super) prepared: &'s Prepared,
    pub(super) site: &'s Site<'s>,
    pub(super) options: &'s MineOptions<'s>,
}

impl<'s> Search<'s> {
    /// Searches from all frequent edges.
    pub(super) fn run(&self) -> Result<(), TransactionError> {
        let batch = self.roots()?;
        for pattern in &batch.patterns {
            let kind = pattern.code[0].kind as usize;
            let support = self.prepared.supports[kind];
            self.report(&pattern.code, support, self.prepared.embeddings[kind])?;
        }
        if self.options.max_edges > 1 && !batch.patterns.is_empty() { self.batch(&batch) } else { Ok(()) }
    }

    /// The batch of all frequent edges. The parents are the single vertices, and all edges their extensions.
    fn roots(&self) -> Result<Batch<'s>, TransactionError> {
        let Prepared { kinds, offsets, arcs, graph_of, embeddings, .. } = self.prepared;
        let mut next = 0;
        let mut patterns = Vec::new();
        let mut cursors = vec![NONE; kinds.len() as usize];
        for kind in (0..kinds.len()).filter(|kind| kinds.first(*kind) == *kind) {
            let [label, ..] = kinds.triple(kind);
            let siblings = kinds.from_label(label).map(|kind| Step { from: 0, to: 1, kind }).collect();
            cursors[kind as usize] = next;
            let end = next + embeddings[kind as usize] as u32;
            patterns.push(Pattern::root(kinds, kind, siblings, next..end));
            next = end;
        }
        let labels = self.options.labels;
        let mut column = vec![0; next as usize];
        for (vertex, bounds) in (0..).zip(offsets.windows(2)) {
            let first = kinds.from_label(labels[vertex as usize]).start;
            for arc in &arcs[bounds[0] as usize..bounds[1] as usize] {
                let cursor = &mut cursors[(first + (arc >> 32) as u32) as usize];
                if *cursor != NONE {
                    column[*cursor as usize] = pair(vertex, *arc as u32);
                    *cursor += 1;
                }
            }
        }
        let heads = graph_of.iter().chain([&0]).zip(offsets).zip(0..);
        let heads: Vec<_> = heads
            .map(|((graph, start), vertex)| Head { start: *start, graph: *graph, signature: bit(vertex) })
            .collect();
        let vertices: Vec<u64> = (0..graph_of.len() as u32).map(|vertex| pair(0, vertex)).collect();
        let Site { device, pool, .. } = self.site;
        let first = Arc::new(Column { rows: pool.adopt(device.copied(&vertices)?), before: None });
        let column = Arc::new(Column { rows: pool.adopt(device.copied(&column)?), before: Some(first) });
        Ok(Batch { patterns, column, parents: Parents::Vertices(device.copied(&heads)?) })
    }

    /// Finds the children of all patterns of `batch`, and those of theirs.
    fn batch(&self, batch: &Batch<'s>) -> Result<(), TransactionError> {
        let windows = self.windows(&batch.patterns);
        let rows = batch.patterns.last().map_or(0, |last| last.rows.end);
        if windows.len() > 1 && rows >= WORTH_SHARING && rayon::current_num_threads() > 1 {
            windows.into_par_iter().with_max_len(1).try_for_each(|window| self.window(batch, window))
        } else {
            windows.into_iter().try_for_each(|window| self.window(batch, window))
        }
    }

    /// Cuts patterns into windows that are counted and grown together.
    fn windows(&self, patterns: &[Pattern]) -> Vec<Range<usize>> {
        let limit = if self.site.device.is_scalar() { CACHED_ROWS } else { self.site.device.budget().left() / 256 };
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

    /// Finds the children of some patterns of `batch`, and those of theirs.
    fn window(&self, batch: &Batch<'s>, window: Range<usize>) -> Result<(), TransactionError> {
        if self.options.interrupt.requested() {
            return Err(RuntimeError::Interrupted.into());
        }
        let patterns = &batch.patterns[window];
        let numbering = Numbering::new(&self.prepared.kinds, patterns);
        let counted = batch.count(self.site, &numbering)?;
        let mut kept = vec![Kept { number: NONE, child: 0 }; counted.counts.len()];
        let mut survivors = Vec::new();
        for (task, pattern) in patterns.iter().enumerate() {
            survivors.extend(self.select(task, pattern, &numbering, &counted.counts, &mut kept)?);
        }
        if survivors.is_empty() {
            return Ok(());
        }
        let (growth, patterns) = self.plan_growth(patterns, &survivors, &mut kept, &numbering);
        let (parents, column) = batch.grow(self.site, &counted, &kept, &growth)?;
        let parents = Parents::Grown(parents);
        drop((counted, kept, survivors, numbering));
        self.batch(&Batch { patterns, column, parents })
    }

    /// The frequent extensions of one pattern: reports those that are minimum, and notes which are kept.
    fn select(
        &self,
        task: usize,
        pattern: &Pattern,
        numbering: &Numbering,
        counts: &[Count],
        kept: &mut [Kept],
    ) -> Result<Option<Survivor>, TransactionError> {
        let support = self.options.support;
        let frequent: Vec<u32> = numbering
            .extensions_of(task)
            .filter(|extension| counts[*extension].support >= support)
            .map(|extension| extension as u32)
            .collect();
        if frequent.is_empty() {
            return Ok(None);
        }
        let steps: Vec<Step> = frequent.iter().map(|extension| numbering.steps[*extension as usize]).collect();
        JUDGE.with_borrow_mut(|(judge, verdicts)| {
            judge.judge(&self.prepared.kinds, &pattern.code, &steps, verdicts);
            let minimum = frequent.iter().zip(&steps).zip(&*verdicts).filter(|(_, v)| **v == Verdict::Minimum);
            let mut children: Vec<Child> = minimum
                .map(|((extension, step), _)| {
                    let embeddings = counts[*extension as usize].embeddings;
                    Child { extension: *extension, step: *step, embeddings }
                })
                .collect();
            children.sort_unstable_by_key(|child| child.step.rank());
            let mut code = pattern.code.clone();
            for child in &children {
                code.push(child.step);
                let count = counts[child.extension as usize];
                self.report(&code, count.support, count.embeddings)?;
                code.pop();
            }
            if children.is_empty() || pattern.code.len() + 1 >= self.options.max_edges {
                return Ok(None);
            }
            let mut siblings = Vec::with_capacity(steps.len());
            let mut extensions = 0;
            for ((extension, step), verdict) in frequent.iter().zip(&steps).zip(&*verdicts) {
                let inherited = *verdict != Verdict::Dead
                    && children.iter().any(|child| Pattern::inherits(child.step, *step));
                if inherited {
                    kept[*extension as usize].number = siblings.len() as u32;
                    siblings.push(*step);
                    extensions += counts[*extension as usize].embeddings;
                }
            }
            Ok(Some(Survivor { task, siblings: siblings.into(), children, extensions }))
        })
    }

    /// Lays out the extensions of the survivors and the rows of their children.
    fn plan_growth(
        &self,
        patterns: &[Pattern],
        survivors: &[Survivor],
        kept: &mut [Kept],
        numbering: &Numbering,
    ) -> (Growth, Vec<Pattern>) {
        // Row 0 is for what makes no child.
        let mut growth = Growth { tasks: Vec::new(), cursors: vec![0], heads: 0, extensions: 0, rows: 1 };
        let mut children = Vec::with_capacity(survivors.iter().map(|survivor| survivor.children.len()).sum());
        for survivor in survivors {
            let pattern = &patterns[survivor.task];
            let Range { start, end } = pattern.rows;
            let first = numbering.tasks[survivor.task].first;
            growth.tasks.push(GrowTask {
                start,
                end,
                first,
                head: growth.heads,
                extension: growth.extensions,
                child: growth.cursors.len() as u32,
                children: survivor.children.len() as u32,
                cell: 0,
            });
            let head_shift = growth.heads.wrapping_sub(start);
            for child in &survivor.children {
                kept[child.extension as usize].child = growth.cursors.len() as u32;
                growth.cursors.push(growth.rows);
                let rows = growth.rows..growth.rows + child.embeddings as u32;
                growth.rows = rows.end;
                children.push(pattern.child(&self.prepared.kinds, child.step, &survivor.siblings, rows, head_shift));
            }
            growth.heads += end - start;
            growth.extensions += survivor.extensions as u32;
        }
        (growth, children)
    }

    fn report(&self, code: &[Step], support: u32, embeddings: u64) -> Result<(), TransactionError> {
        (self.options.found)(Found { code, kinds: &self.prepared.kinds, support, embeddings })
    }
}
