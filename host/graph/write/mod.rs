//! Writers.

mod csr_file;
mod output;
mod text;

use std::io;

pub use output::{Compression, OutputFormat, save};

use super::{Format, Graph};

/// Writes a graph in a format, uncompressed.
///
/// # Errors
/// What the writer reports.
pub fn write(graph: &Graph, format: Format, mut writer: impl io::Write) -> io::Result<()> {
    match format {
        Format::EdgeList => text::write_edge_list(graph, &mut writer),
        Format::MatrixMarket => text::write_matrix_market(graph, &mut writer),
        Format::Csr => csr_file::write(graph, &mut writer),
    }
}
