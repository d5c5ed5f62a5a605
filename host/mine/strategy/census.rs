//! Vertex-induced counts of few vertices, from the edge-induced counts of all patterns of as many.

use super::direct::SUMS;
use super::kinds::Strategy;
use super::way::CountingWay;
use crate::plan::Induced;
use crate::plan::decomposition::sums_cost;

/// The most vertices of a pattern that a census counts.
const LARGEST: usize = 5;

/// How many sums over the pairs of neighbours a census of five vertices takes, about.
const SUMS_OF_FIVE: f64 = 4.0;

pub(super) static CENSUS: CountingWay = CountingWay {
    word: "census",
    how: "from the edge-induced counts of the patterns that contain it",
    applies: |request| {
        let is_induced = request.options.matching.induced == Induced::Vertex;
        let applies = request.is_plain() && is_induced && request.pattern.vertices() <= LARGEST;
        applies.then_some(Strategy::Census)
    },
    families: |_| SUMS.to_vec(),
    steps: |_, vertices, stats| {
        let cost = sums_cost(stats);
        Some(if vertices < LARGEST { cost.of_triangles } else { SUMS_OF_FIVE * cost.of_wedges })
    },
};
