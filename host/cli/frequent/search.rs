//! A search under way: what it has found is kept or counted, and saved now and then.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use motherlode::graph::Graph;
use motherlode::mine::frequent::{
    self, CollectedSubgraph, FrequentSubgraph, ImageOptions, Listener, PreparedGraph, SearchProgress, Sites,
    SoFar,
};
use motherlode::mine::transactions::Threshold;
use motherlode::mine::transactions::collect::{OpenPatterns, Top, condense};
use motherlode::mine::{Context, MineError, Placed};
use motherlode::plan::Matching;
use motherlode::runtime::{RuntimeError, Team};
use serde::{Deserialize, Serialize};

use super::FrequentArgs;
use crate::checkpoint::{Checkpoint, JobIdentity};
use crate::exit::Misuse;
use crate::signals;

/// How long it may take to choose what is right of what a search has found that was stopped.
const CHOOSING: Duration = Duration::from_millis(300);

/// How many patterns there are, by their edges.
pub type ByEdges = BTreeMap<usize, u64>;

/// What becomes of the patterns.
enum Keeping {
    Counted(ByEdges),
    All(Vec<CollectedSubgraph>),
    Top(Top<CollectedSubgraph>),
}

/// What a checkpoint has.
#[derive(Default, Serialize, Deserialize)]
struct SavedSearch {
    progress: SearchProgress,
    counted: ByEdges,
    patterns: Vec<CollectedSubgraph>,
}

/// What is asked for of the patterns that were found.
pub struct ReportedSubgraphs {
    /// None, where they are only counted.
    pub patterns: Vec<CollectedSubgraph>,
    pub by_edges: ByEdges,
    /// It is to be removed when everything is written.
    pub checkpoint: Option<Checkpoint>,
    /// Why not everything was chosen that could be, if it was not.
    pub ended: Result<(), RuntimeError>,
}

/// A search under way.
pub struct SubgraphSearch<'s> {
    args: &'s FrequentArgs,
    prepared: &'s PreparedGraph,
    keeping: Keeping,
    checkpoint: Option<Checkpoint>,
    /// Where the search began, and after that how far it has come.
    progress: SearchProgress,
    /// Why the checkpoint could not be saved.
    failure: Option<anyhow::Error>,
}

