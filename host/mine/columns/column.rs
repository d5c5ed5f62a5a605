//! Columns.

use crate::runtime::{Buffer, RuntimeError, View, ViewMut};

/// A value for each row, in memory that may have room for more.
#[derive(Debug)]
pub(crate) struct GrowableColumn {
    buffer: Buffer<'static, u32>,
    rows: u64,
}

impl GrowableColumn {
    /// The first `rows` elements of `buffer`, which has so many.
    pub fn new(buffer: Buffer<'static, u32>, rows: u64) -> GrowableColumn {
        debug_assert!(rows <= buffer.len() as u64);
        GrowableColumn { buffer, rows }
    }

    /// How many rows have a value.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The values.
    pub fn view(&self) -> View<'_, u32> {
        self.buffer.slice().part(0, self.rows)
    }

    /// The values, to be written.
    pub fn view_mut(&mut self) -> ViewMut<'_, u32> {
        self.buffer.scratch()
    }

    /// A copy of them.
    ///
    /// # Errors
    /// When the device fails.
    pub fn download(&self) -> Result<Vec<u32>, RuntimeError> {
        let mut values = vec![0; self.rows as usize];
        self.buffer.fetch(&mut values)?;
        Ok(values)
    }
}

impl From<Buffer<'static, u32>> for GrowableColumn {
    fn from(buffer: Buffer<'static, u32>) -> GrowableColumn {
        let rows = buffer.len() as u64;
        GrowableColumn { buffer, rows }
    }
}
