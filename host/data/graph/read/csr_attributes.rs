//! Labels and directions in a `.csr` file, `docs/formats.md`.

use super::csr_names::NAMES_TAG;
use crate::graph::attributes::{Dictionary, EdgeAttributes, NO_ARC, UNLABELLED, VertexLabels};
use crate::graph::{Attributes, Csr};

/// Starts a section with what vertex labels are called.
pub(in crate::graph) const VERTEX_NAMES_TAG: [u8; 8] = *b"VLABNAME";
/// Starts a section with the labels of the vertices.
pub(in crate::graph) const VERTICES_TAG: [u8; 8] = *b"VLABELOF";
/// Starts a section with what edge labels are called.
pub(in crate::graph) const EDGE_NAMES_TAG: [u8; 8] = *b"ELABNAME";
/// Starts a section with the sets of several labels that edges have.
pub(in crate::graph) const EDGE_SETS_TAG: [u8; 8] = *b"ELABSETS";
/// Starts a section with the labels of the edges, or of the arcs out of each vertex.
pub(in crate::graph) const EDGES_TAG: [u8; 8] = *b"ELABELOF";
/// Starts a section with the labels of the arcs into each vertex.
pub(in crate::graph) const ARCS_TAG: [u8; 8] = *b"ARCSBACK";

/// The payloads of the sections, as they come.
#[derive(Default)]
pub(super) struct Sections {
    pub ids: Option<Vec<u8>>,
    vertex_names: Option<Vec<u8>>,
    vertices: Option<Vec<u8>>,
    edge_names: Option<Vec<u8>>,
    edge_sets: Option<Vec<u8>>,
    edges: Option<Vec<u8>>,
    arcs: Option<Vec<u8>>,
}

impl Sections {
    /// Where the payload of a section goes; none if its tag is not one of these.
    pub fn slot(&mut self, tag: &[u8]) -> Option<&mut Option<Vec<u8>>> {
        Some(match tag {
            tag if tag == NAMES_TAG => &mut self.ids,
            tag if tag == VERTEX_NAMES_TAG => &mut self.vertex_names,
            tag if tag == VERTICES_TAG => &mut self.vertices,
            tag if tag == EDGE_NAMES_TAG => &mut self.edge_names,
            tag if tag == EDGE_SETS_TAG => &mut self.edge_sets,
            tag if tag == EDGES_TAG => &mut self.edges,
            tag if tag == ARCS_TAG => &mut self.arcs,
            _ => return None,
        })
    }

    /// The labels and directions of `csr`, checked in full; or what is wrong with them.
    pub fn attributes(self, csr: &Csr) -> Result<Attributes, &'static str> {
        let vertices = match (self.vertex_names, self.vertices) {
            (Some(names), Some(labels)) => Some(vertex_labels(&names, &labels, csr)?),
            (None, None) => None,
            _ => return Err("vertex labels without their names, or names without labels"),
        };
        let edges = match (self.edges, self.arcs) {
            (Some(out), back) => {
                let labels = self.edge_names.map_or(Ok(Dictionary::default()), |names| dictionary(&names))?;
                let labels = with_sets(labels, &self.edge_sets.unwrap_or_default())?;
                let back = back.map(|back| words(&back, csr)).transpose()?;
                let edges = EdgeAttributes { labels, out: words(&out, csr)?, back };
                check_edges(&edges, csr)?;
                Some(edges)
            }
            (None, None) if self.edge_names.is_none() && self.edge_sets.is_none() => None,
            _ => return Err("edge labels are not whole"),
        };
        Ok(Attributes::new(vertices, edges))
    }
}

/// One u32 for each place in the neighbours.
fn words(payload: &[u8], csr: &Csr) -> Result<Vec<u32>, &'static str> {
    if payload.len() != 4 * csr.neighbors_all().len() {
        return Err("a section of edges does not have 4 bytes a neighbour");
    }
    Ok(payload.chunks_exact(4).map(bytemuck::pod_read_unaligned).collect())
}

/// Names, each after its length as u32.
fn dictionary(mut payload: &[u8]) -> Result<Dictionary, &'static str> {
    let mut names = Vec::new();
    while !payload.is_empty() {
        let (length, rest) = payload.split_at_checked(4).ok_or("a label's length is cut off")?;
        let length = bytemuck::pod_read_unaligned::<u32>(length) as usize;
        let (name, rest) = rest.split_at_checked(length).ok_or("a label is cut off")?;
        names.push(std::str::from_utf8(name).map_err(|_| "a label is not text")?.to_owned());
        payload = rest;
    }
    Dictionary::from_names(names).ok_or("a label is there twice")
}

/// `labels` with the sets of them, each after how many it has.
fn with_sets(labels: Dictionary, payload: &[u8]) -> Result<Dictionary, &'static str> {
    if !payload.len().is_multiple_of(4) {
        return Err("a set of labels is cut off");
    }
    let words: Vec<u32> = payload.chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
    let (mut sets, mut rest) = (Vec::new(), &words[..]);
    while let Some((&length, after)) = rest.split_first() {
        let (set, after) = after.split_at_checked(length as usize).ok_or("a set of labels is cut off")?;
        sets.push(set.to_vec());
        rest = after;
    }
    labels.with_sets(sets).ok_or("the sets of labels are not two or more known labels each, ascending")
}

fn vertex_labels(names: &[u8], payload: &[u8], csr: &Csr) -> Result<VertexLabels, &'static str> {
    let labels = dictionary(names)?;
    let (offsets, codes) =
        payload.split_at_checked(8 * (csr.n() as usize + 1)).ok_or("vertex labels are cut off")?;
    let offsets: Vec<u64> = offsets.chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
    if codes.len() % 4 != 0 {
        return Err("vertex labels are cut off");
    }
    let codes: Vec<u32> = codes.chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
    if offsets.first() != Some(&0) || offsets.last() != Some(&(codes.len() as u64)) {
        return Err("vertex labels do not start at 0 and end with the last");
    }
    if offsets.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err("a vertex has no label");
    }
    let rises = |pair: &[u64]| codes[pair[0] as usize..pair[1] as usize].is_sorted_by(|a, b| a < b);
    if !offsets.windows(2).all(rises) {
        return Err("the labels of a vertex do not ascend");
    }
    if codes.iter().any(|&code| code as usize >= labels.len()) {
        return Err("a vertex has a label without a name");
    }
    Ok(VertexLabels { labels, offsets, codes })
}

/// Checks that both ends of each edge say the same of it, and that it has a label if there are any.
fn check_edges(edges: &EdgeAttributes, csr: &Csr) -> Result<(), &'static str> {
    let known = |label: u32| match edges.labels.codes() {
        0 => label == UNLABELLED,
        count => label < count,
    };
    // Lists ascend, so that the places of each vertex in the lists of others come in their order.
    let mut next: Vec<u64> = csr.offsets()[..csr.n() as usize].to_vec();
    for v in 0..csr.n() {
        for (place, &w) in (csr.offsets()[v as usize] as usize..).zip(csr.neighbors(v)) {
            let opposite = next[w as usize] as usize;
            next[w as usize] += 1;
            let out = edges.out[place];
            let (agrees, is_there) = match &edges.back {
                Some(back) => (back[opposite] == out, out != NO_ARC || back[place] != NO_ARC),
                None => (edges.out[opposite] == out, out != NO_ARC),
            };
            if !agrees || !is_there {
                return Err("the two ends of an edge say different things of it");
            }
            if out != NO_ARC && !known(out) {
                return Err("an edge has a label without a name");
            }
        }
    }
    Ok(())
}
