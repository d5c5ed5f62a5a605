//! `.csr` files as they are written now: a header and sections, each with a checksum, `docs/formats.md`.

use std::io::Read;
use std::sync::Arc;

use bytemuck::Pod;
use memmap2::Mmap;

use super::csr_attributes::Sections;
use super::csr_file::{ArrayError, CsrParts, IDS_TAG, read_array};
use super::named::Named;
use crate::graph::error::excerpt;
use crate::graph::{Graph, GraphError, MAX_VERTICES, checksum, storage::ArrayStorage};

pub(in crate::graph) const CHECKED_MAGIC: [u8; 8] = *b"GPMCSR03";
/// Starts the section with the offsets.
pub(in crate::graph) const OFFSETS_TAG: [u8; 8] = *b"OFFSETS ";
/// Starts the section with the neighbours.
pub(in crate::graph) const NEIGHBORS_TAG: [u8; 8] = *b"NEIGHBOR";
/// The header: what starts the file, vertices, neighbours, bytes of the file, checksum.
pub(in crate::graph) const HEADER_BYTES: u64 = 40;
/// What precedes a payload: tag, length, checksum.
pub(in crate::graph) const HEAD_BYTES: u64 = 24;

/// Where the bytes come from.
pub(super) trait SectionSource {
    /// The next `length` elements. Nothing is allocated before the bytes are there.
    fn take<T: Pod>(&mut self, length: u64) -> Result<ArrayStorage<T>, ArrayError>;
}

/// A file in memory, of which the bytes before `at` were taken.
pub(super) struct MappedFile {
    pub(super) bytes: Arc<Mmap>,
    pub(super) at: usize,
}

impl SectionSource for MappedFile {
    fn take<T: Pod>(&mut self, length: u64) -> Result<ArrayStorage<T>, ArrayError> {
        let left = (self.bytes.len() - self.at) as u64;
        match length.checked_mul(size_of::<T>() as u64) {
            Some(bytes) if bytes <= left => {
                let start = self.at;
                self.at += bytes as usize;
                Ok(ArrayStorage::mapped(Arc::clone(&self.bytes), start..self.at))
            }
            _ => Err(ArrayError::CutOff { bytes_read: left }),
        }
    }
}

/// A stream, compressed or piped.
pub(super) struct SectionStream<R>(pub(super) R);

impl<R: Read> SectionSource for SectionStream<R> {
    fn take<T: Pod>(&mut self, length: u64) -> Result<ArrayStorage<T>, ArrayError> {
        Ok(read_array(&mut self.0, length)?.into())
    }
}

/// Reads a file from its start.
pub(super) fn read(mut source: impl SectionSource, named: &Named<'_>) -> Result<Graph, GraphError> {
    let header = Header::read(&mut source, named)?;
    let mut contents = Contents::default();
    let mut position = HEADER_BYTES;
    while position < header.bytes {
        let head = SectionHead::read(&mut source, position, &header, named)?;
        contents.add(&mut source, &head, &header, named)?;
        position += HEAD_BYTES + head.padded;
    }
    if source.take::<u8>(1).is_ok() {
        return Err(GraphError::CsrTail { path: named.path.to_owned(), expected: header.bytes });
    }
    contents.graph(named)
}

/// The header, which its checksum agrees with.
struct Header {
    vertices: u64,
    neighbors: u64,
    /// Bytes of the whole file.
    bytes: u64,
}

impl Header {
    fn read(source: &mut impl SectionSource, named: &Named<'_>) -> Result<Header, GraphError> {
        let words = source.take::<u64>(HEADER_BYTES / 8);
        let words = words.map_err(|e| e.or_cut_off(named, |found| cut_off(HEADER_BYTES, found, named)))?;
        let &[_, vertices, neighbors, bytes, sum] = &words[..] else { unreachable!("five were taken") };
        if sum != checksum::of_header(bytemuck::cast_slice(&words[..4])) {
            return Err(GraphError::CsrDamaged { path: named.path.to_owned(), part: "the header".into() });
        }
        if vertices > MAX_VERTICES {
            return Err(GraphError::TooManyVertices { path: named.path.to_owned(), vertices });
        }
        Ok(Header { vertices, neighbors, bytes })
    }

    /// The error of a file of which only `found` bytes are there.
    fn cut_off(&self, found: u64, named: &Named<'_>) -> GraphError {
        cut_off(self.bytes, found, named)
    }
}

fn cut_off(expected: u64, found: u64, named: &Named<'_>) -> GraphError {
    GraphError::CsrCutOff { path: named.path.to_owned(), expected, found }
}

/// What precedes a payload.
struct SectionHead {
    tag: [u8; 8],
    /// Bytes of the payload.
    length: u64,
    /// Bytes of the payload with the zeros that follow it.
    padded: u64,
    sum: u64,
    /// Where the section starts in the file.
    position: u64,
}

