//! Which ways of counting may be chosen from.

/// Which ways of counting are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The fastest that is known for the pattern.
    #[default]
    Best,
    /// The walk over a plan, which serves every pattern.
    Walk,
    /// By decomposition, whatever it costs, where there is one: for patterns of 3 to 12 vertices. Those with absent
    /// edges, vertex-induced ones among them, are counted from the patterns that contain them, if there are at most ten
    /// such edges, and 8 vertices. Others are counted in the best way.
    Decomposition,
}

impl Method {
    /// Whether patterns are decomposed whatever it costs.
    pub(crate) fn ignores_prices(self) -> bool {
        self == Method::Decomposition
    }
}
