//! The feature matrix: graphs by patterns.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `csv` | the matrix as text |
//! | `columnar` | the matrix as Arrow or Parquet, with the feature `columnar` |

#[cfg_attr(feature = "columnar", path = "columnar/enabled.rs")]
#[cfg_attr(not(feature = "columnar"), path = "columnar/disabled.rs")]
mod columnar;
mod csv;

use std::io;
use std::path::Path;

use motherlode::export::write_whole;
use motherlode::transactions::Database;

/// How a matrix is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixFormat {
    Csv,
    /// The IPC file format, also known as Feather.
    Arrow,
    Parquet,
}

impl MatrixFormat {
    /// The format that a file's name ends with; `None` for other names.
    pub fn of_name(path: &Path) -> Option<MatrixFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(MatrixFormat::Csv),
            "arrow" | "feather" => Some(MatrixFormat::Arrow),
            "parquet" => Some(MatrixFormat::Parquet),
            _ => None,
        }
    }

    /// Whether this build can write it.
    pub fn is_built_in(self) -> bool {
        self == MatrixFormat::Csv || cfg!(feature = "columnar")
    }
}

/// Which graphs contain each pattern, in the order in which the patterns are written.
#[derive(Debug, Default)]
pub struct FeatureMatrix {
    columns: Vec<MatrixColumn>,
}

/// A pattern of the matrix.
#[derive(Debug)]
struct MatrixColumn {
    number: u64,
    #[cfg_attr(not(feature = "columnar"), expect(dead_code, reason = "CSV has no place for it"))]
    support: usize,
    /// A bit for each graph, bit `g % 64` of word `g / 64`, up to the last graph that contains the pattern.
    bits: Vec<u64>,
}

impl MatrixColumn {
    /// The bits of graphs `64 * word` and on.
    fn word(&self, word: usize) -> u64 {
        self.bits.get(word).copied().unwrap_or(0)
    }
}

impl FeatureMatrix {
    /// Adds pattern `number`, which `graphs` contain.
    pub fn add(&mut self, number: u64, graphs: &[u32]) {
        let words = graphs.last().map_or(0, |last| *last as usize / 64 + 1);
        let mut bits = vec![0u64; words];
        graphs.iter().for_each(|graph| bits[*graph as usize / 64] |= 1 << (graph % 64));
        self.columns.push(MatrixColumn { number, support: graphs.len(), bits });
    }

    /// Writes a row for each graph: its name, its class if the input gives any, and for each pattern whether the graph
    /// contains it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path, format: MatrixFormat, database: &Database) -> io::Result<()> {
        write_whole(path, |out| match format {
            MatrixFormat::Csv => csv::write(self, database, out),
            MatrixFormat::Arrow => columnar::write_arrow(self, database, out),
            MatrixFormat::Parquet => columnar::write_parquet(self, database, out),
        })
    }
}
