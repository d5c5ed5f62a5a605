//! Tables of columns in a build without the feature `columnar`: there are none.

use std::fs::File;
use std::io::{self, Write};

use crate::export::{Column, TableFormat, TableValue};

/// A table in Arrow or Parquet, which this build cannot make: there is no value of this type.
pub(in crate::export) enum ColumnarTable {}

impl ColumnarTable {
    /// # Errors
    /// [`io::ErrorKind::Unsupported`], always.
    pub fn new(format: TableFormat, _columns: &[Column], _out: &mut impl Write) -> io::Result<ColumnarTable> {
        Err(unsupported(format))
    }

    /// # Errors
    /// [`io::ErrorKind::Unsupported`], always.
    pub fn resume(format: TableFormat, _columns: &[Column], _earlier: &File) -> io::Result<ColumnarTable> {
        Err(unsupported(format))
    }

    pub fn write<V: TableValue>(
        &mut self,
        _elements: usize,
        _value: impl Fn(usize) -> V + Sync,
        _out: &mut impl Write,
    ) -> io::Result<()> {
        match *self {}
    }

    pub fn write_lists<V: TableValue>(
        &mut self,
        _ends: &[usize],
        _value: impl Fn(usize) -> V + Sync,
        _out: &mut impl Write,
    ) -> io::Result<()> {
        match *self {}
    }

    pub fn end_part(&mut self, _out: &mut impl Write) -> io::Result<()> {
        match *self {}
    }

    pub fn end(&mut self, _out: &mut impl Write) -> io::Result<()> {
        match *self {}
    }
}

fn unsupported(format: TableFormat) -> io::Error {
    let reason = format!("this build cannot write {format}: build it with the feature 'columnar'");
    io::Error::new(io::ErrorKind::Unsupported, reason)
}
