//! `motherlode cliques`: how many cliques there are of a size, or of every size; those that are maximal, and how many;
//! and a largest one.

mod maximal;
mod report;

use std::fmt;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::graph::{Graph, VertexIds};
use motherlode::mine::{self, Context, CountOptions, Launches, MineError, Seconds, VertexOrder};
use motherlode::runtime::Team;

use super::anchor::NamedAnchor;
use super::checkpoint::CheckpointArgs;
use super::exit::Misuse;
use super::job::JobArgs;
use super::options::one_of;
use super::report::{ReportArgs, explained};
use super::rows::Destination;
use super::source::SourceArgs;
use super::table::OptionalTableArgs;
use report::{CliqueCount, CliquesReport};

const EXAMPLES: &str = "\
Examples:
  Cliques of seven vertices:
    motherlode cliques email-Enron.el.gz -k 7
  Cliques of every size, on the CPU, with four threads:
    motherlode cliques graph.mtx --profile --device cpu --threads 4
  Maximal cliques of three vertices and more, by size:
    motherlode cliques karate --maximal --min-size 3
  They themselves, as rows of lists; the ten largest; and those through an edge:
    motherlode cliques graph.el --maximal --min-size 3 -o cliques.parquet
    motherlode cliques graph.el --maximal --top 10 -o -
    motherlode cliques karate --maximal --anchor 33-34 -o -
  A listing that goes on where it was when it is run again:
    motherlode cliques graph.el --maximal -o cliques.csv --checkpoint cliques.json --resume
  In how many maximal cliques each vertex is:
    motherlode cliques graph.el --maximal --per vertex -o counts.csv
  A largest clique, and how many vertices it has:
    motherlode cliques karate --max-clique
    motherlode cliques karate --max-clique --format json | jq .k
  The clique whose vertices have the largest sum of a property:
    motherlode cliques graph.el --max-clique --weight citations --vertex-properties papers.csv";

/// What asks for other cliques than maximal ones.
const OTHER_CLIQUES: [&str; 3] = ["k", "profile", "max_clique"];

/// What `--format` prints.
const PRINTED: &str = "\
How to print the result. 'json' is one object on one line: graph (path, vertices, edges), k and count, or with --profile cliques \
(a list of k and count), or with --maximal count and by_size (a list of size and count) and anchor if there is one, or with \
--maximal and -o count (rows written), complete (false if --limit or --top came first) and output, or with --per output, or with \
--max-clique k and vertices (a list of ids), with --weight weight, and on_host, true, where the host's threads searched in place of \
a card, then device, memory and seconds, as for 'motherlode count'. Where standard output gets rows, 'json' is refused.";

