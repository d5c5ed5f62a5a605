//! What is written of cores, trusses and nuclei: a table with their numbers, or one of them as a graph.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValue;
use motherlode::export::{Column, TableFormat};
use motherlode::graph::{self, Csr, Graph, OutputFormat, VertexIds};
use motherlode::mine::local::Counts;
use serde::Serialize;

use super::exit::Misuse;
use super::report::ReportFormat;
use super::rows::Destination;
use super::{formats, output, table};

/// Where a table or a graph goes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output options")]
pub struct PeeledArgs {
    /// The file to write, or - for standard output
    ///
    /// A table, or the graph that is asked for. Without it, what was found is printed and nothing is written.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Overwrite the file if it exists
    ///
    /// Without it, a file that exists is left alone, and that is an error. It has no effect on standard output.
    #[arg(long, requires = "output")]
    force: bool,

    /// The format of FILE [default: what FILE ends with]
    ///
    /// Of a table csv, jsonl, arrow, arrows or parquet, as for 'motherlode local'; of a graph what 'motherlode convert' writes. The default for standard
    /// output is CSV, and an edge list.
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
pub enum Place<'p> {
    /// Nowhere: it is printed what it is.
    Nowhere,
    /// The table, there.
    Table(Destination<'p>),
    /// The graph, there.
    Graph(&'p Path, OutputFormat),
}

impl PeeledArgs {
    /// Checks that the output can be written, before any work is done for it: a graph, or a table.
    ///
    /// # Errors
    /// A file that exists, without --force; a name that does not tell the format, or a format of the other kind; a report in JSON where standard output
    /// gets something else.
    pub fn plan(&self, is_graph: bool, report: ReportFormat) -> Result<Place<'_>, Misuse> {
        let Some(path) = self.output.as_deref() else { return Ok(Place::Nowhere) };
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
            _ if is_graph => Ok(Place::Graph(path, output::plan(path, asked, self.force)?)),
            _ => Ok(Place::Table(table::plan(path, asked, self.force)?)),
        }
    }
}

impl Place<'_> {
    /// Writes the one or the other. Returns what is said of it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(
        &self,
        table: impl FnOnce() -> (Vec<Column>, Counts),
        part: impl FnOnce() -> Graph,
    ) -> anyhow::Result<Option<Written>> {
        match self {
            Place::Nowhere => Ok(None),
            Place::Table(place) => {
                let (columns, values) = table();
                place.write_table(&columns, &values)?;
                Ok(place.file.map(|path| Written { output: path.display().to_string(), part: None }))
            }
            Place::Graph(path, format) => {
                let part = part();
                graph::save(&part, path, *format)?;
                let size = PartSize { vertices: part.csr().n(), edges: part.csr().edges() };
                Ok(Some(Written { output: path.display().to_string(), part: Some(size) }))
            }
        }
    }
}

/// What was written.
#[derive(Serialize)]
pub struct Written {
    output: String,
    #[serde(flatten)]
    part: Option<PartSize>,
}

/// How large the graph is that was written.
#[derive(Serialize)]
struct PartSize {
    #[serde(rename = "output_vertices")]
    vertices: u32,
    #[serde(rename = "output_edges")]
    edges: u64,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "output  {}", self.output)?;
        match &self.part {
            Some(PartSize { vertices, edges }) => writeln!(f, ": {vertices} vertices, {edges} edges"),
            None => writeln!(f),
        }
    }
}

/// How many there are of a number.
#[derive(Serialize)]
pub struct SizeOf {
    pub k: u32,
    pub count: u64,
}

/// Those of these sizes, from 0 on, that are not zero.
pub fn sizes(sizes: &[u64]) -> Vec<SizeOf> {
    (0..).zip(sizes).filter(|&(_, &count)| count > 0).map(|(k, &count)| SizeOf { k, count }).collect()
}

/// Writes sizes as a table of two columns.
///
/// # Errors
/// When the formatter fails.
pub fn write_sizes(f: &mut fmt::Formatter<'_>, sizes: &[SizeOf], noun: &str) -> fmt::Result {
    let widest = sizes.iter().map(|size| size.count.to_string().len()).max();
    let width = widest.unwrap_or(0).max(noun.len());
    writeln!(f, "{:>6}  {noun:>width$}", "k")?;
    sizes.iter().try_for_each(|SizeOf { k, count }| writeln!(f, "{k:>6}  {count:>width$}"))
}

/// The graph of these edges and their vertices, called as they are in `graph`.
pub fn part_of_edges(graph: &Graph, edges: &[[u32; 2]]) -> Graph {
    let mut vertices: Vec<u32> = edges.iter().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    part(graph, &vertices, edges.iter().copied())
}

/// The graph of these vertices (ascending) and these edges between some of them, called as they are in `graph`.
pub fn part(graph: &Graph, vertices: &[u32], edges: impl Iterator<Item = [u32; 2]>) -> Graph {
    let number = |old: u32| vertices.partition_point(|&other| other < old) as u32;
    let edges: Vec<(u32, u32)> = edges.map(|[u, v]| (number(u), number(v))).collect();
    let csr = Csr::from_edges(vertices.len() as u32, &edges);
    let ids = graph.ids();
    let called = match (ids.names(), ids.numbers()) {
        (Some(names), _) => VertexIds::named(vertices.iter().map(|&v| names.get(v))),
        (None, Some(numbers)) => VertexIds::listed(vertices.iter().map(|&v| numbers.get(v)).collect()),
        (None, None) => unreachable!("vertices are called by names or by numbers"),
    };
    Graph::new(csr, called)
}
