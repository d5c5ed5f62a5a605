//! How far a search has come, for whoever watches it.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Counters of a search in progress.
#[derive(Debug, Default)]
pub struct SearchStatus {
    patterns: AtomicU64,
    edges: AtomicU64,
    embeddings: AtomicU64,
    frontier: AtomicU64,
    /// Nanoseconds of each [`Stage`].
    stages: [AtomicU64; 4],
}

/// What the time of a search is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Counting the extensions of patterns.
    Count,
    /// Judging on the CPU which of them make patterns, and reporting those.
    Judge,
    /// Growing embeddings.
    Grow,
    /// Both counting one window and judging another.
    Overlap,
}

impl SearchStatus {
    /// Patterns reported.
    pub fn patterns(&self) -> u64 {
        self.patterns.load(Relaxed)
    }

    /// Edges of the patterns that were grown last.
    pub fn edges(&self) -> u64 {
        self.edges.load(Relaxed)
    }

    /// Embeddings of the patterns that were grown last.
    pub fn frontier(&self) -> u64 {
        self.frontier.load(Relaxed)
    }

    /// Embeddings whose extensions were found.
    pub fn embeddings(&self) -> u64 {
        self.embeddings.load(Relaxed)
    }

    /// The time that a stage took so far: on the CPU of all threads together; on other devices by the clock.
    pub fn time(&self, stage: Stage) -> Duration {
        Duration::from_nanos(self.stages[stage as usize].load(Relaxed))
    }

    pub(super) fn took(&self, stage: Stage, time: Duration) {
        self.stages[stage as usize].fetch_add(time.as_nanos() as u64, Relaxed);
    }

    pub(super) fn enter(&self, edges: usize, embeddings: u64) {
        self.edges.store(edges as u64, Relaxed);
        self.frontier.store(embeddings, Relaxed);
        self.embeddings.fetch_add(embeddings, Relaxed);
    }

    pub(super) fn add_pattern(&self) {
        self.patterns.fetch_add(1, Relaxed);
    }
}

/// How long two things went on at the same time.
#[derive(Debug)]
pub(super) struct Overlap {
    start: Instant,
    /// Nanoseconds until the first of them ended.
    both: AtomicU64,
}

impl Overlap {
    /// Both start.
    pub(super) fn start() -> Overlap {
        Overlap { start: Instant::now(), both: AtomicU64::new(u64::MAX) }
    }

    /// One of them has ended.
    pub(super) fn one_ended(&self) {
        self.both.fetch_min(self.start.elapsed().as_nanos() as u64, Relaxed);
    }

    /// Adds the time to that of the search.
    pub(super) fn note(&self, status: &SearchStatus) {
        status.took(Stage::Overlap, Duration::from_nanos(self.both.load(Relaxed)));
    }
}
