//! The formats, and rows as text.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;

use super::{Column, TableValue};
use crate::graph::{Compression, VertexNames};

/// How a table of matches is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// A header with the names of the pattern's vertices, then a match a line, separated by commas (RFC 4180, but with
    /// line feeds alone). A list is a field with the text that it has in JSON.
    Csv,
    /// An object a line, with the names of the pattern's vertices as keys.
    JsonLines,
    /// Arrow's IPC file format (Feather version 2): a column of 64-bit unsigned integers for each of the pattern's
    /// vertices. Lists have offsets of 64 bits.
    Arrow,
    /// Arrow's IPC stream format, with the same columns.
    ArrowStream,
    /// Parquet with the same columns, compressed by zstd.
    Parquet,
}

impl TableFormat {
    /// Those that there are, by their names.
    pub const NAMES: [(&'static str, TableFormat); 5] = [
        ("csv", TableFormat::Csv),
        ("jsonl", TableFormat::JsonLines),
        ("arrow", TableFormat::Arrow),
        ("arrows", TableFormat::ArrowStream),
        ("parquet", TableFormat::Parquet),
    ];

    /// Whether this build can write it: Arrow and Parquet take the feature `columnar`.
    pub fn is_built_in(self) -> bool {
        self.is_text() || cfg!(feature = "columnar")
    }

    /// Whether it is text: the formats that may be compressed as a whole.
    pub fn is_text(self) -> bool {
        matches!(self, TableFormat::Csv | TableFormat::JsonLines)
    }
}

impl fmt::Display for TableFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableFormat::Csv => "CSV",
            TableFormat::JsonLines => "JSON Lines",
            TableFormat::Arrow => "Arrow",
            TableFormat::ArrowStream => "Arrow stream",
            TableFormat::Parquet => "Parquet",
        })
    }
}

/// The format of a file of matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowFormat {
    /// The format.
    pub table: TableFormat,
    /// What is wrapped around it.
    pub compression: Compression,
}

impl RowFormat {
    /// What a file's name asks for: `.csv`, or `.jsonl` or `.ndjson`, with `.gz` or `.zst` after it or not; `.arrow` or
    /// `.feather`, `.arrows`, or `.parquet`. Nothing for other names.
    pub fn of_name(path: &Path) -> Option<RowFormat> {
        let name = path.file_name()?.to_str()?;
        let (stem, compression) = split_compression(name);
        let table = match stem.rsplit_once('.')?.1 {
            "csv" => TableFormat::Csv,
            "jsonl" | "ndjson" => TableFormat::JsonLines,
            "arrow" | "feather" => TableFormat::Arrow,
            "arrows" => TableFormat::ArrowStream,
            "parquet" => TableFormat::Parquet,
            _ => return None,
        };
        (table.is_text() || compression == Compression::None).then_some(RowFormat { table, compression })
    }

    /// This table in a file of that name: compressed if it is text and the name ends with `.gz` or `.zst`.
    pub fn of_table(table: TableFormat, path: &Path) -> RowFormat {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let compression = if table.is_text() { split_compression(name).1 } else { Compression::None };
        RowFormat { table, compression }
    }

