//! The formats of graph files: a row each, of what the API calls it and the file of its reader, which declares all
//! else.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::format::Format;
use crate::graph::LineProblem;

/// Makes the enum of the formats and what is said of each from one list.
macro_rules! formats {
    ($($(#[$doc:meta])* $variant:ident = $reader:ident),* $(,)?) => {
        /// A format of graph files. Each may be compressed by gzip or zstd.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum GraphFormat {
            $($(#[$doc])* $variant,)*
        }

        /// How many there are.
        const COUNT: usize = [$(GraphFormat::$variant),*].len();

        static FORMATS: [Format; COUNT] = [$(super::$reader::FORMAT),*];

        impl GraphFormat {
            /// The formats by the names that the command and Python call them.
            pub const NAMES: [(&str, GraphFormat); COUNT] =
                [$((FORMATS[GraphFormat::$variant as usize].name, GraphFormat::$variant)),*];
        }
    };
}

formats! {
    /// Text, two vertex ids a line, as SNAP and many others give graphs. A line that starts with `#`, `%` or `//` is a
    /// comment; spaces, tabs, or a comma stand between the ids, which are numbers or names.
    EdgeList = edge_list,
    /// Text, a vertex and its neighbours a line.
    AdjacencyList = adjacency_list,
    /// Matrix Market's coordinate format; every row is a vertex.
    MatrixMarket = matrix_market,
    /// The program's own binary format, memory-mapped when it is a plain file. See `docs/formats.md`.
    Csr = csr_file,
    /// Lines `v id label` and `e from to label`: GraMi's `.lg`, and gSpan's text with one graph.
    Labelled = records,
    /// An edge list as CSV with a header, which may have a column of labels.
    Csv = csv,
    /// METIS's graph format; weights are read as labels.
    Metis = metis,
    /// G2Miner's binary format, given by its `.meta.txt` file.
    G2Miner = g2miner,
    /// GraphML: a graph as XML.
    GraphMl = graphml,
    /// GML: a graph as nested lists of keys and values.
    Gml = gml,
    /// JSON with `nodes`, and `links` or `edges`, as NetworkX and D3 have it.
    NodeLink = node_link,
    /// graph6, sparse6 or digraph6: a graph in a line of printable characters.
    Graph6 = graph6,
    /// Pajek's `.net`.
    Pajek = pajek,
    /// DIMACS's `.col`, `.clq` and `.gr`: `p edge N M`, then `e U V` or `a U V WEIGHT`.
    Dimacs = dimacs,
}

impl GraphFormat {
    /// What is declared of it.
    #[doc(hidden)]
    #[must_use]
    pub const fn declaration(self) -> &'static Format {
        &FORMATS[self as usize]
    }

    /// All formats, in the order of [`NAMES`](Self::NAMES).
    pub(super) fn all() -> impl Iterator<Item = GraphFormat> {
        GraphFormat::NAMES.into_iter().map(|(_, format)| format)
    }

    /// What the name of a file tells where the content cannot surely.
    pub(super) fn of_name(path: &Path) -> Option<GraphFormat> {
        let name = path.to_str()?;
        GraphFormat::all().find(|format| format.declaration().is_of_name(name))
    }

    /// What a message calls a text that may be taken for an edge list, and is in this format.
    #[doc(hidden)]
    #[must_use]
    pub const fn title(self) -> Option<&'static str> {
        match &self.declaration().lookalike {
            Some(lookalike) => Some(lookalike.title),
            None => None,
        }
    }
}

impl fmt::Display for GraphFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.declaration().name)
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

impl LineProblem {
    /// What [`OtherFormat`](Self::OtherFormat) calls [`GraphFormat::Labelled`], which is read when it is asked for, as
    /// the next ones are.
    pub const LABELLED_FORMAT: &str = title(GraphFormat::Labelled);
    /// What [`OtherFormat`](Self::OtherFormat) calls [`GraphFormat::Gml`].
    pub const GML_FORMAT: &str = title(GraphFormat::Gml);
    /// What [`OtherFormat`](Self::OtherFormat) calls [`GraphFormat::Pajek`].
    pub const PAJEK_FORMAT: &str = title(GraphFormat::Pajek);
    /// What [`OtherFormat`](Self::OtherFormat) calls [`GraphFormat::Dimacs`].
    pub const DIMACS_FORMAT: &str = title(GraphFormat::Dimacs);
    /// What [`OtherFormat`](Self::OtherFormat) calls [`GraphFormat::GraphMl`].
    pub const GRAPHML_FORMAT: &str = title(GraphFormat::GraphMl);
    /// What [`OtherFormat`](Self::OtherFormat) calls [`GraphFormat::NodeLink`].
    pub const JSON_FORMAT: &str = title(GraphFormat::NodeLink);
}

/// As the format is declared. A format that comes anew needs no constant of its own.
const fn title(format: GraphFormat) -> &'static str {
    format.title().expect("an edge list may be taken for it")
}