impl SectionHead {
    fn read(
        source: &mut impl SectionSource,
        position: u64,
        header: &Header,
        named: &Named<'_>,
    ) -> Result<SectionHead, GraphError> {
        let words = source.take::<u64>(HEAD_BYTES / 8);
        let words = words.map_err(|e| e.or_cut_off(named, |read| header.cut_off(position + read, named)))?;
        let &[tag, length, sum] = &words[..] else { unreachable!("three were taken") };
        let padded = length.checked_next_multiple_of(8).unwrap_or(u64::MAX);
        let head = SectionHead { tag: tag.to_le_bytes(), length, padded, sum, position };
        // What a damaged length says is not asked of the source.
        let left = header.bytes.saturating_sub(position).saturating_sub(HEAD_BYTES);
        if padded > left { Err(head.damaged(named)) } else { Ok(head) }
    }

    /// The payload with the zeros after it, which the checksum agrees with.
    fn payload<T: Pod>(
        &self,
        source: &mut impl SectionSource,
        header: &Header,
        named: &Named<'_>,
    ) -> Result<ArrayStorage<T>, GraphError> {
        let elements = source.take::<T>(self.padded / size_of::<T>() as u64).map_err(|error| {
            error.or_cut_off(named, |read| header.cut_off(self.position + HEAD_BYTES + read, named))
        })?;
        let mut head = [0; 16];
        head[..8].copy_from_slice(&self.tag);
        head[8..].copy_from_slice(&self.length.to_le_bytes());
        if checksum::of_section(&head, bytemuck::cast_slice(&elements)) != self.sum {
            return Err(self.damaged(named));
        }
        Ok(elements)
    }

    fn damaged(&self, named: &Named<'_>) -> GraphError {
        let part = format!("section `{}` at byte {}", excerpt(&self.tag), self.position);
        GraphError::CsrDamaged { path: named.path.to_owned(), part }
    }
}

/// What the sections hold.
#[derive(Default)]
struct Contents {
    offsets: Option<ArrayStorage<u64>>,
    neighbors: Option<ArrayStorage<u32>>,
    ids: Option<ArrayStorage<u64>>,
    attributes: Sections,
}

impl Contents {
    /// Takes a section from `source` and keeps what it holds.
    fn add(
        &mut self,
        source: &mut impl SectionSource,
        head: &SectionHead,
        header: &Header,
        named: &Named<'_>,
    ) -> Result<(), GraphError> {
        let kept = match head.tag {
            OFFSETS_TAG => {
                let offsets = head.payload(source, header, named)?;
                keep(&mut self.offsets, offsets, head.length == 8 * (header.vertices + 1))
            }
            NEIGHBORS_TAG => {
                let neighbors = head.payload(source, header, named)?;
                let whole = header.neighbors.checked_mul(4).filter(|bytes| bytes % 8 == 0);
                keep(&mut self.neighbors, neighbors, whole == Some(head.length))
            }
            IDS_TAG => {
                let ids = head.payload(source, header, named)?;
                keep(&mut self.ids, ids, head.length == 8 * header.vertices)
            }
            // What may be left unread is marked by a small letter.
            [b'a'..=b'z', ..] => head.payload::<u8>(source, header, named).map(|_| Ok(()))?,
            tag => match self.attributes.slot(&tag) {
                Some(slot) => {
                    let payload = head.payload::<u8>(source, header, named)?;
                    keep(slot, payload[..head.length as usize].to_vec(), true)
                }
                None => {
                    head.payload::<u8>(source, header, named)?;
                    Err(
                        "it is of a kind that is not known here: the program that wrote it is newer, so read it with that one",
                    )
                }
            },
        };
        kept.map_err(|problem| GraphError::CsrSection {
            path: named.path.to_owned(),
            tag: excerpt(&head.tag),
            position: head.position,
            problem,
        })
    }

    fn graph(self, named: &Named<'_>) -> Result<Graph, GraphError> {
        let (Some(offsets), Some(neighbors)) = (self.offsets, self.neighbors) else {
            let problem = "there are no offsets or no neighbours";
            return Err(GraphError::CsrAttributes { path: named.path.to_owned(), problem });
        };
        CsrParts { offsets, neighbors, ids: self.ids, attributes: self.attributes }.graph(named)
    }
}

/// Keeps what a section holds, if it is the first of its kind and as long as it must be.
fn keep<T>(slot: &mut Option<T>, content: T, is_whole: bool) -> Result<(), &'static str> {
    if !is_whole {
        return Err("its length is not that of the header");
    }
    match slot.replace(content) {
        None => Ok(()),
        Some(_) => Err("it is there twice"),
    }
}
