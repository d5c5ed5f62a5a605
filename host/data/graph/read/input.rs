//! Opening an input, and telling by its first bytes what it is.

use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek},
    path::Path,
};

use flate2::bufread::MultiGzDecoder;

use super::{ATTRIBUTED_MAGIC, CHECKED_MAGIC, GraphFormat, MAGIC, Named, graph6};
use crate::graph::GraphError;

pub(super) const MATRIX_BANNER: &[u8] = b"%%MatrixMarket";

/// What some programs write before a text in UTF-8. It is none of the text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Enough bytes to tell any format by.
const HEAD_BYTES: usize = 64;
const DECODER_BUFFER_BYTES: usize = 1 << 17;

pub(super) enum OpenedInput {
    /// A plain file that starts as a `.csr` file does, at its start.
    Csr(File),
    Stream(Box<dyn Read + Send>),
}

pub(super) fn open(path: &Path, name: &Path) -> Result<OpenedInput, GraphError> {
    if path == Path::new("-") {
        return Ok(OpenedInput::Stream(Box::new(io::stdin())));
    }
    let failed = |source| GraphError::opening(name.to_owned(), source);
    let mut file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(GraphError::Directory { path: name.to_owned() });
    }
    if !metadata.is_file() {
        return Ok(OpenedInput::Stream(Box::new(file)));
    }
    let head = read_head(&mut file).map_err(failed)?;
    file.rewind().map_err(failed)?;
    Ok(if is_csr(&head) { OpenedInput::Csr(file) } else { OpenedInput::Stream(Box::new(file)) })
}

/// Decompressed data, of which the first bytes are known.
pub(super) struct Input<'a> {
    head: Vec<u8>,
    rest: Box<dyn Read + Send + 'a>,
    compression: Option<&'static str>,
}

impl<'a> Input<'a> {
    /// Recognises compression.
    pub(super) fn new(mut raw: Box<dyn Read + Send + 'a>, name: &Path) -> Result<Input<'a>, GraphError> {
        let plain = Named { path: name, compression: None };
        let head = read_head(&mut raw).map_err(|e| plain.io(e))?;
        let compression = match head.as_slice() {
            [0x1F, 0x8B, ..] => Some("gzip"),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some("zstd"),
            _ => None,
        };
        let Some(compression) = compression else {
            let input = Input { head, rest: raw, compression: None };
            return input.without_byte_order_mark(name);
        };
        let source = BufReader::with_capacity(DECODER_BUFFER_BYTES, Cursor::new(head).chain(raw));
        let mut rest: Box<dyn Read + Send + 'a> = match compression {
            "gzip" => Box::new(MultiGzDecoder::new(source)),
            _ => Box::new(zstd::Decoder::with_buffer(source).map_err(|e| plain.io(e))?),
        };
        let named = Named { path: name, compression: Some(compression) };
        let head = read_head(&mut rest).map_err(|e| named.io(e))?;
        Input { head, rest, compression: Some(compression) }.without_byte_order_mark(name)
    }

    fn without_byte_order_mark(mut self, name: &Path) -> Result<Self, GraphError> {
        if self.head.is_empty() {
            return Err(GraphError::Empty { path: name.to_owned() });
        }
        if self.head.starts_with(BYTE_ORDER_MARK) {
            self.head.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(self)
    }

    /// Whether the first bytes are these; a few of them at most.
    pub(super) fn starts_with(&self, bytes: &[u8]) -> bool {
        self.head.starts_with(bytes)
    }

    /// The first lines, and whether they are all: whole lines of at most `bytes`, or more if so many were looked at before.
    pub(super) fn first_lines(&mut self, bytes: usize) -> io::Result<(&[u8], bool)> {
        let is_whole = self.look_at(bytes)?;
        let end = memchr::memrchr(b'\n', &self.head).map_or(0, |newline| newline + 1);
        Ok((&self.head[..if is_whole { self.head.len() } else { end }], is_whole))
    }

    /// The first line, or the start of it if it has more than `bytes`.
    pub(super) fn first_line(&mut self, bytes: usize) -> io::Result<&[u8]> {
        self.look_at(bytes)?;
        Ok(self.head.split(|&byte| byte == b'\n').next().unwrap_or_default())
    }

    /// Looks at the first `bytes`; whether they are all.
    fn look_at(&mut self, bytes: usize) -> io::Result<bool> {
        let missing = bytes.saturating_sub(self.head.len());
        Ok((&mut self.rest).take(missing as u64).read_to_end(&mut self.head)? < missing)
    }

    pub(super) fn named<'n>(&self, path: &'n Path) -> Named<'n> {
        Named { path, compression: self.compression }
    }

    /// The format that the first bytes tell.
    pub(super) fn format(&self, name: &Path) -> Result<GraphFormat, GraphError> {
        let unsupported = |kind| Err(GraphError::UnsupportedContainer { path: name.to_owned(), kind });
        match self.head.as_slice() {
            head if is_csr(head) => Ok(GraphFormat::Csr),
            head if is_banner(head) => Ok(GraphFormat::MatrixMarket),
            [b'B', b'Z', b'h', ..] => unsupported("compressed by bzip2"),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => unsupported("compressed by xz"),
            [0x04, 0x22, 0x4D, 0x18, ..] => unsupported("compressed by lz4"),
            [b'P', b'K', 3, 4, ..] => unsupported("a zip archive"),
            [0x1F, 0x8B, ..] | [0x28, 0xB5, 0x2F, 0xFD, ..] => unsupported("compressed twice"),
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => unsupported("UTF-16 text"),
            head if starts_record(head) => Ok(GraphFormat::Labelled),
            head if let Some((kind, instead)) = other_kind(head) => {
                Err(GraphError::OtherKind { path: name.to_owned(), kind, instead })
            }
            head => Ok(match document(head) {
                Some(format) => format,
                None if starts_csv(head) => GraphFormat::Csv,
                None => GraphFormat::EdgeList,
            }),
        }
    }

    pub(super) fn into_reader(self) -> impl Read + Send + 'a {
        Cursor::new(self.head).chain(self.rest)
    }
}

