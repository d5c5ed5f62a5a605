//! Writers: each file has one, and declares it.

mod csr_file;
mod edge_list;
mod edges;
mod matrix_market;
mod names;
mod output;
mod records;
mod writer;

use std::io;

pub use output::{Compression, OutputFormat, save};
pub use writer::Writer;

use super::{Graph, GraphFormat};

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
