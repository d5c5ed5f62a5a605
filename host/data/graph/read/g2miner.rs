//! G2Miner's binary format: `NAME.meta.txt`, and beside it `NAME.vertex.bin`, `NAME.edge.bin`, and, with labels,
//! `NAME.vlabel.bin` and `NAME.elabel.bin`.

use std::fs;
use std::path::{Path, PathBuf};

use super::LoadOptions;
use super::finish::{finish, with_single_labels};
use super::format::Format;
use super::input::Input;
use crate::graph::{Graph, GraphError, MAX_VERTICES};

/// What the name of the file with the sizes ends with, after a dot.
const META: &str = "meta.txt";

pub(super) const FORMAT: Format = Format {
    load: Some(load),
    endings: &[META],
    listed: Some("G2Miner"),
    ..Format::new("g2miner", refuse, &[])
};

/// One stream is not enough.
fn refuse(_: Input<'_>, name: &Path, _: &LoadOptions) -> Result<Graph, GraphError> {
    let problem = "it is read from several files; give its .meta.txt file by name";
    Err(GraphError::G2Miner { path: name.to_owned(), problem })
}

/// What the file with the sizes says, in its order; what follows is not needed.
struct Meta {
    vertices: u64,
    edges: u64,
    offset_bytes: u64,
    vertex_label_bytes: u64,
    edge_label_bytes: u64,
    vertex_labels: u64,
    edge_labels: u64,
}

fn load(path: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let prefix = path.to_str().and_then(|path| path.strip_suffix(META)?.strip_suffix('.'));
    let Some(prefix) = prefix else {
        return Err(GraphError::G2Miner {
            path: path.to_owned(),
            problem: "its name does not end in .meta.txt",
        });
    };
    let meta = Meta::read(path)?;
    let part = |ending: &str| PathBuf::from(format!("{prefix}.{ending}.bin"));
    let offsets = numbers(&part("vertex"), meta.vertices + 1, meta.offset_bytes)?;
    let neighbors = numbers(&part("edge"), meta.edges, 4)?;
    let labels = |ending: &str, expected: u64, count: u64, bytes: u64| {
        (expected > 0).then(|| numbers(&part(ending), count, bytes)).transpose()
    };
    let vertex_labels = labels("vlabel", meta.vertex_labels, meta.vertices, meta.vertex_label_bytes)?;
    let edge_labels = labels("elabel", meta.edge_labels, meta.edges, meta.edge_label_bytes)?;
    let wrong = |ending, problem| GraphError::G2Miner { path: part(ending), problem };
    if offsets[0] != 0 || offsets[offsets.len() - 1] != meta.edges || !offsets.is_sorted() {
        return Err(wrong("vertex", "its offsets do not ascend from 0 to the number of edges"));
    }
    if neighbors.iter().any(|&w| w >= meta.vertices) {
        return Err(wrong("edge", "it names a vertex beyond the number of vertices"));
    }
    let mut builder = options.builder();
    builder.consecutive(0, meta.vertices);
    for v in 0..meta.vertices {
        if let Some(labels) = &vertex_labels {
            builder.vertex(v, &[&labels[v as usize].to_string()]);
        }
        for place in offsets[v as usize] as usize..offsets[v as usize + 1] as usize {
            match &edge_labels {
                Some(labels) => builder.labelled_edge(v, neighbors[place], &labels[place].to_string()),
                None => builder.edge(v, neighbors[place]),
            }
        }
    }
    let mut graph = finish(builder, path, (0, 0), "lists of neighbours")?;
    if !options.directed {
        // An undirected edge stands in the lists of both its ends.
        let report = &mut graph.report;
        report.edges_read = meta.edges;
        report.duplicates = (report.edges_read - report.self_loops).saturating_sub(2 * graph.csr.edges());
    }
    with_single_labels(graph, path)
}

impl Meta {
    fn read(path: &Path) -> Result<Meta, GraphError> {
        let wrong = |problem| GraphError::G2Miner { path: path.to_owned(), problem };
        let text = fs::read_to_string(path).map_err(|error| GraphError::opening(path.to_owned(), error))?;
        let text = text.trim_start_matches('\u{feff}');
        let numbers: Vec<u64> = text.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
        let [
            vertices,
            edges,
            id_bytes,
            offset_bytes,
            vertex_label_bytes,
            edge_label_bytes,
            _,
            _,
            classes @ ..,
        ] = numbers.as_slice()
        else {
            return Err(wrong("it does not start with eight numbers: vertices, edges, bytes of ids, …"));
        };
        if *vertices > MAX_VERTICES {
            return Err(GraphError::TooManyVertices { path: path.to_owned(), vertices: *vertices });
        }
        if *id_bytes != 4 {
            return Err(wrong("vertex ids must have 4 bytes"));
        }
        Ok(Meta {
            vertices: *vertices,
            edges: *edges,
            offset_bytes: *offset_bytes,
            vertex_label_bytes: *vertex_label_bytes,
            edge_label_bytes: *edge_label_bytes,
            vertex_labels: classes.first().copied().unwrap_or(0),
            edge_labels: classes.get(1).copied().unwrap_or(0),
        })
    }
}

/// `count` numbers of 1, 2, 4 or 8 bytes, which must be all that there is.
fn numbers(path: &Path, count: u64, bytes: u64) -> Result<Vec<u64>, GraphError> {
    let data = fs::read(path).map_err(|error| GraphError::opening(path.to_owned(), error))?;
    let wrong = |problem| GraphError::G2Miner { path: path.to_owned(), problem };
    if u128::from(count) * u128::from(bytes) != data.len() as u128 {
        return Err(wrong("its length is not that which the .meta.txt file says"));
    }
    if ![1, 2, 4, 8].contains(&bytes) {
        return Err(wrong("the .meta.txt file gives its numbers a size that is not 1, 2, 4 or 8 bytes"));
    }
    let number = |chunk: &[u8]| chunk.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    Ok(data.chunks_exact(bytes as usize).map(number).collect())
}
