//! How far a search has come, for whoever watches it.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Counters of a search in progress.
#[derive(Debug, Default)]
pub struct Status {
    patterns: AtomicU64,
    edges: AtomicU64,
    embeddings: AtomicU64,
    frontier: AtomicU64,
}

impl Status {
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

    pub(super) fn enter(&self, edges: usize, embeddings: u64) {
        self.edges.store(edges as u64, Relaxed);
        self.frontier.store(embeddings, Relaxed);
        self.embeddings.fetch_add(embeddings, Relaxed);
    }

    pub(super) fn add_pattern(&self) {
        self.patterns.fetch_add(1, Relaxed);
    }
}