/// Count cliques, list the maximal ones, or find a largest
///
/// Counts the cliques of K vertices in GRAPH, exactly: the sets of K vertices of which each two are joined. With
/// --profile, counts those of every size, from single vertices to the largest clique. With --maximal, counts those to
/// which no vertex can be added, and with -o lists them. With --max-clique, finds one that no other has more vertices
/// than. Labels and directions are not looked at, and options that give them refused. Progress and Ctrl-C are as for
/// 'motherlode count'.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct CliquesArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The vertices of a clique, 3 to 32
    #[arg(
        short,
        allow_negative_numbers = true,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(3..=32),
        required_unless_present_any = ["profile", "maximal", "min_size", "max_clique"]
    )]
    k: Option<u32>,

    /// Count the cliques of every size
    ///
    /// Counts the cliques of every size, up to the largest, in one search with pivots. It cannot go with -k. A size
    /// that has more than 2^128 cliques is an error.
    #[arg(long, conflicts_with = "k")]
    profile: bool,

    /// Count the maximal cliques, by size; with -o list them
    ///
    /// Counts the cliques to which no vertex can be added, by how many vertices they have. A vertex without neighbours
    /// is one, of one vertex. With -o, writes them: a row is a clique, and its one column, vertices, the list of its
    /// ids, in the order of GRAPH's vertices; in CSV the list is a field with the text that it has in JSON. The order
    /// of the rows depends on the graph and --order alone. It cannot go with -k or --profile.
    #[arg(long, conflicts_with_all = ["k", "profile"])]
    maximal: bool,

    /// With --maximal, the least size
    ///
    /// With --maximal, counts or lists maximal cliques of N vertices and more alone, which takes less time the more
    /// vertices these are: what cannot become so large is left.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "maximal",
        conflicts_with_all = OTHER_CLIQUES
    )]
    min_size: u32,

    /// With --maximal, those through a vertex, as 7, or an edge, as 7-12
    ///
    /// With --maximal, counts or lists the maximal cliques that have a vertex, or both ends of an edge. The ids are
    /// those of GRAPH, numbers or names. Only what is joined to them is searched.
    #[arg(
        long,
        value_name = "ANCHOR",
        requires = "maximal",
        conflicts_with_all = OTHER_CLIQUES,
        conflicts_with = "per"
    )]
    anchor: Option<NamedAnchor>,

    /// With --maximal and -o, list the N largest
    ///
    /// They are counted by size first. Of those that are as large as the least of the N, the first are listed; the rows
    /// keep their order. All are listed if there are no more than N.
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        requires_all = ["maximal", "output"],
        conflicts_with_all = OTHER_CLIQUES,
        conflicts_with = "per"
    )]
    top: Option<u64>,

    /// With --maximal and -o, list the first N only
    ///
    /// Stops after N cliques: exactly N, or all if there are fewer. 0 lists none.
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        requires_all = ["maximal", "output"],
        conflicts_with_all = OTHER_CLIQUES,
        conflicts_with = "per"
    )]
    limit: Option<u64>,

    /// With --maximal and -o, count them at each vertex: vertex
    ///
    /// Writes a table with a row for each vertex of GRAPH, as 'motherlode local' does: in how many maximal cliques it
    /// is. A number of 2^64 and more is an error.
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = ["vertex"],
        hide_possible_values = true,
        requires_all = ["maximal", "output"],
        conflicts_with_all = OTHER_CLIQUES
    )]
    per: Option<String>,

    /// Find a largest clique
    ///
    /// Finds out how many vertices the largest cliques have, and the vertices of one of them, by the ids of GRAPH. It
    /// is the same one on every device and with any number of threads; another --order may give another one. No clique
    /// is counted, which takes a small part of the time of --profile. It cannot go with -k, --profile or --maximal.
    /// With --weight, a heaviest one.
    #[arg(long, conflicts_with_all = ["k", "profile", "maximal"])]
    max_clique: bool,

    /// With --max-clique, the clique with the largest sum of a property
    ///
    /// Finds the clique whose vertices have the largest sum of PROPERTY, and not the most vertices. PROPERTY is one of
    /// the vertices, from --vertex-properties or GRAPH itself: a whole number from 0 on, of each vertex; another, or
    /// none, is an error. Vertices with 0 are left out. Of several cliques it is the same one in any case. It is found
    /// on the CPU whatever the device, with all threads.
    #[arg(
        long,
        value_name = "PROPERTY",
        requires = "max_clique",
        conflicts_with_all = ["k", "profile", "maximal", "order"]
    )]
    weight: Option<String>,

    /// degree, or degeneracy
    ///
    /// How to order the vertices, each edge going into the list of its later end. 'degree' puts the highest degree
    /// first, which is found at once; it is the default with -k and --max-clique. 'degeneracy' peels off the lowest
    /// degrees again and again, which takes a few hundred rounds and makes the longest list no longer than 1.1 times
    /// the degeneracy: that may repay them where cliques are large and hubs are not in them. It is the default with
    /// --profile and --maximal. The counts are the same.
    #[arg(long, value_name = "ORDER", value_parser = order(), hide_possible_values = true)]
    order: Option<VertexOrder>,

    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    output: OptionalTableArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad anchor, device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &CliquesArgs) -> anyhow::Result<()> {
    args.checkpoint.check()?;
    let place = args.output.plan(args.report.format, args.checkpoint.is_there())?;
    if place.is_some() && !args.maximal {
        return Err(Misuse("-o: the maximal cliques are listed, and no others: give --maximal".into()).into());
    }
    args.check_resumable(place.as_ref())?;
    let files = args.job.files(&args.source).writing(args.output.output.as_deref());
    files.writing(args.checkpoint.checkpoint.as_deref()).check()?;
    if let Some(property) = &args.weight {
        let report = args.job.run_weighted(property, &args.source, &[], |graph, team, context| {
            let weights = mine::vertex_weights(graph, property).map_err(MineError::from)?;
            let found = mine::max_weight_clique(graph.csr(), &weights, &context)?;
            let report =
                CliquesReport::largest(&found.vertices, Some(found.weight), team.has_cards(), graph.ids());
            Ok((report, found.seconds))
        })?;
        return args.report.print(&report);
    }
    let launches = match args.k {
        Some(k) => Launches::Cliques(k),
        None if args.max_clique => Launches::MAX_CLIQUE,
        None if args.maximal && (place.is_some() || args.anchor.is_some()) => {
            Launches::LISTED_MAXIMAL_CLIQUES
        }
        None if args.maximal => Launches::MAXIMAL_CLIQUES,
        None => Launches::CLIQUE_PROFILE,
    };
    let report = args.job.run_plain(&args.source, &[launches], |graph, team, context| match &place {
        Some(place) => maximal::write(args, place, graph, team, context),
        None => find(args, graph, team, context),
    })?;
    args.report.print_beside(args.output.output.as_deref(), &report)?;
    Ok(())
}

