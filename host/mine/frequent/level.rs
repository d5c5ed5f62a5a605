//! The frequent patterns of one number of edges, and what is known of their domains.

use rustc_hash::FxHashMap;

use super::PreparedGraph;
use crate::dfs_code::{Kinds, NumberedPattern, Step};

/// A domain of which nothing is known but the kinds of its vertex's edges.
pub(super) const UNKNOWN: u64 = u64::MAX;

/// A frequent pattern.
#[derive(Debug)]
pub(super) struct KnownPattern {
    /// Its minimum DFS code.
    pub code: Vec<Step>,
    pub shape: NumberedPattern,
    /// For each vertex, where in the words of the level its domain starts, or [`UNKNOWN`].
    pub domains: Vec<u64>,
}

/// The frequent patterns of one number of edges, in the order of their codes.
#[derive(Debug, Default)]
pub(super) struct KnownLevel {
    pub patterns: Vec<KnownPattern>,
    /// Domains: sets that hold all images.
    pub words: Vec<u32>,
    by_signature: FxHashMap<u64, Vec<u32>>,
}

impl KnownLevel {
    /// The frequent edges.
    pub fn of_edges(prepared: &PreparedGraph) -> KnownLevel {
        let mut level = KnownLevel::default();
        let kinds = &prepared.kinds;
        for kind in (0..kinds.len()).filter(|&kind| kinds.first(kind) == kind) {
            let code = vec![Step { from: 0, to: 1, kind }];
            let shape = NumberedPattern::of_code(kinds, &code);
            level.add(KnownPattern { code, shape, domains: vec![UNKNOWN; 2] });
        }
        level
    }

    /// Adds a pattern.
    pub fn add(&mut self, pattern: KnownPattern) {
        let number = self.patterns.len() as u32;
        self.by_signature.entry(pattern.shape.signature()).or_default().push(number);
        self.patterns.push(pattern);
    }

    /// The pattern that is isomorphic to `shape`, and where an isomorphism takes the vertices of that.
    pub fn find(&self, shape: &NumberedPattern) -> Option<(&KnownPattern, Vec<u32>)> {
        let numbers = self.by_signature.get(&shape.signature())?;
        numbers.iter().find_map(|&number| {
            let pattern = &self.patterns[number as usize];
            shape.isomorphism(&pattern.shape, None).map(|image| (pattern, image))
        })
    }

    /// For each vertex of `shape` the domains of patterns of this level that its images lie in; `None` if a part of it
    /// of one edge less is not among the patterns: then it is not frequent.
    pub fn domains_of(&self, kinds: &Kinds, shape: &NumberedPattern) -> Option<Vec<Vec<u64>>> {
        let mut domains = vec![Vec::new(); shape.vertices()];
        for edge in 0..shape.edges.len() {
            let Some((part, own)) = shape.without(kinds, edge) else { continue };
            let (pattern, image) = self.find(&part)?;
            for (place, &v) in own.iter().enumerate() {
                let domain = pattern.domains[image[place] as usize];
                if domain != UNKNOWN {
                    domains[v as usize].push(domain);
                }
            }
        }
        Some(domains)
    }
}
