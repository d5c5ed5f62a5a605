//! Samples are counted, kept in a checkpoint, and written as a table.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context as _;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::null::{NullOptions, NullSampler};
use motherlode::mine::significance::{Judged, SampleCounts, Sampling, Significance, Statistic, undirected};
use motherlode::mine::{Context, Launches, Placed, Seconds};
use motherlode::runtime::Team;

use super::{NullArgs, NullReport, plot};
use crate::checkpoint::{Checkpoint, CheckpointArgs, JobIdentity};
use crate::counts;
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
pub fn launches(statistic: &Statistic) -> Vec<Launches<'_>> {
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
    /// When the model asks for what the graph does not have; when the checkpoint belongs to another job, the table cannot be written, or the job failed.
    pub fn find(
        &self,
        statistic: &Statistic,
        graph: &Graph,
        team: &Team,
        context: &Context,
    ) -> anyhow::Result<FoundBesideNull> {
        let start = Instant::now();
        let options = self.args.base.model.options(self.model)?.context(context.clone());
        let (checkpoint, saved) = self.checkpoint.open(self.identity(&options, statistic, graph))?;
        let placed = placed(graph, team, self.looks_at_attributes);
        let counts = statistic.count(&placed, context)?;
        let sampler = sampler(graph, team, &options, self.looks_at_attributes)?;
        let sampling = Sampling { statistic, ensemble: &sampler, team, samples: self.args.base.samples };
        let samples = kept(&sampling, graph, saved.unwrap_or_default(), checkpoint, context)?;
        signals::has_stopped();
        if let Some(place) = self.args.table()? {
            write(&place, statistic, &samples)?;
        }
        let significance = Significance::of(statistic, &counts, &samples);
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
    fn identity(&self, options: &NullOptions, statistic: &Statistic, graph: &Graph) -> JobIdentity {
        let NullOptions { model, seed, keep_mutual, within_labels, connected, switches_per_edge, .. } =
            options;
        let options =
            format!("{model:?} {seed} {keep_mutual} {within_labels} {connected} {switches_per_edge:?}");
        let patterns: Vec<String> = statistic.names().map(|(_, pattern)| pattern.to_string()).collect();
        JobIdentity::new(self.command, graph, &patterns.join("; "), statistic.matching(), "", options)
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
fn kept(
    sampling: &Sampling<'_>,
    graph: &Graph,
    saved: SampleCounts,
    mut checkpoint: Option<Checkpoint>,
    context: &Context,
) -> anyhow::Result<SampleCounts> {
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
        Some(checkpoint) if ended.is_ok() && counted.len() == sampling.samples => checkpoint.remove()?,
        Some(mut checkpoint) => checkpoint.save(&counted)?,
        None => {}
    }
    let part = || format!("{} of {} random graphs were counted", counted.len(), sampling.samples);
    ended.with_context(part)?;
    Ok(counted)
}

/// Writes a row for each sample: its number, and its counts.
fn write(place: &Destination<'_>, statistic: &Statistic, samples: &SampleCounts) -> anyhow::Result<()> {
    let most = samples.most(statistic.width());
    let of_patterns = statistic
        .names()
        .zip(most)
        .map(|((name, _), most)| Column::numbers_up_to(name, most.max(u64::MAX.into())));
    let columns: Vec<Column> = [Column::numbers("sample")].into_iter().chain(of_patterns).collect();
    let rows = (0u128..).zip(samples.rows());
    let values = rows.flat_map(|(sample, row)| [sample].into_iter().chain(row.iter().copied()));
    place.write_table(&columns, &counts::values(&columns, values))
}
