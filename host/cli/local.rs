//! `motherlode local`: at how many matches each vertex, edge or arc is.

mod beside_null;
mod estimated;

use std::fmt;

use clap::Args;
use motherlode::graph::Graph;
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Anchored, LocalCounts, anchored, at_arcs, at_edges, at_vertices};
use motherlode::mine::{Context, Launches, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use serde::Serialize;

use self::estimated::{EstimatedTable, LocalEstimateArgs};
use super::anchor::{NamedAnchor, anchor_of};
use super::counts::{self, CountTable};
use super::exit::Misuse;
use super::job::JobArgs;
use super::null::Model;
use super::options::MatchingArgs;
use super::per::{Per, VERTEX};
use super::report::{self, ReportArgs, counted, explained};
use super::significance::NullModelArgs;
use super::source::SourceArgs;
use super::swapped::open_pattern;
use super::table::TableArgs;

const EXAMPLES: &str = "\
Examples:
  The triangles at each vertex:
    motherlode local karate triangle
  How often each vertex is the hub, and how often an end:
    motherlode local graph.el 'x-hub, hub-y' --induced vertex -o wedges.csv
  Who owns how many robots, and who owns each:
    motherlode local people.lg '(who:Person)-[:owns]->(robot:Robot)' --directed
  How many walks of three steps begin or end at each vertex, or pass it:
    motherlode local graph.el 4-path --semantics homomorphisms
  The 4-cycles at each edge:
    motherlode local graph.el 4-cycle --per edge -o cycles.csv.gz
  Which vertices are in more triangles than the degrees of all explain:
    motherlode local graph.el triangle --null switching --samples 1000 -o triangles.csv
  About how many prisms are at each vertex:
    motherlode local graph.el prism --estimate --error 20% -o prisms.csv
  The diamonds through vertex 33, and through the edge between 33 and 34:
    motherlode local karate diamond --anchor 33
    motherlode local karate diamond --anchor 33-34";

/// What `--format` prints.
const PRINTED: &str = "\
How to print what was done, when a file was written or with --anchor. Where standard output gets the rows, 'json' is \
refused: --output-format jsonl writes rows as JSON. 'json' is one object on one line: graph (path, \
vertices, edges), pattern, induced, semantics, then count and anchor, or matches and output, then device, memory and seconds. With --null, null has what 'motherlode motifs' has there.";

/// Count the matches at each vertex or edge
///
/// Writes a table with a row for each vertex of GRAPH, or each edge: at how many of the subgraphs that match PATTERN it
/// is, for each orbit of the pattern; with --semantics, embeddings or homomorphisms instead. A homomorphism that takes
/// several members of an orbit to one vertex, or edge, is there as often. Two vertices, or edges, of the pattern are in
/// one orbit if a symmetry, which keeps labels, directions and absence, takes one to the other; the columns are called
/// by the orbits' members, as a+c. With --null, each count is compared with those at the same vertex of random graphs:
/// an orbit a has five columns more, a_mean, a_deviation, a_z, a_p and a_q; it does not go with --per edge. With
/// --anchor, counts the matches through one vertex or edge. Counts are exact up to 2^128.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct LocalArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pattern: MatchingArgs,

    /// vertex or edge
    ///
    /// What the rows are. An edge has two columns for its ends before its counts, source and target. In a directed
    /// graph it is an arc, from source to target, and counts the matches in which that arc takes part: two arcs between
    /// the same vertices have a row each.
    #[arg(long, value_name = "WHAT", default_value = "vertex", hide_possible_values = true)]
    per: Per,

    /// Count the matches through a vertex, as 7, or an edge, as 7-12
    ///
    /// The ids are those of GRAPH, numbers or names. An edge must be the image of an edge of the pattern, whatever the
    /// directions of both. The result is printed as that of 'motherlode count', and no table is written.
    #[arg(long, value_name = "ANCHOR", conflicts_with_all = ["per", "output", "null"])]
    anchor: Option<NamedAnchor>,

    #[command(flatten)]
    estimate: LocalEstimateArgs,
    #[command(flatten)]
    null: NullModelArgs,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    output: TableArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern, anchor, device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &LocalArgs) -> anyhow::Result<()> {
    let pattern = open_pattern("local", Some(&args.source.graph), &args.pattern.pattern.pattern)?;
    let place = args.output.plan(false)?;
    if args.anchor.is_none() {
        check_names(&pattern, args.per)?;
        args.output.check_report(args.report.format)?;
    }
    let files = args.job.files(&args.source).reading(Some(&args.pattern.pattern.pattern));
    files.writing(Some(&args.output.output)).check()?;
    if let Some(model) = args.model()? {
        return beside_null::run(args, &pattern, model);
    }
    let (text, matching) = (&args.pattern.pattern.pattern, args.pattern.matching());
    let counts = match args.per {
        Per::Vertex => Launches::AtVertices(&pattern, matching),
        Per::Edge | Per::Arc | Per::Tie => Launches::AtEdges(&pattern, matching),
    };
    let estimating = args.estimate.options(matching, args.null.model.seed(), Context::default());
    let launches = [counts, Launches::Estimate(&pattern, &estimating)];
    let launches = if args.estimate.estimate { &launches[..] } else { &launches[..1] };
    let report = args.job.run_on([&pattern], &args.source, launches, |graph, team, context| {
        if args.estimate.estimate {
            let options = args.estimate.options(matching, args.null.model.seed(), context);
            let local = Placed::new(graph, team).estimate_at_vertices(&pattern, &options)?;
            place.write_table(estimated::table(graph, &local)?)?;
            let output = args.output.output.display().to_string();
            let report = EstimatedTable::new(text, &options, &local, output);
            return Ok((LocalReport::Estimated(report), local.seconds));
        }
        let options = ListOptions::default().matching(matching).context(context);
        if let Some(named) = &args.anchor {
            let anchor = anchor_of(graph, named)?;
            let Anchored { count, seconds } = anchored(graph, &pattern, team, &options, anchor)?;
            let anchor = named.text.clone();
            return Ok((LocalReport::Anchored { pattern: text, matching, anchor, count }, seconds));
        }
        let per = args.per.in_directions_of(graph);
        let local = match per {
            Per::Vertex => at_vertices(graph, &pattern, team, &options)?,
            Per::Edge | Per::Tie => at_edges(graph, &pattern, team, &options)?,
            Per::Arc => at_arcs(graph, &pattern, team, &options)?,
        };
        place.write_table(table(graph, per, &local))?;
        let output = args.output.output.display().to_string();
        Ok((LocalReport::Table { pattern: text, matching, matches: local.matches, output }, local.seconds))
    })?;
    match (place.file, &args.anchor) {
        (None, None) => Ok(()),
        _ => args.report.print(&report),
    }
}

