//! The program's own binary format, `docs/formats.md`.

use std::io::{self, Write};

use crate::graph::attributes::Dictionary;
use crate::graph::{
    Graph,
    read::{
        ARCS_TAG, ATTRIBUTED_MAGIC, EDGE_NAMES_TAG, EDGES_TAG, IDS_TAG, MAGIC, NAMES_TAG, VERTEX_NAMES_TAG,
        VERTICES_TAG,
    },
};

pub(super) fn write(graph: &Graph, writer: &mut impl Write) -> io::Result<()> {
    let (csr, attributes) = (graph.csr(), graph.attributes());
    let plain = attributes.is_empty() && graph.ids().names().is_none();
    writer.write_all(if plain { &MAGIC } else { &ATTRIBUTED_MAGIC })?;
    writer.write_all(&u64::from(csr.n()).to_le_bytes())?;
    writer.write_all(&(csr.neighbors_all().len() as u64).to_le_bytes())?;
    writer.write_all(bytemuck::cast_slice(csr.offsets()))?;
    // Both directions of each edge make the number of neighbours even, and the end a multiple of 8 bytes.
    writer.write_all(bytemuck::cast_slice(csr.neighbors_all()))?;
    if let Some(names) = graph.ids().names() {
        let (ends, text) = names.parts();
        section(writer, NAMES_TAG, &[bytemuck::cast_slice(&ends), text.as_bytes()])?;
    } else if let Some(numbers) = graph.ids().numbers().filter(|_| !graph.ids().is_identity()) {
        let ids: Vec<u64> = (0..csr.n()).map(|v| numbers.get(v)).collect();
        section(writer, IDS_TAG, &[bytemuck::cast_slice(&ids)])?;
    }
    if let Some(vertices) = &attributes.vertices {
        section(writer, VERTEX_NAMES_TAG, &[&names(&vertices.labels)])?;
        let parts = [bytemuck::cast_slice(&vertices.offsets), bytemuck::cast_slice(&vertices.codes)];
        section(writer, VERTICES_TAG, &parts)?;
    }
    if let Some(edges) = &attributes.edges {
        if !edges.labels.is_empty() {
            section(writer, EDGE_NAMES_TAG, &[&names(&edges.labels)])?;
        }
        section(writer, EDGES_TAG, &[bytemuck::cast_slice(&edges.out)])?;
        if let Some(back) = &edges.back {
            section(writer, ARCS_TAG, &[bytemuck::cast_slice(back)])?;
        }
    }
    Ok(())
}

/// A section: its tag, the length of its payload, the payload, and zeros up to a multiple of 8 bytes.
fn section(writer: &mut impl Write, tag: [u8; 8], payload: &[&[u8]]) -> io::Result<()> {
    let length: usize = payload.iter().map(|part| part.len()).sum();
    writer.write_all(&tag)?;
    writer.write_all(&(length as u64).to_le_bytes())?;
    payload.iter().try_for_each(|part| writer.write_all(part))?;
    writer.write_all(&[0; 8][..length.next_multiple_of(8) - length])
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
