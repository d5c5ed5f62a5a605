//! `motherlode compare`: how alike graphs are in their graphlets.

use std::fmt;

use clap::{Args, ValueEnum};
use motherlode::graph::Graph;
use motherlode::mine::compare::{
    GraphletCorrelations, GraphletSignature, Measure, compared, graphlet_signatures,
};
use motherlode::mine::list::ListOptions;
use motherlode::mine::{Context, Launches, Seconds};
use motherlode::runtime::Team;
use serde::Serialize;

use super::exit::Misuse;
use super::job::{GraphsAre, JobArgs, ReportOfMany};
use super::options::one_of;
use super::report::{self, ReportFormat, counted};
use super::source::{GraphSource, POSITIONAL, files_of_folders};

const EXAMPLES: &str = "\
Examples:
  All graphs of a folder, each with each:
    motherlode compare networks/
  By all orbits of up to five vertices, for a spreadsheet:
    motherlode compare networks/ --measure gcd-73 --format csv > distances.csv
  How far two agree:
    motherlode compare karate rmat:5 --measure gdda-arithmetic
  Networks of arcs:
    motherlode compare foodwebs/ --directed
  How often being in one orbit goes with being in another:
    motherlode compare karate --correlations --format json";

/// Compare graphs by their graphlets
///
/// Says of each two of the GRAPHs how alike they are in what their vertices are part of, whatever these are called and
/// however many there are. All measures come from the graphlet degrees of 'motherlode graphlets'. Labels are not looked
/// at, and options that give them refused; so it is with directions, but for --directed and the measures of directed
/// graphlets. docs/compare.md explains the measures.
#[derive(Args, Debug)]
#[command(next_help_heading = "Comparing options", after_long_help = EXAMPLES)]
pub struct CompareArgs {
    /// The graphs; a folder stands for all files in it
    ///
    /// Each is given as for 'motherlode graphlets'. The files of a folder are taken in the order of their names,
    /// without those that begin with a dot.
    #[arg(value_name = "GRAPH", required = true, help_heading = POSITIONAL)]
    graphs: Vec<GraphSource>,

    /// gcd-11, gcd-73, gdda-arithmetic or gdda-geometric; with --directed dgcd-13, dgcd-33, dgcd-129, dgcd-730,
    /// dgdda-arithmetic or dgdda-geometric
    ///
    /// 'gcd-11' and 'gcd-73' are graphlet correlation distances (Yaveroğlu et al. 2014), from 0 for the same upwards:
    /// of the 11 orbits of up to four vertices that do not follow from others, and of all 73 of up to five.
    /// 'gdda-arithmetic' and 'gdda-geometric' are the agreement of the graphlet degree distributions of all 73 orbits
    /// (Pržulj 2007), from 0 to 1 for the same, by either mean. The default is 'gcd-11'.
    ///
    /// Those that begin with a d are the same of directed graphlets (Sarajlić et al. 2016): 'dgcd-13' of the 13 orbits
    /// of up to three vertices, and 'dgcd-129', the default of --directed, of the 129 of up to four, of which no two
    /// have arcs both ways; 'dgcd-33' and 'dgcd-730' of all, with those; 'dgdda-arithmetic' and 'dgdda-geometric' of
    /// all 730.
    #[arg(
        long,
        value_name = "MEASURE",
        value_parser = one_of(Measure::ALL.map(|measure| (measure.name(), measure, in_words(measure)))),
        hide_possible_values = true
    )]
    measure: Option<Measure>,

    /// Print the correlation matrix of each graph, too
    ///
    /// Spearman's correlations between the orbits that the distance is of; 0 where an orbit never varies.
    #[arg(long)]
    correlations: bool,

    #[command(flatten)]
    job: JobArgs,

    /// text, json or csv
    ///
    /// How to print the result. 'json' is one object on one line: graphs (a list of path, vertices, edges), measure,
    /// matrix (a list of rows, both in the order of graphs), device, memory and seconds; with --correlations,
    /// correlations has for each graph orbits and rows. 'csv' is the matrix alone, with the graphs in its first row and
    /// column.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: ComparisonFormat,
}

