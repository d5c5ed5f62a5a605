//! Counts as tables.

use std::collections::BTreeSet;

use motherlode::export::Column;
use motherlode::mine::local::{Counts, LocalCounts};

use super::exit::Misuse;
use super::per::VERTEX;

/// A column for each orbit, called as `name` says.
pub fn columns<'l>(
    local: &'l LocalCounts,
    name: impl Fn(&str) -> String + 'l,
) -> impl Iterator<Item = Column> + 'l {
    let names = local.orbits.names();
    let bounds = local.counts.bounds_of_columns(names.len());
    names.iter().zip(bounds).map(move |(orbit, most)| Column::numbers_up_to(name(orbit), most))
}

/// Checks that no two of these columns have the same name, nor one that of the vertices, before them: rows as JSON
/// would lose one of the two.
///
/// # Errors
/// Two that have.
pub fn check_names(columns: &[Column]) -> Result<(), Misuse> {
    let mut seen = BTreeSet::from([VERTEX]);
    match columns.iter().find(|column| !seen.insert(&column.name)) {
        None => Ok(()),
        Some(Column { name, .. }) => Err(Misuse(format!(
            "two columns would be called '{name}': give the pattern's vertices other names"
        ))),
    }
}

/// Values of these columns, row after row, in as many bits as they need.
pub fn values(columns: &[Column], values: impl Iterator<Item = u128>) -> Counts {
    match columns.iter().all(|column| u64::try_from(column.most).is_ok()) {
        // None passes what its column says.
        true => Counts::Narrow(values.map(|value| value as u64).collect()),
        false => Counts::Wide(values.collect()),
    }
}
