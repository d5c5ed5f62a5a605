//! Which of several patterns are decomposed: those for which that costs less than to walk them.

use super::partitions::Partitions;
use super::quotients::MOST_PARTITIONS;
use super::{Decomposition, LabelStats, MatchSum, Palette, PlanError, SmallGraph};
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;

/// The most terms that are planned, one pattern less each time, before all are left to the walk.
const MOST_PLANNED: usize = 20_000;
/// Steps of a walk for which one partition of a pattern is planned: a tenth of the time that they take, about.
const STEPS_OF_PARTITION: f64 = 2e5;
/// Patterns of up to so many vertices have few partitions, whose quotients are shared: they are planned for any walk.
const ALWAYS_PLANNED: usize = 8;

/// Patterns that are decomposed together.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Which of the given patterns, by rising place.
    pub places: Vec<usize>,
    /// How they are counted, in this order.
    pub decomposition: Decomposition,
}

/// Those of `patterns` that cost less to decompose than to walk, which is expected to take `walks`, in the unit of
/// [`Cost::total`](crate::plan::cost::Cost::total). What only one of them asks for is held against its own walk, and
/// what they share against all their walks together. Where there are too many quotients, half of the patterns are left
/// to the walk. `None` if none are left, or if it takes too many steps to find out.
///
/// # Errors
/// [`PlanError::Absence`] for what must not be there; [`PlanError::TooLarge`] beyond 12 vertices; when a term that is
/// walked cannot be planned.
pub fn choose(
    patterns: &[&Pattern],
    walks: &[f64],
    options: PlanOptions,
    stats: &GraphStats,
    labels: &LabelStats,
) -> Result<Option<Chosen>, PlanError> {
    let is_worth_it = |&place: &usize| is_worth_planning(patterns[place], walks[place], options, labels);
    let mut places: Vec<usize> = (0..patterns.len()).filter(is_worth_it).collect();
    let mut left = MOST_PLANNED;
    while !places.is_empty() && left > 0 {
        let of: Vec<&Pattern> = places.iter().map(|&place| patterns[place]).collect();
        let decomposition = match Decomposition::of(&of, options, stats, labels) {
            // To plan them would take too long: that half stays whose walks cost most.
            Err(PlanError::Quotients { .. }) => {
                let mut dearest = places.clone();
                dearest.sort_by(|&a, &b| walks[b].total_cmp(&walks[a]));
                dearest.truncate(places.len() / 2);
                places.retain(|place| dearest.contains(place));
                continue;
            }
            planned => planned?,
        };
        left = left.saturating_sub(decomposition.terms.len());
        let users = decomposition.users();
        let pays = |(sum, &place): (&MatchSum, &usize)| decomposition.own_cost(sum, &users) <= walks[place];
        let mut pay: Vec<bool> = decomposition.sums.iter().zip(&places).map(pays).collect();
        if pay.iter().all(|&pays| pays) {
            let all_walks: f64 = places.iter().map(|&place| walks[place]).sum();
            if decomposition.cost() <= all_walks {
                return Ok(Some(Chosen { places, decomposition }));
            }
            // What they share is too dear: the one goes that loses least by it.
            let cheapest = (0..places.len()).min_by(|&a, &b| walks[places[a]].total_cmp(&walks[places[b]]));
            pay[cheapest.expect("there are some")] = false;
        }
        let mut pay = pay.into_iter();
        places.retain(|_| pay.next() == Some(true));
    }
    Ok(None)
}

/// Whether there may be tables for all of a pattern, and it has no more partitions than a walk of so many steps is
/// worth.
fn is_worth_planning(pattern: &Pattern, walk: f64, options: PlanOptions, labels: &LabelStats) -> bool {
    if pattern.vertices() <= ALWAYS_PLANNED {
        return true;
    }
    if SmallGraph::of(pattern).is_some_and(|small| small.has_large_block()) {
        return false;
    }
    if !options.matching.semantics.injective() {
        return true;
    }
    let most = MOST_PARTITIONS.min((walk / STEPS_OF_PARTITION) as usize);
    let mut palette = Palette::new(labels);
    // What cannot be painted is refused when it is decomposed.
    palette.paint(pattern).map_or(true, |graph| !Partitions::of(&graph, Some(&palette)).are_more_than(most))
}

impl Decomposition {
    /// By term, how many sums ask for it.
    fn users(&self) -> Vec<usize> {
        let mut users = vec![0; self.terms.len()];
        self.sums.iter().flat_map(|sum| &sum.coefficients).for_each(|&(term, _)| users[term] += 1);
        users
    }

    /// What the terms cost that `sum` alone asks for.
    fn own_cost(&self, sum: &MatchSum, users: &[usize]) -> f64 {
        let own = sum.coefficients.iter().filter(|(term, _)| users[*term] == 1);
        own.map(|&(term, _)| self.terms[term].cost).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Semantics, generic_stats};

    fn chosen(texts: [&str; 3], walks: [f64; 3]) -> Vec<usize> {
        let patterns = texts.map(|text| Pattern::parse(text).unwrap());
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let chosen =
            choose(&patterns, &walks, Semantics::Subgraphs.into(), &generic_stats(), &LabelStats::assumed())
                .unwrap();
        chosen.map_or_else(Vec::new, |chosen| {
            assert_eq!(chosen.decomposition.sums.len(), chosen.places.len());
            chosen.places
        })
    }

    #[test]
    fn those_stay_whose_walks_cost_more() {
        let texts = ["6-cycle", "6-path", "a-b-c-a, c-d, d-e-f-d"];
        assert_eq!(chosen(texts, [1e30; 3]), [0, 1, 2]);
        assert_eq!(chosen(texts, [1e30, 1.0, 1e30]), [0, 2]);
        assert_eq!(chosen(texts, [1.0; 3]), [0; 0]);
    }

    #[test]
    fn what_is_shared_is_held_against_all() {
        // The same pattern three times: nothing is any one's own.
        let cost = |patterns: &[&Pattern]| {
            let labels = LabelStats::assumed();
            Decomposition::of(patterns, Semantics::Subgraphs.into(), &generic_stats(), &labels)
                .unwrap()
                .cost()
        };
        let cycle = Pattern::parse("6-cycle").unwrap();
        let one = cost(&[&cycle]);
        assert_eq!(cost(&[&cycle; 3]), one);
        assert_eq!(chosen(["6-cycle"; 3], [one / 2.0; 3]), [0, 1, 2]);
        assert_eq!(chosen(["6-cycle"; 3], [one / 4.0; 3]), [0; 0]);
    }
}
