//! Samples are drawn and counted, batch after batch.

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use super::sampled::{GraphStatistic, KeptSamples, SampleStatistic};
use super::workers::Workers;
use super::{Ensemble, LocalStatistic, LocalSums, Statistic};
use crate::graph::{Csr, Graph};
use crate::runtime::{Device, RuntimeError, Team};
use crate::side_by_side::{self, SideBySide};
use crate::{Context, MineError, Placed, Progress};

/// Edges of a graph whose samples are worth all threads of the CPU, one after the other: many of them at a time would
/// take too much memory.
const LARGE: u64 = 1 << 22;
/// How many times as many samples are drawn at once as are counted side by side: a block of a card makes one, and that
/// few would leave most of the card idle.
const DRAWN: u64 = 4;
/// How long a batch should take, about.
const BATCH: Duration = Duration::from_millis(200);
/// Counts of a sample beyond which they are not kept of one for each thread at a time.
const MANY_COUNTS: u64 = 1 << 24;

/// What is counted in which samples, and by whom.
pub struct Sampling<'s, S = Statistic> {
    /// What is counted.
    pub statistic: &'s S,
    /// Where samples come from.
    pub ensemble: &'s dyn Ensemble,
    /// Who counts.
    pub team: &'s Team,
    /// How many samples are wanted.
    pub samples: u64,
}

/// How samples are counted.
enum SamplingWay {
    /// Many at a time, each by a thread; on this team, which is the CPU.
    Workers(Workers, Team),
    /// So many side by side in one graph.
    Together(u64),
    /// One after the other, each by the whole team.
    OneByOne,
}

impl Sampling<'_, LocalStatistic> {
    /// Counts samples like `graph` at their vertices, which are those of `graph`, and adds them up, until as many are
    /// as are wanted, or the deadline comes.
    ///
    /// # Errors
    /// When a sample cannot be made or counted, or the job is to stop; when the deadline comes before the first sample.
    ///
    /// # Panics
    /// If the ensemble has a graph of another number of vertices.
    pub fn add_to(&self, graph: &Csr, sums: &mut LocalSums, context: &Context) -> Result<(), MineError> {
        self.count_more(graph, sums, context, |_| ControlFlow::Continue(()))
    }
}

impl<S: GraphStatistic> Sampling<'_, S> {
    /// Counts samples like `graph`, those after `counted`, to which they are added, and calls `after` with all that are
    /// counted, a few times a second, until as many are as are wanted, `after` breaks, or the deadline comes. What has
    /// been counted by then is the same as if no more had been wanted.
    ///
    /// # Errors
    /// When a sample cannot be made or counted, or the job is to stop; when the deadline comes before the first sample.
    /// What has been `counted` stays right.
    pub fn run(
        &self,
        graph: &Csr,
        counted: &mut S::Kept,
        context: &Context,
        after: impl FnMut(&S::Kept) -> ControlFlow<()>,
    ) -> Result<(), MineError> {
        *counted = self.statistic.first_of(std::mem::take(counted), self.samples);
        self.count_more(graph, counted, context, after)
    }
}

impl<S: SampleStatistic> Sampling<'_, S> {
    /// Counts the samples after those that are kept, as [`run`](Sampling::run).
    fn count_more<K: KeptSamples<S::Row>>(
        &self,
        graph: &Csr,
        kept: &mut K,
        context: &Context,
        mut after: impl FnMut(&K) -> ControlFlow<()>,
    ) -> Result<(), MineError> {
        let way = self.way(graph);
        // Their own tasks say nothing of how many samples there are.
        let quiet = context.without_progress().without_shares();
        let mut size = way.first_batch();
        while kept.samples() < self.samples {
            context.report(Progress { done: kept.samples(), all: self.samples });
            let start = Instant::now();
            let batch = kept.samples()..self.samples.min(kept.samples() + size);
            let (rows, failure) = match context.check() {
                Ok(()) => self.batch(&way, batch, &quiet),
                Err(stopped) => (Vec::new(), Some(stopped.into())),
            };
            kept.keep(rows)?;
            let broken = after(kept).is_break();
            match failure {
                Some(MineError::Runtime(RuntimeError::Deadline)) if kept.samples() > 0 => break,
                Some(failure) => return Err(failure),
                None if broken => break,
                None => size = way.next_batch(size, start.elapsed()),
            }
        }
        Ok(())
    }

    fn way(&self, graph: &Csr) -> SamplingWay {
        let is_cpu = self.team.first().is_scalar() && self.team.others().is_empty();
        let of_vertex = self.statistic.counts_of_vertex();
        let is_small = graph.edges() < LARGE && of_vertex * u64::from(graph.n()) < MANY_COUNTS;
        if is_cpu && is_small {
            return SamplingWay::Workers(Workers::new(), self.team.clone());
        }
        if is_small && self.statistic.is_sooner_on_host(graph) {
            return SamplingWay::Workers(Workers::new(), (&Device::cpu(None)).into());
        }
        if is_cpu || !self.statistic.is_local() {
            return SamplingWay::OneByOne;
        }
        match side_by_side::batch(graph, of_vertex, self.statistic.numbers_of_vertex()) {
            0 | 1 => SamplingWay::OneByOne,
            batch => SamplingWay::Together(batch),
        }
    }

    /// The counts of a batch, up to the first sample that has none, and why that has none.
    fn batch(
        &self,
        way: &SamplingWay,
        samples: Range<u64>,
        context: &Context,
    ) -> (Vec<S::Row>, Option<MineError>) {
        let graphs = match self.ensemble.samples(samples) {
            Ok(graphs) => graphs,
            Err(failure) => return (Vec::new(), Some(failure)),
        };
        let alone = |graph: &Graph, team: &Team| {
            context.check()?;
            self.statistic.count_alone(&Placed::new(graph, team.clone()), context)
        };
        match way {
            SamplingWay::Workers(workers, team) => workers.count(&graphs, |graph| alone(graph, team)),
            SamplingWay::OneByOne => Workers::default().count(&graphs, |graph| alone(graph, self.team)),
            SamplingWay::Together(batch) => self.side_by_side(&graphs, *batch as usize, context),
        }
    }

    /// The counts of these graphs, so many side by side.
    fn side_by_side(
        &self,
        graphs: &[Graph],
        batch: usize,
        context: &Context,
    ) -> (Vec<S::Row>, Option<MineError>) {
        let mut rows = Vec::new();
        for graphs in graphs.chunks(batch) {
            let SideBySide { graph, parts } = SideBySide::of(graphs, self.statistic.is_directed());
            match self.statistic.count_together(&Placed::new(&graph, self.team.clone()), &parts, context) {
                Ok(counted) => rows.extend(counted),
                Err(failure) => return (rows, Some(failure)),
            }
        }
        (rows, None)
    }
}

impl SamplingWay {
    fn first_batch(&self) -> u64 {
        match self {
            SamplingWay::Workers(workers, _) => workers.number(),
            SamplingWay::Together(batch) => DRAWN * batch,
            SamplingWay::OneByOne => 1,
        }
    }

    /// How many samples come after so many, which took so long: at most twice as many.
    fn next_batch(&self, size: u64, took: Duration) -> u64 {
        match self {
            SamplingWay::Workers(workers, _) if took < BATCH / 2 => (2 * size).max(workers.number()),
            SamplingWay::Workers(workers, _) if took > BATCH => (size / 2).max(workers.number()),
            SamplingWay::Workers(..) | SamplingWay::Together(_) | SamplingWay::OneByOne => size,
        }
    }
}
