//! Patterns in the order of how well they tell classes of graphs apart.

use super::{CollectedPattern, OpenPatterns};
use crate::transactions::Classes;

/// Patterns, in the order of [`sort`](super::sort), whose graphs are known, in that of their growth rates, and as many
/// of them as are asked for. Where a search was stopped and patterns are `open`, only those that no pattern can come
/// before that was not found: none has an infinite rate and more graphs.
pub fn ranked(
    classes: &Classes,
    patterns: Vec<CollectedPattern>,
    most: Option<usize>,
    open: &OpenPatterns,
) -> Vec<CollectedPattern> {
    let rate = |pattern: &CollectedPattern| {
        let graphs = pattern.graphs.as_deref().unwrap_or_default();
        classes.growth(&classes.supports(graphs)).rate
    };
    let mut rated: Vec<(f64, CollectedPattern)> =
        patterns.into_iter().map(|pattern| (rate(&pattern), pattern)).collect();
    // The sort is stable: among equals, the more frequent comes first.
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let certain = |(rate, pattern): &(f64, CollectedPattern)| {
        open.is_empty() || rate.is_infinite() && !open.may_precede(pattern)
    };
    let first = rated.into_iter().take_while(certain).map(|(_, pattern)| pattern);
    first.take(most.unwrap_or(usize::MAX)).collect()
}
