//! Columns by name.

use std::collections::BTreeMap;

use super::{PropertyColumn, PropertyError};

/// Properties by name, each with as many values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertyTable {
    columns: Vec<(String, PropertyColumn)>,
    /// Where the column of a name is.
    places: BTreeMap<String, usize>,
    /// The names of properties that are in the file and were not read.
    left: Vec<String>,
}

impl PropertyTable {
    pub(super) fn add(
        &mut self,
        of: &'static str,
        name: String,
        values: PropertyColumn,
    ) -> Result<(), PropertyError> {
        if self.places.insert(name.clone(), self.columns.len()).is_some() {
            return Err(PropertyError::Twice { of, name });
        }
        self.columns.push((name, values));
        Ok(())
    }

    /// The values of a property.
    pub fn get(&self, name: &str) -> Option<&PropertyColumn> {
        self.places.get(name).map(|&place| &self.columns[place].1)
    }

    /// What there is.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&str, &PropertyColumn)> {
        self.columns.iter().map(|(name, values)| (name.as_str(), values))
    }

    /// What properties are called, those too that were not read.
    #[doc(hidden)]
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name).chain(&self.left).map(String::as_str)
    }

    /// Notes what properties are called that were not read.
    pub(super) fn leave(&mut self, names: Vec<String>) {
        self.left.extend(names);
    }

    /// Whether there are no properties, nor any that were not read.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.left.is_empty()
    }

    /// The values of these rows.
    pub(super) fn of_rows(&self, rows: &[usize]) -> PropertyTable {
        let columns = self.columns.iter().map(|(name, values)| (name.clone(), values.of_rows(rows)));
        PropertyTable { columns: columns.collect(), places: self.places.clone(), left: self.left.clone() }
    }
}
