//! Embedding tables: breadth-first mining by extension, aggregation and filtering.
//!
//! A [`Table`] begins with a row for each vertex of a graph. Its rows are extended by a vertex or by an edge,
//! aggregated by the pattern that they have, and filtered by their pattern or one by one: what a search wants to know
//! is composed of these three (Hu, Zou, Özsu, "GAMMA: A Graph Pattern Mining Framework for Large Graphs on GPU",
//! section III). Rows that do not fit in the device's memory go to the host's.
//!
//! All induced patterns of three vertices:
//!
//! ```
//! # mod motherlode { pub use {motherlode_data::graph, motherlode_mine as mine, motherlode_machine::runtime}; }
//! use motherlode::graph::generate;
//! use motherlode::mine::{Placed, table::TableOptions};
//! use motherlode::runtime::Device;
//!
//! let placed = Placed::new(&generate::complete(7)?, &Device::cpu(None));
//! let mut table = placed.table(&TableOptions::default())?;
//! table.extend_by_vertex()?;
//! table.extend_by_vertex()?;
//! let patterns = table.patterns()?;
//! assert_eq!((patterns.len(), patterns[0].rows), (1, 35));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! Placed ── Base: the graph, the memories ─┐
//! step, vertex, edge ── Extension ─────────┴─> RowPool ──────────> Chunk, of a TableLevel ──> Patterns, supports, rows
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `base` | what a table stands on: the graph, the memories (`mine::columns`) |
//! | `level` | levels, their chunks of columns, and chains of those |
//! | `steps` | from a pattern to steps |
//! | `extend`, `two_passes`, `launch`, `pool`, `holes`, `pending`, `siblings` | extension |
//! | `codes`, `raw`, `patterns`, `support` | aggregation |
//! | `filter` | filtering |
//! | `rows` | rows on the host |

mod base;
mod codes;
mod extend;
mod filter;
mod holes;
mod launch;
mod level;
mod options;
mod patterns;
mod pending;
mod pool;
mod raw;
mod rows;
mod siblings;
mod steps;
mod support;
mod two_passes;

use std::ops::ControlFlow;

use motherlode_device::kernels::table::{MAX_LEVELS, NONE};
use rayon::prelude::*;

pub use super::error::TableError;
pub use motherlode_device::kernels::table::ExtensionStep;
pub use options::{Siblings, TableOptions};
pub use patterns::TablePattern;
pub use rows::RowBatch;

use super::{MineError, Placed};
use crate::pattern::Pattern;
use crate::plan::Induced;
use base::Base;
use extend::{By, Extension};
use level::{Chunk, TableLevel};
use patterns::PatternCodes;
use pool::RowPool;
use siblings::SiblingLists;
use steps::RowSteps;

/// What part of the budget that is left the pool takes.
const POOL_SHARE: u64 = 4;
/// Bytes of a pool at most, unless asked for.
const MOST_POOL: u64 = 8 << 30;
/// Bytes of a pool at most where one lane works at a time: there are few warps.
const MOST_POOL_ON_CPU: u64 = 64 << 20;

/// The embeddings of something in a graph: a row for each.
#[derive(Debug)]
pub struct Table {
    base: Base,
    options: TableOptions,
    levels: Vec<TableLevel>,
    /// What its rows are extended by, once they were: edges, or vertices.
    edges: Option<bool>,
    /// By place of a row, where its vertex goes when rows are read.
    places: Vec<usize>,
    pool: Option<RowPool>,
    lists: Option<SiblingLists>,
}

impl Placed {
    /// A table with a row for each vertex, on the first device.
    ///
    /// # Errors
    /// When the graph has labels or directions of edges, or several labels of a vertex; when it does not fit in the
    /// memory; or the device fails.
    pub fn table(&self, options: &TableOptions) -> Result<Table, MineError> {
        Table::of_vertices(Base::new(self, options)?, options, NONE)
    }

    /// The table of a pattern: a row for each subgraph that matches it, with its vertices in the order of the
    /// pattern's.
    ///
    /// # Errors
    /// When the graph has labels or directions of edges, or several labels of a vertex; when the pattern says more than
    /// tables know, or asks for a label that the graph does not have; when the graph or the rows fit in no memory; or
    /// the device fails.
    pub fn table_of(
        &self,
        pattern: &Pattern,
        induced: Induced,
        options: &TableOptions,
    ) -> Result<Table, MineError> {
        let base = Base::new(self, options)?;
        let RowSteps { order, first_label, steps } =
            RowSteps::of(pattern, induced, base.prepared().stats(), base.label_names())?;
        let mut table = Table::of_vertices(base, options, first_label)?;
        for step in steps {
            table.extend_by(step)?;
        }
        // Vertices that are added later come behind those of the pattern.
        table.places = (0..MAX_LEVELS).map(|place| order.get(place).copied().unwrap_or(place)).collect();
        Ok(table)
    }
}

