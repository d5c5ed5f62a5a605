//! The program's own binary format, `docs/formats.md`: files without checksums, as they were written before. The others
//! are read by [`csr_sections`](super::csr_sections).

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

use bytemuck::Pod;
use memmap2::Mmap;

use super::csr_sections::{self, CHECKED_MAGIC, MappedFile, SectionStream};
use super::format::{Directions, Format, Tells};
use super::{
    LoadNote, LoadOptions, LoadReport, csr_attributes::Sections, csr_names::names, input::Input, named::Named,
};
use crate::graph::{Csr, Graph, GraphError, MAX_VERTICES, VertexIds, storage::ArrayStorage};

pub(in crate::graph) const MAGIC: [u8; 8] = *b"GPMCSR01";
/// Starts a file with labels or directions, which programs that know nothing of them must not read.
pub(in crate::graph) const ATTRIBUTED_MAGIC: [u8; 8] = *b"GPMCSR02";
/// Starts a section with the original id (u64) of each vertex.
pub(in crate::graph) const IDS_TAG: [u8; 8] = *b"VERTEXID";
const HEADER_BYTES: u64 = 24;

const _: () = assert!(cfg!(target_endian = "little"), "the format is little-endian and is read as it lies");

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(tells),
    starts: Some("a .csr file with GPMCSR01, GPMCSR02 or GPMCSR03"),
    directions: Directions::Told,
    ..Format::new("csr", read, &[])
};

/// Whether a file starts as one of these does.
pub(super) fn tells(head: &[u8]) -> bool {
    [MAGIC, ATTRIBUTED_MAGIC, CHECKED_MAGIC].iter().any(|magic| head.starts_with(magic))
}

/// Maps a plain file into memory.
pub(super) fn map(file: &File, path: &Path) -> Result<Graph, GraphError> {
    let named = Named { path, compression: None };
    // SAFETY: the bytes are read only, as integers, for which any value is valid. That the file is not changed or cut
    // while it is mapped cannot be enforced; `load` documents it, and every program that maps files relies on it.
    let bytes = Arc::new(unsafe { Mmap::map(file) }.map_err(|e| named.io(e))?);
    if bytes.starts_with(&CHECKED_MAGIC) {
        return csr_sections::read(MappedFile { bytes, at: 0 }, &named);
    }
    let header = bytes.get(..HEADER_BYTES as usize).unwrap_or(&bytes);
    let layout = CsrSizes::read(header, &named)?;
    let found = bytes.len() as u64;
    if u128::from(found) < layout.end() {
        return Err(layout.cut_off(found, &named));
    }
    let (offsets_at, neighbors_at) = (HEADER_BYTES as usize, layout.neighbors_at() as usize);
    let end = layout.end() as usize;
    let offsets = ArrayStorage::mapped(Arc::clone(&bytes), offsets_at..neighbors_at);
    let neighbors = ArrayStorage::mapped(Arc::clone(&bytes), neighbors_at..end);
    let (ids, attributes) = read_sections(&bytes[end..], &layout, &named)?;
    without_checksums(CsrParts { offsets, neighbors, ids, attributes }, &named)
}

/// Reads a stream, compressed or piped.
fn read(input: Input<'_>, path: &Path, _: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(path);
    let is_checked = input.starts_with(&CHECKED_MAGIC);
    let mut reader = input.into_reader();
    if is_checked {
        return csr_sections::read(SectionStream(reader), &named);
    }
    let mut header = Vec::new();
    reader.by_ref().take(HEADER_BYTES).read_to_end(&mut header).map_err(|e| named.io(e))?;
    let layout = CsrSizes::read(&header, &named)?;
    let cut_off = |start, bytes_read| layout.cut_off(start + bytes_read, &named);
    let offsets = read_array::<u64>(&mut reader, layout.vertices + 1)
        .map_err(|e| e.or_cut_off(&named, |bytes_read| cut_off(HEADER_BYTES, bytes_read)))?;
    let neighbors = read_array::<u32>(&mut reader, layout.neighbors)
        .map_err(|e| e.or_cut_off(&named, |bytes_read| cut_off(layout.neighbors_at(), bytes_read)))?;
    let (ids, attributes) = read_sections(reader, &layout, &named)?;
    let (offsets, neighbors) = (offsets.into(), neighbors.into());
    without_checksums(CsrParts { offsets, neighbors, ids, attributes }, &named)
}

/// The graph of an old file, of which nobody knows whether it is what was written.
fn without_checksums(parts: CsrParts, named: &Named<'_>) -> Result<Graph, GraphError> {
    let mut graph = parts.graph(named)?;
    graph.report.notes.push(LoadNote::NoChecksums);
    Ok(graph)
}

/// What a file holds.
pub(super) struct CsrParts {
    pub(super) offsets: ArrayStorage<u64>,
    pub(super) neighbors: ArrayStorage<u32>,
    pub(super) ids: Option<ArrayStorage<u64>>,
    pub(super) attributes: Sections,
}

impl CsrParts {
    /// The graph, checked in full.
    pub(super) fn graph(self, named: &Named<'_>) -> Result<Graph, GraphError> {
        let csr = Csr::checked(self.offsets, self.neighbors)
            .map_err(|source| GraphError::Csr { path: named.path.to_owned(), source })?;
        let wrong = |problem| GraphError::CsrAttributes { path: named.path.to_owned(), problem };
        let mut sections = self.attributes;
        let ids = match (self.ids, sections.ids.take()) {
            (None, None) => VertexIds::consecutive(0),
            (Some(ids), None) => VertexIds::stored(ids),
            (None, Some(payload)) => names(&payload, csr.n()).map_err(wrong)?,
            (Some(_), Some(_)) => return Err(wrong("vertices have numbers and names")),
        };
        let report = LoadReport { edges_read: csr.edges(), ..LoadReport::default() };
        let attributes = sections.attributes(&csr).map_err(wrong)?;
        Ok(Graph { report, attributes: attributes.into(), ..Graph::new(csr, ids) })
    }
}

