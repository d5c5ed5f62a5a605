//! Counts at vertices beside those at the same vertices of random graphs.

use std::time::Instant;

use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::significance::{LocalJudged, LocalStatistic, LocalSums, Sampling};
use motherlode::mine::{Context, Launches, Seconds};
use motherlode::runtime::Team;

use super::samples::{placed, sampler};
use super::{NullModelArgs, NullReport};
use crate::counts::{self, CountTable};
use crate::exit::Misuse;
use crate::null::Model;
use crate::per::Per;

/// What is told of each count beside it, as columns are called.
const FIGURES: [&str; 5] = ["mean", "deviation", "z", "p", "q"];

/// What the counts at the vertices of a graph are beside those of its samples.
pub struct FoundAtVertices {
    pub null: NullReport,
    pub sums: LocalSums,
    pub seconds: Seconds,
}

/// What is asked of a null model, at vertices.
pub struct LocalNullJob<'a> {
    pub model: Model,
    pub args: &'a NullModelArgs,
    /// Whether the counts look at labels and directions.
    pub looks_at_attributes: bool,
}

impl LocalNullJob<'_> {
    /// What it launches.
    pub fn launches(statistic: &LocalStatistic) -> [Launches<'_>; 2] {
        [statistic.launches(), Launches::NULL]
    }

    /// Checks, before any work, that vertices are what is compared, and that the model has something to say of them.
    ///
    /// # Errors
    /// Counts at edges; a model that tells nothing of vertices; an option that it does not take, or lacks.
    pub fn check(&self, per: Per) -> Result<(), Misuse> {
        if per != Per::Vertex {
            return Err(Misuse(
                "--per edge: random graphs have other edges; --null compares vertices".into(),
            ));
        }
        let options = self.args.model.options(self.model)?;
        options.model.check_at_vertices().map_err(|error| Misuse(format!("--null: {error}")))
    }

    /// Counts at the vertices of `graph`, and of samples that are like it.
    ///
    /// # Errors
    /// When the model asks for what the graph does not have, or the job failed.
    pub fn find(
        &self,
        statistic: &LocalStatistic,
        graph: &Graph,
        team: &Team,
        context: &Context,
    ) -> anyhow::Result<FoundAtVertices> {
        let start = Instant::now();
        let options = self.args.model.options(self.model)?.context(context.clone());
        let placed = placed(graph, team, self.looks_at_attributes);
        let mut sums = LocalSums::of_graph(statistic, &placed, context)?;
        let sampler = sampler(graph, team, &options, self.looks_at_attributes)?;
        let sampling = Sampling { statistic, ensemble: &sampler, team, samples: self.args.samples };
        sampling.add_to(graph.csr(), &mut sums, context)?;
        let seconds = Seconds { mine: start.elapsed().as_secs_f64(), ..Seconds::default() };
        let null = NullReport::new(self.model, self.args, sums.samples(), sampler.mixing());
        Ok(FoundAtVertices { null, sums, seconds })
    }
}

/// A table with a row for each vertex: each count, and what it is beside
/// the samples. `name` says what an orbit of a pattern, by its number, is called.
///
/// # Errors
/// Orbits whose columns would have the same name.
pub fn table<'t>(
    graph: &'t Graph,
    sums: &'t LocalSums,
    name: impl Fn(usize, &str) -> String,
) -> Result<CountTable<'t>, Misuse> {
    let of_pattern = |(pattern, local)| {
        let name = &name;
        counts::columns(local, move |orbit| name(pattern, orbit))
    };
    let counted = sums.counts().iter().enumerate().flat_map(of_pattern);
    let columns: Vec<Column> = counted
        .flat_map(|count| {
            let figures = FIGURES.map(|figure| Column::reals(format!("{}_{figure}", count.name)));
            [count].into_iter().chain(figures)
        })
        .collect();
    counts::check_names(&columns)?;
    let judged = sums.judged();
    let of_vertex = move |vertex: usize| {
        let all = judged.iter().zip(sums.counts()).flat_map(|(judged, local)| {
            let orbits = local.orbits.len();
            judged[vertex * orbits..(vertex + 1) * orbits].iter().flat_map(values)
        });
        all.collect::<Vec<u128>>().into_iter()
    };
    Ok(Per::Vertex.table(graph, columns, of_vertex))
}

/// The values of a count and of what is told of it.
fn values(judged: &LocalJudged) -> [u128; 6] {
    let LocalJudged { count, spread, z, p, q } = *judged;
    let [mean, deviation, z, p, q] = [Some(spread.mean), Some(spread.deviation), z, Some(p), Some(q)]
        .map(|number| Column::real_value(number).into());
    [count, mean, deviation, z, p, q]
}
