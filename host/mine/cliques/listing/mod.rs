//! The maximal cliques themselves: batches of rows, in an order that the graph and the order of its vertices decide,
//! whatever the device, its threads and its memory.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | which cliques |
//! | `rows` | [`CliqueRows`]: rows of any lengths |
//! | `plan` | which roots come next, how many at a time, and parts of those that have too many rows |
//! | `all` | all cliques of a graph: those of three vertices and more, and the rest |
//! | `at_roots` | the cliques of three vertices and more, window after window |
//! | `through` | those that have some vertices: in the subgraph of what is joined to these |
//!
//! First come the cliques of three vertices and more, by their roots, of which those with the longest lists are the
//! first; then those of two, which are the edges in no triangle; and then the vertices without neighbours.

mod all;
mod at_roots;
mod options;
mod plan;
mod rows;
mod through;

use all::AllCliques;
pub(super) use all::edges_alone;
pub use options::MaximalCliqueOptions;
pub use rows::CliqueRows;
use through::Through;

use super::Cliques;
use crate::clock::Clock;
use crate::list::Position;
use crate::{CountOptions, MineError, Placed, Seconds};

/// A listing of maximal cliques under way.
pub struct MaximalCliqueLister {
    source: CliqueSource,
    /// How many of the next rows were listed before, by the listing that this one takes up.
    before: u64,
    /// How many are still asked for.
    left: u64,
    /// Of the cliques of so few vertices, how many more are asked for; of larger ones all.
    smallest: Option<(u32, u64)>,
    listed: u64,
    over: bool,
    clock: Clock,
}

/// Where cliques come from.
enum CliqueSource {
    /// The graph.
    All(Box<AllCliques>),
    /// The subgraph of what is joined to some vertices.
    Through(Box<Through>),
}

impl Placed {
    /// Begins to list maximal cliques, each once, as its vertices, ascending. Nothing is searched before rows are asked
    /// for, but where the largest are asked for, which are counted first.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, or the job is to stop.
    ///
    /// # Panics
    /// If the graph does not have the vertices that cliques are to contain; if the largest are asked for, and not from
    /// the beginning on.
    pub fn list_maximal_cliques(
        &self,
        options: &MaximalCliqueOptions,
    ) -> Result<MaximalCliqueLister, MineError> {
        let clock = Clock::default();
        let mut options = options.clone();
        let mut smallest = None;
        assert!(
            options.top.is_none() || options.from == Position::default(),
            "the largest from the beginning on"
        );
        if let Some(top) = options.top {
            smallest = Some(self.smallest_of(top, &options)?);
            options.least = options.least.max(smallest.map_or(0, |(size, _)| size));
        }
        let source = match options.containing.is_empty() {
            true => CliqueSource::All(Box::new(AllCliques::new(self, options.clone()))),
            false => CliqueSource::Through(Box::new(clock.prepare(|| Through::new(self, &options)))),
        };
        let left = options.limit.unwrap_or(u64::MAX).min(options.top.unwrap_or(u64::MAX));
        Ok(MaximalCliqueLister {
            source,
            before: options.from.skip,
            left,
            smallest,
            listed: 0,
            over: false,
            clock,
        })
    }

    /// Counts the maximal cliques that [`list_maximal_cliques`](Self::list_maximal_cliques) lists, whatever the limits,
    /// by their vertices.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    ///
    /// # Panics
    /// If the graph does not have the vertices that cliques are to contain.
    pub fn count_maximal_cliques(&self, options: &MaximalCliqueOptions) -> Result<Cliques, MineError> {
        let counting = CountOptions::default().context(options.context.clone());
        match options.containing.is_empty() {
            true => self.maximal_cliques(options.least, options.order, &counting),
            false => {
                let (counts, seconds) = Through::new(self, options).count(&counting)?;
                Ok(Cliques { counts, seconds })
            }
        }
    }

    /// The size of the smallest of the `top` largest cliques, and how many of that size are among them.
    fn smallest_of(&self, top: u64, options: &MaximalCliqueOptions) -> Result<(u32, u64), MineError> {
        let counting = options.clone().context(options.context.without_progress());
        let counted = self.count_maximal_cliques(&counting)?;
        let mut left = u128::from(top);
        for &(size, count) in counted.counts.iter().rev() {
            if left <= count {
                return Ok((size, left as u64));
            }
            left -= count;
        }
        Ok((0, u64::MAX))
    }
}

impl MaximalCliqueLister {
    /// The next rows; `None` when there are no more, or as many were listed as are asked for.
    ///
    /// # Errors
    /// When the devices fail, their memory is too small, or the job is to stop. There are no more rows after that.
    pub fn next_batch(&mut self) -> Result<Option<CliqueRows>, MineError> {
        while self.left > 0 && !self.over {
            let found = match &mut self.source {
                CliqueSource::All(all) => all.next(&self.clock),
                CliqueSource::Through(through) => through.next(&self.clock),
            };
            let Some(rows) = found.inspect_err(|_| self.left = 0)? else {
                self.over = true;
                break;
            };
            let known = self.before.min(rows.len() as u64);
            self.before -= known;
            let rows = self.asked_for(rows.behind(known as usize));
            if !rows.is_empty() {
                return Ok(Some(rows));
            }
        }
        Ok(None)
    }

    /// Those of the rows that are asked for.
    fn asked_for(&mut self, mut rows: CliqueRows) -> CliqueRows {
        if let Some((size, left)) = &mut self.smallest {
            rows = rows.kept(|row| {
                let is_smallest = row.len() == *size as usize;
                let keeps = !is_smallest || *left > 0;
                *left -= u64::from(is_smallest && keeps);
                keeps
            });
        }
        if rows.len() as u64 > self.left {
            rows = rows.first(self.left as usize);
        }
        self.left -= rows.len() as u64;
        self.listed += rows.len() as u64;
        rows
    }

    /// The place behind the rows that were handed over, from which another listing may go on; no place, if a limit has
    /// cut the last of them.
    pub fn position(&self) -> Position {
        match &self.source {
            CliqueSource::All(all) => all.position(),
            CliqueSource::Through(through) => through.position(),
        }
    }

    /// Cliques handed over so far.
    pub fn listed(&self) -> u64 {
        self.listed
    }

    /// Whether all that there are have been handed over: not if a limit came first, or a failure.
    pub fn is_complete(&self) -> bool {
        self.over
    }

    /// How long the parts took so far.
    pub fn seconds(&self) -> Seconds {
        self.clock.seconds()
    }
}
