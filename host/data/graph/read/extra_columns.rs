//! Columns beyond the ends of an edge.

/// What to do with what follows the two ids on a line of an edge list: weights or time stamps, as a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExtraColumns {
    /// Refuse the file: it may not be an edge list at all.
    #[default]
    Refuse,
    /// Read the two ids and leave the rest.
    Ignore,
    /// Read the third column as the edge's label; in a Matrix Market file, the value.
    Label,
}
