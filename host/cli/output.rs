//! Files that graphs are written to.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use clap::Args;
use motherlode::export::write_whole;
use motherlode::graph::{self, Compression, Graph, GraphFormat, OutputFormat};

use super::exit::Misuse;
use super::formats;
use super::overwrite::check_place;
use super::report::{GraphReport, write_out};

/// How a graph is written.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output options")]
pub struct OutputArgs {
    /// Overwrite the file if it exists
    ///
    /// Without it, a file that exists is left alone, and that is an error. It has no effect on standard output.
    #[arg(long, global = true)]
    force: bool,

    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        help = formats::of_output(),
        long_help = formats::of_output_in_full(),
        value_parser = formats::output(),
        hide_possible_values = true
    )]
    output_format: Option<String>,
}

impl OutputArgs {
    /// Writes text to `path`, compressed as its name says.
    ///
    /// # Errors
    /// A file that exists, without --force; a file that cannot be written.
    pub fn stream<T>(
        &self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> anyhow::Result<T> {
        check_place(path, self.force)?;
        if path == Path::new("-") {
            let mut out = BufWriter::new(io::stdout().lock());
            let result = write(&mut out)?;
            out.flush()?;
            return Ok(result);
        }
        let written = write_whole(path, |file| match compression(path) {
            Compression::None => write(file),
            Compression::Gzip => {
                let mut out = flate2::write::GzEncoder::new(file, flate2::Compression::default());
                write(&mut out).and_then(|result| out.try_finish().map(|()| result))
            }
            Compression::Zstd => {
                zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL).and_then(|mut out| {
                    let result = write(&mut out)?;
                    out.finish()?;
                    Ok(result)
                })
            }
        });
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Checks that `path` can be written, before any work is done for it.
    ///
    /// # Errors
    /// A file that exists, without --force; a name that does not tell the format.
    pub fn plan(&self, path: &Path) -> Result<OutputFormat, Misuse> {
        plan(path, self.output_format.as_deref(), self.force)
    }

    /// Writes `graph` to `path`, and says so unless that is standard output.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, graph: &Graph, path: &Path, format: OutputFormat) -> anyhow::Result<()> {
        graph::save(graph, path, format)?;
        if path != Path::new("-") {
            let report = GraphReport::of(path.display().to_string(), graph);
            write_out(format!("wrote {report}\n").as_bytes())?;
        }
        Ok(())
    }
}

/// Checks that a graph can be written to `path`, in the format that is `asked` for or that the name tells.
///
/// # Errors
/// A file that exists, unless it is to be overwritten by `force`; a name that does not tell the format.
pub fn plan(path: &Path, asked: Option<&str>, force: bool) -> Result<OutputFormat, Misuse> {
    check_place(path, force)?;
    let asked: Option<GraphFormat> = asked.and_then(|name| name.parse().ok());
    let default = (path == Path::new("-")).then_some(GraphFormat::EdgeList);
    match asked.or(default) {
        Some(format) => Ok(OutputFormat { format, compression: compression(path) }),
        None => OutputFormat::of_name(path).ok_or_else(|| {
            Misuse(format!(
                "{}: the name does not tell the format: end it with {}, with .gz or .zst after that or not, or give \
                 --output-format",
                path.display(),
                formats::output_endings()
            ))
        }),
    }
}

fn compression(path: &Path) -> Compression {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Compression::Gzip,
        Some("zst") => Compression::Zstd,
        _ => Compression::None,
    }
}
