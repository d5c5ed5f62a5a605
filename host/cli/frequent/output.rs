//! Where the patterns are written.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use motherlode::export::RowFile;
use motherlode::graph::VertexIds;
use motherlode::mine::frequent::{CollectedSubgraph, PreparedGraph, SubgraphText};
use motherlode::mine::transactions::PatternFormat;

use super::FrequentArgs;
use crate::report::cannot_write;

/// Where the patterns go: this job has it for itself from its start, and it is whole at its end.
pub struct PatternFile<'s> {
    text: SubgraphText<'s>,
    place: PatternsGo,
}

enum PatternsGo {
    Nowhere,
    Stdout,
    File(PathBuf, RowFile),
}

impl<'s> PatternFile<'s> {
    /// The one that is asked for.
    ///
    /// # Errors
    /// When it cannot be created, or another job is writing it.
    pub fn create(
        args: &FrequentArgs,
        prepared: &'s PreparedGraph,
        ids: &'s VertexIds,
    ) -> anyhow::Result<PatternFile<'s>> {
        let (place, by_name) = match args.output.as_deref() {
            None => (PatternsGo::Nowhere, PatternFormat::GSpan),
            Some(path) if path == Path::new("-") => (PatternsGo::Stdout, PatternFormat::GSpan),
            Some(path) => {
                let file = RowFile::create(path).with_context(|| cannot_write(path.display()))?;
                let is_lines = path.extension().is_some_and(|end| end == "jsonl" || end == "ndjson");
                let format = if is_lines { PatternFormat::JsonLines } else { PatternFormat::GSpan };
                (PatternsGo::File(path.to_owned(), file), format)
            }
        };
        let text = SubgraphText::new(prepared, ids, args.output_format.unwrap_or(by_name));
        Ok(PatternFile { text, place })
    }

    /// Writes the patterns, which are numbered as they come.
    ///
    /// # Errors
    /// When that cannot be done: then no file is left.
    pub fn write(self, patterns: &[CollectedSubgraph]) -> anyhow::Result<()> {
        match self.place {
            PatternsGo::Nowhere => Ok(()),
            PatternsGo::Stdout => {
                let written = write_all(self.text, patterns, &mut io::stdout().lock());
                written.context(cannot_write("standard output"))
            }
            PatternsGo::File(path, mut file) => {
                let written = match write_all(self.text, patterns, &mut file) {
                    Ok(()) => file.finish(),
                    Err(error) => {
                        file.discard();
                        Err(error)
                    }
                };
                written.with_context(|| cannot_write(path.display()))
            }
        }
    }

    /// Leaves nothing.
    pub fn discard(self) {
        if let PatternsGo::File(_, file) = self.place {
            file.discard();
        }
    }
}

fn write_all(text: SubgraphText<'_>, patterns: &[CollectedSubgraph], out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    for (number, pattern) in (0..).zip(patterns) {
        text.write(&mut out, number, pattern)?;
    }
    out.flush()
}
