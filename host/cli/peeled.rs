//! What the commands that find cores, trusses and nuclei have in common: numbers are found, and a table with them, or
//! one of them as a graph, is written.

mod part;
mod report;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValue;
use motherlode::export::TableFormat;
use motherlode::graph::{self, Graph, OutputFormat};
use motherlode::mine::{Context, Launches, Seconds};
use motherlode::runtime::Team;

use super::counts::CountTable;
use super::exit::Misuse;
use super::job::JobArgs;
use super::report::{ReportArgs, ReportFormat};
use super::rows::Destination;
use super::source::SourceArgs;
use super::{formats, output, table};

pub use part::{part, part_of_edges};
pub use report::{KeyedValue, PeeledReport, SizeOf, headline, sizes};
use report::{PartSize, Written};

/// How a graph is peeled, and where what is found goes.
#[derive(Args, Debug)]
pub struct PeelingArgs {
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    output: WhereWritten,

    #[command(flatten)]
    report: ReportArgs,
}

impl PeelingArgs {
    /// Runs `peel`, which finds numbers in a graph and has them written, and prints what it says. `is_graph` if one of
    /// them is written as a graph, and not a table of all.
    ///
    /// # Errors
    /// A bad device or input; an output that exists or cannot be written; a job that failed.
    pub fn run(
        &self,
        source: &SourceArgs,
        is_graph: bool,
        launches: Launches<'_>,
        peel: impl FnOnce(&Graph, &Team, &Context, &PeeledOutput<'_>) -> anyhow::Result<(PeeledReport, Seconds)>,
    ) -> anyhow::Result<()> {
        let (output, format) = (self.output.output.as_deref(), self.report.format);
        let place = self.output.plan(is_graph, format)?;
        self.job.files(source).writing(output).check()?;
        let report = self
            .job
            .run_plain(source, &[launches], |graph, team, context| peel(graph, team, &context, &place))?;
        self.report.print_beside(output, &report)?;
        Ok(())
    }
}

/// Where a table or a graph goes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output options")]
struct WhereWritten {
    /// The file to write, or - for standard output
    ///
    /// A table, or the graph that is asked for. Without it, what was found is printed and nothing is written.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the file if it exists
    ///
    /// Without it, a file that exists is left alone, and that is an error. It has no effect on standard output.
    #[arg(long, requires = "output")]
    force: bool,

    /// The format of FILE [default: what FILE ends with]
    ///
    /// Of a table csv, jsonl, arrow, arrows or parquet, as for 'motherlode local'; of a graph what 'motherlode convert'
    /// writes. The default for standard output is CSV, and an edge list.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = of_tables_and_graphs(),
        hide_possible_values = true,
        requires = "output"
    )]
    output_format: Option<String>,
}

/// All formats that something is written in.
fn of_tables_and_graphs() -> Vec<PossibleValue> {
    let tables = TableFormat::NAMES.map(|(name, _)| name);
    tables.into_iter().chain(formats::output()).map(PossibleValue::new).collect()
}

/// Where what was found goes.
pub enum PeeledOutput<'p> {
    /// Nowhere: it is printed what it is.
    Nowhere,
    /// The table, there.
    Table(Destination<'p>),
    /// The graph, there.
    Graph(&'p Path, OutputFormat),
}

impl WhereWritten {
    /// Checks that the output can be written, before any work is done for it: a graph, or a table.
    ///
    /// # Errors
    /// A file that exists, without --force; a name that does not tell the format, or a format of the other kind; a
    /// report in JSON where standard output gets something else.
    fn plan(&self, is_graph: bool, report: ReportFormat) -> Result<PeeledOutput<'_>, Misuse> {
        let Some(path) = self.output.as_deref() else { return Ok(PeeledOutput::Nowhere) };
        if path == Path::new("-") && report == ReportFormat::Json {
            let what = "--format json: standard output gets what -o - writes there, and no report";
            return Err(Misuse(what.to_owned()));
        }
        let asked = self.output_format.as_deref();
        let is_known = |name: &str| match is_graph {
            true => formats::output().contains(&name),
            false => TableFormat::NAMES.iter().any(|(known, _)| *known == name),
        };
        match asked {
            Some(name) if !is_known(name) => {
                let what = if is_graph {
                    "a graph is written, and that is a format of tables"
                } else {
                    "a table is written, and that is a format of graphs"
                };
                Err(Misuse(format!("--output-format {name}: {what}")))
            }
            _ if is_graph => Ok(PeeledOutput::Graph(path, output::plan(path, asked, self.force)?)),
            _ => Ok(PeeledOutput::Table(table::plan(path, asked, self.force)?)),
        }
    }
}

impl PeeledOutput<'_> {
    /// Writes the one or the other. Returns what is said of it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write<'t>(
        &self,
        table: impl FnOnce() -> CountTable<'t>,
        part: impl FnOnce() -> Graph,
    ) -> anyhow::Result<Option<Written>> {
        match self {
            PeeledOutput::Nowhere => Ok(None),
            PeeledOutput::Table(place) => {
                place.write_table(table())?;
                Ok(place.file.map(|path| Written { output: path.display().to_string(), part: None }))
            }
            PeeledOutput::Graph(path, format) => {
                let part = part();
                graph::save(&part, path, *format)?;
                let size = PartSize { vertices: part.csr().n(), edges: part.csr().edges() };
                Ok(Some(Written { output: path.display().to_string(), part: Some(size) }))
            }
        }
    }
}
