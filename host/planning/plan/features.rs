//! What the planner does to make a plan cheap, each part of which can be left out: to see what it is worth.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::matching::{Induced, Matching, Semantics};

/// A part of the planner. Without it counts are the same, and plans are more expensive, or as expensive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Restrictions that leave one match of each subgraph. Without: the walk finds each as often as the pattern has
    /// automorphisms, less those among the vertices that are counted together, and the count is divided.
    SymmetryBreaking,
    /// Restriction sets are scored by the cost model. Without: the first one found, in which each vertex that shares
    /// its orbit must be the smallest there (Grochow and Kellis, RECOMB 2007).
    RestrictionScoring,
    /// Matching orders are scored by the cost model. Without: the first that can be walked, in the order of the
    /// pattern's vertices.
    OrderScoring,
    /// The cost model is told of the graph. Without: it takes every graph for [that of
    /// `explain`](super::generic_stats).
    GraphStatistics,
    /// Levels that need the same intersection or difference share it. Without: each makes its own.
    Reuse,
    /// Lists are cut at the bounds that all their users obey. Without: they are whole, and each user cuts them.
    BoundedLists,
    /// Interchangeable vertices at the end are counted together, by a binomial coefficient. Without: all but one of
    /// them are walked.
    BinomialLeaf,
    /// Different vertices at the end that are not adjacent are counted together, by inclusion and exclusion (Shi et
    /// al., SC 2020, section IV-D). Without: all but the last of them, or the last that are interchangeable, are
    /// walked.
    InclusionExclusion,
    /// Orders that are images of others are not looked at, nor prefixes that cost more than a whole plan. Without: the
    /// same plans, found later.
    Pruning,
    /// Several patterns that are counted together share the prefixes of their plans. Without, and on a card: each is
    /// walked by itself.
    PrefixSharing,
    /// Patterns whose matches are many are counted from the homomorphisms of their quotients, or from the patterns that
    /// contain them, where that costs less than the walk ([`decomposition`](super::decomposition)). Without: they are
    /// walked.
    Decomposition,
    /// Intersections and differences are made as soon as their vertices are fixed, where the kernels have the buffers.
    /// Without: at the level before the one that draws from them, as often as that has candidates.
    EagerSets,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::SymmetryBreaking,
        Self::RestrictionScoring,
        Self::OrderScoring,
        Self::GraphStatistics,
        Self::Reuse,
        Self::BoundedLists,
        Self::BinomialLeaf,
        Self::InclusionExclusion,
        Self::Pruning,
        Self::PrefixSharing,
        Self::Decomposition,
        Self::EagerSets,
    ];

    /// The name, as on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::SymmetryBreaking => "symmetry-breaking",
            Self::RestrictionScoring => "restriction-scoring",
            Self::OrderScoring => "order-scoring",
            Self::GraphStatistics => "graph-statistics",
            Self::Reuse => "reuse",
            Self::BoundedLists => "bounded-lists",
            Self::BinomialLeaf => "binomial-leaf",
            Self::InclusionExclusion => "inclusion-exclusion",
            Self::Pruning => "pruning",
            Self::PrefixSharing => "prefix-sharing",
            Self::Decomposition => "decomposition",
            Self::EagerSets => "eager-sets",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Feature {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|feature| feature.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|feature| feature.name()).collect();
            format!("the planner has no such feature; it has {}", names.join(", "))
        })
    }
}

/// Which parts of the planner are in use: all by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// A bit for each that is left out, by its place in [`Feature::ALL`].
    left_out: u16,
}

impl Features {
    /// All but `features`.
    pub fn all_without(features: impl IntoIterator<Item = Feature>) -> Self {
        features.into_iter().fold(Self::default(), Self::without)
    }

    /// These without `feature`.
    #[must_use]
    pub fn without(self, feature: Feature) -> Self {
        Self { left_out: self.left_out | 1 << feature as u8 }
    }

    /// Whether `feature` is in use.
    pub fn has(self, feature: Feature) -> bool {
        self.left_out >> feature as u8 & 1 == 0
    }
}

/// What a plan is for, and how it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PlanOptions {
    /// What a match is.
    pub matching: Matching,
    /// The parts of the planner that are in use.
    pub features: Features,
    /// The pattern's vertices that the matching order may begin with, as a mask of whole orbits; any if there is none.
    pub first: Option<u32>,
    /// The most steps of the search, each a vertex that is tried at a prefix of a matching order, once it has found a
    /// plan: it takes the best so far. What is usual if there is none. Counted, and not timed: plans are the same on
    /// every run and device.
    pub prefixes: Option<u64>,
}

impl PlanOptions {
    /// With what a match is.
    #[must_use]
    pub fn matching(self, matching: impl Into<Matching>) -> Self {
        PlanOptions { matching: matching.into(), ..self }
    }

    /// With the parts of the planner that are in use.
    #[must_use]
    pub fn features(self, features: Features) -> Self {
        PlanOptions { features, ..self }
    }

    /// With the pattern's vertices that the matching order may begin with, as a mask of whole orbits.
    #[must_use]
    pub fn first(self, vertices: u32) -> Self {
        PlanOptions { first: Some(vertices), ..self }
    }

    /// With the most steps of the search.
    #[must_use]
    pub fn prefixes(self, prefixes: u64) -> Self {
        PlanOptions { prefixes: Some(prefixes), ..self }
    }

    /// Those of plans that name every vertex of a match, and find each embedding where these are asked for.
    pub fn listing(matching: Matching) -> Self {
        let each = matching.semantics == Semantics::Embeddings;
        let symmetric = each.then_some(Feature::SymmetryBreaking);
        let counted = [Feature::BinomialLeaf, Feature::InclusionExclusion];
        let features = Features::all_without(counted.into_iter().chain(symmetric));
        PlanOptions { matching, features, ..PlanOptions::default() }
    }
}

impl From<Matching> for PlanOptions {
    /// With all features.
    fn from(matching: Matching) -> Self {
        PlanOptions { matching, ..PlanOptions::default() }
    }
}

impl From<Induced> for PlanOptions {
    /// Subgraphs, with all features.
    fn from(induced: Induced) -> Self {
        Matching::from(induced).into()
    }
}

impl From<Semantics> for PlanOptions {
    /// Edge-induced, with all features.
    fn from(semantics: Semantics) -> Self {
        Matching::from(semantics).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_go_by_name() {
        for feature in Feature::ALL {
            assert_eq!(feature.name().parse(), Ok(feature));
            assert_eq!(serde_json::to_value(feature).unwrap(), feature.name());
            let others = Feature::ALL.into_iter().filter(|&other| other != feature);
            assert!(others.clone().all(|other| Features::all_without([feature]).has(other)));
            assert!(!Features::all_without(others).without(feature).has(feature));
        }
        assert!("intersections".parse::<Feature>().unwrap_err().contains("bounded-lists"));
    }
}
