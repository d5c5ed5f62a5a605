//! Null models on the command line: which random graphs are made, or a graph is compared with.

use std::collections::BTreeSet;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::mine::null::{NullModel, NullOptions};
use serde::Serialize;

use super::exit::Misuse;
use super::options::one_of;

/// The bins of lengths, unless others are asked for.
const BINS: u32 = 10;

/// The models, as they are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    Switching,
    Configuration,
    Gnm,
    Gnp,
    Blocks,
    Distance,
}

/// Parses MODEL.
pub fn models() -> impl TypedValueParser<Value = Model> {
    one_of([
        ("switching", Model::Switching, "Degrees, by exchanging ends of edges"),
        ("configuration", Model::Configuration, "Degrees, from stubs that are matched at random"),
        ("gnm", Model::Gnm, "The number of edges"),
        ("gnp", Model::Gnp, "How likely edges are"),
        ("blocks", Model::Blocks, "The number of edges between each two labels"),
        ("distance", Model::Distance, "Degrees, and the lengths of edges"),
    ])
}

/// What a model keeps of a graph beside what its name says, and which of its graphs are taken.
#[derive(Args, Debug)]
#[command(next_help_heading = "Model options")]
pub struct ModelArgs {
    /// Start of the random numbers [default: 1]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Try so many switchings for each edge [default: until mixed]
    ///
    /// Without it, a pilot sample is switched until it loses no more of the edges of GRAPH, and samples are switched as
    /// long.
    #[arg(long, value_name = "PER_EDGE", allow_negative_numbers = true)]
    switches: Option<u32>,

    /// Keep mutual pairs of arcs, as many at each vertex
    #[arg(long)]
    keep_mutual: bool,

    /// Exchange ends only where labels are the same
    ///
    /// Each vertex keeps its number of neighbours of each label, and over edges of each label.
    #[arg(long)]
    within_labels: bool,

    /// Let samples fall apart no more than GRAPH does
    #[arg(long)]
    connected: bool,

    /// For distance: properties of vertices that are coordinates, as x,y,z
    #[arg(long, value_name = "PROPERTIES", value_delimiter = ',')]
    position: Vec<String>,

    /// For distance: bins of equal width, up to the longest edge [default: 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    bins: Option<u32>,
}

impl Model {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Model::Switching => "switching",
            Model::Configuration => "configuration",
            Model::Gnm => "gnm",
            Model::Gnp => "gnp",
            Model::Blocks => "blocks",
            Model::Distance => "distance",
        }
    }
}

impl ModelArgs {
    /// How graphs of a model are drawn.
    ///
    /// # Errors
    /// Options that the model does not take, or lacks.
    pub fn options(&self, model: Model) -> Result<NullOptions, Misuse> {
        Ok(NullOptions::new(self.model(model)?)
            .seed(self.seed())
            .keep_mutual(self.keep_mutual)
            .within_labels(self.within_labels)
            .connected(self.connected)
            .switches_per_edge(self.switches))
    }

    fn model(&self, model: Model) -> Result<NullModel, Misuse> {
        let is_distance = model == Model::Distance;
        if !is_distance && (!self.position.is_empty() || self.bins.is_some()) {
            return Err(Misuse(
                "--position and --bins are for the model distance; leave them out".to_owned(),
            ));
        }
        if is_distance && self.position.is_empty() {
            return Err(Misuse(
                "the model distance needs --position: the properties of vertices that are coordinates, as x,y,z"
                    .to_owned(),
            ));
        }
        Ok(match model {
            Model::Switching => NullModel::Switching,
            Model::Configuration => NullModel::Configuration,
            Model::Gnm => NullModel::Gnm,
            Model::Gnp => NullModel::Gnp,
            Model::Blocks => NullModel::Blocks,
            Model::Distance => {
                NullModel::Distance { properties: self.position.clone(), bins: self.bins.unwrap_or(BINS) }
            }
        })
    }

    /// The seed of the random graphs.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The properties of the graph that the model asks for.
    pub fn properties(&self) -> BTreeSet<String> {
        self.position.iter().cloned().collect()
    }

    /// Whether labels or properties of the graph decide what is drawn.
    pub fn looks_at_attributes(&self, model: Model) -> bool {
        self.within_labels || matches!(model, Model::Blocks | Model::Distance)
    }

    /// One of these options that was given, if any was.
    pub fn given(&self) -> Option<&'static str> {
        self.seed.map(|_| "--seed").or(self.given_beside_seed())
    }

    /// One of those that are for null models alone, if any was given.
    pub fn given_beside_seed(&self) -> Option<&'static str> {
        let options = [
            (self.switches.is_some(), "--switches"),
            (self.keep_mutual, "--keep-mutual"),
            (self.within_labels, "--within-labels"),
            (self.connected, "--connected"),
            (!self.position.is_empty(), "--position"),
            (self.bins.is_some(), "--bins"),
        ];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }
}