impl Table {
    /// A table with a row for each vertex that has a label, or for all.
    fn of_vertices(base: Base, options: &TableOptions, label: u32) -> Result<Table, MineError> {
        let vertices = base.vertices((label != NONE).then_some(label));
        let device = base.device();
        let mut chunks = Vec::new();
        if !vertices.is_empty() {
            chunks.push(Chunk::new(0, vec![device.copied(&vertices)?.into()], device)?);
        }
        let levels = vec![TableLevel { chunks, patterns: None }];
        let (options, places) = (options.clone(), (0..MAX_LEVELS).collect());
        Ok(Table { base, options, levels, edges: None, places, pool: None, lists: None })
    }

    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.levels.last().map_or(0, TableLevel::rows)
    }

    /// How many times rows were extended.
    pub fn extensions(&self) -> usize {
        self.levels.len() - 1
    }

    /// Bytes of columns that have gone to the host's memory so far, for want of room on the device.
    pub fn spilled_bytes(&self) -> u64 {
        self.base.store.spilled()
    }

    /// Extends each row by the vertices that `step` describes. Its label is the number that the graph's dictionary of
    /// vertex labels has for it plus 1; 0 is a vertex without, and `u32::MAX` any.
    ///
    /// # Errors
    /// When rows are as long as they can be, or have edges, or do not have the places that the step names; when the
    /// graph has no such label; when the new rows fit in no memory, the work is stopped, or the device fails. Then the
    /// table is as it was.
    pub fn extend_by(&mut self, step: ExtensionStep) -> Result<(), MineError> {
        let places = self.levels.len() as u32;
        let named = step.adjacent | step.absent | step.above | step.below | step.different;
        if named >> places != 0 {
            return Err(TableError::Step { place: named.ilog2(), places }.into());
        }
        if step.adjacent == 0 {
            return Err(TableError::Step { place: places, places }.into());
        }
        let labels = self.base.label_names().map_or(0, |names| names.len() as u32);
        if step.label != NONE && step.label > labels {
            return Err(TableError::Label { code: step.label, labels }.into());
        }
        // Without labels, no vertex has one.
        let label = if labels == 0 { NONE } else { step.label };
        self.extend(By::Step(ExtensionStep { label, ..step }))
    }

    /// Extends each row by its neighbours, so that each connected set of vertices has one row in the end, whatever the
    /// order in which it could be met.
    ///
    /// # Errors
    /// When rows are as long as they can be, or have edges; when the new rows fit in no memory, the work is stopped, or
    /// the device fails. Then the table is as it was.
    pub fn extend_by_vertex(&mut self) -> Result<(), MineError> {
        self.extend(By::Vertex)
    }

    /// Extends each row by its adjacent edges, so that each connected set of edges has one row in the end.
    ///
    /// # Errors
    /// When rows are as long as they can be, or were extended by vertices; when the new rows fit in no memory, the work
    /// is stopped, or the device fails. Then the table is as it was.
    pub fn extend_by_edge(&mut self) -> Result<(), MineError> {
        self.extend(By::Edge)
    }

    fn extend(&mut self, by: By) -> Result<(), MineError> {
        let edges = by == By::Edge;
        if self.edges.is_some_and(|before| before != edges) {
            return Err(TableError::Mixed.into());
        }
        if self.levels.len() == MAX_LEVELS {
            return Err(TableError::Full.into());
        }
        let together = match by {
            By::Step(step) => {
                siblings::together(self.options.siblings, &step, self.levels.len(), self.base.device())
            }
            By::Vertex | By::Edge => false,
        };
        if together && self.lists.is_none() {
            self.lists = Some(SiblingLists::new(&self.base)?);
        }
        if self.pool.is_none() {
            self.pool = Some(RowPool::new(self.base.device(), self.pool_bytes(), edges)?);
        }
        let lists = if together { self.lists.as_mut() } else { None };
        let Some(pool) = &mut self.pool else { return Ok(()) };
        let (base, levels) = (&self.base, &self.levels[..]);
        let next = Extension { base, levels, by, one_pass: self.options.one_pass, lists, pool }.run()?;
        self.levels.push(next);
        self.edges = Some(edges);
        Ok(())
    }

    fn pool_bytes(&self) -> u64 {
        let device = self.base.device();
        let most = if device.is_scalar() { MOST_POOL_ON_CPU } else { MOST_POOL };
        let share = (device.budget().left() / POOL_SHARE).min(most);
        self.options.pool.map_or(share, |size| size.0)
    }

    /// The patterns of the rows, each with the number of its rows. Rows are told apart on the device, and which of them
    /// are isomorphic is found out for each kind of row, and not for each row.
    ///
    /// # Errors
    /// When rows have one vertex only, or too many patterns; when the work is stopped, or the device fails.
    pub fn patterns(&mut self) -> Result<Vec<TablePattern>, MineError> {
        Ok(self.groups()?.into_iter().map(|group| group.pattern).collect())
    }

    /// The patterns of the rows, each with its support by minimum image: the least number of vertices of the graph that
    /// one of its vertices is sent to, by the rows and the automorphisms of the pattern.
    ///
    /// # Errors
    /// When rows have one vertex only, or too many patterns; when the images do not fit in the memory, the work is
    /// stopped, or the device fails.
    pub fn supports(&mut self) -> Result<Vec<(TablePattern, u64)>, MineError> {
        let groups = self.groups()?;
        codes::write(&self.base, &mut self.levels)?;
        let supports = support::supports(&self.base, &self.levels, &groups)?;
        Ok(groups.into_iter().map(|group| group.pattern).zip(supports).collect())
    }

    /// Keeps the rows whose pattern `keep` is true of.
    ///
    /// # Errors
    /// When rows have one vertex only, or too many patterns; when the work is stopped, or the device fails.
    pub fn retain_patterns(&mut self, mut keep: impl FnMut(&Pattern) -> bool) -> Result<(), MineError> {
        let groups = self.groups()?;
        codes::write(&self.base, &mut self.levels)?;
        let Some(patterns) = self.levels.last().and_then(|level| level.patterns.as_ref()) else {
            return Ok(());
        };
        let mut kept = vec![0u8; patterns.raw.len()];
        for group in groups.iter().filter(|group| keep(&group.pattern.pattern)) {
            group.codes.iter().for_each(|(code, _)| kept[*code] = 1);
        }
        let kept_there = self.base.device().copied(&kept)?;
        self.retain(|base, _, chunk| Ok(filter::flags_of_codes(base, chunk, &kept_there)?))?;
        if let Some(patterns) = self.levels.last_mut().and_then(|level| level.patterns.as_mut()) {
            patterns.rows.iter_mut().zip(kept).for_each(|(rows, kept)| *rows *= u64::from(kept));
        }
        Ok(())
    }

    /// Keeps the rows that `keep` is true of: it is given their vertices, and called by all threads of the host.
    ///
    /// # Errors
    /// When the device fails, or the work is stopped.
    pub fn retain_rows(&mut self, keep: impl Fn(&[u32]) -> bool + Sync) -> Result<(), MineError> {
        let flags = self.flags_of_rows(&keep)?;
        if let Some(last) = self.levels.last_mut() {
            last.patterns = None;
            let empty = || self.base.device().unwritten(0);
            last.chunks.iter_mut().try_for_each(|chunk| empty().map(|codes| chunk.codes = codes))?;
        }
        self.retain(|base, number, _| Ok(base.device().copied(&flags[number])?))
    }

    /// By chunk of the last level and by row, 1 if it is kept.
    fn flags_of_rows(&self, keep: &(impl Fn(&[u32]) -> bool + Sync)) -> Result<Vec<Vec<u8>>, MineError> {
        let chunks = self.levels.last().map_or(0, |last| last.chunks.len());
        let flags = |chunk: usize| -> Result<Vec<u8>, MineError> {
            self.base.context.check()?;
            let mut flags = Vec::new();
            let mut take = |batch: RowBatch<'_>| {
                flags.par_extend(batch.par_rows().map(|row| u8::from(keep(row))));
                ControlFlow::Continue(())
            };
            let _ = rows::each_batch(&self.base, &self.levels, chunk, &self.places, &mut take)?;
            Ok(flags)
        };
        (0..chunks).map(flags).collect()
    }

    /// Keeps the rows of each chunk of the last level that are flagged.
    fn retain(
        &mut self,
        flags: impl Fn(&Base, usize, &Chunk) -> Result<crate::runtime::Buffer<'static, u8>, MineError>,
    ) -> Result<(), MineError> {
        let Some(last) = self.levels.last_mut() else { return Ok(()) };
        let mut kept = Vec::with_capacity(last.chunks.len());
        for (number, chunk) in last.chunks.iter().enumerate() {
            self.base.context.check()?;
            let flags = flags(&self.base, number, chunk)?;
            let chunk = filter::keep_flagged(&self.base, chunk, &flags)?;
            if chunk.rows() > 0 {
                kept.push(chunk);
            }
        }
        last.chunks = kept;
        Ok(())
    }

    /// Hands the rows to `take`, batch after batch, until it breaks off. They are in no particular order.
    ///
    /// # Errors
    /// When the device fails, or the work is stopped.
    pub fn for_each_batch(
        &self,
        mut take: impl FnMut(RowBatch<'_>) -> ControlFlow<()>,
    ) -> Result<(), MineError> {
        let chunks = self.levels.last().map_or(0, |last| last.chunks.len());
        for chunk in 0..chunks {
            self.base.context.check()?;
            if rows::each_batch(&self.base, &self.levels, chunk, &self.places, &mut take)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The patterns of the rows, and the codes that are each of them.
    fn groups(&mut self) -> Result<Vec<PatternCodes>, MineError> {
        let edges = self.edges == Some(true);
        for length in 1..=self.levels.len() {
            if self.levels[length - 1].patterns.is_none() {
                let patterns = codes::count(&self.base, &self.levels[..length], edges)?;
                self.levels[length - 1].patterns = Some(patterns);
            }
            if length < self.levels.len() {
                codes::write(&self.base, &mut self.levels[..length])?;
            }
        }
        match self.levels.last().and_then(|last| last.patterns.as_ref()) {
            Some(patterns) if self.levels.len() > 1 => {
                Ok(patterns::groups(patterns, self.base.label_names())?)
            }
            _ => Err(TableError::OneVertex.into()),
        }
    }
}
