//! Patterns that ask for absent edges, vertex-induced ones among them, as sums over patterns that do not.
//!
//! Where an edge must not be, the maps that count are all maps less those that have the edge. Over all absences of a
//! pattern `P`, inclusion and exclusion gives
//!
//! ```text
//! maps(P) = Σ over sets S of absences (-1)^|S| · maps(P without its absences, and with the edges of S)
//! ```
//!
//! for injective maps and for homomorphisms. A vertex-induced pattern has an absence for each two vertices that it does
//! not join, and one for each arc that has none back.

use std::collections::{BTreeMap, BTreeSet};

use super::palette::{Absence, Palette};
use super::small_graph::SmallGraph;
use super::{LabelStats, MatchSum, PlanError};
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching};

/// The most absences of a pattern: their sets are twice as many with each.
const MOST_ABSENCES: usize = 10;

/// The most patterns of a job.
const MOST_SUPERGRAPHS: usize = 2000;
/// The most vertices of a pattern: those that contain larger ones are too many.
const MOST_VERTICES: usize = 8;

/// How patterns that ask for absent edges are counted from those that contain them.
#[derive(Clone, Debug)]
pub struct Supergraphs {
    /// The patterns that contain them, each once up to isomorphism. None asks for absence; they are edge-induced.
    pub patterns: Vec<Pattern>,
    /// By pattern that is asked for, the sum over the maps of these that counts it.
    pub sums: Vec<MatchSum>,
}

impl Supergraphs {
    /// Whether `pattern` is such a sum of few enough patterns: it has from 3 to 8 vertices, an absence, and no vertices
    /// that must not exist.
    pub fn are_few(pattern: &Pattern, induced: Induced) -> bool {
        if !(3..=MOST_VERTICES).contains(&pattern.vertices()) || pattern.has_anti_vertices() {
            return false;
        }
        let painted = Palette::new(&LabelStats::assumed()).paint_with_absences(pattern, is_closed(induced));
        painted.is_ok_and(|(_, absences)| (1..=MOST_ABSENCES).contains(&absences.len()))
    }

    /// The sums that count `patterns`, for a graph with these labels.
    ///
    /// # Errors
    /// [`PlanError::Absence`] for vertices that must not exist; [`PlanError::TooLarge`] beyond 8 vertices;
    /// [`PlanError::Quotients`] where there are too many patterns.
    pub fn of(
        patterns: &[&Pattern],
        matching: Matching,
        labels: &LabelStats,
    ) -> Result<Supergraphs, PlanError> {
        let closed = is_closed(matching.induced);
        let mut palette = Palette::new(labels);
        let terms = |pattern: &&Pattern| {
            let (graph, absences) = palette.paint_with_absences(pattern, closed)?;
            containing(graph, &absences, &mut palette)
        };
        let terms = patterns.iter().map(terms).collect::<Result<Vec<_>, _>>()?;
        let all: BTreeSet<SmallGraph> = terms.iter().flat_map(BTreeMap::keys).copied().collect();
        if all.len() > MOST_SUPERGRAPHS {
            return Err(PlanError::Quotients { most: MOST_SUPERGRAPHS });
        }
        let places: BTreeMap<SmallGraph, usize> = all.iter().copied().zip(0..).collect();
        let sum = |(pattern, terms): (&&Pattern, BTreeMap<SmallGraph, i64>)| MatchSum {
            coefficients: terms.iter().map(|(graph, &times)| (places[graph], times)).collect(),
            maps: if matching.semantics.injective() { pattern.automorphism_count_if(closed) } else { 1 },
        };
        Ok(Supergraphs {
            patterns: all.iter().map(|graph| palette.pattern(graph)).collect(),
            sums: patterns.iter().zip(terms).map(sum).collect(),
        })
    }
}

fn is_closed(induced: Induced) -> bool {
    induced == Induced::Vertex
}

