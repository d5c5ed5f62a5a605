//! Where the patterns go: to a file as they are found, or to memory until the search is over.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use motherlode::export;
use motherlode::mine::MineError;
use motherlode::mine::transactions::collect::{self, CollectedPattern, Top, condense};
use motherlode::mine::transactions::{
    Classes, FrequentPattern, PatternFormat, PatternText, PreparedDatabase, Threshold,
};
use motherlode::transactions::Database;

use super::features::{FeatureMatrix, MatrixFormat};
use super::{FsmArgs, draw};
use crate::cli::exit::Misuse;

/// Bytes that are written at a time.
const BLOCK: usize = 1 << 14;
/// A process that is killed stops writing between two pages of a file: patterns that lie in one page are there, or not.
const PAGE: u64 = 1 << 12;
/// How long a pattern may wait to be written.
const PATIENCE: Duration = Duration::from_millis(250);

/// Checks that the patterns can be written, before any work is done for them.
pub fn check(args: &FsmArgs) -> Result<(), Misuse> {
    if let Some(path) = args.features.as_deref() {
        matrix_format(path)?;
    }
    let outputs = [args.output.as_deref().filter(|path| *path != Path::new("-")), args.features.as_deref()];
    for path in outputs.into_iter().flatten() {
        if path.is_dir() {
            return Err(Misuse(format!("{}: is a directory; give a file in it", path.display())));
        }
        if path.is_file() && !args.force {
            return Err(Misuse(format!("{}: exists already; --force overwrites it", path.display())));
        }
    }
    Ok(())
}

/// The format of the features in `path`.
fn matrix_format(path: &Path) -> Result<MatrixFormat, Misuse> {
    let name = path.display();
    match MatrixFormat::of_name(path) {
        None => Err(Misuse(format!(
            "{name}: features are written to .csv, .arrow, .feather or .parquet; end FILE with one of these"
        ))),
        Some(format) if !format.is_built_in() => Err(Misuse(format!(
            "{name}: this build writes features to .csv alone: build it with the feature 'columnar'"
        ))),
        Some(format) => Ok(format),
    }
}

/// The patterns of a search.
pub struct Patterns<'p> {
    args: &'p FsmArgs,
    prepared: &'p PreparedDatabase,
    text: PatternText<'p>,
    keeping: Keeping,
    file: Mutex<PatternFile>,
}

/// What happens to a pattern that is found.
enum Keeping {
    Written,
    Top(Top),
    /// Until it is known which are closed or maximal.
    All(Mutex<Vec<CollectedPattern>>),
}

