//! `--beside`: the significance profiles of several networks.

use std::fmt;

use anyhow::Context as _;
use motherlode::graph::Graph;
use motherlode::mine::significance::{Judged, Statistic};
use motherlode::mine::{Context, Seconds};
use motherlode::plan::Induced;
use motherlode::runtime::Team;
use serde::Serialize;

use super::args::MotifsArgs;
use super::beside_null::{JudgedMotif, MOST_LISTED};
use super::rows::words;
use crate::exit::Misuse;
use crate::job::GraphsAre;
use crate::null::Model;
use crate::report;
use crate::significance::{NullJob, NullReport, Profile, draw_profiles, launches};
use crate::source::{GraphSource, files_of_folders};

/// Counts the motifs in each graph and in random graphs that are like it, and prints how they compare.
///
/// # Errors
/// As for one graph; an option that is for one.
pub fn run(args: &MotifsArgs, model: Model, statistic: &Statistic) -> anyhow::Result<()> {
    check(args, model)?;
    let graphs: Vec<GraphSource> = [&args.source.graph].into_iter().chain(&args.beside).cloned().collect();
    let sources = files_of_folders(&graphs)?;
    let directed = args.job.is_directed();
    let work = |graphs: &Vec<Graph>, team: &Team, context: Context| {
        let mut seconds = Seconds::default();
        let mut found = Vec::new();
        for (source, graph) in sources.iter().zip(graphs) {
            let beside = NullJob {
                command: "motifs",
                graph: source,
                model,
                args: &args.null,
                checkpoint: &args.checkpoint,
                looks_at_attributes: directed,
                draws: false,
            };
            let one = beside.find(statistic, graph, team, &context).with_context(|| source.to_string())?;
            seconds += one.seconds;
            found.push((one.null, one.judged));
        }
        if let Some(path) = &args.null.plot {
            let profile = |(source, (_, judged)): (&GraphSource, &(NullReport, Vec<Judged>))| Profile {
                network: source.to_string(),
                judged: judged.clone(),
            };
            let profiles: Vec<Profile> = sources.iter().zip(&found).map(profile).collect();
            draw_profiles(path, &format!("Significance profiles: {}", model.name()), &profiles)?;
        }
        Ok((NetworksReport::new(args, directed, found), seconds))
    };
    let looks_at = if directed { GraphsAre::Directed } else { GraphsAre::Plain };
    let report = args.job.run_on_many(&sources, looks_at, &launches(statistic), work)?;
    report::print(args.report.format, &report)
}

/// Refuses options that are of one graph.
fn check(args: &MotifsArgs, model: Model) -> Result<(), Misuse> {
    let refuse = |option: &str, why: &str| Err(Misuse(format!("{option}: {why}; leave it out, or --beside")));
    if args.checkpoint.checkpoint.is_some() {
        return refuse("--checkpoint", "it keeps the counts of one graph");
    }
    if args.null.table()?.is_some() {
        return refuse("--sample-counts", "it is a table of one graph");
    }
    match args.null.base.model.looks_at_attributes(model) {
        true => refuse(
            &format!("--null {}", model.name()),
            "it looks at labels or properties, which are read of one graph",
        ),
        false => Ok(()),
    }
}

/// The motifs of several networks beside those of random graphs, in the order of these.
#[derive(Serialize)]
struct NetworksReport {
    k: u32,
    induced: Induced,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    directed: bool,
    networks: Vec<NetworkReport>,
}

/// One of them.
#[derive(Serialize)]
struct NetworkReport {
    null: NullReport,
    motifs: Vec<JudgedMotif>,
}

impl NetworksReport {
    /// The same motifs of all networks: of thousands, those that are in one of them or in a sample.
    fn new(args: &MotifsArgs, directed: bool, found: Vec<(NullReport, Vec<Judged>)>) -> NetworksReport {
        let width = found.first().map_or(0, |(_, judged)| judged.len());
        let is_listed =
            |place: usize| width <= MOST_LISTED || found.iter().any(|(_, judged)| judged[place].occurs());
        let listed: Vec<usize> = (0..width).filter(|&place| is_listed(place)).collect();
        let networks = found.iter().map(|(null, judged)| NetworkReport {
            null: null.clone(),
            motifs: listed.iter().map(|&place| JudgedMotif::from(&judged[place])).collect(),
        });
        NetworksReport { k: args.k, induced: args.induced, directed, networks: networks.collect() }
    }
}

impl fmt::Display for NetworksReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NetworksReport { k, induced, directed, networks } = self;
        let (how, what) = (induced.name(), if *directed { "directed motifs" } else { "motifs" });
        let motifs = networks.first().map_or(&[][..], |network| &network.motifs);
        writeln!(
            f,
            "{} {what} of {k} vertices ({how}-induced): significance profiles of {} graphs, in the order below",
            motifs.len(),
            networks.len()
        )?;
        let names: Vec<[String; 2]> = motifs.iter().map(|motif| words(&motif.name, &motif.pattern)).collect();
        let width = names.iter().map(|[name, _]| name.len()).max().unwrap_or(0).max("name".len());
        let numbers: Vec<String> = (1..=networks.len()).map(|number| format!("{number:>6}")).collect();
        writeln!(f, "{}  {:width$}  pattern", numbers.join("  "), "name")?;
        for (place, [name, pattern]) in names.iter().enumerate() {
            let part = |network: &NetworkReport| match network.motifs[place].profile() {
                Some(part) => format!("{part:>6.3}"),
                None => format!("{:>6}", "-"),
            };
            let parts: Vec<String> = networks.iter().map(part).collect();
            writeln!(f, "{}  {name:width$}  {pattern}", parts.join("  "))?;
        }
        networks.iter().try_for_each(|network| write!(f, "{}", network.null))
    }
}
