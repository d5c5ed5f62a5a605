//! Which codes are one pattern.

use std::collections::HashMap;

use super::TableError;
use super::level::LevelPatterns;
use crate::graph::attributes::Dictionary;
use crate::pattern::Pattern;
use crate::pattern::automorphism::isomorphism;

/// A pattern of some rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TablePattern {
    /// The pattern: its edges are those between the vertices of the row, or in a table of edges the row's.
    pub pattern: Pattern,
    /// How many rows have it: in a table that was not filtered, how many connected sets of vertices, or of edges, of
    /// the graph.
    pub rows: u64,
}

/// Codes that are one pattern.
#[derive(Debug)]
pub(super) struct PatternCodes {
    pub pattern: TablePattern,
    /// The orbits of the pattern's vertices.
    pub orbits: usize,
    /// The codes, and for each place of their rows the orbit of its vertex.
    pub codes: Vec<(usize, Vec<usize>)>,
}

/// The codes that have rows, by pattern, in the order of their first codes.
///
/// # Errors
/// When rows have one vertex only.
pub(super) fn groups(
    patterns: &LevelPatterns,
    labels: Option<&Dictionary>,
) -> Result<Vec<PatternCodes>, TableError> {
    let mut groups: Vec<PatternCodes> = Vec::new();
    let mut alike: HashMap<Vec<(u32, u32, u64)>, Vec<usize>> = HashMap::new();
    for (code, raw) in patterns.raw.iter().enumerate() {
        let rows = patterns.rows[code];
        if rows == 0 {
            continue;
        }
        let pattern = raw.pattern(labels)?;
        let candidates = alike.entry(raw.invariant()).or_default();
        let same = candidates.iter().find_map(|&group| {
            let map = isomorphism(&pattern, &groups[group].pattern.pattern)?;
            Some((group, map))
        });
        match same {
            Some((group, map)) => {
                let group = &mut groups[group];
                // The first code's places are the pattern's vertices.
                let orbits = group.codes[0].1.clone();
                let places = (0..raw.vertices()).map(|place| orbits[usize::from(map[place])]);
                group.codes.push((code, places.collect()));
                group.pattern.rows += rows;
            }
            None => {
                candidates.push(groups.len());
                groups.push(PatternCodes::new(pattern, rows, code));
            }
        }
    }
    Ok(groups)
}

impl PatternCodes {
    fn new(pattern: Pattern, rows: u64, code: usize) -> PatternCodes {
        let orbits = pattern.automorphisms().orbits();
        let orbit_of = |v: usize| orbits.iter().position(|orbit| orbit >> v & 1 == 1).unwrap_or(0);
        let places = (0..pattern.vertices()).map(orbit_of).collect();
        PatternCodes {
            orbits: orbits.len(),
            codes: vec![(code, places)],
            pattern: TablePattern { pattern, rows },
        }
    }
}
