//! Random graphs like a graph, which counts are compared with.

use motherlode::graph::Graph;
use motherlode::mine::MineError;
use motherlode::mine::null::{Mixing, NullModel, NullOptions};
use motherlode::mine::significance::undirected;
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::options::one_of;

/// A null model and how many samples there are to be of it: `motherlode._null.NullSamples` in Python.
#[derive(FromPyObject)]
pub struct NullSamples {
    model: String,
    seed: u64,
    pub samples: u64,
    switches: Option<u32>,
    keep_mutual: bool,
    within_labels: bool,
    connected: bool,
    position: Vec<String>,
    bins: u32,
}

/// How far switchings came, as `motherlode._null.Mixing` has it; none where the model switches no edges.
pub type Mixed = Option<(f64, f64, f64, bool)>;

/// What Python is told of it.
pub fn mixed(mixing: Option<&Mixing>) -> Mixed {
    mixing.map(|mixing| (mixing.switches_per_edge, mixing.accepted, mixing.left_at_end(), mixing.is_mixed))
}

/// Makes a model of what was asked for.
type MakeModel = fn(&NullSamples) -> NullModel;

impl NullSamples {
    /// How samples are drawn.
    ///
    /// # Errors
    /// Where no model is called so.
    pub fn options(&self) -> PyResult<NullOptions> {
        let distance: MakeModel =
            |null| NullModel::Distance { properties: null.position.clone(), bins: null.bins };
        let known: [(&str, MakeModel); 6] = [
            ("switching", |_| NullModel::Switching),
            ("configuration", |_| NullModel::Configuration),
            ("gnm", |_| NullModel::Gnm),
            ("gnp", |_| NullModel::Gnp),
            ("blocks", |_| NullModel::Blocks),
            ("distance", distance),
        ];
        let model = one_of("null", &self.model, &known)?(self);
        Ok(NullOptions::new(model)
            .seed(self.seed)
            .keep_mutual(self.keep_mutual)
            .within_labels(self.within_labels)
            .connected(self.connected)
            .switches_per_edge(self.switches))
    }

    /// How samples are drawn whose vertices are compared.
    ///
    /// # Errors
    /// Where no model is called so, or it has nothing to say of vertices.
    pub fn options_at_vertices(&self) -> PyResult<NullOptions> {
        let options = self.options()?;
        options.model.check_at_vertices().map_err(|error| misuse(format_args!("null: {error}")))?;
        Ok(options)
    }
}

/// What samples are to be like: the graph, with its directions and labels where the counts look at them.
///
/// # Errors
/// A directed graph, for a model that looks at labels or properties and counts that do not look at directions.
pub fn like(graph: &Graph, options: &NullOptions, looks_at_attributes: bool) -> Result<Graph, MineError> {
    if looks_at_attributes { Ok(graph.clone()) } else { undirected(graph, options) }
}
