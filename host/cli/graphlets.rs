//! `motherlode graphlets`: the graphlet degree vectors of vertices, of edges, or of ties.

mod beside_null;

use std::fmt;

use clap::Args;
use motherlode::graph::Graph;
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Graphlet, graphlet_degrees, graphlet_degrees_of_edges};
use motherlode::mine::{
    DIRECTED_GRAPHLET_SIZES, Launches, MineError, Seconds, directed_graphlet_degrees,
    directed_graphlet_degrees_of_ties,
};
use serde::Serialize;

use super::counts::{self, CountTable};
use super::exit::Misuse;
use super::job::JobArgs;
use super::per::Per;
use super::report::{ReportArgs, counted, explained};
use super::rows::Destination;
use super::significance::NullModelArgs;
use super::source::SourceArgs;
use super::table::TableArgs;

const EXAMPLES: &str = "\
Examples:
  motherlode graphlets karate -k 4
  motherlode graphlets graph.el -k 5 -o degrees.csv.zst
  motherlode graphlets graph.el -k 3 --null switching --samples 1000 -o degrees.csv
  motherlode graphlets graph.el -k 4 --per edge -o edges.parquet
  motherlode graphlets wiki-Vote.el.gz -k 4 --directed -o degrees.parquet
  motherlode graphlets wiki-Vote.el.gz -k 4 --directed --no-mutual -o degrees.csv
  motherlode graphlets wiki-Vote.el.gz -k 3 --directed --per edge -o ties.parquet
  motherlode graphlets synapses.csv -k 3 --directed --null switching --samples 1000 -o degrees.csv";

/// What `--format` prints.
const PRINTED: &str = "\
How to print, when a file was written, what was done. Where standard output gets the rows, 'json' is refused: \
--output-format jsonl writes rows as JSON. 'json' is one object on one line: graph (path, vertices, \
edges), k, per, orbits, output, device, memory, and seconds. With --directed, there is 'directed'. With --null, null has what 'motherlode motifs' has there.";

/// Count the graphlets at each vertex or edge
///
/// Writes a table with a row for each vertex of GRAPH, or each edge: its graphlet degree vector, at how many
/// vertex-induced matches of each connected pattern of 2 to K vertices it is, for each orbit of the pattern. There are
/// 1, 4, 15 and 73 orbits of vertices for K from 2 to 5, and 1, 3, 13 and 69 of edges. A column is called by the
/// pattern and the orbit's members, as wedge:a+c or wedge:a-b+b-c; 'motherlode motifs' shows the patterns' edges.
/// Labels are not looked at, and options that give them refused. Counts are exact up to 2^128. With --null, each count
/// is compared with those at the same vertex of random graphs: an orbit has five columns more, as wedge:b_mean,
/// wedge:b_deviation, wedge:b_z, wedge:b_p and wedge:b_q. It does not go with --per edge.
///
/// With --directed, edges are arcs, and the patterns are the connected directed graphs of 2 to K vertices, K up to 4:
/// there are 3, 33 and 730 orbits of vertices, and 2, 26 and 812 of edges. Two vertices with an arc each way are not
/// joined as by one of them. Columns are in the order of 'motherlode motifs --directed', size after size, and are
/// called by the triad, or the arcs of other sizes, and the orbit's members, as 030T:b: the numbering is this, and not
/// one of the literature. At edges, a row is two vertices that arcs join: an arc, from source to target, or one each
/// way, with the smaller vertex as source. In the names of columns a->b is an arc, and a-b one each way.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct GraphletsArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The most vertices of a graphlet, 2 to 5; with --directed 2 to 4
    #[arg(
        short,
        allow_negative_numbers = true,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(2..=5)
    )]
    k: u32,

    /// vertex or edge
    ///
    /// What the rows are. An edge has two columns for its ends before its counts.
    #[arg(long, value_name = "WHAT", default_value = "vertex", hide_possible_values = true)]
    per: Per,

    /// Leave out graphlets with arcs both ways between two vertices
    ///
    /// For --directed. What is left are 2, 13 and 129 orbits of vertices for K from 2 to 4 (Sarajlić et al. 2016), and
    /// 1, 9 and 125 of edges. Sets of vertices of which two are joined both ways are in no graphlet then.
    #[arg(long)]
    no_mutual: bool,

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
/// A bad device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &GraphletsArgs) -> anyhow::Result<()> {
    let place = args.output.plan(false)?;
    args.output.check_report(args.report.format)?;
    args.job.files(&args.source).writing(Some(&args.output.output)).check()?;
    if args.no_mutual && !args.job.is_directed() {
        return Err(Misuse("--no-mutual is about directed graphlets: add --directed".to_owned()).into());
    }
    if let Some(model) = args.null.model()? {
        return beside_null::run(args, model);
    }
    if args.job.is_directed() {
        return run_directed(args, &place);
    }
    let launches = match args.per {
        Per::Vertex => Launches::GRAPHLETS_AT_VERTICES,
        Per::Edge | Per::Arc | Per::Tie => Launches::GRAPHLETS_AT_EDGES,
    };
    let report = args.job.run_plain(&args.source, &[launches], |graph, team, context| {
        let options = ListOptions::default().context(context);
        let count = match args.per {
            Per::Vertex => graphlet_degrees,
            Per::Edge | Per::Arc | Per::Tie => graphlet_degrees_of_edges,
        };
        let graphlets = count(graph.csr(), args.k as usize, team, &options)?;
        write(args, &place, args.per, graph, &graphlets)
    })?;
    args.report.print_beside(Some(&args.output.output), &report)?;
    Ok(())
}