/// What a file is that is no graph as text, and what to do with it, by its first bytes.
fn other_kind(head: &[u8]) -> Option<(&'static str, &'static str)> {
    const AS_CSV: &str = "write its edges as CSV";
    let text = head.trim_ascii_start();
    let starts_with =
        |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    match head {
        [b'P', b'A', b'R', b'1', ..] => Some(("a Parquet file", AS_CSV)),
        [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Some(("an Arrow file", AS_CSV)),
        [0x89, b'H', b'D', b'F', ..] => Some(("an HDF5 file", AS_CSV)),
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => Some(("a NumPy array", AS_CSV)),
        head if head.starts_with(b"SQLite format 3") => Some(("an SQLite database", AS_CSV)),
        _ if is_sdf(head) => {
            Some((GraphError::SDF_KIND, "it has many graphs, in which patterns may be frequent"))
        }
        _ if ["<html", "<!doctype html"].into_iter().any(starts_with) => {
            Some(("a web page", "download the file that it links to"))
        }
        _ => None,
    }
}

/// Whether the fourth line is that of the counts of a molecule.
fn is_sdf(head: &[u8]) -> bool {
    let counts = head.split(|&byte| byte == b'\n').nth(3).unwrap_or_default().trim_ascii_end();
    counts.ends_with(b" V2000") || counts.ends_with(b" V3000")
}

fn is_csr(head: &[u8]) -> bool {
    [MAGIC, ATTRIBUTED_MAGIC, CHECKED_MAGIC].iter().any(|magic| head.starts_with(magic))
}

/// Whether a text starts as GraMi's and gSpan's do: `# t 1`, `t # 0`, or a vertex.
fn starts_record(head: &[u8]) -> bool {
    let line = head.trim_ascii_start().split(|&byte| byte == b'\n').next().unwrap_or_default();
    let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    match words.as_slice() {
        [b"#", b"t", id] | [b"t", b"#", id] | [b"t", id] => number(id),
        [b"t", n, m] => number(n) && number(m),
        [b"v", id, ..] => number(id),
        _ => false,
    }
}

/// The format of a text whose first word is of no other.
fn document(head: &[u8]) -> Option<GraphFormat> {
    let text = head.trim_ascii_start();
    let starts_with =
        |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    if graph6::HEADERS.iter().any(|header| head.starts_with(header.as_bytes())) {
        return Some(GraphFormat::Graph6);
    }
    if ["*vertices", "*network"].into_iter().any(starts_with) {
        return Some(GraphFormat::Pajek);
    }
    let opens_list = |rest: &[u8]| rest.trim_ascii_start().starts_with(b"[");
    match text {
        [b'<', b'?' | b'!' | b'g', ..] => Some(GraphFormat::GraphMl),
        [b'{', ..] => Some(GraphFormat::NodeLink),
        [b'g', b'r', b'a', b'p', b'h', rest @ ..] if opens_list(rest) => Some(GraphFormat::Gml),
        text if text.starts_with(b"Creator \"") => Some(GraphFormat::Gml),
        _ => None,
    }
}

/// Whether a text starts with the header of a CSV file: a comma between names, or before them, where the numbers of the rows have
/// no name.
fn starts_csv(head: &[u8]) -> bool {
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = line.strip_prefix(b",").or_else(|| line.strip_prefix(b"\"\",")).unwrap_or(line);
    let starts_name = line.first().is_some_and(|&byte| byte.is_ascii_alphabetic() || b"\":_".contains(&byte));
    // Names in quotes or between tabs, and attributes in braces, may have commas in them.
    let plain = line.split(|&byte| byte == b'"').step_by(2);
    let first = plain.flatten().find(|byte| b",\t{".contains(byte));
    starts_name && first == Some(&b',')
}

/// Whether a line starts with Matrix Market's banner, in any case of letters.
pub(super) fn is_banner(line: &[u8]) -> bool {
    line.get(..MATRIX_BANNER.len()).is_some_and(|start| start.eq_ignore_ascii_case(MATRIX_BANNER))
}

fn read_head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD_BYTES);
    reader.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}