/// The sizes in the header. They are not to be trusted: nothing is allocated by them before the bytes are there.
struct CsrSizes {
    /// Whether every section must be understood.
    attributed: bool,
    vertices: u64,
    neighbors: u64,
}

impl CsrSizes {
    fn read(header: &[u8], named: &Named<'_>) -> Result<CsrSizes, GraphError> {
        let path = || named.path.to_owned();
        let attributed = header.starts_with(&ATTRIBUTED_MAGIC);
        if !header.starts_with(&MAGIC) && !attributed {
            return Err(GraphError::NotCsr { path: path() });
        }
        let word = |i: usize| header.get(8 * i..8 * i + 8).map(bytemuck::pod_read_unaligned::<u64>);
        let (Some(vertices), Some(neighbors)) = (word(1), word(2)) else {
            let found = header.len() as u64;
            return Err(CsrSizes { attributed, vertices: 0, neighbors: 0 }.cut_off(found, named));
        };
        if vertices > MAX_VERTICES {
            return Err(GraphError::TooManyVertices { path: path(), vertices });
        }
        Ok(CsrSizes { attributed, vertices, neighbors })
    }

    fn neighbors_at(&self) -> u64 {
        HEADER_BYTES + 8 * (self.vertices + 1)
    }

    fn end(&self) -> u128 {
        u128::from(self.neighbors_at()) + 4 * u128::from(self.neighbors)
    }

    fn cut_off(&self, found: u64, named: &Named<'_>) -> GraphError {
        let &CsrSizes { vertices, neighbors, .. } = self;
        GraphError::CsrLength {
            path: named.path.to_owned(),
            vertices,
            neighbors,
            expected: self.end(),
            found,
        }
    }
}

/// Why an array could not be read.
pub(super) enum ArrayError {
    Read(io::Error),
    CutOff { bytes_read: u64 },
}

impl ArrayError {
    pub(super) fn or_cut_off(self, named: &Named<'_>, cut_off: impl FnOnce(u64) -> GraphError) -> GraphError {
        match self {
            ArrayError::Read(error) => named.io(error),
            ArrayError::CutOff { bytes_read } => cut_off(bytes_read),
        }
    }
}

/// Reads `length` elements. Memory is taken as the bytes come.
pub(super) fn read_array<T: Pod>(reader: &mut impl Read, length: u64) -> Result<Vec<T>, ArrayError> {
    const STEP: u64 = 1 << 17;
    let mut elements: Vec<T> = Vec::new();
    while (elements.len() as u64) < length {
        let start = elements.len();
        let step = (length - start as u64).min(STEP) as usize;
        elements.resize(start + step, T::zeroed());
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut elements[start..]);
        let read = read_full(reader, bytes).map_err(ArrayError::Read)?;
        if read < bytes.len() {
            return Err(ArrayError::CutOff { bytes_read: (start * size_of::<T>() + read) as u64 });
        }
    }
    Ok(elements)
}

/// Fills the buffer as far as the input goes.
fn read_full(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Reads the sections that follow the arrays: a tag of 8 bytes, the payload's length (u64), the payload, and zeros up
/// to a multiple of 8. Unknown tags are skipped, unless the file has labels or directions. Gives the original ids, if
/// they are there, and labels and directions.
fn read_sections(
    mut reader: impl Read,
    layout: &CsrSizes,
    named: &Named<'_>,
) -> Result<(Option<ArrayStorage<u64>>, Sections), GraphError> {
    let mut position = layout.end() as u64;
    let mut ids = None;
    let mut sections = Sections::default();
    loop {
        let mut head = [0; 16];
        let read = read_full(&mut reader, &mut head).map_err(|e| named.io(e))?;
        if read == 0 {
            return Ok((ids, sections));
        }
        let (tag, length) = head.split_at(8);
        let bad = |problem| {
            let tag = crate::graph::error::excerpt(&tag[..read.min(8)]);
            GraphError::CsrSection { path: named.path.to_owned(), tag, position, problem }
        };
        if read < head.len() {
            return Err(bad("its head is cut off"));
        }
        let length: u64 = bytemuck::pod_read_unaligned(length);
        let padded =
            length.checked_next_multiple_of(8).ok_or_else(|| bad("its length is beyond any file"))?;
        if tag == IDS_TAG {
            if length != 8 * layout.vertices {
                return Err(bad("its length is not 8 bytes a vertex"));
            }
            let list = read_array(&mut reader, layout.vertices);
            let list = list.map_err(|e| e.or_cut_off(named, |_| bad("it is cut off")))?;
            ids = Some(list.into());
        } else if layout.attributed {
            let slot = sections.slot(tag).ok_or_else(|| bad("it is of a kind that is not known here"))?;
            let mut payload = Vec::new();
            reader.by_ref().take(padded).read_to_end(&mut payload).map_err(|e| named.io(e))?;
            if (payload.len() as u64) < padded {
                return Err(bad("it is cut off"));
            }
            payload.truncate(length as usize);
            if slot.replace(payload).is_some() {
                return Err(bad("it is there twice"));
            }
        } else {
            let skipped =
                io::copy(&mut reader.by_ref().take(padded), &mut io::sink()).map_err(|e| named.io(e))?;
            if skipped < padded {
                return Err(bad("it is cut off"));
            }
        }
        position = position.saturating_add(16).saturating_add(padded);
    }
}