impl<'p> Patterns<'p> {
    /// Creates the file.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(
        args: &'p FsmArgs,
        database: &'p Database,
        prepared: &'p PreparedDatabase,
        classes: Option<&'p Classes>,
        threshold: &Threshold,
    ) -> Result<Self, MineError> {
        let out: Box<dyn Write + Send> = match args.output.as_deref() {
            None => Box::new(io::sink()),
            Some(path) if path == Path::new("-") => Box::new(io::stdout()),
            Some(path) => Box::new(export::create(path)?),
        };
        let keeping = match (args.top, args.condense()) {
            _ if args.discriminative => Keeping::All(Mutex::default()),
            (Some(k), _) => Keeping::Top(Top::new(k, threshold.clone())),
            (None, Some(_)) => Keeping::All(Mutex::default()),
            (None, None) => Keeping::Written,
        };
        let silent = args.output.is_none();
        let is_file = args.output.as_deref().is_some_and(|path| path != Path::new("-"));
        let file = PatternFile {
            out,
            silent,
            buffer: Vec::new(),
            flushed: 0,
            padding: is_file.then_some(match args.format {
                PatternFormat::GSpan => b'\n',
                PatternFormat::JsonLines => b' ',
            }),
            number: 0,
            written: Instant::now(),
            found: Tallies::default(),
            shown: Vec::new(),
            features: FeatureMatrix::default(),
        };
        let text = PatternText { database, format: args.format, classes, graphs: args.graphs };
        Ok(Patterns { args, prepared, text, keeping, file: Mutex::new(file) })
    }

    /// Writes the frequent vertices, if they are asked for.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_vertices(&mut self, support: u32) -> Result<(), MineError> {
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let supports = self.prepared.vertex_supports().iter();
        for (label, &count) in
            (0..).zip(supports).filter(|(_, count)| self.args.vertices && **count >= support)
        {
            let start = file.buffer.len();
            self.text.write_vertex(&mut file.buffer, file.number, label, count)?;
            file.keep_in_page(start);
            file.number += 1;
        }
        Ok(())
    }

    /// Takes a pattern.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn found(&self, found: FrequentPattern<'_>) -> Result<(), MineError> {
        match &self.keeping {
            Keeping::Written => self.write(found),
            Keeping::Top(top) => {
                top.add(found);
                Ok(())
            }
            Keeping::All(patterns) => {
                patterns.lock().unwrap_or_else(PoisonError::into_inner).push(found.into());
                Ok(())
            }
        }
    }

    /// Writes what was kept, the drawings and the features, and returns how many patterns were written.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> anyhow::Result<Tallies> {
        let keeping = std::mem::replace(&mut self.keeping, Keeping::Written);
        let kinds = self.prepared.kinds();
        let patterns = match keeping {
            Keeping::Written => Vec::new(),
            Keeping::Top(top) => top.finish(),
            Keeping::All(patterns) => {
                let patterns = patterns.into_inner().unwrap_or_else(PoisonError::into_inner);
                let mut patterns = match self.args.condense() {
                    Some(how) => condense(kinds, patterns, how),
                    None => patterns,
                };
                collect::sort(&mut patterns);
                patterns
            }
        };
        for pattern in self.ranked(patterns) {
            let found = pattern.found(kinds);
            if self.is_asked_for(&found) {
                self.write(found)?;
            }
        }
        let Patterns { args, prepared, text: PatternText { database, .. }, file, .. } = self;
        let mut file = file.into_inner().unwrap_or_else(PoisonError::into_inner);
        file.flush()?;
        if let Some(folder) = &args.draw {
            if !args.discriminative {
                collect::sort(&mut file.shown);
            }
            file.shown.truncate(draw::MOST);
            draw::draw(folder, database, prepared, &file.shown)?;
        }
        if let Some(path) = &args.features {
            let saved = file.features.save(path, matrix_format(path)?, database);
            saved.with_context(|| format!("{}: cannot write the features", path.display()))?;
        }
        Ok(file.found)
    }

    /// The patterns in the order of their growth rates, and as many as are asked for, if they are to be ranked so.
    fn ranked(&self, patterns: Vec<CollectedPattern>) -> Vec<CollectedPattern> {
        let Some(classes) = self.text.classes else { return patterns };
        let rate = |pattern: &CollectedPattern| {
            let graphs = pattern.graphs.as_deref().unwrap_or_default();
            classes.growth(&classes.supports(graphs)).rate
        };
        let mut rated: Vec<(f64, CollectedPattern)> =
            patterns.into_iter().map(|pattern| (rate(&pattern), pattern)).collect();
        // The sort is stable: among equals, the more frequent comes first.
        rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        rated.into_iter().map(|(_, pattern)| pattern).take(self.args.top.unwrap_or(usize::MAX)).collect()
    }

    /// Whether a pattern has as many edges and vertices as are asked for.
    fn is_asked_for(&self, found: &FrequentPattern<'_>) -> bool {
        let FsmArgs { min_edges, max_edges, min_vertices, max_vertices, .. } = self.args;
        let within =
            |size: usize, min: usize, max: Option<usize>| min <= size && max.is_none_or(|max| size <= max);
        within(found.code.len(), *min_edges, *max_edges)
            && within(found.vertices(), *min_vertices, *max_vertices)
    }

    fn write(&self, found: FrequentPattern<'_>) -> Result<(), MineError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = &mut *file;
        file.found.add(&found);
        if self.args.draw.is_some() {
            file.show(&found, self.args.discriminative);
        }
        if let (Some(_), Some(graphs)) = (&self.args.features, found.graphs) {
            file.features.add(file.number, graphs);
        }
        let number = file.number;
        file.number += 1;
        if !file.silent {
            let start = file.buffer.len();
            self.text.write(&mut file.buffer, number, &found)?;
            file.keep_in_page(start);
            if file.buffer.len() >= BLOCK || file.written.elapsed() >= PATIENCE {
                file.flush()?;
            }
        }
        Ok(())
    }
}

/// A file to which whole patterns are written.
struct PatternFile {
    out: Box<dyn Write + Send>,
    /// Whether nothing is to be written.
    silent: bool,
    buffer: Vec<u8>,
    /// Bytes before the buffer's.
    flushed: u64,
    /// For a file, what may stand between two patterns, and means nothing.
    padding: Option<u8>,
    number: u64,
    written: Instant,
    found: Tallies,
    /// Those to be drawn, and some more.
    shown: Vec<CollectedPattern>,
    features: FeatureMatrix,
}

/// How many patterns were found, and how many embeddings they have, by their edges.
#[derive(Debug, Default)]
pub struct Tallies {
    pub patterns: BTreeMap<usize, u64>,
    pub embeddings: BTreeMap<usize, u64>,
}

impl Tallies {
    fn add(&mut self, found: &FrequentPattern<'_>) {
        *self.patterns.entry(found.code.len()).or_default() += 1;
        *self.embeddings.entry(found.code.len()).or_default() += found.embeddings;
    }
}

impl PatternFile {
    /// Keeps a pattern for the drawings: the first that come, or the most frequent.
    fn show(&mut self, found: &FrequentPattern<'_>, in_order: bool) {
        if !in_order || self.shown.len() < draw::MOST {
            self.shown.push(FrequentPattern { graphs: None, ..*found }.into());
        }
        if !in_order && self.shown.len() >= 20 * draw::MOST {
            collect::sort(&mut self.shown);
            self.shown.truncate(draw::MOST);
        }
    }

    /// Moves the last pattern, from `start` on in the buffer, to the start of a page if it fits in one, but lies in two.
    fn keep_in_page(&mut self, start: usize) {
        let Some(padding) = self.padding else { return };
        let length = (self.buffer.len() - start) as u64;
        let left = PAGE - (self.flushed + start as u64) % PAGE;
        if left < length && length <= PAGE {
            self.buffer.splice(start..start, iter::repeat_n(padding, left as usize));
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        self.flushed += self.buffer.len() as u64;
        self.buffer.clear();
        self.written = Instant::now();
        Ok(())
    }
}
