//! The ways to compare.

use serde::Serialize;

/// How two graphs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The distance of the correlations between the 11 orbits of up to four vertices that do not follow from others: 0
    /// for the same.
    #[serde(rename = "gcd-11")]
    Gcd11,
    /// The distance of the correlations between all 73 orbits of up to five vertices: 0 for the same.
    #[serde(rename = "gcd-73")]
    Gcd73,
    /// How far the distributions of the 73 graphlet degrees agree, on their arithmetic mean: 1 for the same.
    GddaArithmetic,
    /// How far they agree on their geometric mean: 1 for the same.
    GddaGeometric,
    /// The distance of the correlations between the 13 orbits of directed graphlets of up to three vertices without
    /// arcs both ways between two: 0 for the same.
    #[serde(rename = "dgcd-13")]
    Dgcd13,
    /// That of the 33 orbits of all directed graphlets of up to three vertices: 0 for the same.
    #[serde(rename = "dgcd-33")]
    Dgcd33,
    /// That of the 129 orbits of directed graphlets of up to four vertices without arcs both ways between two: 0 for
    /// the same.
    #[serde(rename = "dgcd-129")]
    Dgcd129,
    /// That of the 730 orbits of all directed graphlets of up to four vertices: 0 for the same.
    #[serde(rename = "dgcd-730")]
    Dgcd730,
    /// How far the distributions of the 730 directed graphlet degrees agree, on their arithmetic mean: 1 for the same.
    DgddaArithmetic,
    /// How far they agree on their geometric mean: 1 for the same.
    DgddaGeometric,
}

impl Measure {
    /// The most vertices of the graphlets that it looks at.
    pub fn vertices(self) -> usize {
        match self {
            Measure::Dgcd13 | Measure::Dgcd33 => 3,
            Measure::Gcd11
            | Measure::Dgcd129
            | Measure::Dgcd730
            | Measure::DgddaArithmetic
            | Measure::DgddaGeometric => 4,
            Measure::Gcd73 | Measure::GddaArithmetic | Measure::GddaGeometric => 5,
        }
    }

    /// Whether it looks at directed graphlets.
    pub fn is_directed(self) -> bool {
        matches!(
            self,
            Measure::Dgcd13
                | Measure::Dgcd33
                | Measure::Dgcd129
                | Measure::Dgcd730
                | Measure::DgddaArithmetic
                | Measure::DgddaGeometric
        )
    }

    /// Whether it passes over directed graphlets with arcs both ways between two vertices.
    pub(super) fn is_without_mutual(self) -> bool {
        matches!(self, Measure::Dgcd13 | Measure::Dgcd129)
    }

    /// Whether less is more alike.
    pub fn is_distance(self) -> bool {
        !matches!(
            self,
            Measure::GddaArithmetic
                | Measure::GddaGeometric
                | Measure::DgddaArithmetic
                | Measure::DgddaGeometric
        )
    }
}
