//! Rows as text.

use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;

use crate::graph::{Compression, VertexIds};

/// How a table of matches is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// A header with the names of the pattern's vertices, then a match a line, separated by commas (RFC 4180, but with
    /// line feeds alone).
    Csv,
    /// An object a line, with the names of the pattern's vertices as keys.
    JsonLines,
}

/// The format of a file of matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowFormat {
    /// The format.
    pub table: TableFormat,
    /// What is wrapped around it.
    pub compression: Compression,
}

/// What stands in the columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'c> {
    /// The names of the pattern's vertices.
    pub names: &'c [String],
    /// What the input called the vertices of the graph.
    pub ids: &'c VertexIds,
}

impl RowFormat {
    /// What a file's name asks for: `.csv`, or `.jsonl` or `.ndjson`, with `.gz` or `.zst` after it or not. Nothing for
    /// other names.
    pub fn of_name(path: &Path) -> Option<RowFormat> {
        let name = path.file_name()?.to_str()?;
        let (stem, compression) = split_compression(name);
        let table = match stem.rsplit_once('.')?.1 {
            "csv" => TableFormat::Csv,
            "jsonl" | "ndjson" => TableFormat::JsonLines,
            _ => return None,
        };
        Some(RowFormat { table, compression })
    }

    /// This table in a file of that name: compressed if it ends with `.gz` or `.zst`.
    pub fn of_table(table: TableFormat, path: &Path) -> RowFormat {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        RowFormat { table, compression: split_compression(name).1 }
    }

    /// What stands before the first row; it may be nothing.
    ///
    /// # Errors
    /// When compression fails.
    pub fn header(self, columns: Columns<'_>) -> io::Result<Vec<u8>> {
        self.header_of(columns.names)
    }

    /// The same for a table whose columns are called `names`.
    ///
    /// # Errors
    /// When compression fails.
    pub fn header_of(self, names: &[String]) -> io::Result<Vec<u8>> {
        match self.table {
            TableFormat::JsonLines => Ok(Vec::new()),
            TableFormat::Csv => {
                let line = names.iter().map(|name| csv_field(name)).collect::<Vec<_>>().join(",") + "\n";
                self.compress(line.into_bytes())
            }
        }
    }

    /// Rows, one after another. Pieces that were encoded apart may be joined: what compresses gives members or frames.
    ///
    /// # Errors
    /// When compression fails.
    pub fn rows(self, columns: Columns<'_>, rows: &[u32]) -> io::Result<Vec<u8>> {
        self.numbers(columns.names, rows.iter().map(|&vertex| columns.ids.get(vertex)))
    }

    /// Rows of a table whose columns are called `names`: `values` row after row. Pieces may be joined as those of
    /// [`rows`](Self::rows).
    ///
    /// # Errors
    /// When compression fails.
    pub fn numbers(
        self,
        names: &[String],
        values: impl ExactSizeIterator<Item = u64>,
    ) -> io::Result<Vec<u8>> {
        let text = match self.table {
            TableFormat::Csv => csv(names.len(), values),
            TableFormat::JsonLines => json_lines(names, values),
        };
        self.compress(text)
    }

    fn compress(self, text: Vec<u8>) -> io::Result<Vec<u8>> {
        match self.compression {
            Compression::None => Ok(text),
            Compression::Gzip => {
                let mut encoder =
                    GzEncoder::new(Vec::with_capacity(text.len() / 3), flate2::Compression::default());
                encoder.write_all(&text)?;
                encoder.finish()
            }
            Compression::Zstd => zstd::bulk::compress(&text, zstd::DEFAULT_COMPRESSION_LEVEL),
        }
    }
}

fn split_compression(name: &str) -> (&str, Compression) {
    match name.rsplit_once('.') {
        Some((stem, "gz")) => (stem, Compression::Gzip),
        Some((stem, "zst")) => (stem, Compression::Zstd),
        _ => (name, Compression::None),
    }
}

/// Bytes that an id takes with its separator, about.
const FIELD: usize = 8;

fn csv(width: usize, values: impl ExactSizeIterator<Item = u64>) -> Vec<u8> {
    let mut text = Vec::with_capacity(values.len() * FIELD);
    let mut number = itoa::Buffer::new();
    for (place, value) in values.enumerate() {
        text.extend_from_slice(number.format(value).as_bytes());
        text.push(if (place + 1) % width == 0 { b'\n' } else { b',' });
    }
    text
}

fn json_lines(names: &[String], values: impl ExactSizeIterator<Item = u64>) -> Vec<u8> {
    let key = |(place, name): (usize, &String)| {
        let before = if place == 0 { '{' } else { ',' };
        format!("{before}{}:", serde_json::Value::from(name.as_str())).into_bytes()
    };
    let keys: Vec<Vec<u8>> = names.iter().enumerate().map(key).collect();
    let mut text = Vec::with_capacity(values.len() * 2 * FIELD);
    let mut number = itoa::Buffer::new();
    for (place, value) in values.enumerate() {
        let column = place % keys.len();
        text.extend_from_slice(&keys[column]);
        text.extend_from_slice(number.format(value).as_bytes());
        if column + 1 == keys.len() {
            text.extend_from_slice(b"}\n");
        }
    }
    text
}

/// A name as RFC 4180 wants it: in quotes if it has a comma, a quote or a line's end.
fn csv_field(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_every_format() {
        let names = ["a".to_owned(), "b\"c".to_owned()];
        let ids = VertexIds::listed(vec![70, 1 << 40, 9]);
        let columns = Columns { names: &names, ids: &ids };
        let encode = |table| {
            let format = RowFormat { table, compression: Compression::None };
            let text =
                [format.header(columns).unwrap(), format.rows(columns, &[0, 1, 2, 0]).unwrap()].concat();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(encode(TableFormat::Csv), "a,\"b\"\"c\"\n70,1099511627776\n9,70\n");
        assert_eq!(
            encode(TableFormat::JsonLines),
            "{\"a\":70,\"b\\\"c\":1099511627776}\n{\"a\":9,\"b\\\"c\":70}\n"
        );
    }

    #[test]
    fn compressed_pieces_may_be_joined() {
        let names = ["v".to_owned()];
        let columns = Columns { names: &names, ids: &VertexIds::consecutive(5) };
        let joined = |compression| {
            let format = RowFormat { table: TableFormat::Csv, compression };
            [format.header(columns), format.rows(columns, &[1, 2]), format.rows(columns, &[3])]
                .map(Result::unwrap)
                .concat()
        };
        let plain = joined(Compression::None);
        assert_eq!(plain, b"v\n6\n7\n8\n");
        let mut text = Vec::new();
        let gzip = joined(Compression::Gzip);
        io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&gzip[..]), &mut text).unwrap();
        assert_eq!(text, plain);
        assert_eq!(zstd::decode_all(&joined(Compression::Zstd)[..]).unwrap(), plain);
    }

    #[test]
    fn names_tell_formats() {
        let of = |name: &str| RowFormat::of_name(Path::new(name));
        let is = |table, compression| Some(RowFormat { table, compression });
        assert_eq!(of("a/b.csv"), is(TableFormat::Csv, Compression::None));
        assert_eq!(of("b.jsonl.zst"), is(TableFormat::JsonLines, Compression::Zstd));
        assert_eq!(of("b.x.ndjson.gz"), is(TableFormat::JsonLines, Compression::Gzip));
        for other in ["csv", "a.txt", "a.gz", "", "a.csv.bz2", "a.parquet"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
