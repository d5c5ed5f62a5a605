//! Matrix Market's coordinate format (Boisvert, Pozo and Remington 1996, "The Matrix Market Exchange Formats", NISTIR
//! 5935).
//!
//! A stored entry is an edge, whatever its value; entries on the diagonal are self-loops. Every row is a vertex, with
//! or without edges.

use std::{
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use super::{
    ExtraColumns, LoadOptions, LoadReport,
    blocks::{BadLine, parse_blocks},
    finish::finish,
    format::{Format, Tells},
    input::Input,
    labelled_edges::read_entries,
    lines::Lines,
    named::Named,
    numbered_edges::{EXPECTED, ParsedEdges},
    scan::{id, is_binary, newlines, plain_pair},
};
use crate::graph::{
    Graph, GraphError, LineProblem, MAX_VERTICES, MatrixProblem, VertexIds, build::csr_of_pairs,
    error::excerpt,
};

/// Rows per entry, beyond which a file is more likely damaged than meant, and would cost memory out of proportion.
const MAX_ROWS_PER_ENTRY: u64 = 1000;
const MAX_HEADER_LINE_BYTES: u64 = 1 << 20;

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(tells),
    starts: Some("a Matrix Market file with %%MatrixMarket"),
    extra_columns: Some("'label' reads the values of an integer matrix"),
    ..Format::new(
        "matrix-market",
        read,
        &["%%MatrixMarket matrix coordinate pattern general\n#2 2 1\n#1 2\n#% @\n"],
    )
};

const BANNER: &[u8] = b"%%MatrixMarket";

/// Whether a text starts with the format's banner, in any case of letters.
fn tells(text: &[u8]) -> bool {
    text.get(..BANNER.len()).is_some_and(|start| start.eq_ignore_ascii_case(BANNER))
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut reader = BufReader::new(input.into_reader());
    let header = Header::read(&mut reader, &named)?;
    if options.attributes_edges() {
        return read_attributed(reader, &header, named, options);
    }
    let parse = |edges: &mut Entries, text: &[u8]| edges.parse(text, &header);
    let parsed = parse_blocks(reader, options.block_bytes, header.lines, Entries::default, parse)
        .map_err(|e| named.text(e))?;
    let mut report = LoadReport { lines: parsed.lines, comments: header.comments, ..LoadReport::default() };
    let mut pairs = Vec::with_capacity(parsed.states.len());
    for Entries(edges) in parsed.states {
        report.comments += edges.comments;
        report.edges_read += edges.edges_read;
        report.self_loops += edges.self_loops;
        pairs.push(edges.pairs.narrow);
    }
    let problem = |problem| GraphError::Matrix { path: name.to_owned(), problem };
    if report.edges_read != header.entries {
        return Err(problem(MatrixProblem::EntryCount {
            expected: header.entries,
            found: report.edges_read,
        }));
    }
    let built = csr_of_pairs(pairs, header.size as u32);
    report.duplicates = built.duplicates;
    Ok(Graph { report, ..Graph::new(built.csr, VertexIds::consecutive(1)) })
}

/// Reads the entries for their directions, or their values as labels.
fn read_attributed(
    reader: impl Read,
    header: &Header,
    named: Named<'_>,
    options: &LoadOptions,
) -> Result<Graph, GraphError> {
    let name = named.path;
    let problem = |problem| GraphError::Matrix { path: name.to_owned(), problem };
    if options.extra_columns == ExtraColumns::Label && header.field != MatrixField::Integer {
        return Err(problem(MatrixProblem::NoLabels));
    }
    let lines = Lines::new(reader, named, header.lines);
    let kind = (header.valued(), header.symmetric);
    let (builder, entries, lines, comments) = read_entries(lines, header.size, kind, options)?;
    if entries != header.entries {
        return Err(problem(MatrixProblem::EntryCount { expected: header.entries, found: entries }));
    }
    finish(builder, name, (lines, header.comments + comments), EXPECTED)
}

/// What the entries of a matrix hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MatrixField {
    Pattern,
    Real,
    Integer,
}

/// What stands before the entries.
struct Header {
    /// Rows, and columns.
    size: u64,
    entries: u64,
    field: MatrixField,
    /// Whether an entry stands for the one across the diagonal too.
    symmetric: bool,
    lines: u64,
    comments: u64,
}

impl Header {
    /// Whether an entry has a value.
    fn valued(&self) -> bool {
        self.field != MatrixField::Pattern
    }

    fn read(reader: &mut impl BufRead, named: &Named<'_>) -> Result<Header, GraphError> {
        let problem = |problem| GraphError::Matrix { path: named.path.to_owned(), problem };
        let mut line = Vec::new();
        read_line(reader, &mut line).map_err(|e| named.io(e))?;
        let (field, symmetric) = read_banner(line.trim_ascii()).map_err(problem)?;
        let (mut lines, mut comments) = (1, 1);
        loop {
            lines += skip_newlines(reader).map_err(|e| named.io(e))?;
            if !read_line(reader, &mut line).map_err(|e| named.io(e))? {
                return Err(problem(MatrixProblem::NoSize));
            }
            lines += 1;
            match line.trim_ascii() {
                [] => {}
                [b'%', ..] => comments += 1,
                text => {
                    let (size, entries) = read_size(text, lines).map_err(problem)?;
                    if size > MAX_VERTICES {
                        return Err(GraphError::TooManyVertices {
                            path: named.path.to_owned(),
                            vertices: size,
                        });
                    }
                    return Ok(Header { size, entries, field, symmetric, lines, comments });
                }
            }
        }
    }
}

