//! The program's own binary format, `docs/formats.md`.

use std::io::{self, Write};

use super::Writer;
use crate::graph::attributes::Dictionary;
use crate::graph::checksum::{self, SectionChecksum};
use crate::graph::{
    Graph, GraphFormat,
    read::{
        ARCS_TAG, CHECKED_MAGIC, EDGE_NAMES_TAG, EDGE_SETS_TAG, EDGES_TAG, HEAD_BYTES, HEADER_BYTES, IDS_TAG,
        NAMES_TAG, NEIGHBORS_TAG, OFFSETS_TAG, VERTEX_NAMES_TAG, VERTICES_TAG,
    },
};

pub(super) const WRITER: Writer = Writer {
    format: GraphFormat::Csr,
    endings: &["csr"],
    words: "is the program's own format, memory-mapped when it is read",
    title: "a .csr file",
    write,
    cannot_hold: |_| None,
};

fn write(graph: &Graph, writer: &mut dyn Write) -> io::Result<()> {
    let (csr, attributes) = (graph.csr(), graph.attributes());
    let mut sections = vec![
        Section::of(OFFSETS_TAG, bytemuck::cast_slice(csr.offsets())),
        Section::of(NEIGHBORS_TAG, bytemuck::cast_slice(csr.neighbors_all())),
    ];
    let names_of_vertices = graph.ids().names().map(|names| names.parts());
    let numbers = graph.ids().numbers().filter(|_| !graph.ids().is_identity());
    let ids: Vec<u64> = numbers.iter().flat_map(|numbers| (0..csr.n()).map(|v| numbers.get(v))).collect();
    if let Some((ends, text)) = &names_of_vertices {
        sections.push(Section { tag: NAMES_TAG, parts: vec![bytemuck::cast_slice(ends), text.as_bytes()] });
    } else if numbers.is_some() {
        sections.push(Section::of(IDS_TAG, bytemuck::cast_slice(&ids)));
    }
    let vertex_names = attributes.vertices.as_ref().map(|vertices| names(&vertices.labels));
    if let (Some(vertices), Some(names)) = (&attributes.vertices, &vertex_names) {
        sections.push(Section::of(VERTEX_NAMES_TAG, names));
        let parts = vec![bytemuck::cast_slice(&vertices.offsets), bytemuck::cast_slice(&vertices.codes)];
        sections.push(Section { tag: VERTICES_TAG, parts });
    }
    let edge_names = attributes.edge_labels().map(names);
    let edge_sets = attributes.edge_labels().filter(|labels| !labels.sets().is_empty()).map(sets);
    if let Some(edges) = &attributes.edges {
        if let Some(names) = &edge_names {
            sections.push(Section::of(EDGE_NAMES_TAG, names));
        }
        if let Some(sets) = &edge_sets {
            sections.push(Section::of(EDGE_SETS_TAG, bytemuck::cast_slice(sets)));
        }
        sections.push(Section::of(EDGES_TAG, bytemuck::cast_slice(&edges.out)));
        if let Some(back) = &edges.back {
            sections.push(Section::of(ARCS_TAG, bytemuck::cast_slice(back)));
        }
    }
    header(graph, &sections, writer)?;
    sections.iter().try_for_each(|section| section.write(writer))
}

fn header(graph: &Graph, sections: &[Section<'_>], writer: &mut dyn Write) -> io::Result<()> {
    let bytes = HEADER_BYTES + sections.iter().map(Section::bytes).sum::<u64>();
    let mut header = Vec::from(CHECKED_MAGIC);
    for word in [u64::from(graph.csr().n()), graph.csr().neighbors_all().len() as u64, bytes] {
        header.extend(word.to_le_bytes());
    }
    header.extend(checksum::of_header(&header).to_le_bytes());
    writer.write_all(&header)
}

/// A section: its tag, the length of its payload, its checksum, the payload, and zeros up to a multiple of 8 bytes.
struct Section<'g> {
    tag: [u8; 8],
    /// The payload.
    parts: Vec<&'g [u8]>,
}

impl<'g> Section<'g> {
    fn of(tag: [u8; 8], payload: &'g [u8]) -> Section<'g> {
        Section { tag, parts: vec![payload] }
    }

    fn length(&self) -> u64 {
        self.parts.iter().map(|part| part.len() as u64).sum()
    }

    /// Bytes in the file.
    fn bytes(&self) -> u64 {
        HEAD_BYTES + self.length().next_multiple_of(8)
    }

    fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        let length = self.length();
        let mut head = [0; 16];
        head[..8].copy_from_slice(&self.tag);
        head[8..].copy_from_slice(&length.to_le_bytes());
        let zeros = &[0; 8][..(length.next_multiple_of(8) - length) as usize];
        let mut checksum = SectionChecksum::new(&head);
        self.parts.iter().for_each(|part| checksum.add(part));
        checksum.add(zeros);
        writer.write_all(&head)?;
        writer.write_all(&checksum.finish().to_le_bytes())?;
        self.parts.iter().try_for_each(|part| writer.write_all(part))?;
        writer.write_all(zeros)
    }
}

/// Each set of labels after how many it has.
fn sets(labels: &Dictionary) -> Vec<u32> {
    labels
        .sets()
        .iter()
        .flat_map(|set| std::iter::once(set.len() as u32).chain(set.iter().copied()))
        .collect()
}

/// Each label after its length.
fn names(labels: &Dictionary) -> Vec<u8> {
    let mut bytes = Vec::new();
    for name in labels.names() {
        bytes.extend((name.len() as u32).to_le_bytes());
        bytes.extend(name.as_bytes());
    }
    bytes
}
