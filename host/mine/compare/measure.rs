//! The ways to compare.

use serde::Serialize;

/// How two graphs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The distance of the correlations between the 11 orbits of up to four vertices that do not follow from others: 0 for the same.
    #[serde(rename = "gcd-11")]
    Gcd11,
    /// The distance of the correlations between all 73 orbits of up to five vertices: 0 for the same.
    #[serde(rename = "gcd-73")]
    Gcd73,
    /// How far the distributions of the 73 graphlet degrees agree, on their arithmetic mean: 1 for the same.
    GddaArithmetic,
    /// How far they agree on their geometric mean: 1 for the same.
    GddaGeometric,
}

impl Measure {
    /// The most vertices of the graphlets that it looks at.
    pub fn vertices(self) -> usize {
        match self {
            Measure::Gcd11 => 4,
            Measure::Gcd73 | Measure::GddaArithmetic | Measure::GddaGeometric => 5,
        }
    }

    /// Whether less is more alike.
    pub fn is_distance(self) -> bool {
        matches!(self, Measure::Gcd11 | Measure::Gcd73)
    }
}