impl CliquesArgs {
    /// Checks that what is to have a checkpoint can be taken up: a listing of maximal cliques.
    fn check_resumable(&self, place: Option<&Destination<'_>>) -> Result<(), Misuse> {
        match place {
            _ if self.checkpoint.checkpoint.is_none() => Ok(()),
            Some(place) if self.per.is_none() && self.top.is_none() => self.checkpoint.check_place(place),
            _ => Err(Misuse(
                "--checkpoint: a listing of maximal cliques alone can be taken up again: give --maximal and -o, without --per and --top".into(),
            )),
        }
    }
}

/// Finds what is asked for.
fn find(
    args: &CliquesArgs,
    graph: &Graph,
    team: &Team,
    context: Context,
) -> anyhow::Result<(CliquesReport, Seconds)> {
    let options = CountOptions::default().context(context);
    let order = |default| args.order.unwrap_or(default);
    if args.max_clique {
        let found = mine::max_clique(graph.csr(), order(VertexOrder::Degree), team, &options)?;
        return Ok((report_of(&found, graph.ids()), found.seconds));
    }
    if args.maximal {
        return maximal::count(args, graph, team, &options.context);
    }
    let Some(k) = args.k else {
        let mine::Cliques { counts, seconds } =
            mine::clique_profile(graph.csr(), order(VertexOrder::Degeneracy), team, &options)?;
        let cliques = counts.into_iter().map(|(k, count)| CliqueCount { k, count }).collect();
        return Ok((CliquesReport::Profile { cliques }, seconds));
    };
    let mine::Cliques { counts, seconds } =
        mine::cliques(graph.csr(), k, order(VertexOrder::Degree), team, &options)?;
    let count = counts.iter().map(|&(_, count)| count).sum();
    Ok((CliquesReport::Size(CliqueCount { k, count }), seconds))
}

/// What is printed of a largest clique.
fn report_of(found: &mine::MaxClique, ids: &VertexIds) -> CliquesReport {
    CliquesReport::largest(&found.vertices, None, found.on_host, ids)
}

/// A largest clique, in words.
pub fn in_words(found: &mine::MaxClique, ids: &VertexIds) -> impl fmt::Display {
    report_of(found, ids)
}

/// Parses `--order`.
fn order() -> impl TypedValueParser<Value = VertexOrder> {
    one_of([
        ("degree", VertexOrder::Degree, "By falling degree"),
        ("degeneracy", VertexOrder::Degeneracy, "Near a degeneracy order"),
    ])
}
