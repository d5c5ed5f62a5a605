//! What becomes of the patterns: they are kept until the search is over, put in order, and written.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use motherlode::export::is_special;
use motherlode::mine::transactions::collect::{
    self, CollectedPattern, OpenPatterns, Top, Unexplored, condense, ranked,
};
use motherlode::mine::transactions::{Classes, FrequentPattern, PatternText, PreparedDatabase, Threshold};
use motherlode::mine::{Context, MineError};
use motherlode::runtime::RuntimeError;
use motherlode::transactions::Database;
use parking_lot::{Mutex, RwLock};

use super::features::MatrixFormat;
use super::found::FoundFile;
use super::ordered::{OrderedPatterns, ordered_name};
use super::{FsmArgs, draw};
use crate::exit::Misuse;
use crate::overwrite::{Files, check_place};
use crate::report::cannot_write;

/// Checks that the patterns can be written, before any work is done for them.
pub fn check(args: &FsmArgs) -> Result<(), Misuse> {
    if let Some(path) = args.features.as_deref() {
        matrix_format(path)?;
    }
    let outputs = [args.output.as_deref().filter(|path| *path != Path::new("-")), args.features.as_deref()];
    for path in outputs.into_iter().flatten() {
        check_place(path, args.force)?;
    }
    let contradictions = [
        ("edges", args.min_edges, args.max_edges.filter(|_| !args.vertices)),
        ("vertices", args.min_vertices, args.max_vertices),
    ];
    for (what, min, max) in contradictions {
        if let Some(max) = max.filter(|max| *max < min) {
            let reason = format!("--max-{what} {max} is less than --min-{what} {min}: no pattern has both");
            return Err(Misuse(reason));
        }
    }
    if let Some(page) = args.draw.as_deref().map(draw::page).filter(|page| page.is_file() && !args.force) {
        return Err(Misuse(format!("{}: exists already; --force overwrites it", page.display())));
    }
    let files = Files::default().reading(Some(&args.database));
    let ordered = args.output.as_deref().filter(|path| *path != Path::new("-")).map(ordered_name);
    let files = files.writing(args.output.as_deref()).replacing(ordered.as_deref());
    files.writing(args.features.as_deref()).check()
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
    keeping: RwLock<Keeping>,
    /// What the search has not come to, where what is asked for depends on that.
    unexplored: Option<Arc<Unexplored>>,
    /// What FILE is until it is whole, if it is a file.
    file: Mutex<Option<FoundFile>>,
}

/// What happens to a pattern that is found.
enum Keeping {
    /// Nobody asks for its text: it is counted, and perhaps drawn.
    Counted(Mutex<(PatternTallies, PicturedPatterns)>),
    Top(Top<CollectedPattern>),
    /// Until the search is over, and they can be put in order.
    All(Mutex<Vec<CollectedPattern>>),
    /// Nothing: the others were taken.
    Over,
}

/// The patterns that are asked for, in order.
pub struct ReportedPatterns {
    patterns: Vec<CollectedPattern>,
    /// What was counted, where patterns are not kept.
    counted: Option<PatternTallies>,
}

/// How many patterns were found, and how many embeddings they have, by their edges.
#[derive(Debug, Default)]
pub struct PatternTallies {
    pub patterns: BTreeMap<usize, u64>,
    pub embeddings: BTreeMap<usize, u128>,
}

