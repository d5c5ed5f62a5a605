//! `motherlode graphlets`: the graphlet degree vectors of vertices, or of edges.

mod beside_null;

use std::fmt;

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::Launches;
use motherlode::mine::Seconds;
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Counts, Graphlet, graphlet_degrees, graphlet_degrees_of_edges};

use serde::Serialize;

use super::counts;
use super::job::JobArgs;
use super::per::Per;
use super::report::{ReportArgs, counted, explained};
use super::significance::NullModelArgs;
use super::source::SourceArgs;
use super::table::TableArgs;

const EXAMPLES: &str = "\
Examples:
  motherlode graphlets karate -k 4
  motherlode graphlets graph.el -k 5 -o degrees.csv.zst
  motherlode graphlets graph.el -k 3 --null switching --samples 1000 -o degrees.csv
  motherlode graphlets graph.el -k 4 --per edge -o edges.parquet";

/// What `--format` prints.
const PRINTED: &str = "\
How to print, when a file was written, what was done. Where standard output gets the rows, 'json' is refused: \
--output-format jsonl writes rows as JSON. 'json' is one object on one line: graph (path, vertices, \
edges), k, per, orbits, output, device, memory, and seconds. With --null, null has what 'motherlode motifs' has there.";

/// Count the graphlets at each vertex or edge
///
/// Writes a table with a row for each vertex of GRAPH, or each edge: its graphlet degree vector, at how many vertex-induced
/// matches of each connected pattern of 2 to K vertices it is, for each orbit of the pattern. There are 1, 4, 15 and 73 orbits
/// of vertices for K from 2 to 5, and 1, 3, 13 and 69 of edges. A column is called by the pattern and the orbit's members, as
/// wedge:a+c or wedge:a-b+b-c; 'motherlode motifs' shows the patterns' edges. Labels and directions are not
/// looked at, and options that give them refused. Counts are exact up to 2^128. With --null, each count is compared with those at the same
/// vertex of random graphs: an orbit has five columns more, as wedge:b_mean, wedge:b_deviation, wedge:b_z, wedge:b_p and wedge:b_q.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct GraphletsArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The most vertices of a graphlet, 2 to 5
    #[arg(
        short,
        allow_negative_numbers = true,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(2..=5),
        help_heading = "Counting options"
    )]
    k: u32,

    /// vertex or edge
    ///
    /// What the rows are. An edge has two columns for its ends before its counts.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "vertex",
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    per: Per,

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
    if let Some(model) = args.null.model()? {
        return beside_null::run(args, model);
    }
    let launches = match args.per {
        Per::Vertex => Launches::GRAPHLETS_AT_VERTICES,
        Per::Edge | Per::Arc => Launches::GRAPHLETS_AT_EDGES,
    };
    let report = args.job.run_plain(&args.source, &[launches], |graph, team, context| {
        let options = ListOptions::default().context(context);
        let count = match args.per {
            Per::Vertex => graphlet_degrees,
            Per::Edge | Per::Arc => graphlet_degrees_of_edges,
        };
        let graphlets = count(graph.csr(), args.k as usize, team, &options)?;
        let keys = args.per.columns(graph).count();
        let (columns, values) = table(graph, args.per, &graphlets);
        place.write_table(&columns, &values)?;
        let mut seconds = Seconds::default();
        graphlets.iter().for_each(|graphlet| seconds += graphlet.local.seconds);
        let output = args.output.output.display().to_string();
        Ok((GraphletsReport { k: args.k, per: args.per, orbits: columns.len() - keys, output }, seconds))
    })?;
    match place.file {
        Some(_) => args.report.print(&report),
        None => Ok(()),
    }
}

/// The columns, and the rows one after another.
fn table(graph: &Graph, per: Per, graphlets: &[Graphlet]) -> (Vec<Column>, Counts) {
    let orbits = graphlets.iter().flat_map(|Graphlet { name, local, .. }| {
        counts::columns(local, move |orbit| format!("{name}:{orbit}"))
    });
    per.table(graph, orbits, |row| graphlets.iter().flat_map(move |graphlet| graphlet.local.row(row)))
}

/// What was written.
#[derive(Serialize)]
struct GraphletsReport {
    k: u32,
    per: Per,
    orbits: usize,
    output: String,
}

impl fmt::Display for GraphletsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let orbits = counted(self.orbits as u64, "orbit", "orbits");
        let at = if self.per == Per::Edge { " at each edge" } else { "" };
        writeln!(f, "{orbits} of graphlets of up to {} vertices{at} in {}", self.k, self.output)
    }
}