    /// What stands before the first row of a text; it may be nothing.
    pub(super) fn header(self, columns: &[Column]) -> io::Result<Vec<u8>> {
        match self.table {
            TableFormat::Csv => {
                let line = columns.iter().map(|column| csv_field(&column.name)).collect::<Vec<_>>().join(",");
                self.compress((line + "\n").into_bytes())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The columns with their names as they are written in this format.
    pub(super) fn escaped(self, columns: &[Column]) -> Vec<Column> {
        let json = |name: &str| serde_json::Value::from(name).to_string();
        let escape =
            |name: &str| if self.table == TableFormat::JsonLines { json(name) } else { csv_field(name) };
        // Within a field, which is in quotes.
        let escape_in_list = |name: &str| match self.table {
            TableFormat::JsonLines => json(name),
            _ => json(name).replace('"', "\"\""),
        };
        let of_column = |column: &Column| {
            let of_name = |name: &str| if column.is_list { escape_in_list(name) } else { escape(name) };
            let names = column.names.as_ref().map(|names| VertexNames::new(names.iter().map(of_name)));
            Column { name: escape(&column.name), names, ..column.clone() }
        };
        columns.iter().map(of_column).collect()
    }

    /// Rows as text: `values` row after row, in columns that are [`escaped`](Self::escaped). Pieces that were made
    /// apart may be joined: what compresses gives members or frames.
    pub(super) fn text(
        self,
        columns: &[Column],
        values: impl ExactSizeIterator<Item = impl TableValue>,
    ) -> io::Result<Vec<u8>> {
        let text = match self.table {
            TableFormat::JsonLines => json_lines(columns, values),
            _ if columns.iter().all(|column| column.names.is_none() && !column.is_real) => {
                csv(columns.len(), values)
            }
            _ => csv_by_columns(columns, values),
        };
        self.compress(text)
    }

    /// As [`text`](Self::text), of numbers that are at hand: compiled with this crate, for speed, whatever the caller is
    /// compiled for.
    pub(super) fn text_of_numbers(self, columns: &[Column], numbers: &[u64]) -> io::Result<Vec<u8>> {
        self.text(columns, numbers.iter().copied())
    }

    /// Lists as text: a row each, in a column that is [`escaped`](Self::escaped).
    pub(super) fn text_of_lists(
        self,
        column: &Column,
        lists: impl Iterator<Item = impl Iterator<Item = impl TableValue>>,
    ) -> io::Result<Vec<u8>> {
        let (before, after) = match self.table {
            TableFormat::JsonLines => (format!("{{{}:[", column.name), "]}\n"),
            _ => ("\"[".to_owned(), "]\"\n"),
        };
        let mut text = Vec::new();
        for list in lists {
            text.extend_from_slice(before.as_bytes());
            for (place, value) in list.enumerate() {
                if place > 0 {
                    text.push(b',');
                }
                put(&mut text, column, value, "");
            }
            text.extend_from_slice(after.as_bytes());
        }
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

fn csv(width: usize, values: impl ExactSizeIterator<Item = impl TableValue>) -> Vec<u8> {
    let mut text = Vec::with_capacity(values.len() * FIELD);
    let mut left = width;
    values.for_each(|value| {
        value.put(&mut text);
        left -= 1;
        text.push(if left > 0 { b',' } else { b'\n' });
        if left == 0 {
            left = width;
        }
    });
    text
}

fn csv_by_columns(columns: &[Column], values: impl ExactSizeIterator<Item = impl TableValue>) -> Vec<u8> {
    let mut text = Vec::with_capacity(values.len() * FIELD);
    for (place, value) in (0..columns.len()).cycle().zip(values) {
        put(&mut text, &columns[place], value, "");
        text.push(if place + 1 == columns.len() { b'\n' } else { b',' });
    }
    text
}

/// Adds a value as it stands in its column, or what stands for a missing one.
#[inline]
fn put(text: &mut Vec<u8>, column: &Column, value: impl TableValue, missing: &str) {
    match &column.names {
        None if column.is_real => match Column::real(value) {
            // A text in memory takes in all that is written.
            Some(number) => _ = write!(text, "{number:?}"),
            None => text.extend_from_slice(missing.as_bytes()),
        },
        None => value.put(text),
        Some(names) => text.extend_from_slice(names.get(value.narrow() as u32).as_bytes()),
    }
}

fn json_lines(columns: &[Column], values: impl ExactSizeIterator<Item = impl TableValue>) -> Vec<u8> {
    let key = |(place, column): (usize, &Column)| {
        let before = if place == 0 { '{' } else { ',' };
        format!("{before}{}:", column.name).into_bytes()
    };
    let keys: Vec<Vec<u8>> = columns.iter().enumerate().map(key).collect();
    let mut text = Vec::with_capacity(values.len() * 2 * FIELD);
    for (place, value) in (0..keys.len()).cycle().zip(values) {
        text.extend_from_slice(&keys[place]);
        put(&mut text, &columns[place], value, "null");
        if place + 1 == keys.len() {
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
    fn names_are_quoted_where_it_is_needed() {
        let columns = ["a", "b\"c", "d,e"].map(Column::numbers);
        let csv = RowFormat { table: TableFormat::Csv, compression: Compression::None };
        assert_eq!(csv.header(&columns).unwrap(), b"a,\"b\"\"c\",\"d,e\"\n");
        let json = RowFormat { table: TableFormat::JsonLines, ..csv };
        let text = json.text(&json.escaped(&columns), [7u64, 1 << 40, 9].into_iter()).unwrap();
        assert_eq!(text, b"{\"a\":7,\"b\\\"c\":1099511627776,\"d,e\":9}\n");
    }

    /// A missing number is nothing in CSV, and null in JSON.
    #[test]
    fn real_numbers_may_be_missing() {
        let columns = [Column::numbers("count"), Column::reals("z")];
        let values = [
            7,
            Column::real_value(Some(-0.25)),
            8,
            Column::real_value(None),
            9,
            Column::real_value(Some(2.0)),
        ];
        let csv = RowFormat { table: TableFormat::Csv, compression: Compression::None };
        assert_eq!(csv.text(&columns, values.into_iter()).unwrap(), b"7,-0.25\n8,\n9,2.0\n");
        let json = RowFormat { table: TableFormat::JsonLines, ..csv };
        let text = json.text(&json.escaped(&columns), values.into_iter()).unwrap();
        let lines = "{\"count\":7,\"z\":-0.25}\n{\"count\":8,\"z\":null}\n{\"count\":9,\"z\":2.0}\n";
        assert_eq!(String::from_utf8(text).unwrap(), lines);
    }

    #[test]
    fn compressed_pieces_may_be_joined() {
        let columns = [Column::numbers("v")];
        let joined = |compression| {
            let format = RowFormat { table: TableFormat::Csv, compression };
            [
                format.header(&columns),
                format.text(&columns, [6u64, 7].into_iter()),
                format.text(&columns, [8u64].into_iter()),
            ]
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
        assert_eq!(of("b.feather"), is(TableFormat::Arrow, Compression::None));
        assert_eq!(of("b.csv.arrows"), is(TableFormat::ArrowStream, Compression::None));
        assert_eq!(of("b.parquet"), is(TableFormat::Parquet, Compression::None));
        for other in ["csv", "a.txt", "a.gz", "", "a.csv.bz2", "a.parquet.zst", "a.arrow.gz"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
