//! Patterns in the order in which they are written, which depends on the database and the options alone.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use motherlode::export;
use motherlode::mine::transactions::collect::CollectedPattern;
use motherlode::mine::transactions::{PatternText, PreparedDatabase};
use rayon::prelude::*;

use super::FsmArgs;
use super::features::FeatureMatrix;
use super::found::FoundFile;
use crate::report::cannot_write;

/// Patterns that a thread formats at a time.
const PIECE: usize = 1 << 10;
/// Patterns that are formatted before they are written.
const BLOCK: usize = 1 << 16;

/// What FILE is called while its patterns are written in order.
pub(super) fn ordered_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".ordered");
    name.into()
}

/// Patterns in the order in which they are written.
pub(super) struct OrderedPatterns<'p> {
    pub(super) args: &'p FsmArgs,
    pub(super) prepared: &'p PreparedDatabase,
    pub(super) text: PatternText<'p>,
    pub(super) support: u32,
    pub(super) patterns: &'p [CollectedPattern],
}

impl OrderedPatterns<'_> {
    /// Writes them to standard output, a device or a pipe, or to the file that goes by another name until it is whole.
    ///
    /// # Errors
    /// When it cannot be written; the error says what was kept.
    pub(super) fn save(&self, path: &Path, found: Option<FoundFile>) -> anyhow::Result<()> {
        let Some(mut found) = found else {
            return match path == Path::new("-") {
                true => self.write(&mut io::stdout()).context(cannot_write("standard output")),
                false => {
                    let written = export::create(path).and_then(|mut file| self.write(&mut file));
                    written.with_context(|| cannot_write(path.display()))
                }
            };
        };
        let ordered = ordered_name(path);
        let written = found
            .flush()
            .and_then(|()| export::create(&ordered))
            .and_then(|mut file| self.write(&mut file).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&ordered, path));
        if let Err(error) = written {
            let _ = fs::remove_file(&ordered);
            let error = anyhow::Error::new(error).context(cannot_write(path.display()));
            return Err(match found.leave() {
                Some(kept) => error.context(kept),
                None => error,
            });
        }
        Ok(found.remove()?)
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let vertices = self.vertices();
        for (number, &(label, support)) in (0..).zip(&vertices) {
            self.text.write_vertex(out, number, label, support)?;
        }
        let kinds = self.prepared.kinds();
        let mut first = vertices.len() as u64;
        for block in self.patterns.chunks(BLOCK) {
            let piece = |(piece, patterns): (usize, &[CollectedPattern])| {
                let mut text = Vec::new();
                for (number, pattern) in (first + (piece * PIECE) as u64..).zip(patterns) {
                    self.text.write(&mut text, number, &pattern.found(kinds))?;
                }
                Ok(text)
            };
            let pieces: io::Result<Vec<Vec<u8>>> = block.par_chunks(PIECE).enumerate().map(piece).collect();
            pieces?.iter().try_for_each(|piece| out.write_all(piece))?;
            first += block.len() as u64;
        }
        out.flush()
    }

    /// The labels of frequent vertices and their supports, if they are asked for.
    fn vertices(&self) -> Vec<(u32, u32)> {
        let supports = (0..).zip(self.prepared.vertex_supports().iter().copied());
        supports.filter(|(_, support)| self.args.vertices && *support >= self.support).collect()
    }

    /// Which graphs contain them.
    pub(super) fn features(&self) -> FeatureMatrix {
        let mut features = FeatureMatrix::default();
        for (number, pattern) in (self.vertices().len() as u64..).zip(self.patterns) {
            features.add(number, pattern.graphs.as_deref().unwrap_or_default());
        }
        features
    }
}
