//! What can go wrong in a job.

mod blame;
mod coloured;
mod null;
mod table;
mod weight;

use std::sync::Arc;

pub use blame::Blame;
pub use coloured::ColourError;
pub use null::NullError;
pub use table::TableError;
pub use weight::WeightError;

use crate::graph::attributes::Dictionary;
use crate::graph::properties::PropertyTable;
use crate::plan::PlanError;
use crate::runtime::RuntimeError;

/// A pattern asks for what a graph does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttributeMismatch {
    /// Labels, in a graph without.
    #[error("the pattern asks for the {of} label `{label}`, but the graph has no {of} labels")]
    NoLabels {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The label.
        label: String,
    },
    /// A label that nothing has.
    #[error(
        "the pattern asks for the {of} label `{label}`, which the graph does not have; nearest are {}",
        list(nearest)
    )]
    UnknownLabel {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The label.
        label: String,
        /// Labels of the graph, nearest first.
        nearest: Vec<String>,
    },
    /// Properties, in a graph without.
    #[error("the pattern asks for the {of} property `{property}`, but the graph has no {of} properties")]
    NoProperties {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The property.
        property: String,
    },
    /// A property that nothing has.
    #[error(
        "the pattern asks for the {of} property `{property}`, which the graph does not have; nearest are {}",
        list(nearest)
    )]
    UnknownProperty {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The property.
        property: String,
        /// Properties of the graph, nearest first.
        nearest: Vec<String>,
    },
    /// A property compared with another kind of value.
    #[error(
        "`{condition}` cannot be asked: the {of} property `{property}` has {kind}, and {value} is {value_kind}"
    )]
    PropertyKind {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The property.
        property: String,
        /// What its values are.
        kind: &'static str,
        /// What is asked of it.
        condition: String,
        /// What it is compared with.
        value: String,
        /// What that is.
        value_kind: &'static str,
    },
    /// An order of what has none.
    #[error(
        "`{condition}` cannot be asked: the {of} property `{property}` has true or false, which have no order; ask by \
         `=` or `!=`"
    )]
    NoOrder {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The property.
        property: String,
        /// What is asked of it.
        condition: String,
    },
    /// More conditions on edges than are told apart.
    #[error(
        "the edges of the patterns ask {found} different things of properties, and {most} are told apart: ask in \
         several jobs"
    )]
    TooManyConditions {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// Directions, in a graph without.
    #[error(
        "the pattern asks for directions (`->`, `!>`), but the graph is undirected; read it as directed, or join by `-`"
    )]
    Undirected,
    /// Counts at arcs, in a graph without.
    #[error(
        "counts at arcs are of a directed graph, and this one is undirected; read it as directed, or count at edges"
    )]
    NoArcs,
    /// A null model of labels or properties, for counts that look at no directions, of a directed graph.
    #[error(
        "the null model looks at labels or properties, and the graph is directed, which is not looked at here: give the graph without \
         directions, or another null model"
    )]
    DirectedNull,
    /// Directed motifs, asked of an undirected graph.
    #[error(
        "directed motifs are of a directed graph, and this one is undirected; read it as directed, or count its motifs"
    )]
    NoDirections,
}

impl AttributeMismatch {
    pub(super) fn unknown(of: &'static str, label: &str, labels: &Dictionary) -> Self {
        let nearest = nearest(label, labels.names().to_vec());
        AttributeMismatch::UnknownLabel { of, label: label.to_owned(), nearest }
    }

    pub(super) fn unknown_property(of: &'static str, property: &str, known: &PropertyTable) -> Self {
        let nearest = nearest(property, known.names().map(str::to_owned).collect());
        AttributeMismatch::UnknownProperty { of, property: property.to_owned(), nearest }
    }
}

/// The three of these that are most like a name, the nearest first.
pub(super) fn nearest(name: &str, known: Vec<String>) -> Vec<String> {
    let likeness = |other: &String| strsim::normalized_damerau_levenshtein(other, name);
    let mut known: Vec<(f64, String)> = known.into_iter().map(|other| (likeness(&other), other)).collect();
    known.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    known.into_iter().take(3).map(|(_, other)| other).collect()
}

