//! The ways to compare.

use serde::{Serialize, Serializer};

/// How two graphs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The distance of the correlations between the 11 orbits of up to four vertices that do not follow from others: 0
    /// for the same.
    Gcd11,
    /// The distance of the correlations between all 73 orbits of up to five vertices: 0 for the same.
    Gcd73,
    /// How far the distributions of the 73 graphlet degrees agree, on their arithmetic mean: 1 for the same.
    GddaArithmetic,
    /// How far they agree on their geometric mean: 1 for the same.
    GddaGeometric,
    /// The distance of the correlations between the 13 orbits of directed graphlets of up to three vertices without
    /// arcs both ways between two: 0 for the same.
    Dgcd13,
    /// That of the 33 orbits of all directed graphlets of up to three vertices: 0 for the same.
    Dgcd33,
    /// That of the 129 orbits of directed graphlets of up to four vertices without arcs both ways between two: 0 for
    /// the same.
    Dgcd129,
    /// That of the 730 orbits of all directed graphlets of up to four vertices: 0 for the same.
    Dgcd730,
    /// How far the distributions of the 730 directed graphlet degrees agree, on their arithmetic mean: 1 for the same.
    DgddaArithmetic,
    /// How far they agree on their geometric mean: 1 for the same.
    DgddaGeometric,
}

impl Measure {
    /// All.
    pub const ALL: [Measure; 10] = [
        Measure::Gcd11,
        Measure::Gcd73,
        Measure::GddaArithmetic,
        Measure::GddaGeometric,
        Measure::Dgcd13,
        Measure::Dgcd33,
        Measure::Dgcd129,
        Measure::Dgcd730,
        Measure::DgddaArithmetic,
        Measure::DgddaGeometric,
    ];

    /// What it is called, wherever it is written.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Gcd11 => "gcd-11",
            Measure::Gcd73 => "gcd-73",
            Measure::GddaArithmetic => "gdda-arithmetic",
            Measure::GddaGeometric => "gdda-geometric",
            Measure::Dgcd13 => "dgcd-13",
            Measure::Dgcd33 => "dgcd-33",
            Measure::Dgcd129 => "dgcd-129",
            Measure::Dgcd730 => "dgcd-730",
            Measure::DgddaArithmetic => "dgdda-arithmetic",
            Measure::DgddaGeometric => "dgdda-geometric",
        }
    }

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

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
