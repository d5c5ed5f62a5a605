//! Null models on the command line: which random graphs a graph is compared with.

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};
use motherlode::mine::Context;
use motherlode::mine::null::{NullModel, NullOptions};
use serde::Serialize;

use super::exit::Misuse;

/// A null model, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ModelName {
    /// Every vertex keeps its degree: edges of the graph switch ends
    Switching,
    /// Every vertex keeps its degree, from stubs that are matched at random
    Configuration,
    /// As many edges
    Gnm,
    /// Edges as likely
    Gnp,
    /// As many edges between each two labels of vertices
    Blocks,
    /// Every vertex keeps its degree, and edges their lengths
    Distance,
}

impl ModelName {
    /// What it is called.
    pub fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }
}

/// What a null model keeps of a graph beside what its name says.
#[derive(Args, Debug)]
#[command(next_help_heading = "Null model options")]
pub struct ModelArgs {
    /// What names the random graphs [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Tries of a switching for each edge [default: until mixed]
    ///
    /// How often two edges are drawn to switch ends, for each edge of the graph. The default is as many as it takes until a pilot has no more in common with the graph
    /// than chance has it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    switches: Option<u32>,

    /// Mutual pairs of arcs stay mutual pairs
    #[arg(long)]
    keep_mutual: bool,

    /// Ends are switched between vertices of the same labels only
    #[arg(long)]
    within_labels: bool,

    /// Samples fall apart no more than the graph does
    #[arg(long)]
    connected: bool,

    /// The properties that are coordinates, for the model distance
    ///
    /// One to three properties of vertices, as 'x,y,z', which --vertex-properties gives.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    coordinates: Vec<String>,

    /// Bins of lengths, for the model distance [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    bins: Option<u32>,
}

impl ModelArgs {
    /// The seed of the random graphs.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// One of these options that was given, if any was.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            (self.seed.is_some(), "--seed"),
            (self.switches.is_some(), "--switches"),
            (self.keep_mutual, "--keep-mutual"),
            (self.within_labels, "--within-labels"),
            (self.connected, "--connected"),
            (!self.coordinates.is_empty(), "--coordinates"),
            (self.bins.is_some(), "--bins"),
        ];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// How graphs of a model are drawn.
    ///
    /// # Errors
    /// Coordinates for a model that has none, or none for one that needs them.
    pub fn options(&self, name: ModelName, context: Context) -> Result<NullOptions, Misuse> {
        if self.bins.is_some() && name != ModelName::Distance {
            return Err(Misuse("--bins: only the null model distance has them; leave it out".into()));
        }
        if (name == ModelName::Distance) == self.coordinates.is_empty() {
            return Err(Misuse(match name {
                ModelName::Distance => "the null model distance needs --coordinates, as 'x,y'".into(),
                _ => "--coordinates: only the null model distance looks at them; leave it out".into(),
            }));
        }
        let model = match name {
            ModelName::Switching => NullModel::Switching,
            ModelName::Configuration => NullModel::Configuration,
            ModelName::Gnm => NullModel::Gnm,
            ModelName::Gnp => NullModel::Gnp,
            ModelName::Blocks => NullModel::Blocks,
            ModelName::Distance => {
                NullModel::Distance { properties: self.coordinates.clone(), bins: self.bins.unwrap_or(10) }
            }
        };
        Ok(NullOptions::new(model)
            .seed(self.seed())
            .keep_mutual(self.keep_mutual)
            .within_labels(self.within_labels)
            .connected(self.connected)
            .switches_per_edge(self.switches)
            .context(context))
    }

    /// The properties of the graph that the model asks for.
    pub fn properties(&self) -> BTreeSet<String> {
        self.coordinates.iter().cloned().collect()
    }

    /// Whether labels or properties of the graph decide what is drawn.
    pub fn looks_at_attributes(&self, name: ModelName) -> bool {
        self.within_labels || matches!(name, ModelName::Blocks | ModelName::Distance)
    }
}
