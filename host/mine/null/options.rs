//! Which graphs a sample is drawn from, and how.

use super::NullError;
use crate::Context;

/// What samples have in common with the graph that they are like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NullModel {
    /// The degree of each vertex; in a directed graph how many arcs leave it and how many enter it. Made by switchings
    /// that start from the graph.
    Switching,
    /// The same, but started from stubs that are matched at random, which know nothing of the graph but its degrees.
    Configuration,
    /// The number of edges; in a directed graph that of single arcs and that of mutual pairs.
    Gnm,
    /// How likely an edge is; in a directed graph how likely a single arc and a mutual pair are.
    Gnp,
    /// The number of edges between each two labels of vertices; in a directed graph that of single arcs each way, and
    /// of mutual pairs.
    Blocks,
    /// The degrees, and how many edges there are in each of some bins of lengths.
    Distance {
        /// The properties of vertices that are their coordinates: one to three.
        properties: Vec<String>,
        /// How many bins of equal width there are, from no length to that of the longest edge.
        bins: u32,
    },
}

impl NullModel {
    /// What the model is called.
    pub fn word(&self) -> &'static str {
        match self {
            NullModel::Switching => "switching",
            NullModel::Configuration => "configuration",
            NullModel::Gnm => "gnm",
            NullModel::Gnp => "gnp",
            NullModel::Blocks => "blocks",
            NullModel::Distance { .. } => "distance",
        }
    }

    /// Checks that a vertex of the graph may be compared with the same vertex of samples.
    ///
    /// # Errors
    /// [`NullError::VerticesAlike`] where these know nothing of it: each vertex would be compared with the same
    /// numbers.
    pub fn check_at_vertices(&self) -> Result<(), NullError> {
        match self {
            NullModel::Gnm | NullModel::Gnp => Err(NullError::VerticesAlike { model: self.word() }),
            _ => Ok(()),
        }
    }

    /// Whether its graphs are made by switchings, which keep degrees.
    pub(super) fn keeps_degrees(&self) -> bool {
        matches!(self, NullModel::Switching | NullModel::Configuration | NullModel::Distance { .. })
    }
}

/// How graphs like a graph are drawn: by default by switchings until they are mixed, from seed 1.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NullOptions {
    /// What is kept.
    pub model: NullModel,
    /// The start of the random numbers.
    pub seed: u64,
    /// Of a directed graph, whether mutual pairs stay mutual pairs, and each vertex keeps how many it has.
    /// [`NullModel::Gnm`] and its like keep their number in any case.
    pub keep_mutual: bool,
    /// Whether edges switch ends only where the labels of vertices, and of edges, are the same: each vertex keeps its
    /// number of neighbours of each label.
    pub within_labels: bool,
    /// Whether a sample has no more connected parts than the graph.
    pub connected: bool,
    /// How many switchings are tried for each edge; `None` for as many as it takes until a pilot has mixed.
    pub switches_per_edge: Option<u32>,
    /// Stops the job, and hears how far it has come.
    pub context: Context,
}

impl NullOptions {
    /// Graphs of a model.
    pub fn new(model: NullModel) -> NullOptions {
        NullOptions {
            model,
            seed: 1,
            keep_mutual: false,
            within_labels: false,
            connected: false,
            switches_per_edge: None,
            context: Context::default(),
        }
    }
}

setters! { NullOptions:
    /// With a start of the random numbers.
    seed: u64,
    /// With whether mutual pairs of arcs are kept.
    keep_mutual: bool,
    /// With whether ends are switched within labels only.
    within_labels: bool,
    /// With whether samples fall apart no more than the graph does.
    connected: bool,
    /// With the number of switchings that are tried for each edge, or `None` until they are mixed.
    switches_per_edge: Option<u32>,
    /// With who stops the job and hears how far it has come.
    context: Context,
}