pub(super) fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// What is said of the names that are most like one that no property has.
fn nearest_of(names: &[String]) -> String {
    if names.is_empty() {
        ": it has no properties".to_owned()
    } else {
        format!("; nearest are {}", list(names))
    }
}

/// An error of a job.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MineError {
    /// The pattern cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The pattern asks for labels or directions that the graph does not have.
    #[error(transparent)]
    Attributes(#[from] AttributeMismatch),
    /// A null model that cannot be made of the graph.
    #[error(transparent)]
    Null(#[from] NullError),
    /// Coloured motifs that cannot be counted.
    #[error(transparent)]
    Coloured(#[from] ColourError),
    /// Weights of vertices that cannot be added up.
    #[error(transparent)]
    Weight(#[from] WeightError),
    /// The device failed, or its memory budget is too small.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// A memory was too small for the best method, and for the walk that was to do instead.
    #[error("{best}. A walk does not fit either: {walk}")]
    NeitherFits {
        /// What the best method lacked.
        best: Box<MineError>,
        /// What the walk lacked.
        walk: Box<MineError>,
    },
    /// A device that did not open, or has failed in an earlier job.
    #[error(transparent)]
    LeftOut(Arc<RuntimeError>),
    /// Motifs of a size that is not served.
    #[error("motifs of {k} vertices are not counted: ask for 3 to 6. Larger patterns are counted one by one")]
    MotifSize {
        /// The vertices asked for.
        k: usize,
    },
    /// Directed motifs of a size that is not served.
    #[error(
        "directed motifs of {k} vertices are not counted: ask for 3 to 5. Larger patterns are counted one by one"
    )]
    DirectedMotifSize {
        /// The vertices asked for.
        k: usize,
    },
    /// Directed graphlets of a size that is not served.
    #[error("directed graphlets of {k} vertices are not counted: ask for 2 to 4")]
    DirectedGraphletSize {
        /// The vertices asked for.
        k: usize,
    },
    /// Cliques of a size that is not served.
    #[error("cliques of {k} vertices are not counted: ask for 2 to {most}", most = super::strategy::LARGEST_CLIQUE)]
    CliqueSize {
        /// The vertices asked for.
        k: u32,
    },
    /// Bicliques of sizes that are not served.
    #[error(
        "bicliques of {p} and {q} vertices are not counted: ask for 1 to {most} on each side",
        most = super::strategy::LARGEST_SIDE
    )]
    BicliqueSize {
        /// The vertices asked for on the left.
        p: u32,
        /// Those on the right.
        q: u32,
    },
    /// More tasks than can be sorted for draws.
    #[error(
        "the plan has {tasks} tasks, and draws sort fewer than 2^32: count the pattern, or take a graph of fewer edges"
    )]
    TooManyTasks {
        /// The tasks of the plan: edges of the graph, in one direction or both.
        tasks: u64,
    },
    /// More edges than a peeling can number.
    #[error(
        "the graph has {edges} edges, and truss and nucleus numbers are found of fewer than 2^32 - 1: take a core of it first"
    )]
    TooManyEdges {
        /// The edges of the graph.
        edges: u64,
    },
    /// More triangles than a peeling can number.
    #[error(
        "the graph has {triangles} triangles, and nucleus numbers are found of fewer than 2^32 - 1: take a core or a truss of it first"
    )]
    TooManyTriangles {
        /// The triangles of the graph.
        triangles: u64,
    },
    /// A search that a stack has no room for.
    #[error("a search for maximal bicliques goes deeper than there is room for: ask for larger ones")]
    TooDeep,
    /// More different sizes of maximal bicliques than are told apart.
    #[error("the maximal bicliques are of more than {most} different sizes: ask for larger ones")]
    TooManySizes {
        /// How many are told apart.
        most: usize,
    },
    /// More butterflies at an edge than a peeling can number.
    #[error(
        "an edge is in {most} butterflies, and bitruss numbers are found up to 2^32 - 2: take a core of the graph first"
    )]
    TooManyButterflies {
        /// The most butterflies at an edge.
        most: u64,
    },
    /// What was found is not what was looked for.
    #[error(
        "what was found is no clique of {size} vertices: a defect of Motherlode, or of the device. Try another device, and report it"
    )]
    NoClique {
        /// The vertices of a largest clique, as they were counted.
        size: u32,
    },
    /// Graphlets of a size that is not served.
    #[error("graphlets of {k} vertices are not counted: ask for 2 to 5")]
    GraphletSize {
        /// The vertices asked for.
        k: usize,
    },
    /// More matches than a listing can number.
    #[error("there are more than 2^56 matches: nothing gets through them. Give a smaller pattern")]
    ListTooLong,
    /// A sample that does not fit in memory.
    #[error("a sample of {size} matches does not fit in memory: ask for fewer, or list them all")]
    SampleTooLarge {
        /// The matches asked for.
        size: u64,
    },
    /// Draws by rejection that have found too few different matches.
    #[error(
        "drew {found} different matches of {size} in {attempts} attempts, {} accepted{}: ask for fewer, or have the matches \
         counted first",
        accepted_of(*accepted, *attempts),
        if *seem_all { ", the same matches again and again, as if there were no others" } else { "" }
    )]
    SampleNotFound {
        /// How many different matches were found.
        found: u64,
        /// How many were asked for.
        size: u64,
        /// How many attempts there were.
        attempts: u64,
        /// How many of these were accepted.
        accepted: u64,
        /// Whether all of them have come so often that there seem to be no others.
        seem_all: bool,
    },
    /// A plan that is not analysed.
    #[error(
        "the plan for `{pattern}` cannot be analysed: only those for patterns of edges, of up to 8 vertices, counted as \
         subgraphs or embeddings, can"
    )]
    NotAnalyzed {
        /// The pattern, in the pattern language.
        pattern: String,
    },
    /// The embeddings of one pattern and its extensions cannot be numbered.
    #[error("a pattern has more than 2^32 extended embeddings. Raise the support, or lower the most edges")]
    TooManyEmbeddings,
    /// The arcs of a graph cannot be numbered.
    #[error("more than 2^32 half-edges of the graph are frequent. Raise the support")]
    TooManyArcs,
    /// Where a search is to be taken up is none of its places.
    #[error("the search cannot be taken up: what was saved of it is of another graph, or damaged")]
    OtherSearch,
    /// What was found cannot be written.
    #[error("cannot write the patterns: {0}")]
    Output(#[from] std::io::Error),
    /// A table that cannot be made, or be extended so.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The count passes 128 bits.
    #[error("there are more than 2^128 matches: the count does not fit in 128 bits")]
    CountOverflow,
    /// A local count, or the number of all matches of a local count, passes 128 bits.
    #[error(
        "there are more than 2^128 matches at a vertex or an edge, or in all: the counts do not fit in 128 bits"
    )]
    LocalCountOverflow,
}

/// How many attempts were accepted, and what part that is.
fn accepted_of(accepted: u64, attempts: u64) -> String {
    match accepted {
        0 => "none of them".to_owned(),
        _ => format!("{accepted} of them ({:.1e} of all)", accepted as f64 / attempts as f64),
    }
}

impl MineError {
    /// Whether a memory was too small: with a larger budget, or more devices, it may be done.
    pub fn is_lack_of_memory(&self) -> bool {
        match self {
            MineError::Runtime(error) => error.is_lack_of_memory(),
            MineError::NeitherFits { .. } | MineError::Coloured(ColourError::NoRoom { .. }) => true,
            _ => false,
        }
    }

    /// Whether the device is what failed: another may do the same work.
    pub(super) fn is_of_device(&self) -> bool {
        use RuntimeError::{Deadline, Interrupted, KernelPanic, OtherDevice};
        match self {
            // A panic and a mixed-up array are defects, which every device would show.
            MineError::Runtime(error) => {
                !matches!(error, Deadline | Interrupted | KernelPanic { .. } | OtherDevice { .. })
            }
            MineError::LeftOut(_) | MineError::NeitherFits { .. } => true,
            _ => false,
        }
    }
}