impl LocalArgs {
    /// The null model, if there is one.
    fn model(&self) -> Result<Option<Model>, Misuse> {
        match (self.estimate.estimate, self.null.model.given_beside_seed()) {
            // It has a seed, too.
            (true, None) => Ok(None),
            _ => self.null.model(),
        }
    }
}

/// Checks that no orbit has the name of another column: rows as JSON would lose one of the two.
fn check_names(pattern: &Pattern, per: Per) -> Result<(), Misuse> {
    let taken = per == Per::Vertex && (0..pattern.vertices()).any(|v| pattern.name(v) == VERTEX);
    match taken {
        false => Ok(()),
        true => Err(Misuse(format!(
            "the pattern calls a vertex '{VERTEX}', which is what the first column is called; give it another name"
        ))),
    }
}

/// The table of places.
fn table<'t>(graph: &'t Graph, per: Per, local: &'t LocalCounts) -> CountTable<'t> {
    per.table(graph, counts::columns(local, str::to_owned), |row| local.row(row))
}

/// What was looked for, and what was found.
#[derive(Serialize)]
#[serde(untagged)]
enum LocalReport<'a> {
    Estimated(EstimatedTable<'a>),
    Anchored {
        pattern: &'a str,
        #[serde(flatten)]
        matching: Matching,
        anchor: String,
        count: u128,
    },
    Table {
        pattern: &'a str,
        #[serde(flatten)]
        matching: Matching,
        matches: u128,
        output: String,
    },
}

impl fmt::Display for LocalReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LocalReport::Estimated(found) => found.fmt(f),
            LocalReport::Anchored { pattern, matching, anchor, count } => {
                let place = format!(" through {anchor}");
                writeln!(f, "{}", report::count_of(pattern, *matching, &place, *count))
            }
            LocalReport::Table { pattern, matching, matches, output } => {
                let (one, many) = report::nouns(matching.semantics);
                let (matches, how) = (counted(*matches, one, many), matching.induced.name());
                writeln!(f, "{matches} of {pattern} ({how}-induced), where they are in {output}")
            }
        }
    }
}
