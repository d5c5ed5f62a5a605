//! Readers of databases of graphs.

mod bad_records;
mod blocks;
mod database_part;
mod format;
mod gspan;
mod json_lines;
mod open;
mod options;
mod sdf;
mod smiles;
mod wrong;

use std::path::Path;

use bad_records::BadRecords;
pub use bad_records::SkippedRecords;
use database_part::TooMany;
pub use format::DatabaseFormat;
pub use options::DatabaseOptions;

use super::{Database, DatabaseError};
use crate::graph::{BYTE_ORDER_MARK, uncompressed};

/// Reads the database in `path`, compressed or not; `-` is standard input.
///
/// Without a `format` it is told by the file's name, else by its first line.
///
/// # Errors
/// The file cannot be read, its format is not recognised, a line is wrong, or there are no graphs.
pub fn load(path: &Path, format: Option<DatabaseFormat>) -> Result<Database, DatabaseError> {
    load_with(path, &DatabaseOptions::default().format(format)).map(|(database, _)| database)
}

/// Reads the database in `path`, compressed or not; `-` is standard input. Gives what was left out beside it.
///
/// # Errors
/// The file cannot be read, its format is not recognised, a line is wrong, or there are no graphs; where graphs that
/// are wrong are left out, only if no other is there; or molecules are to have directions.
pub fn load_with(
    path: &Path,
    options: &DatabaseOptions,
) -> Result<(Database, SkippedRecords), DatabaseError> {
    let text = open::text(path).map_err(|source| DatabaseError::Io { path: path.into(), source })?;
    parse_with(&text, path, options)
}

/// Reads the database in `text`, which errors say is `path`.
///
/// # Errors
/// The format is not recognised, a line is wrong, or there are no graphs.
pub fn parse(text: &[u8], path: &Path, format: Option<DatabaseFormat>) -> Result<Database, DatabaseError> {
    parse_with(text, path, &DatabaseOptions::default().format(format)).map(|(database, _)| database)
}

/// Reads the database in `text`, which errors say is `path`. Gives what was left out beside it.
///
/// # Errors
/// The format is not recognised, a line is wrong, or there are no graphs; where graphs that are wrong are left out,
/// only if no other is there; or molecules are to have directions.
pub fn parse_with(
    text: &[u8],
    path: &Path,
    options: &DatabaseOptions,
) -> Result<(Database, SkippedRecords), DatabaseError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let format = options
        .format
        .or_else(|| by_name(path))
        .or_else(|| by_content(text))
        .ok_or_else(|| DatabaseError::UnknownFormat { path: path.into() })?;
    if let Some(format) = format.of_molecules().filter(|_| options.directed) {
        return Err(DatabaseError::Undirected { path: path.into(), format });
    }
    let parts = match format {
        DatabaseFormat::GSpan => gspan::read(text, options),
        DatabaseFormat::JsonLines => json_lines::read(text, options),
        DatabaseFormat::Sdf => sdf::read(text, options),
        DatabaseFormat::Smiles => smiles::read(text, options),
    };
    let mut parts = parts.map_err(|wrong| wrong.in_file(path))?;
    let skipped = BadRecords::in_file(parts.iter_mut().map(|part| &mut part.bad), path);
    let too_many = |TooMany { what, limit }| DatabaseError::TooMany { path: path.into(), what, limit };
    let database = database_part::assemble(&parts, options.directed).map_err(too_many)?;
    if database.graphs() > 0 {
        return Ok((database, skipped));
    }
    Err(match skipped.first.into_iter().next() {
        Some(first) => DatabaseError::AllBad { path: path.into(), count: skipped.count, first: first.into() },
        None => DatabaseError::Empty { path: path.into() },
    })
}

fn by_name(path: &Path) -> Option<DatabaseFormat> {
    let name = path.file_name()?.to_str()?;
    match uncompressed(name).rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "gspan" => Some(DatabaseFormat::GSpan),
        "jsonl" | "ndjson" => Some(DatabaseFormat::JsonLines),
        "sdf" | "sd" | "mol" => Some(DatabaseFormat::Sdf),
        "smi" | "smiles" => Some(DatabaseFormat::Smiles),
        _ => None,
    }
}

fn by_content(text: &[u8]) -> Option<DatabaseFormat> {
    // A molecule of SDF has its counts on the fourth line.
    let is_counts =
        |line: &[u8]| [b"V2000", b"V3000"].iter().any(|version| line.trim_ascii().ends_with(*version));
    if blocks::lines(text).nth(3).is_some_and(is_counts) {
        return Some(DatabaseFormat::Sdf);
    }
    let mut lines = blocks::numbered(text, 1).map(|(_, line)| line.trim_ascii());
    let line = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"))?;
    match line {
        [b't', b' ' | b'\t', ..] => Some(DatabaseFormat::GSpan),
        [b'{', ..] => Some(DatabaseFormat::JsonLines),
        _ => None,
    }
}
