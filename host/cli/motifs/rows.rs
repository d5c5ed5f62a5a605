//! Rows of motifs: count, name and edges.

use std::fmt;

use motherlode::mine::MotifCount;
use motherlode::pattern::Pattern;
use serde::Serialize;

/// A pattern, and how many subgraphs match it.
#[derive(Serialize)]
pub(super) struct Motif {
    pub(super) name: String,
    pub(super) pattern: Pattern,
    pub(super) count: u128,
}

impl From<MotifCount> for Motif {
    fn from(MotifCount { name, pattern, count }: MotifCount) -> Motif {
        Motif { name, pattern, count }
    }
}

/// Rows of count, name and edges, with counts and names as wide as the widest of `heads`.
pub(super) fn write_rows<N: AsRef<str>>(
    f: &mut fmt::Formatter<'_>,
    heads: impl Iterator<Item = (u128, N)>,
    mut rows: impl Iterator<Item = [String; 3]>,
) -> fmt::Result {
    let digits = |count: u128| count.checked_ilog10().unwrap_or(0) as usize + 1;
    let widest = |(counts, names): (usize, usize), (count, name): (u128, N)| {
        (digits(count).max(counts), name.as_ref().len().max(names))
    };
    let (counts, names) = heads.fold((0, 0), widest);
    rows.try_for_each(|[count, name, edges]| writeln!(f, "{count:>counts$}  {name:names$}  {edges}"))
}

impl Motif {
    /// Count, name and edges, as in the table.
    pub(super) fn row(&self) -> [String; 3] {
        let [name, edges] = words(&self.name, &self.pattern);
        [self.count.to_string(), name, edges]
    }
}

/// Name and edges, as in the table: a pattern that has its edges for a name is not told twice.
pub(super) fn words(name: &str, pattern: &Pattern) -> [String; 2] {
    let edges = pattern.to_string();
    [if name == edges { "-".to_owned() } else { name.to_owned() }, edges]
}
