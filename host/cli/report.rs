//! What a command prints: text for people, or one JSON object for programs.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use clap::{Arg, Args, ValueEnum};
use motherlode::graph::Graph;
use motherlode::place;
use motherlode::plan::{Matching, Semantics};
use motherlode::runtime::Device;
use serde::Serialize;

/// How results are written to standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Short text for people
    #[default]
    Text,
    /// One JSON object on one line
    Json,
}

/// How a command prints what it found. What that is, the command says: [`explained`].
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output options")]
pub struct ReportArgs {
    /// text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    pub format: ReportFormat,
}

impl ReportArgs {
    /// Prints `report` in the form that was asked for.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub fn print(self, report: &(impl Serialize + fmt::Display)) -> anyhow::Result<()> {
        print(self.format, report)
    }

    /// Prints `report`, unless `output` is standard output, which gets rows or a graph alone. Returns whether it did.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub fn print_beside(
        self,
        output: Option<&Path>,
        report: &(impl Serialize + fmt::Display),
    ) -> anyhow::Result<bool> {
        let prints = output != Some(Path::new("-"));
        if prints {
            self.print(report)?;
        }
        Ok(prints)
    }
}

/// Has the long help of `--format` say what is printed.
pub fn explained(printed: &'static str) -> impl FnOnce(Arg) -> Arg {
    move |format| format.long_help(format!("text or json\n\n{printed}"))
}

/// Prints `report` in the form that was asked for.
///
/// # Errors
/// When standard output cannot be written.
pub fn print(format: ReportFormat, report: &(impl Serialize + fmt::Display)) -> anyhow::Result<()> {
    let mut out = TrimmedEnd { out: BufWriter::new(io::stdout().lock()), held: Vec::new() };
    match format {
        ReportFormat::Text => write!(out, "{report}")?,
        ReportFormat::Json => serde_json::to_writer(&mut out, report).map_err(io::Error::from)?,
    }
    Ok(out.end()?)
}

/// What is written, as it comes, without the white space at its end: a report may have millions of lines.
struct TrimmedEnd<W> {
    out: W,
    /// White space that may be the end.
    held: Vec<u8>,
}

impl<W: Write> TrimmedEnd<W> {
    /// Ends the last line.
    fn end(mut self) -> io::Result<()> {
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

impl<W: Write> Write for TrimmedEnd<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = bytes.trim_ascii_end();
        if !text.is_empty() {
            self.out.write_all(&self.held)?;
            self.held.clear();
            self.out.write_all(text)?;
        }
        self.held.extend(&bytes[text.len()..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes bytes to standard output.
///
/// # Errors
/// When it cannot be written.
pub fn write_out(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// What to say of a file or stream that cannot be written.
pub fn cannot_write(name: impl fmt::Display) -> String {
    format!("{name}: cannot be written")
}

/// Seconds as people read them: `1.2s`, `3.4ms`.
pub fn seconds(seconds: f64) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{:.1?}", Duration::from_secs_f64(seconds)))
}

/// `1 edge`, `2 edges`.
pub fn counted(number: impl Into<u128>, noun: &str, plural: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{number} {plural}"),
    }
}

/// As a percentage with two digits or a few more.
pub fn percent(part: f64) -> String {
    let percent = part * 100.0;
    // As many places as two digits need, and none of them zero for nothing.
    let places = if percent > 0.0 && percent < 10.0 { (1.0 - percent.log10().floor()) as usize } else { 1 };
    let text = format!("{percent:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}%")
}

/// What the matches that `semantics` counts are called: one, and many.
pub fn nouns(semantics: Semantics) -> (&'static str, &'static str) {
    match semantics {
        Semantics::Subgraphs => ("match", "matches"),
        Semantics::Embeddings => ("embedding", "embeddings"),
        Semantics::Homomorphisms => ("homomorphism", "homomorphisms"),
    }
}

/// How many matches there are, in words: `45 subgraphs match triangle (edge-induced, each counted once)`. `place` is
/// nothing, or where they are, as ` through 7`.
pub fn count_of(pattern: &str, matching: Matching, place: &str, count: u128) -> String {
    let how = matching.induced.name();
    let (one, many) = nouns(matching.semantics);
    let maps = || counted(count, one, many);
    match matching.semantics {
        Semantics::Subgraphs => {
            let subgraphs = counted(count, "subgraph", "subgraphs");
            let verb = if count == 1 { "matches" } else { "match" };
            format!("{subgraphs}{place} {verb} {pattern} ({how}-induced, each counted once)")
        }
        Semantics::Embeddings => format!("{}{place} of {pattern} ({how}-induced, injective maps)", maps()),
        Semantics::Homomorphisms => {
            format!("{}{place} of {pattern} ({how}-induced, not necessarily injective)", maps())
        }
    }
}

/// Which graph it was.
#[derive(Serialize)]
pub struct GraphReport {
    pub path: String,
    pub vertices: u64,
    pub edges: u64,
    /// Arcs, if the graph is directed; edges then counts the pairs of adjacent vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arcs: Option<u64>,
    /// How many labels vertices have, if they have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex_labels: Option<usize>,
    /// How many labels edges have, if they have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_labels: Option<usize>,
    /// The device that made the graph, if not the host did, or read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_on: Option<String>,
    #[serde(skip)]
    dropped: Option<String>,
}

impl GraphReport {
    /// Describes `graph`, which is called `path`.
    pub fn of(path: String, graph: &Graph) -> GraphReport {
        let report = graph.report();
        let parts =
            [(report.duplicates, "duplicate", "duplicates"), (report.self_loops, "self-loop", "self-loops")];
        let dropped: Vec<String> = parts
            .into_iter()
            .filter(|(number, ..)| *number > 0)
            .map(|(number, noun, plural)| counted(number, noun, plural))
            .collect();
        GraphReport {
            path,
            vertices: graph.csr().n().into(),
            edges: graph.csr().edges(),
            arcs: graph.attributes().arcs(),
            vertex_labels: graph.attributes().vertices.as_ref().map(|vertices| vertices.labels.len()),
            edge_labels: graph.attributes().edge_labels().map(|labels| labels.len()),
            made_on: place::made_on(graph.csr()).map(Device::to_string),
            dropped: (!dropped.is_empty()).then(|| dropped.join(", ")),
        }
    }
}

impl fmt::Display for GraphReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertices = counted(self.vertices, "vertex", "vertices");
        let edges = counted(self.edges, "edge", "edges");
        write!(f, "{}: {vertices}, {edges}", self.path)?;
        if let Some(arcs) = self.arcs {
            write!(f, " ({})", counted(arcs, "arc", "arcs"))?;
        }
        for (labels, of) in [(self.vertex_labels, "vertex"), (self.edge_labels, "edge")] {
            if let Some(labels) = labels {
                write!(f, ", {}", counted(labels as u128, &format!("{of} label"), &format!("{of} labels")))?;
            }
        }
        if let Some(device) = &self.made_on {
            write!(f, ", made on {device}")?;
        }
        match &self.dropped {
            Some(dropped) => write!(f, " (dropped: {dropped})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_two_digits_or_more() {
        assert_eq!(
            (percent(0.95), percent(0.00918), percent(0.5)),
            ("95%".into(), "0.92%".into(), "50%".into())
        );
        assert_eq!(
            (percent(0.999), percent(0.0000123), percent(0.0)),
            ("99.9%".into(), "0.0012%".into(), "0%".into())
        );
    }
}
