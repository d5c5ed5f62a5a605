//! The formats of graph files, and their names.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::g2miner;

/// A format of graph files. Each may be compressed by gzip or zstd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// Text, two vertex ids a line, as SNAP and many others give graphs. A line that starts with `#`, `%` or `//` is a
    /// comment; spaces, tabs, or a comma stand between the ids, which are numbers or names.
    EdgeList,
    /// Text, a vertex and its neighbours a line.
    AdjacencyList,
    /// Matrix Market's coordinate format; every row is a vertex.
    MatrixMarket,
    /// The program's own binary format, memory-mapped when it is a plain file. See `docs/formats.md`.
    Csr,
    /// Lines `v id label` and `e from to label`: GraMi's `.lg`, and gSpan's text with one graph.
    Labelled,
    /// An edge list as CSV with a header, which may have a column of labels.
    Csv,
    /// METIS's graph format; weights are read as labels.
    Metis,
    /// G2Miner's binary format, given by its `.meta.txt` file.
    G2Miner,
    /// GraphML: a graph as XML.
    GraphMl,
    /// GML: a graph as nested lists of keys and values.
    Gml,
    /// JSON with `nodes`, and `links` or `edges`, as NetworkX and D3 have it.
    NodeLink,
    /// graph6, sparse6 or digraph6: a graph in a line of printable characters.
    Graph6,
    /// Pajek's `.net`.
    Pajek,
    /// DIMACS's `.col`, `.clq` and `.gr`: `p edge N M`, then `e U V` or `a U V WEIGHT`.
    Dimacs,
}

impl GraphFormat {
    /// The formats by the names that the command and Python call them.
    pub const NAMES: [(&str, GraphFormat); 14] = [
        ("edge-list", GraphFormat::EdgeList),
        ("adjacency-list", GraphFormat::AdjacencyList),
        ("matrix-market", GraphFormat::MatrixMarket),
        ("csr", GraphFormat::Csr),
        ("lg", GraphFormat::Labelled),
        ("csv", GraphFormat::Csv),
        ("metis", GraphFormat::Metis),
        ("g2miner", GraphFormat::G2Miner),
        ("graphml", GraphFormat::GraphMl),
        ("gml", GraphFormat::Gml),
        ("json", GraphFormat::NodeLink),
        ("graph6", GraphFormat::Graph6),
        ("pajek", GraphFormat::Pajek),
        ("dimacs", GraphFormat::Dimacs),
    ];

    /// What the name of a file tells where the content cannot surely.
    pub(super) fn of_name(path: &Path) -> Option<GraphFormat> {
        let name = path.to_str()?;
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
        if g2miner::is_meta(path) {
            return Some(GraphFormat::G2Miner);
        }
        match name.rsplit_once('.')?.1 {
            "metis" | "graph" => Some(GraphFormat::Metis),
            "gml" => Some(GraphFormat::Gml),
            "g6" | "s6" | "d6" => Some(GraphFormat::Graph6),
            "net" => Some(GraphFormat::Pajek),
            _ => None,
        }
    }
}

impl fmt::Display for GraphFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = GraphFormat::NAMES.iter().find(|(_, format)| format == self).map_or("", |(name, _)| name);
        f.pad(name)
    }
}

impl FromStr for GraphFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<GraphFormat, String> {
        let known = GraphFormat::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, format)| format).ok_or_else(|| {
            let names = GraphFormat::NAMES.map(|(name, _)| name).join(", ");
            format!("`{name}` is not a format; the formats are {names}")
        })
    }
}