/// The graphs in which some of the absences are broken, in canonical form, each with its coefficient, which is not 0.
fn containing(
    graph: SmallGraph,
    absences: &[Absence],
    palette: &mut Palette,
) -> Result<BTreeMap<SmallGraph, i64>, PlanError> {
    let mut sum = vec![(graph, 1)];
    for &absence in absences {
        for part in 0..sum.len() {
            let (graph, times) = sum[part];
            let broken = palette.breaking(graph, absence)?;
            sum.extend(broken.into_iter().map(|(graph, more)| (graph, -times * more)));
        }
        if sum.len() > MOST_SUPERGRAPHS {
            return Err(PlanError::Quotients { most: MOST_SUPERGRAPHS });
        }
    }
    let mut coefficients = BTreeMap::new();
    for (graph, times) in sum {
        *coefficients.entry(graph.canonical()).or_default() += times;
    }
    coefficients.retain(|_, times| *times != 0);
    Ok(coefficients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Semantics;

    /// `text` is the sum of these.
    fn check<const N: usize>(text: &str, induced: Induced, expected: [(&str, i64); N], maps: u64) {
        let pattern = Pattern::parse(text).unwrap();
        assert!(Supergraphs::are_few(&pattern, induced), "{text}");
        let matching = Matching { induced, semantics: Semantics::Subgraphs };
        let found = Supergraphs::of(&[&pattern], matching, &LabelStats::assumed()).unwrap();
        assert_eq!(found.patterns.len(), N, "{text}");
        for (supergraph, times) in expected {
            let supergraph = Pattern::parse(supergraph).unwrap();
            let place = found.patterns.iter().position(|other| other.is_isomorphic(&supergraph));
            let place = place.unwrap_or_else(|| panic!("{text}: {supergraph} is not there"));
            assert_eq!(found.sums[0].coefficient(place), times, "{text}: {supergraph}");
        }
        assert_eq!(found.sums[0].maps, maps, "{text}");
    }

    #[test]
    fn small_ones_are_those_done_by_hand() {
        check("wedge", Induced::Vertex, [("wedge", 1), ("triangle", -1)], 2);
        check("4-cycle", Induced::Vertex, [("4-cycle", 1), ("diamond", -2), ("4-clique", 1)], 8);
        check("a-b-c-d, a!c", Induced::Edge, [("4-path", 1), ("tailed-triangle", -1)], 1);
    }

    #[test]
    fn arcs_are_broken_by_arcs_back() {
        check("a->b-c-a", Induced::Vertex, [("a->b-c-a", 1), ("a->b-c-a, b->a", -1)], 1);
        check("a->b->c, c!>a", Induced::Edge, [("a->b->c", 1), ("a->b->c->a", -1)], 1);
        check("a-[:1]->b-c, b!>a", Induced::Edge, [("a-[:1]->b-c", 1), ("a-[:1]->b-c, b->a", -1)], 1);
    }

    #[test]
    fn what_has_no_absence_or_too_many_is_no_sum() {
        let few = |text: &str, induced| Supergraphs::are_few(&Pattern::parse(text).unwrap(), induced);
        assert!(!few("5-clique", Induced::Vertex) && !few("house", Induced::Edge));
        assert!(few("6-path", Induced::Vertex) && !few("7-path", Induced::Vertex));
        assert!(!few("a-b-c, !(d)-a", Induced::Vertex), "no vertex must be absent");
        assert!(!few("a-b", Induced::Vertex) && !few("9-clique", Induced::Vertex));
    }

    #[test]
    fn the_patterns_of_several_are_shared() {
        let patterns = ["wedge", "triangle", "4-cycle", "diamond"].map(|text| Pattern::parse(text).unwrap());
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let found = Supergraphs::of(&patterns, Induced::Vertex.into(), &LabelStats::assumed()).unwrap();
        // The last contain each other.
        assert_eq!(found.patterns.len(), 2 + 3);
    }

    #[test]
    fn a_path_is_in_all_graphs_with_a_hamiltonian_path() {
        // https://oeis.org/A057864.
        for (vertices, traceable) in [(3, 2), (4, 5), (5, 18), (6, 91)] {
            let path = Pattern::parse(&format!("{vertices}-path")).unwrap();
            let found = Supergraphs::of(&[&path], Induced::Vertex.into(), &LabelStats::assumed()).unwrap();
            assert_eq!(found.patterns.len(), traceable, "{vertices} vertices");
        }
    }
}
