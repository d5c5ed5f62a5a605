//! Samples are counted, kept in a checkpoint, and written as a table.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context as _;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::null::{NullOptions, NullSampler};
use motherlode::mine::significance::{
    CountsBeside, GraphStatistic, Judged, KeptSamples, Sampling, Significance, undirected,
};
use motherlode::mine::{Context, Launches, Placed, Seconds};
use motherlode::pattern::Pattern;
use motherlode::runtime::Team;

use super::{NullArgs, NullReport, plot};
use crate::checkpoint::{Checkpoint, CheckpointArgs, JobIdentity};
use crate::counts::CountTable;
use crate::null::Model;
use crate::report::counted;
use crate::rows::Destination;
use crate::signals;
use crate::source::GraphSource;

/// What a graph's counts are beside those of its samples.
pub struct FoundBesideNull {
    pub null: NullReport,
    pub judged: Vec<Judged>,
    pub seconds: Seconds,
}

/// What counting beside random graphs launches.
pub fn launches(statistic: &impl GraphStatistic) -> Vec<Launches<'_>> {
    statistic.launches().into_iter().chain([Launches::NULL]).collect()
}

/// What is asked of a null model.
pub struct NullJob<'a> {
    /// What is run.
    pub command: &'static str,
    /// What the graph is called.
    pub graph: &'a GraphSource,
    pub model: Model,
    pub args: &'a NullArgs,
    pub checkpoint: &'a CheckpointArgs,
    /// Whether the counts look at labels and directions.
    pub looks_at_attributes: bool,
    /// Whether the profile is drawn, if that is wanted: not that of one of several networks.
    pub draws: bool,
}

impl NullJob<'_> {
    /// Counts in `graph`, and in samples that are like it, and writes the counts of each if they are wanted.
    ///
    /// # Errors
    /// When the model asks for what the graph does not have; when the checkpoint belongs to another job, the table
    /// cannot be written, or the job failed.
    pub fn find<S: GraphStatistic>(
        &self,
        statistic: &S,
        graph: &Graph,
        team: &Team,
        context: &Context,
    ) -> anyhow::Result<FoundBesideNull> {
        let start = Instant::now();
        let options = self.args.base.model.options(self.model)?.context(context.clone());
        let (checkpoint, saved) = self.checkpoint.open(self.identity(&options, statistic, graph))?;
        let placed = placed(graph, team, self.looks_at_attributes);
        let counts = statistic.count_alone(&placed, context)?;
        let sampler = sampler(graph, team, &options, self.looks_at_attributes)?;
        let sampling = Sampling { statistic, ensemble: &sampler, team, samples: self.args.base.samples };
        let samples = kept(&sampling, graph, saved.unwrap_or_default(), checkpoint, context)?;
        signals::has_stopped();
        let counts = statistic.beside(counts, &samples)?;
        if let Some(place) = self.args.table()? {
            write(&place, &counts)?;
        }
        let significance = Significance::of_counts(&counts);
        let significance = significance.expect("where no sample is counted, that is an error");
        if let Some(path) = self.args.plot.as_ref().filter(|_| self.draws) {
            plot::draw_profile(path, &self.title(&significance), &significance.judged)?;
        }
        let seconds = Seconds { mine: start.elapsed().as_secs_f64(), ..Seconds::default() };
        let null = NullReport::new(self.model, &self.args.base, significance.samples, sampler.mixing());
        Ok(FoundBesideNull { null, judged: significance.judged, seconds })
    }

    /// What the picture is of.
    fn title(&self, significance: &Significance) -> String {
        let samples = counted(significance.samples, "sample", "samples");
        format!("Significance profile of {}: {}, {samples}", self.graph, self.model.name())
    }

    /// What a checkpoint of it belongs to. More samples may be asked for than before, or fewer.
    fn identity(&self, options: &NullOptions, statistic: &impl GraphStatistic, graph: &Graph) -> JobIdentity {
        let NullOptions { model, seed, keep_mutual, within_labels, connected, switches_per_edge, .. } =
            options;
        let options =
            format!("{model:?} {seed} {keep_mutual} {within_labels} {connected} {switches_per_edge:?}");
        JobIdentity::new(self.command, graph, &statistic.text(), statistic.matching(), "", options)
    }
}

/// A graph on a team, with its directions and labels or without.
pub fn placed(graph: &Graph, team: &Team, looks_at_attributes: bool) -> Placed {
    if looks_at_attributes { Placed::new(graph, team) } else { Placed::new(graph.csr(), team) }
}

/// Samples that are like a graph, with its directions and labels or without.
///
/// # Errors
/// When the model asks for what the graph does not have, or a device fails.
pub fn sampler(
    graph: &Graph,
    team: &Team,
    options: &NullOptions,
    looks_at_attributes: bool,
) -> anyhow::Result<NullSampler> {
    Ok(match looks_at_attributes {
        true => NullSampler::new(graph, team, options)?,
        false => NullSampler::new(&undirected(graph, options)?, team, options)?,
    })
}

/// The counts of the samples, of which those so far are kept in the checkpoint.
fn kept<S: GraphStatistic>(
    sampling: &Sampling<'_, S>,
    graph: &Graph,
    saved: S::Kept,
    mut checkpoint: Option<Checkpoint>,
    context: &Context,
) -> anyhow::Result<S::Kept> {
    let (mut counted, mut failure) = (saved, None);
    let ended = sampling.run(graph.csr(), &mut counted, context, |counted| {
        match checkpoint
            .as_mut()
            .filter(|checkpoint| checkpoint.is_due())
            .map(|checkpoint| checkpoint.save(counted))
        {
            Some(Err(error)) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    match checkpoint {
        Some(checkpoint) if ended.is_ok() && counted.samples() == sampling.samples => checkpoint.remove()?,
        Some(mut checkpoint) => checkpoint.save(&counted)?,
        None => {}
    }
    let part = || format!("{} of {} random graphs were counted", counted.samples(), sampling.samples);
    ended.with_context(part)?;
    Ok(counted)
}

/// Writes a row for each sample: its number, and its counts. Patterns of one name are told apart by what they are.
fn write(
    place: &Destination<'_>,
    CountsBeside { patterns, samples, .. }: &CountsBeside,
) -> anyhow::Result<()> {
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    patterns.iter().for_each(|(name, _)| *named.entry(name).or_default() += 1);
    let called = |(name, pattern): &(String, Pattern)| match named[name.as_str()] {
        1 => name.clone(),
        _ => pattern.to_string(),
    };
    let most = samples.most(patterns.len());
    let of_patterns = patterns.iter().zip(most);
    let of_patterns =
        of_patterns.map(|(pattern, most)| Column::numbers_up_to(called(pattern), most.max(u64::MAX.into())));
    let columns: Vec<Column> = [Column::numbers("sample")].into_iter().chain(of_patterns).collect();
    let rows = (0u128..).zip(samples.rows());
    let rows = rows.map(|(sample, row)| [sample].into_iter().chain(row.iter().copied()));
    place.write_table(CountTable::new(columns, rows))
}
