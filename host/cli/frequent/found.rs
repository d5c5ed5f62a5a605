//! What is said of a search when it is over.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::report;

/// What was found.
#[derive(Serialize)]
pub struct Found {
    pub support: u32,
    /// What a support is.
    pub definition: &'static str,
    /// Whether supports are exact, or at least so much.
    pub exact: bool,
    pub patterns: u64,
    pub by_edges: BTreeMap<usize, u64>,
    /// Whether the search was stopped.
    pub partial: bool,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns = report::counted(self.patterns, "pattern has", "patterns have");
        let exactly = if self.exact {
            "supports are exact"
        } else {
            "searches stopped there: supports are at least so much"
        };
        writeln!(f, "{patterns} a support of {} or more ({exactly})", self.support)?;
        let by_edges: Vec<String> =
            self.by_edges.iter().map(|(edges, patterns)| format!("{edges}: {patterns}")).collect();
        if !by_edges.is_empty() {
            writeln!(f, "edges   {}", by_edges.join(", "))?;
        }
        if self.partial {
            writeln!(f, "partial the search was stopped: there may be more")?;
        }
        writeln!(f, "support {}", self.definition)
    }
}
