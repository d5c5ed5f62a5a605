//! Options of commands that write a table.

use std::path::{Path, PathBuf};

use clap::Args;
use motherlode::export::{RowFormat, TableFormat};
use motherlode::graph::Compression;

use super::exit::Misuse;
use super::overwrite::check_place;
use super::report::ReportFormat;
use super::rows::Destination;

/// Where rows go.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output options")]
pub struct TableArgs {
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,

    /// Overwrite the file if it exists
    ///
    /// Without it, a file that exists is left alone, and that is an error. It has no effect on standard output.
    #[arg(long)]
    force: bool,

    /// csv, jsonl, arrow, arrows or parquet [default: what FILE ends with]
    ///
    /// What to write: CSV with a header line, JSON Lines, Arrow's IPC file or stream format, or Parquet. The default
    /// for standard output is CSV. FILE may end with .csv, .jsonl or .ndjson, and .gz or .zst after that, which
    /// compresses; or with .arrow or .feather, .arrows, or .parquet. With this option only .gz and .zst are looked at.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = TableFormat::NAMES.map(|(name, _)| name),
        hide_possible_values = true
    )]
    output_format: Option<String>,
}

/// Where rows go, if they are asked for.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output options")]
pub struct OptionalTableArgs {
    /// The file to write rows to, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Overwrite the file if it exists
    ///
    /// Without it, a file that exists is left alone, and that is an error. It has no effect on standard output.
    #[arg(long, requires = "output")]
    force: bool,

    /// csv, jsonl, arrow, arrows or parquet [default: what FILE ends with]
    ///
    /// As for 'motherlode list'. The default for standard output is CSV.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = TableFormat::NAMES.map(|(name, _)| name),
        hide_possible_values = true,
        requires = "output"
    )]
    output_format: Option<String>,
}

impl OptionalTableArgs {
    /// Checks that the output can be written, before any work is done for it; none if none is asked for. A listing that
    /// is taken up may have given its file its name already: `resumes`.
    ///
    /// # Errors
    /// A file that exists, unless it may be overwritten or is taken up; a name that does not tell the format; a report
    /// in JSON where standard output gets the rows.
    pub fn plan(&self, report: ReportFormat, resumes: bool) -> Result<Option<Destination<'_>>, Misuse> {
        let Some(path) = self.output.as_deref() else { return Ok(None) };
        check_report(path, report)?;
        plan(path, self.output_format.as_deref(), self.force || resumes).map(Some)
    }

    /// Where the rows go, as it is told.
    pub fn shown(&self) -> Option<String> {
        self.output.as_ref().map(|path| path.display().to_string())
    }
}

/// Refuses a report in JSON where rows go to standard output: nothing else does.
fn check_report(output: &Path, report: ReportFormat) -> Result<(), Misuse> {
    match report == ReportFormat::Json && output == Path::new("-") {
        false => Ok(()),
        true => Err(Misuse(
            "--format json: standard output gets the rows, and no report; rows as JSON Lines are --output-format jsonl, \
             and with -o FILE the report is printed"
                .into(),
        )),
    }
}

impl TableArgs {
    /// Refuses a report in JSON where rows go to standard output: nothing else does.
    ///
    /// # Errors
    /// Such a report.
    pub fn check_report(&self, format: ReportFormat) -> Result<(), Misuse> {
        check_report(&self.output, format)
    }

    /// Checks that the output can be written, before any work is done for it.
    ///
    /// A listing that is taken up may have given its file its name already: `resumes`.
    ///
    /// # Errors
    /// A file that exists, without --force; a name that does not tell the format.
    pub fn plan(&self, resumes: bool) -> Result<Destination<'_>, Misuse> {
        plan(&self.output, self.output_format.as_deref(), self.force || resumes)
    }
}

/// Checks that a table can be written to `path`, in the format that is `asked` for or that the name tells.
///
/// # Errors
/// A file that exists, unless it `may_exist`; a name that does not tell the format.
pub fn plan<'p>(path: &'p Path, asked: Option<&str>, may_exist: bool) -> Result<Destination<'p>, Misuse> {
    let named = |name: &str| TableFormat::NAMES.into_iter().find(|(other, _)| *other == name);
    let asked = asked.and_then(named).map(|(_, table)| table);
    if path == Path::new("-") {
        let table = asked.unwrap_or(TableFormat::Csv);
        return built_in(Destination {
            file: None,
            format: RowFormat { table, compression: Compression::None },
        });
    }
    check_place(path, may_exist)?;
    let format = match asked {
        Some(table) => RowFormat::of_table(table, path),
        None => RowFormat::of_name(path).ok_or_else(|| {
            Misuse(format!(
                "{}: the name does not tell the format: end it with .csv or .jsonl, with .gz or .zst after that or \
                 not, .arrow, .arrows or .parquet, or give --output-format",
                path.display()
            ))
        })?,
    };
    built_in(Destination { file: Some(path), format })
}

/// The place, if this build can write its format.
fn built_in(place: Destination<'_>) -> Result<Destination<'_>, Misuse> {
    let table = place.format.table;
    match table.is_built_in() {
        true => Ok(place),
        false => {
            Err(Misuse(format!("this build cannot write {table}: build it with the feature 'columnar'")))
        }
    }
}
