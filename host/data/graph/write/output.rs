//! Where a graph is written to: a file that appears whole or not at all.

use std::{
    fs, io,
    io::{BufWriter, Write},
    path::Path,
};

use flate2::write::GzEncoder;

use super::{WRITERS, Writer, write};
use crate::claim::{self, partial_name};
use crate::graph::{Graph, GraphError, GraphFormat};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// gzip.
    Gzip,
    /// zstd.
    Zstd,
}

/// The format of a file to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputFormat {
    /// The format.
    pub format: GraphFormat,
    /// What is wrapped around it.
    pub compression: Compression,
}

impl OutputFormat {
    /// What a file's name asks for: `.csr`, `.mtx`, `.lg`, or, for an edge list, `.el`, `.txt`, `.tsv` or `.edges`;
    /// each with `.gz` or `.zst` after it or not. Nothing for other names.
    pub fn of_name(path: &Path) -> Option<OutputFormat> {
        let name = path.file_name()?.to_str()?;
        let (name, compression) = match name.rsplit_once('.')? {
            (stem, "gz") => (stem, Compression::Gzip),
            (stem, "zst") => (stem, Compression::Zstd),
            _ => (name, Compression::None),
        };
        let ending = name.rsplit_once('.')?.1;
        let writer = WRITERS.iter().find(|writer| writer.endings.contains(&ending))?;
        Some(OutputFormat { format: writer.format, compression })
    }
}

/// Writes a graph to a file, or to standard output if `path` is `-`.
///
/// A file is written beside its place under another name, then renamed: it is never seen half written.
///
/// # Errors
/// [`GraphError::Write`], with what the system said; [`GraphError::CannotHold`] if the format would lose labels or
/// directions.
pub fn save(graph: &Graph, path: &Path, output: OutputFormat) -> Result<(), GraphError> {
    if let Some(writer) = Writer::of(output.format)
        && let Some(what) = (writer.cannot_hold)(graph)
    {
        return Err(GraphError::CannotHold { path: path.to_owned(), format: writer.title, what });
    }
    let saved = if path == Path::new("-") {
        write_compressed(graph, output, io::stdout().lock())
    } else if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        // A pipe or device cannot be replaced.
        fs::OpenOptions::new().write(true).open(path).and_then(|file| write_compressed(graph, output, file))
    } else {
        replace(path, |file| write_compressed(graph, output, file))
    };
    saved.map_err(|source| GraphError::Write { path: path.to_owned(), source })
}

fn replace(path: &Path, fill: impl FnOnce(&fs::File) -> io::Result<()>) -> io::Result<()> {
    // A link is kept, and what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // Whoever is killed here leaves it, and the next to write the file takes its place.
    let partial = partial_name(&target);
    let file = claim::create(&partial)?;
    let filled = fill(&file).and_then(|()| fs::rename(&partial, &target));
    if filled.is_err() {
        let _ = fs::remove_file(&partial);
    }
    filled
}

fn write_compressed(graph: &Graph, output: OutputFormat, writer: impl Write) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 17, writer);
    match output.compression {
        Compression::None => write(graph, output.format, &mut writer)?,
        Compression::Gzip => {
            let mut encoder = GzEncoder::new(&mut writer, flate2::Compression::default());
            write(graph, output.format, &mut encoder)?;
            encoder.finish()?;
        }
        Compression::Zstd => {
            let mut encoder = zstd::Encoder::new(&mut writer, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            write(graph, output.format, &mut encoder)?;
            encoder.finish()?;
        }
    }
    writer.flush()
}