/// Runs it on a directed graph.
fn run_directed(args: &GraphletsArgs, place: &Destination) -> anyhow::Result<()> {
    let k = args.k as usize;
    if !DIRECTED_GRAPHLET_SIZES.contains(&k) {
        return Err(MineError::DirectedGraphletSize { k }.into());
    }
    let launches = [Launches::DIRECTED_GRAPHLETS];
    let report = args.job.run_with_directions(&args.source, &launches, |graph, team, context| {
        let options = ListOptions::default().context(context);
        let (per, mut graphlets) = match args.per {
            Per::Vertex => (Per::Vertex, directed_graphlet_degrees(graph, k, team, &options)?),
            _ => (Per::Tie, directed_graphlet_degrees_of_ties(graph, k, team, &options)?),
        };
        // The first, which has the time of all, stays.
        graphlets.retain(|graphlet| !(args.no_mutual && graphlet.has_mutual_pair()));
        write(args, place, per, graph, &graphlets)
    })?;
    args.report.print_beside(Some(&args.output.output), &report)?;
    Ok(())
}

/// Writes the table: what is to be said of it, and how long the counts took.
fn write(
    args: &GraphletsArgs,
    place: &Destination,
    per: Per,
    graph: &Graph,
    graphlets: &[Graphlet],
) -> anyhow::Result<(GraphletsReport, Seconds)> {
    let keys = per.columns(graph).count();
    let table = table(graph, per, graphlets);
    let orbits = table.columns.len() - keys;
    place.write_table(table)?;
    let mut seconds = Seconds::default();
    graphlets.iter().for_each(|graphlet| seconds += graphlet.local.seconds);
    let report = GraphletsReport {
        k: args.k,
        directed: args.job.is_directed(),
        per,
        orbits,
        output: args.output.output.display().to_string(),
    };
    Ok((report, seconds))
}

/// The table of places.
fn table<'t>(graph: &'t Graph, per: Per, graphlets: &'t [Graphlet]) -> CountTable<'t> {
    let orbits = graphlets.iter().flat_map(|Graphlet { name, local, .. }| {
        counts::columns(local, move |orbit| format!("{name}:{orbit}"))
    });
    per.table(graph, orbits, move |row| graphlets.iter().flat_map(move |graphlet| graphlet.local.row(row)))
}

/// What was written.
#[derive(Serialize)]
struct GraphletsReport {
    k: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    directed: bool,
    per: Per,
    orbits: usize,
    output: String,
}

impl fmt::Display for GraphletsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let orbits = counted(self.orbits as u64, "orbit", "orbits");
        let at = match self.per {
            Per::Vertex => "",
            Per::Edge | Per::Arc => " at each edge",
            Per::Tie => " at each tie",
        };
        let what = graphlets(self.directed);
        writeln!(f, "{orbits} of {what} of up to {} vertices{at} in {}", self.k, self.output)
    }
}

/// What the patterns are called.
fn graphlets(directed: bool) -> &'static str {
    if directed { "directed graphlets" } else { "graphlets" }
}