/// The most frequent patterns, and some more.
#[derive(Default)]
struct PicturedPatterns(Vec<CollectedPattern>);

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
    ) -> anyhow::Result<Self> {
        let path = args.output.as_deref().filter(|path| *path != Path::new("-") && !is_special(path));
        let file = path
            .map(|path| FoundFile::create(path).with_context(|| cannot_write(path.display())))
            .transpose()?;
        let all = args.discriminative
            || args.condense().is_some()
            || args.output.is_some()
            || args.features.is_some();
        let keeping = match args.top {
            Some(k) if !args.discriminative => Keeping::Top(Top::new(k, threshold.clone())),
            _ if all => Keeping::All(Mutex::default()),
            _ => Keeping::Counted(Mutex::default()),
        };
        let text = PatternText { database, format: args.format, classes, graphs: args.with_graphs };
        let unexplored = (args.condense().is_some() || args.top.is_some()).then(Arc::default);
        let (keeping, file) = (RwLock::new(keeping), Mutex::new(file));
        Ok(Patterns { args, prepared, text, keeping, unexplored, file })
    }

    /// Where the search says what it has not come to, if that is asked for.
    pub fn unexplored(&self) -> Option<&Arc<Unexplored>> {
        self.unexplored.as_ref()
    }

    /// Takes a pattern.
    ///
    /// # Errors
    /// When the file cannot be written, the patterns were taken already, or embeddings pass 128 bits.
    pub fn found(&self, found: FrequentPattern<'_>) -> Result<(), MineError> {
        match &*self.keeping.read() {
            Keeping::Over => return Err(RuntimeError::Interrupted.into()),
            Keeping::Counted(counted) => {
                let (tallies, drawn) = &mut *counted.lock();
                tallies.add(&found)?;
                if self.args.draw.is_some() {
                    drawn.add(&found);
                }
            }
            Keeping::Top(top) => top.add(found),
            Keeping::All(patterns) => {
                // Of others it is not known yet whether they are asked for.
                if let (Some(file), false, None) =
                    (&mut *self.file.lock(), self.args.discriminative, self.args.condense())
                {
                    file.write(self.text, &found)?;
                }
                patterns.lock().push(found.into());
            }
        }
        Ok(())
    }

    /// What to say of a search that failed: what is left of it.
    pub fn failure(&self, error: MineError) -> anyhow::Error {
        let error = anyhow::Error::new(error);
        match self.file.lock().take().and_then(FoundFile::leave) {
            Some(kept) => error.context(kept),
            None => error,
        }
    }

    /// Takes what was found, which may go on being found, and chooses from it what is asked for. Of a search that was
    /// `stopped`, that is what is right whatever it would have found.
    ///
    /// # Errors
    /// Why not everything was chosen that could be, with what was: `context` stopped it.
    pub fn choose(&self, stopped: bool, context: &Context) -> (ReportedPatterns, Result<(), RuntimeError>) {
        // First what is unexplored, then what was found: what is found in between is dropped, and counts as unexplored.
        let unexplored = self.unexplored.as_ref().filter(|_| stopped);
        let open = unexplored.map_or_else(OpenPatterns::default, |unexplored| unexplored.now());
        let mut keeping = self.keeping.write();
        let keeping = std::mem::replace(&mut *keeping, Keeping::Over);
        let (args, kinds) = (self.args, self.prepared.kinds());
        let (mut patterns, mut counted, mut ended) = (Vec::new(), None, Ok(()));
        match keeping {
            Keeping::Over => {}
            Keeping::Counted(both) => {
                let (tallies, drawn) = both.into_inner();
                (patterns, counted) = (drawn.0, Some(tallies));
            }
            Keeping::Top(top) => patterns = top.finish(),
            Keeping::All(all) => {
                patterns = all.into_inner();
                if let Some(how) = args.condense() {
                    (patterns, ended) = condense(kinds, patterns, how, &open, context);
                }
            }
        }
        collect::sort(&mut patterns);
        if let Some(classes) = self.text.classes {
            patterns = ranked(classes, patterns, args.top, &open);
        } else if args.top.is_some() {
            let certain = patterns.iter().take_while(|pattern| !open.may_precede(*pattern)).count();
            patterns.truncate(certain);
        }
        patterns.retain(|pattern| args.asks_for(&pattern.found(kinds)));
        (ReportedPatterns { patterns, counted }, ended)
    }

    /// Writes the patterns, the drawings and the features, and returns how many patterns were written.
    ///
    /// # Errors
    /// When a file cannot be written, or embeddings pass 128 bits.
    pub fn write(&self, chosen: ReportedPatterns, support: u32) -> anyhow::Result<PatternTallies> {
        let Patterns { args, prepared, text, .. } = *self;
        let ReportedPatterns { patterns, counted } = chosen;
        let tallies = counted.map_or_else(
            || {
                let mut tallies = PatternTallies::default();
                patterns.iter().try_for_each(|pattern| tallies.add(&pattern.found(prepared.kinds())))?;
                Ok::<_, MineError>(tallies)
            },
            Ok,
        )?;

        let ordered = OrderedPatterns { args, prepared, text, support, patterns: &patterns };
        if let Some(path) = args.output.as_deref() {
            ordered.save(path, self.file.lock().take())?;
        }
        if let Some(folder) = &args.draw {
            draw::draw(folder, text.database, prepared, &patterns[..patterns.len().min(draw::MOST)])?;
        }
        if let Some(path) = &args.features {
            let saved = ordered.features().save(path, matrix_format(path)?, text.database);
            saved.with_context(|| format!("{}: cannot write the features", path.display()))?;
        }
        Ok(tallies)
    }
}

impl FsmArgs {
    /// Whether a pattern has as many edges and vertices as are asked for.
    fn asks_for(&self, found: &FrequentPattern<'_>) -> bool {
        let within =
            |size: usize, min: usize, max: Option<usize>| min <= size && max.is_none_or(|max| size <= max);
        within(found.code.len(), self.min_edges, self.max_edges)
            && within(found.vertices(), self.min_vertices, self.max_vertices)
    }
}

impl PatternTallies {
    fn add(&mut self, found: &FrequentPattern<'_>) -> Result<(), MineError> {
        let edges = found.code.len();
        *self.patterns.entry(edges).or_default() += 1;
        let embeddings = self.embeddings.entry(edges).or_default();
        *embeddings = embeddings.checked_add(found.embeddings).ok_or(MineError::CountOverflow)?;
        Ok(())
    }
}

impl PicturedPatterns {
    fn add(&mut self, found: &FrequentPattern<'_>) {
        self.0.push(FrequentPattern { graphs: None, ..*found }.into());
        if self.0.len() >= 20 * draw::MOST {
            collect::sort(&mut self.0);
            self.0.truncate(draw::MOST);
        }
    }
}
