//! `--null`: motifs beside those of random graphs.

use std::fmt;

use motherlode::graph::Graph;
use motherlode::mine::significance::{ColouredStatistic, Judged, Statistic};
use motherlode::mine::{Context, Launches};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Team;
use serde::Serialize;

use super::args::MotifsArgs;
use super::networks;
use super::rows::words;
use crate::exit::Misuse;
use crate::null::Model;
use crate::significance::{FoundBesideNull, JudgedReport, NullJob, NullReport, launches, write_table};

/// The most motifs that are all listed, whether they occur or not.
pub const MOST_LISTED: usize = 1000;

/// Counts the motifs in the graph and in random graphs of a model, and prints how they compare.
///
/// # Errors
/// As for motifs; when the model asks for what the graph does not have.
pub fn run(args: &MotifsArgs, model: Model) -> anyhow::Result<()> {
    if args.census {
        return Err(
            Misuse("--census: random graphs are compared by connected motifs; leave it out".into()).into()
        );
    }
    args.null.check(&args.checkpoint)?;
    if args.coloured {
        return run_coloured(args, model);
    }
    let (k, directed) = (args.k as usize, args.job.is_directed());
    let statistic = match directed {
        true => Statistic::directed_motifs(k, args.induced)?,
        false => Statistic::motifs(k, args.induced)?,
    };
    if !args.beside.is_empty() {
        return networks::run(args, model, &statistic);
    }
    let beside = job(args, model, directed);
    let work = |graph: &Graph, team: &Team, context: Context| {
        let FoundBesideNull { null, judged, seconds } = beside.find(&statistic, graph, team, &context)?;
        // Of thousands of classes, those that are nowhere are not listed, as without random graphs.
        let is_listed = |judged: &&Judged| statistic.width() <= MOST_LISTED || judged.occurs();
        let motifs = judged.iter().filter(is_listed).map(JudgedMotif::from).collect();
        Ok((MotifsBesideNull::new(args, directed, null, motifs), seconds))
    };
    let launches = launches(&statistic);
    let report = match (args.null.base.model.looks_at_attributes(model), directed) {
        (true, _) => {
            args.job.run_with_properties(args.null.base.properties(), [], &args.source, &launches, work)?
        }
        (false, true) => args.job.run_with_directions(&args.source, &launches, work)?,
        (false, false) => args.job.run_plain(&args.source, &launches, work)?,
    };
    args.report.print(&report)
}

/// Judges coloured motifs, which are those that the graph or a random graph has.
fn run_coloured(args: &MotifsArgs, model: Model) -> anyhow::Result<()> {
    if !args.beside.is_empty() {
        let why = "--beside: networks are compared by motifs that all of them may have, and labels are those of each; leave out --coloured";
        return Err(Misuse(why.to_owned()).into());
    }
    let beside = job(args, model, true);
    let launches = [Launches::COLOURED_MOTIFS, Launches::NULL];
    let properties = args.null.base.properties();
    let report =
        args.job.run_with_properties(properties, [], &args.source, &launches, |graph, team, context| {
            let statistic = ColouredStatistic::new(graph, args.k as usize, args.induced)?;
            let FoundBesideNull { null, judged, seconds } = beside.find(&statistic, graph, team, &context)?;
            let motifs = judged.iter().map(JudgedMotif::from).collect();
            let directed = graph.attributes().is_directed();
            Ok((MotifsBesideNull::new(args, directed, null, motifs), seconds))
        })?;
    args.report.print(&report)
}

/// What is asked of a null model for one graph.
fn job(args: &MotifsArgs, model: Model, looks_at_attributes: bool) -> NullJob<'_> {
    NullJob {
        command: "motifs",
        graph: &args.source.graph,
        model,
        args: &args.null,
        checkpoint: &args.checkpoint,
        looks_at_attributes,
        draws: true,
    }
}

/// Motifs beside those of random graphs.
#[derive(Serialize)]
struct MotifsBesideNull {
    k: u32,
    induced: Induced,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    coloured: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    directed: bool,
    null: NullReport,
    motifs: Vec<JudgedMotif>,
}

impl MotifsBesideNull {
    fn new(args: &MotifsArgs, directed: bool, null: NullReport, motifs: Vec<JudgedMotif>) -> Self {
        let MotifsArgs { k, induced, coloured, .. } = *args;
        MotifsBesideNull { k, induced, coloured, directed, null, motifs }
    }
}

/// A motif beside those of random graphs.
#[derive(Serialize)]
pub struct JudgedMotif {
    pub name: String,
    pub pattern: Pattern,
    count: u128,
    #[serde(flatten)]
    judged: JudgedReport,
}

impl JudgedMotif {
    /// Its part of the significance profile, if it has one.
    pub fn profile(&self) -> Option<f64> {
        self.judged.profile()
    }
}

impl From<&Judged> for JudgedMotif {
    fn from(judged: &Judged) -> JudgedMotif {
        let Judged { name, pattern, count, .. } = judged.clone();
        JudgedMotif { name, pattern, count, judged: judged.into() }
    }
}

impl fmt::Display for MotifsBesideNull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MotifsBesideNull { k, induced, coloured, directed, null, motifs } = self;
        let of = |is_there: &bool, word: &'static str| if *is_there { word } else { "" };
        let what = format!("{}{}motifs", of(coloured, "coloured "), of(directed, "directed "));
        let how = induced.name();
        writeln!(f, "{} {what} of {k} vertices ({how}-induced, each subgraph counted once)", motifs.len())?;
        let rows = motifs.iter();
        let rows = rows.map(|motif| (motif.count, &motif.judged, words(&motif.name, &motif.pattern)));
        write_table(f, rows, null)
    }
}
