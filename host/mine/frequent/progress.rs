//! How far a search has come.

use serde::{Deserialize, Serialize};

use super::PreparedGraph;
use super::level::{KnownLevel, KnownPattern, UNKNOWN};
use crate::dfs_code::{Kinds, NumberedPattern, Step};

/// How far a search has come: small enough to be saved now and then. A search of the same graph with the same options
/// can be taken up from it, on any device. By default, it has not begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchProgress {
    /// The frequent patterns of the last number of edges of which all are known.
    known: Vec<Vec<Step>>,
    /// Those of one edge more, as far as they are known.
    next: Vec<Vec<Step>>,
    /// How many candidates for these are settled.
    settled: u64,
}

/// How far a search has come, as it is told to those who listen.
#[derive(Clone, Copy)]
pub struct SoFar<'s> {
    known: &'s KnownLevel,
    next: &'s KnownLevel,
    settled: u64,
}

impl<'s> SoFar<'s> {
    pub(super) fn new(known: &'s KnownLevel, next: &'s KnownLevel, settled: u64) -> SoFar<'s> {
        SoFar { known, next, settled }
    }

    /// What the search can be taken up from.
    pub fn progress(&self) -> SearchProgress {
        let codes = |level: &KnownLevel| level.patterns.iter().map(|pattern| pattern.code.clone()).collect();
        SearchProgress { known: codes(self.known), next: codes(self.next), settled: self.settled }
    }
}

/// Where a search stands.
pub(super) struct SearchState {
    /// The last level of which everything is known.
    pub known: KnownLevel,
    /// The next, as far as it is known.
    pub next: KnownLevel,
    /// How many candidates for that are settled.
    pub settled: u64,
}

impl SearchState {
    /// Before anything has grown.
    pub fn begin(prepared: &PreparedGraph) -> SearchState {
        SearchState { known: KnownLevel::of_edges(prepared), next: KnownLevel::default(), settled: 0 }
    }

    /// The edges of the patterns of the last level that is known: 0 if there are none.
    pub fn edges(&self) -> usize {
        self.known.patterns.first().map_or(0, |pattern| pattern.code.len())
    }

    /// Goes on to the next level, of which everything is known.
    pub fn rise(&mut self) {
        self.known = std::mem::take(&mut self.next);
        self.settled = 0;
    }

    pub fn so_far(&self) -> SoFar<'_> {
        SoFar::new(&self.known, &self.next, self.settled)
    }
}

impl SearchProgress {
    /// Whether the search has not begun.
    pub(super) fn is_start(&self) -> bool {
        self.known.is_empty()
    }

    /// Whether it may be of a search of this graph: its codes are codes of the graph's kinds.
    pub fn fits(&self, prepared: &PreparedGraph) -> bool {
        let sizes = |codes: &[Vec<Step>], edges: usize| codes.iter().all(|code| code.len() == edges);
        let edges = self.known.first().map_or(0, Vec::len);
        let codes = self.known.iter().chain(&self.next);
        let of_kinds = |code: &Vec<Step>| is_code(&prepared.kinds, code);
        sizes(&self.known, edges) && sizes(&self.next, edges + 1) && codes.clone().all(of_kinds)
    }

    /// Where the search stood. Of the domains nothing is known any more.
    pub(super) fn standing(&self, kinds: &Kinds) -> SearchState {
        let level = |codes: &[Vec<Step>]| {
            let mut level = KnownLevel::default();
            for code in codes {
                let shape = NumberedPattern::of_code(kinds, code);
                let domains = vec![UNKNOWN; shape.vertices()];
                level.add(KnownPattern { code: code.clone(), shape, domains });
            }
            level
        };
        SearchState { known: level(&self.known), next: level(&self.next), settled: self.settled }
    }
}

/// Whether steps are a code: each edge joins vertices that are there, or a new one to one that is, and labels agree.
fn is_code(kinds: &Kinds, code: &[Step]) -> bool {
    let mut labels: Vec<u32> = Vec::new();
    for &Step { from, to, kind } in code {
        if kind >= kinds.len() {
            return false;
        }
        let [a, _, b] = kinds.triple(kind);
        if labels.is_empty() {
            labels.push(a);
        }
        if to as usize == labels.len() {
            labels.push(b);
        }
        let label = |v: u32| labels.get(v as usize).copied();
        if from == to || label(from) != Some(a) || label(to) != Some(b) {
            return false;
        }
    }
    !code.is_empty()
}
