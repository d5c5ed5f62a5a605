//! The matrix as Arrow or Parquet, in a build without the feature `columnar`: it is an error.

use std::io::{self, Write};

use motherlode::transactions::Database;

use super::FeatureMatrix;

/// # Errors
/// [`io::ErrorKind::Unsupported`], always.
pub(super) fn write_arrow(_: &FeatureMatrix, _: &Database, _: &mut impl Write) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// # Errors
/// [`io::ErrorKind::Unsupported`], always.
pub(super) fn write_parquet(_: &FeatureMatrix, _: &Database, _: &mut (impl Write + Send)) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
