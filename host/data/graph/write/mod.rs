//! Writers: each file has one, and declares it.

mod csr_file;
mod edge_list;
mod edges;
mod matrix_market;
mod names;
mod output;
mod records;

use std::io;

pub use output::{Compression, OutputFormat, save};

use super::{Graph, GraphFormat};

/// How a format is written, declared once.
pub struct Writer {
    /// The format.
    pub format: GraphFormat,
    /// What names of such files end with, without the dot.
    pub endings: &'static [&'static str],
    /// What such files are, in words, with the verb: `is Matrix Market`.
    pub words: &'static str,
    /// What a message calls such a file, with its article.
    title: &'static str,
    write: fn(&Graph, &mut dyn io::Write) -> io::Result<()>,
    /// What of a graph would be lost; nothing if the format can hold all.
    cannot_hold: fn(&Graph) -> Option<&'static str>,
}

/// The formats that are written, in the order in which messages tell them.
pub static WRITERS: [Writer; 4] =
    [csr_file::WRITER, matrix_market::WRITER, records::WRITER, edge_list::WRITER];

impl Writer {
    /// The one of a format, unless that is read only.
    pub fn of(format: GraphFormat) -> Option<&'static Writer> {
        WRITERS.iter().find(|writer| writer.format == format)
    }
}

/// Writes a graph in a format, uncompressed.
///
/// # Errors
/// What the writer reports.
pub fn write(graph: &Graph, format: GraphFormat, mut writer: impl io::Write) -> io::Result<()> {
    let known = Writer::of(format).ok_or_else(|| io::Error::other("this format is read only"))?;
    match (known.cannot_hold)(graph) {
        Some(what) => Err(io::Error::other(format!("the format has no place for {what}"))),
        None => (known.write)(graph, &mut writer),
    }
}
