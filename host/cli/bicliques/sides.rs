//! How the two sides of a graph are told.

use clap::Args;
use motherlode::graph::Graph;
use motherlode::mine::{Context, Launches, Seconds, Sides, SidesError};
use motherlode::runtime::Team;

use crate::exit::Misuse;
use crate::job::{JobArgs, Report};
use crate::source::{GraphSource, SourceArgs};

/// Which vertices are on which side.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options")]
pub struct SidesArgs {
    /// The vertices with this label are on the left side, all others on the right
    ///
    /// GRAPH must have labels of vertices, of its own or by --labels, and no edge within a side.
    #[arg(long, value_name = "LABEL", conflicts_with = "columns")]
    left: Option<String>,

    /// The first column of an edge list has the left side, the second the right
    ///
    /// More exactly: an edge leads from the left to the right, as with --directed, whatever the format. A vertex that
    /// is in both columns is refused: where the columns are numbered apart, give the ids of one of them another form,
    /// as u7.
    #[arg(long)]
    columns: bool,
}

impl SidesArgs {
    /// Runs `work` on a graph with its sides, where they are told.
    ///
    /// # Errors
    /// A bad device or input; sides that are none; a job that failed.
    pub fn run<T>(
        &self,
        job: &JobArgs,
        source: &SourceArgs,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Graph, Option<&Sides>, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<Report<T>> {
        if self.left.is_none() && !self.columns {
            return job.run_plain(source, launches, |graph, team, context| work(graph, None, team, context));
        }
        if let (true, GraphSource::Made(text, recipe)) = (self.columns, &source.graph)
            && !recipe.has_sides()
        {
            let what = format!(
                "{text}: of the graphs that are made on the spot, those of bipartite:LEFT:RIGHT:EDGES alone have columns; leave out --columns"
            );
            return Err(Misuse(what).into());
        }
        let options = job.load_options();
        let options = if self.columns { options.directed(true) } else { options };
        job.run_loaded(options, source, launches, |graph, team, context| {
            let sides = self.of(graph).map_err(|error| Misuse(shown(graph, error)))?;
            work(graph, Some(&sides), team, context)
        })
    }

    fn of(&self, graph: &Graph) -> Result<Sides, SidesError> {
        match &self.left {
            Some(label) => Sides::of_label(graph.csr(), graph.attributes(), label),
            None => Sides::of_columns(graph.csr(), graph.attributes()),
        }
    }
}

/// Why there are no such sides, with the ids of the input.
fn shown(graph: &Graph, error: SidesError) -> String {
    match error {
        SidesError::SameSide { ends, is_left } => {
            let [u, v] = ends.map(|end| graph.ids().get(end).shown());
            let side = if is_left { "left" } else { "right" };
            format!("{u} and {v} are joined, and both are on the {side} side")
        }
        error => error.to_string(),
    }
}
