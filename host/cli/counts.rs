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

/// Columns, and their values row after row, which are made when they are asked for.
pub struct CountTable<'t> {
    /// The columns.
    pub columns: Vec<Column>,
    next: Box<dyn FnMut(usize) -> Counts + 't>,
}

impl<'t> CountTable<'t> {
    /// A table of these rows, which have a value for each column.
    pub fn new<R: IntoIterator<Item = u128>>(
        columns: Vec<Column>,
        mut rows: impl Iterator<Item = R> + 't,
    ) -> CountTable<'t> {
        let is_narrow = columns.iter().all(|column| u64::try_from(column.most).is_ok());
        let width = columns.len();
        let next = move |length: usize| {
            let rows = rows.by_ref().take(length);
            match is_narrow {
                // None passes what its column says.
                true => Counts::Narrow(values_of(rows, length * width, |value| value as u64)),
                false => Counts::Wide(values_of(rows, length * width, |value| value)),
            }
        };
        CountTable { columns, next: Box::new(next) }
    }

    /// The values of the next rows, of so many at most, in as many bits as the columns need: none behind the last.
    pub fn next(&mut self, rows: usize) -> Counts {
        (self.next)(rows)
    }
}

/// What the values of some rows become, up to so many. A row goes through its own values, so that the compiler makes
/// loops of them: an iterator over those of all rows would look for each where it stands.
fn values_of<N, R: IntoIterator<Item = u128>>(
    rows: impl Iterator<Item = R>,
    most: usize,
    number: impl Fn(u128) -> N,
) -> Vec<N> {
    let mut all = Vec::with_capacity(most);
    rows.for_each(|row| row.into_iter().for_each(|value| all.push(number(value))));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_in_pieces_of_any_length() {
        let most = u128::from(u64::MAX);
        for (greatest, is_narrow) in [(most, true), (most + 1, false)] {
            let columns = vec![Column::numbers("a"), Column::numbers_up_to("b", greatest)];
            let all: Vec<[u128; 2]> = (0..5u128).map(|row| [row, greatest - row]).collect();
            let mut table = CountTable::new(columns, all.iter().copied());
            let pieces = [2, 0, 1, 7, 3].map(|rows| table.next(rows));
            assert_eq!(pieces.each_ref().map(Counts::len), [4, 0, 2, 4, 0]);
            assert!(pieces.iter().flat_map(Counts::iter).eq(all.iter().copied().flatten()));
            assert!(pieces.iter().all(|piece| matches!(piece, Counts::Narrow(_)) == is_narrow));
        }
    }
}