impl<'s> SubgraphSearch<'s> {
    /// A search from the beginning, or from where the checkpoint says.
    ///
    /// # Errors
    /// A checkpoint that cannot be read, or is of another job.
    pub fn new(
        args: &'s FrequentArgs,
        graph: &Graph,
        prepared: &'s PreparedGraph,
        threshold: Threshold,
    ) -> anyhow::Result<SubgraphSearch<'s>> {
        let (mut checkpoint, mut saved) = (None, SavedSearch::default());
        if let Some(path) = &args.checkpoint.checkpoint {
            let support = threshold.get();
            let sizes = (args.min_edges, args.max_edges, args.max_vertices);
            let labels = (&args.vertex_labels, &args.edge_labels);
            let what = (args.is_exact(), args.with_images, args.top, args.condense(), args.keeps());
            let options = format!("{support} {sizes:?} {labels:?} {what:?}");
            let job = JobIdentity::new("frequent", graph, "", Matching::default(), "", options);
            let (opened, state) = args.checkpoint.open::<SavedSearch>(job)?;
            (checkpoint, saved) = (opened, state.unwrap_or_default());
            if !saved.progress.fits(prepared) {
                let path = path.display();
                return Err(Misuse(format!("{path}: is damaged; remove it to start anew")).into());
            }
        }
        let SavedSearch { progress, counted, patterns } = saved;
        let keeping = match args.top {
            Some(k) => {
                let top = Top::new(k, threshold);
                patterns.into_iter().for_each(|pattern| top.add(pattern));
                Keeping::Top(top)
            }
            None if args.keeps() => Keeping::All(patterns),
            None => Keeping::Counted(counted),
        };
        Ok(SubgraphSearch { args, prepared, keeping, checkpoint, progress, failure: None })
    }

    /// Runs it. What is returned without being an error of this call is that it was stopped.
    ///
    /// # Errors
    /// A search that failed; a checkpoint that cannot be saved.
    pub fn run(
        &mut self,
        sites: &Sites<'_>,
        team: &Team,
        options: &ImageOptions,
    ) -> anyhow::Result<Result<(), MineError>> {
        let from = self.progress.clone();
        let ended = stopped(frequent::mine_from(sites, team, options, from, self));
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if !matches!(ended, Ok(Ok(()))) {
            self.save()?;
        }
        ended
    }

    /// Does the same by tables, without a checkpoint.
    ///
    /// # Errors
    /// Tables that cannot be made.
    pub fn run_tables(
        &mut self,
        placed: &Placed,
        options: &ImageOptions,
    ) -> anyhow::Result<Result<(), MineError>> {
        let prepared = self.prepared;
        stopped(frequent::mine_by_tables(placed, prepared, options, |found| self.found(found)))
    }

    fn save(&mut self) -> anyhow::Result<()> {
        let Some(checkpoint) = &mut self.checkpoint else { return Ok(()) };
        let (counted, patterns) = match &self.keeping {
            Keeping::Counted(counted) => (counted.clone(), Vec::new()),
            Keeping::All(patterns) => (ByEdges::new(), patterns.clone()),
            Keeping::Top(top) => (ByEdges::new(), top.so_far()),
        };
        checkpoint.save(SavedSearch { progress: self.progress.clone(), counted, patterns })
    }

    /// Chooses what is asked for of the patterns; of a search that was `stopped`, what is right whatever it would have
    /// found. If it was not, `context` may stop this, and the checkpoint goes on from here.
    ///
    /// # Errors
    /// A checkpoint that cannot be saved.
    pub fn finish(mut self, stopped: bool, context: &Context) -> anyhow::Result<ReportedSubgraphs> {
        if !stopped && self.args.condense().is_some() {
            self.save()?;
        }
        let context = match stopped {
            true => Context::default().ending_at(Instant::now() + CHOOSING),
            false => context.clone(),
        };
        let SubgraphSearch { args, prepared, keeping, checkpoint, .. } = self;
        let open = |patterns: &[CollectedSubgraph], min_edges| match stopped {
            true => OpenPatterns::of_levels(patterns, min_edges),
            false => OpenPatterns::default(),
        };
        let mut ended = Ok(());
        let patterns = match keeping {
            Keeping::Counted(by_edges) => {
                return Ok(ReportedSubgraphs { patterns: Vec::new(), by_edges, checkpoint, ended });
            }
            Keeping::Top(top) => {
                let open = open(&top.so_far(), args.min_edges);
                let mut patterns = top.finish();
                let certain = patterns.iter().take_while(|pattern| !open.may_precede(*pattern)).count();
                patterns.truncate(certain);
                patterns
            }
            Keeping::All(mut patterns) => {
                if let Some(how) = args.condense() {
                    let open = open(&patterns, 1);
                    (patterns, ended) = condense(prepared.kinds(), patterns, how, &open, &context);
                    patterns.retain(|pattern| args.asks_for(pattern));
                }
                patterns
            }
        };
        let mut by_edges = ByEdges::new();
        for pattern in &patterns {
            *by_edges.entry(pattern.code.len()).or_default() += 1;
        }
        Ok(ReportedSubgraphs { patterns, by_edges, checkpoint, ended })
    }
}

/// A search that was stopped, apart from one that failed.
fn stopped(ended: Result<(), MineError>) -> anyhow::Result<Result<(), MineError>> {
    match ended {
        Err(MineError::Runtime(RuntimeError::Interrupted | RuntimeError::Deadline)) => {
            signals::has_stopped();
            Ok(ended)
        }
        Ok(()) => Ok(ended),
        Err(error) => Err(error.into()),
    }
}

impl Listener for SubgraphSearch<'_> {
    fn found(&mut self, found: FrequentSubgraph<'_>) -> Result<(), MineError> {
        match &mut self.keeping {
            Keeping::Counted(counted) => *counted.entry(found.code.len()).or_default() += 1,
            Keeping::All(patterns) => patterns.push(found.into()),
            Keeping::Top(top) => top.add(found),
        }
        Ok(())
    }

    fn advanced(&mut self, so_far: SoFar<'_>) -> Result<(), MineError> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        self.progress = so_far.progress();
        if checkpoint.is_due()
            && let Err(error) = self.save()
        {
            let reason = io::Error::other(error.to_string());
            self.failure = Some(error);
            return Err(reason.into());
        }
        Ok(())
    }
}
