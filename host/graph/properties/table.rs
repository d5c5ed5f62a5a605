//! Columns by name.

use super::{Column, PropertyError};

/// Properties by name, each with as many values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    columns: Vec<(String, Column)>,
}

impl Table {
    pub(super) fn add(
        &mut self,
        of: &'static str,
        name: String,
        values: Column,
    ) -> Result<(), PropertyError> {
        if self.get(&name).is_some() {
            return Err(PropertyError::Twice { of, name });
        }
        self.columns.push((name, values));
        Ok(())
    }

    /// The values of a property.
    pub fn get(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|(known, _)| known == name).map(|(_, values)| values)
    }

    /// What there is.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&str, &Column)> {
        self.columns.iter().map(|(name, values)| (name.as_str(), values))
    }

    /// Whether there are no properties.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The values of these rows.
    pub(super) fn of_rows(&self, rows: &[usize]) -> Table {
        let columns = self.columns.iter().map(|(name, values)| (name.clone(), values.of_rows(rows)));
        Table { columns: columns.collect() }
    }
}
