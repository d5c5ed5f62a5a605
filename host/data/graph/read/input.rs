//! An input, whose first bytes tell what is wrapped around it.

use std::{
    io::{self, BufReader, Cursor, Read},
    path::Path,
};

use flate2::bufread::MultiGzDecoder;

use super::named::Named;
use super::other_kinds::other_kind;
use crate::graph::GraphError;

/// What some programs write before a text in UTF-8. It is none of the text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Enough bytes to tell any format by.
const HEAD_BYTES: usize = 64;
/// How many of them tell what is no graph.
const KIND_BYTES: usize = 4096;
const DECODER_BUFFER_BYTES: usize = 1 << 17;

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

    /// The first lines, and whether they are all: whole lines of at most `bytes`, or more if so many were looked at
    /// before.
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

    /// The first bytes: enough to tell a format by, if one starts in its own way.
    pub(super) fn head(&self) -> &[u8] {
        &self.head[..self.head.len().min(HEAD_BYTES)]
    }

    /// Checks that the input is neither packed in a way that is not read here, nor of a kind that is no graph as text.
    pub(super) fn check_kind(&mut self, name: &Path) -> Result<(), GraphError> {
        self.look_at(KIND_BYTES).map_err(|error| self.named(name).io(error))?;
        let unsupported = |kind| Err(GraphError::UnsupportedContainer { path: name.to_owned(), kind });
        if let Some((kind, instead)) = other_kind(&self.head, name) {
            return Err(GraphError::OtherKind { path: name.to_owned(), kind, instead });
        }
        match self.head.as_slice() {
            [b'B', b'Z', b'h', ..] => unsupported("compressed by bzip2"),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => unsupported("compressed by xz"),
            [0x04, 0x22, 0x4D, 0x18, ..] => unsupported("compressed by lz4"),
            [b'P', b'K', 3, 4, ..] => unsupported("a zip archive"),
            [0x1F, 0x8B, ..] | [0x28, 0xB5, 0x2F, 0xFD, ..] => unsupported("compressed twice"),
            _ => Ok(()),
        }
    }

    pub(super) fn into_reader(self) -> impl Read + Send + 'a {
        Cursor::new(self.head).chain(self.rest)
    }
}

/// The first bytes, as far as there are so many.
pub(super) fn read_head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD_BYTES);
    reader.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}