/// How a matrix is written to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ComparisonFormat {
    /// Short text for people
    Text,
    /// One JSON object on one line
    Json,
    /// Lines of comma-separated values
    Csv,
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; an option that would have no effect; a job that failed.
pub fn run(args: &CompareArgs) -> anyhow::Result<()> {
    let measure = args.checked_measure()?;
    let sources = files_of_folders(&args.graphs)?;
    let work = |graphs: &Vec<Graph>, team: &Team, context: Context| {
        let options = ListOptions::default().context(context);
        let signatures = graphlet_signatures(graphs, measure, team, &options)?;
        let mut seconds = Seconds::default();
        signatures.iter().for_each(|signature| seconds += signature.seconds);
        let matrix = compared(&signatures);
        let correlations = args
            .correlations
            .then(|| signatures.iter().filter_map(GraphletSignature::correlations).cloned().collect());
        Ok((CompareReport { measure, matrix, correlations }, seconds))
    };
    let (graphs_are, launches) = match measure.is_directed() {
        true => (GraphsAre::Directed, Launches::DIRECTED_GRAPHLETS),
        false => (GraphsAre::Plain, Launches::GRAPHLETS_AT_VERTICES),
    };
    let report = args.job.run_on_many(&sources, graphs_are, &[launches], work)?;
    match args.format {
        ComparisonFormat::Text => report::print(ReportFormat::Text, &report),
        ComparisonFormat::Json => report::print(ReportFormat::Json, &report),
        ComparisonFormat::Csv => Ok(report::write_out(&csv(&sources, &report)?)?),
    }
}

impl CompareArgs {
    /// The measure that is asked for, if all goes with it.
    fn checked_measure(&self) -> Result<Measure, Misuse> {
        let is_directed = self.job.is_directed();
        let measure = self.measure.unwrap_or(if is_directed { Measure::Dgcd129 } else { Measure::Gcd11 });
        let what = if measure.is_directed() && !is_directed {
            "--measure: those that begin with a d are of directed graphlets: add --directed"
        } else if is_directed && !measure.is_directed() {
            "--directed: directions are not looked at by this measure; take one that begins with a d, as --measure dgcd-129, or leave --directed out"
        } else if self.correlations && !measure.is_distance() {
            "--correlations: only measures with gcd in their names are of correlations; leave it out, or take one of these"
        } else if self.correlations && self.format == ComparisonFormat::Csv {
            "--correlations: csv is one matrix; take --format json, or leave it out"
        } else {
            return Ok(measure);
        };
        Err(Misuse(what.to_owned()))
    }
}

/// What a measure is.
fn in_words(measure: Measure) -> &'static str {
    match measure {
        Measure::Gcd11 => "graphlet correlation distance, 11 orbits",
        Measure::Gcd73 => "graphlet correlation distance, 73 orbits",
        Measure::GddaArithmetic => "agreement of graphlet degree distributions, arithmetic mean",
        Measure::GddaGeometric => "agreement of graphlet degree distributions, geometric mean",
        Measure::Dgcd13 => "directed graphlet correlation distance, 13 orbits",
        Measure::Dgcd33 => "directed graphlet correlation distance, 33 orbits",
        Measure::Dgcd129 => "directed graphlet correlation distance, 129 orbits",
        Measure::Dgcd730 => "directed graphlet correlation distance, 730 orbits",
        Measure::DgddaArithmetic => "agreement of directed graphlet degree distributions, arithmetic mean",
        Measure::DgddaGeometric => "agreement of directed graphlet degree distributions, geometric mean",
    }
}

/// How alike graphs are.
#[derive(Serialize)]
struct CompareReport {
    measure: Measure,
    /// A row for each graph.
    matrix: Vec<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correlations: Option<Vec<GraphletCorrelations>>,
}

impl fmt::Display for CompareReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = in_words(self.measure);
        let same = if self.measure.is_distance() { 0 } else { 1 };
        let graphs = counted(self.matrix.len() as u64, "graph", "graphs");
        writeln!(f, "{graphs}, in the order below: {name} ({same} is the same)")?;
        write_matrix(f, &self.matrix)?;
        for (number, GraphletCorrelations { orbits, rows }) in (1..).zip(self.correlations.iter().flatten()) {
            writeln!(f, "correlations in graph {number} of {}", orbits.join(", "))?;
            write_matrix(f, rows)?;
        }
        Ok(())
    }
}

fn write_matrix(f: &mut fmt::Formatter<'_>, rows: &[Vec<f64>]) -> fmt::Result {
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>7.4}")).collect();
        writeln!(f, "{}", cells.join(" "))?;
    }
    Ok(())
}

/// The matrix, with the graphs in its first row and column.
fn csv(sources: &[GraphSource], report: &ReportOfMany<CompareReport>) -> anyhow::Result<Vec<u8>> {
    let names: Vec<String> = sources.iter().map(ToString::to_string).collect();
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["graph"].into_iter().chain(names.iter().map(String::as_str)))?;
    for (name, row) in names.iter().zip(&report.found().matrix) {
        out.write_record([name.clone()].into_iter().chain(row.iter().map(ToString::to_string)))?;
    }
    Ok(out.into_inner()?)
}
