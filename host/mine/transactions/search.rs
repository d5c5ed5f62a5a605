//! The search: depth-first over batches of patterns.

use std::cell::RefCell;
use std::sync::Arc;

use motherlode_device::kernels::transactions::{NONE, Task, pair, row::bit};
use rayon::prelude::*;

use super::batch::{Batch, Column, Count, Extensions, Growth, HeadValue, OnDevice};
use super::pattern::{Numbering, Pattern};
use super::{Found, MineOptions, Prepared, TransactionError};
use crate::dfs_code::{Judge, Step, Verdict};
use crate::runtime::{Device, RuntimeError};

/// Bytes of embeddings that are grown at a time on the CPU: what stays in a core's cache.
const CACHED_BYTES: u64 = 256 << 10;
/// Embeddings from which on the groups of a batch are shared between threads.
const WORTH_SHARING: u64 = 4096;

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

impl Survivor {
    fn bytes(&self, tasks: &[Task]) -> u64 {
        let rows: u64 = self.children.iter().map(|child| child.embeddings).sum();
        (self.extensions + rows) * 8 + self.embeddings(tasks) * size_of::<HeadValue>() as u64
    }

    fn embeddings(&self, tasks: &[Task]) -> u64 {
        u64::from(tasks[self.task].end - tasks[self.task].start)
    }
}

/// What all batches of a search share.
pub(super) struct Search<'s> {
    pub(super) prepared: &'s Prepared,
    pub(super) device: &'s Device,
    pub(super) database: OnDevice<'s>,
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
        if self.options.max_edges > 1 && !batch.patterns.is_empty() { self.batch(batch) } else { Ok(()) }
    }

    /// The batch of all frequent edges. The parents are the single vertices, and all edges their extensions.
    fn roots(&self) -> Result<Batch<'_>, TransactionError> {
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
        let graphs = graph_of.iter().chain([&0]);
        let heads = graphs.zip(offsets).zip(0..);
        let heads: Vec<_> = heads
            .map(|((graph, start), vertex)| HeadValue { start: *start, graph: *graph, signature: bit(vertex) })
            .collect();
        let vertices: Vec<u64> = (0..graph_of.len() as u32).map(|vertex| pair(0, vertex)).collect();
        let first = Arc::new(Column { rows: self.device.copied(&vertices)?, before: None });
        Ok(Batch {
            patterns,
            column: Arc::new(Column { rows: self.device.copied(&column)?, before: Some(first) }),
            parents: Extensions {
                heads: self.device.copied(&heads)?,
                entries: self.device.upload(arcs)?,
            },
        })
    }

    /// Finds the children of all patterns of `batch`, and of those theirs.
    fn batch(&self, batch: Batch<'_>) -> Result<(), TransactionError> {
        if self.options.interrupt.requested() {
            return Err(RuntimeError::Interrupted.into());
        }
        let numbering = Numbering::new(&self.prepared.kinds, &batch.patterns);
        let counts = batch.count(self.device, &self.database, &numbering)?;
        let mut kept = vec![[NONE; 2]; counts.len()];
        let mut survivors = Vec::new();
        for (task, pattern) in batch.patterns.iter().enumerate() {
            survivors.extend(self.select(task, pattern, &numbering, &counts, &mut kept)?);
        }
        drop(counts);
        let groups = self.groups(survivors, &numbering.tasks);
        let embeddings: u64 =
            groups.iter().flatten().map(|survivor| survivor.embeddings(&numbering.tasks)).sum();
        let grow = |group: Vec<Survivor>| self.group(&batch, &numbering, &kept, group);
        if groups.len() > 1 && embeddings >= WORTH_SHARING && rayon::current_num_threads() > 1 {
            groups.into_par_iter().with_max_len(1).try_for_each(grow)
        } else {
            groups.into_iter().try_for_each(grow)
        }
    }

    /// The frequent extensions of one pattern: reports those that are minimum, and notes which are kept.
    fn select(
        &self,
        task: usize,
        pattern: &Pattern,
        numbering: &Numbering,
        counts: &[Count],
        kept: &mut [[u32; 2]],
    ) -> Result<Option<Survivor>, TransactionError> {
        let first = numbering.tasks[task].first;
        let steps = numbering.steps_of(task);
        let support = self.options.support;
        let frequent: Vec<u32> = (first..first + steps.len() as u32)
            .filter(|extension| counts[*extension as usize].support >= support)
            .collect();
        if frequent.is_empty() {
            return Ok(None);
        }
        let steps: Vec<Step> = frequent.iter().map(|extension| steps[(extension - first) as usize]).collect();
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
                    kept[*extension as usize][0] = siblings.len() as u32;
                    siblings.push(*step);
                    extensions += counts[*extension as usize].embeddings;
                }
            }
            Ok(Some(Survivor { task, siblings: siblings.into(), children, extensions }))
        })
    }

    /// Deals survivors to groups that are grown together.
    fn groups(&self, survivors: Vec<Survivor>, tasks: &[Task]) -> Vec<Vec<Survivor>> {
        let limit = if self.device.is_scalar() { CACHED_BYTES } else { self.device.budget().left() / 4 };
        let mut groups: Vec<Vec<Survivor>> = Vec::new();
        let mut bytes = 0;
        for survivor in survivors {
            let more = survivor.bytes(tasks);
            match groups.last_mut() {
                Some(group) if bytes + more <= limit => group.push(survivor),
                _ => {
                    bytes = 0;
                    groups.push(vec![survivor]);
                }
            }
            bytes += more;
        }
        groups
    }

    /// Grows a group, and searches on from its children.
    fn group(
        &self,
        batch: &Batch<'_>,
        numbering: &Numbering,
        kept: &[[u32; 2]],
        group: Vec<Survivor>,
    ) -> Result<(), TransactionError> {
        let mut kept = std::borrow::Cow::Borrowed(kept);
        let kept = kept.to_mut();
        let (mut tasks, mut starts) = (Vec::with_capacity(group.len()), Vec::with_capacity(group.len()));
        let (mut patterns, mut children) = (Vec::new(), Vec::new());
        let (mut heads, mut extensions, mut rows) = (0u32, 0u32, 0u32);
        for survivor in &group {
            let task = numbering.tasks[survivor.task];
            let pattern = &batch.patterns[survivor.task];
            tasks.push(task);
            starts.push([heads, extensions]);
            let head_shift = heads.wrapping_sub(task.start);
            for child in &survivor.children {
                let backward = u32::from(!child.step.is_forward());
                kept[child.extension as usize][1] = 2 * children.len() as u32 + backward;
                children.push(rows);
                let end = rows + child.embeddings as u32;
                let kinds = &self.prepared.kinds;
                patterns.push(pattern.child(kinds, child.step, &survivor.siblings, rows..end, head_shift));
                rows = end;
            }
            heads += task.end - task.start;
            extensions += survivor.extensions as u32;
        }
        let growth = Growth {
            tasks: &tasks,
            starts: &starts,
            children,
            heads: heads as usize,
            extensions: extensions as usize,
            rows: rows as usize,
        };
        let (parents, column) = batch.grow(self.device, &self.database, &numbering.maps, kept, growth)?;
        self.batch(Batch { patterns, column, parents })
    }

    fn report(&self, code: &[Step], support: u32, embeddings: u64) -> Result<(), TransactionError> {
        (self.options.found)(Found { code, kinds: &self.prepared.kinds, support, embeddings })
    }
}