/// Reads a line, or the start of one that is longer than any header line; whether there was one.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(reader.by_ref().take(MAX_HEADER_LINE_BYTES).read_until(b'\n', line)? > 0)
}

/// Takes the line feeds that come next; gives how many.
fn skip_newlines(reader: &mut impl BufRead) -> io::Result<u64> {
    let mut all = 0;
    loop {
        let empty = newlines(reader.fill_buf()?, 0);
        if empty == 0 {
            return Ok(all);
        }
        reader.consume(empty);
        all += empty as u64;
    }
}

/// Checks the first line; gives what entries hold, and whether the matrix is symmetric.
fn read_banner(line: &[u8]) -> Result<(MatrixField, bool), MatrixProblem> {
    let no_banner = || MatrixProblem::Banner { text: excerpt(line) };
    let text = std::str::from_utf8(line).ok().filter(|_| tells(line)).ok_or_else(no_banner)?;
    let words: Vec<String> = text.split_ascii_whitespace().skip(1).map(str::to_ascii_lowercase).collect();
    let [object, format, field, symmetry] = words.as_slice() else { return Err(no_banner()) };
    let expect = |word: &str, known: &[&str], supported| {
        let unsupported = || MatrixProblem::Unsupported { word: excerpt(word.as_bytes()), supported };
        known.contains(&word).then_some(()).ok_or_else(unsupported)
    };
    expect(object, &["matrix"], "so `matrix` stands here")?;
    expect(format, &["coordinate"], "so `coordinate` stands here")?;
    expect(field, &["pattern", "real", "integer"], "`pattern`, `real` or `integer`")?;
    expect(symmetry, &["general", "symmetric"], "`general` or `symmetric`")?;
    let kind = match field.as_str() {
        "pattern" => MatrixField::Pattern,
        "integer" => MatrixField::Integer,
        _ => MatrixField::Real,
    };
    Ok((kind, symmetry == "symmetric"))
}

/// Rows (which are as many as columns) and entries.
fn read_size(text: &[u8], line: u64) -> Result<(u64, u64), MatrixProblem> {
    let no_size = || MatrixProblem::Size { line, text: excerpt(text) };
    let tokens = text.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    let numbers = tokens.map(id).collect::<Result<Vec<u64>, _>>().map_err(|_| no_size())?;
    let &[rows, columns, entries] = numbers.as_slice() else { return Err(no_size()) };
    if rows != columns {
        return Err(MatrixProblem::Rectangular { rows, columns });
    }
    if rows / MAX_ROWS_PER_ENTRY > entries.saturating_add(MAX_ROWS_PER_ENTRY) {
        return Err(MatrixProblem::Hypersparse { rows, entries });
    }
    Ok((rows, entries))
}

/// The entries that a thread has parsed, as pairs of vertices from 0.
#[derive(Default)]
struct Entries(ParsedEdges);

impl Entries {
    fn parse(&mut self, text: &[u8], header: &Header) -> Result<u64, BadLine> {
        let (mut at, mut lines) = (0, 0);
        while at < text.len() {
            if let empty @ 1.. = newlines(text, at) {
                at += empty;
                lines += empty as u64;
                continue;
            }
            let plain = if header.valued() { None } else { plain_pair(text, at) };
            let end = plain.map_or_else(
                || memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length + 1),
                |(_, _, next)| next,
            );
            let line = text[at..end].trim_ascii();
            let position = match plain {
                Some((row, column, _)) => Ok(Some((row, column))),
                None => self.parse_line(line, header.valued()),
            };
            position
                .and_then(|position| {
                    position.map_or(Ok(()), |(row, column)| self.add(row, column, header.size))
                })
                .map_err(|problem| BadLine { before: lines, text: excerpt(line), problem })?;
            at = end;
            lines += 1;
        }
        Ok(lines)
    }

    fn add(&mut self, row: u64, column: u64, size: u64) -> Result<(), LineProblem> {
        if let Some(&index) = [row, column].iter().find(|&&index| index == 0 || index > size) {
            return Err(LineProblem::IndexOutOfRange { index, size });
        }
        self.0.add(row - 1, column - 1);
        Ok(())
    }

    /// Row and column of any line, without white space around it; nothing for a comment or an empty line.
    fn parse_line(&mut self, line: &[u8], valued: bool) -> Result<Option<(u64, u64)>, LineProblem> {
        if line.is_empty() {
            return Ok(None);
        }
        if line.starts_with(b"%") {
            self.0.comments += 1;
            return Ok(None);
        }
        entry(line, valued)
            .map(Some)
            .map_err(|problem| if is_binary(line) { LineProblem::Binary } else { problem })
    }
}

/// Row and column of an entry.
pub(super) fn entry(line: &[u8], valued: bool) -> Result<(u64, u64), LineProblem> {
    let expected = if valued { 3 } else { 2 };
    let mut tokens = line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    let mut index = || tokens.next().map_or(Err(LineProblem::EntryColumns { expected }), id);
    let (row, column) = (index()?, index()?);
    match (tokens.next(), valued) {
        (None, false) => {}
        (Some(value), true) => check_value(value)?,
        _ => return Err(LineProblem::EntryColumns { expected }),
    }
    tokens.next().map_or(Ok((row, column)), |_| Err(LineProblem::EntryColumns { expected }))
}

fn check_value(token: &[u8]) -> Result<(), LineProblem> {
    let parsed = std::str::from_utf8(token).ok().and_then(|text| text.parse::<f64>().ok());
    parsed.map(|_| ()).ok_or_else(|| LineProblem::NotAValue { token: excerpt(token) })
}
