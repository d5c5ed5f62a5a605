//! `--estimate`: about how many matches there are at each vertex.

use std::fmt;

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::Context;
use motherlode::mine::estimate::{EstimateOptions, LocalEstimate, LocalEstimates};
use motherlode::plan::Matching;
use serde::Serialize;

use super::VERTEX;
use crate::counts::{self, CountTable};
use crate::estimate::{confidence, error};
use crate::exit::Misuse;
use crate::report::counted;

/// How sure the estimates are to be.
#[derive(Args, Debug)]
#[command(next_help_heading = "Estimate options")]
pub struct LocalEstimateArgs {
    /// Estimate the matches at each vertex, from matches that are drawn at random
    ///
    /// Each orbit has three columns then: the estimate, and the ends of an interval, as a, a_low and a_high, in whole
    /// numbers. Patterns of up to four vertices are counted all the same, and larger ones, such as cycles, that are
    /// counted without going through their matches. docs/estimates.md explains what the intervals mean.
    #[arg(long, conflicts_with_all = ["per", "anchor", "null"])]
    pub estimate: bool,

    /// How narrow each interval is to be, as 10% or 0.1
    #[arg(
        long,
        value_name = "PART",
        default_value = "10%",
        value_parser = error,
        requires = "estimate",
        allow_negative_numbers = true
    )]
    error: f64,

    /// How sure each interval is to hold the number, as 95% or 0.95
    #[arg(
        long,
        value_name = "PART",
        default_value = "95%",
        value_parser = confidence,
        requires = "estimate",
        allow_negative_numbers = true
    )]
    confidence: f64,

    /// The most draws for each vertex and orbit
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8192,
        value_parser = clap::value_parser!(u64).range(1..1 << 31),
        requires = "estimate"
    )]
    draws: u64,
}

impl LocalEstimateArgs {
    /// How to estimate.
    pub fn options(&self, matching: Matching, seed: u64, context: Context) -> EstimateOptions {
        EstimateOptions::default()
            .matching(matching)
            .error(self.error)
            .confidence(self.confidence)
            .draws(self.draws)
            .seed(seed)
            .context(context)
    }
}

/// The table of vertices.
///
/// # Errors
/// Orbits whose columns would have the same name.
pub fn table<'t>(graph: &'t Graph, local: &'t LocalEstimates) -> Result<CountTable<'t>, Misuse> {
    let (csr, ids) = (graph.csr(), graph.ids());
    let names: Vec<String> = local
        .orbits
        .names()
        .iter()
        .flat_map(|name| [name.clone(), format!("{name}_low"), format!("{name}_high")])
        .collect();
    let row = |estimates: &[LocalEstimate]| -> Vec<u128> {
        let numbers = |&LocalEstimate { estimate, interval, .. }: &LocalEstimate| {
            [estimate.round() as u128, interval.low.floor() as u128, interval.high.ceil() as u128]
        };
        estimates.iter().flat_map(numbers).collect()
    };
    let mut most = vec![0; names.len()];
    for row in local.rows().map(row) {
        most.iter_mut().zip(row).for_each(|(most, number)| *most = number.max(*most));
    }
    let numbers = names.into_iter().zip(most).map(|(name, most)| Column::numbers_up_to(name, most));
    let numbers: Vec<Column> = numbers.collect();
    counts::check_names(&numbers)?;
    let columns: Vec<Column> = std::iter::once(Column::vertices(VERTEX, ids)).chain(numbers).collect();
    let rows = (0..csr.n()).zip(local.rows()).map(move |(v, estimates)| {
        std::iter::once(Column::vertex_value(ids, v).into()).chain(row(estimates))
    });
    Ok(CountTable::new(columns, rows))
}

/// What was estimated.
#[derive(Serialize)]
pub struct EstimatedTable<'a> {
    pub pattern: &'a str,
    #[serde(flatten)]
    pub matching: Matching,
    pub confidence: f64,
    pub draws: u64,
    /// Vertices and orbits whose interval is as narrow as it was to be, and all of those that are drawn from.
    pub narrow: u64,
    pub drawn: u64,
    pub output: String,
}

impl<'a> EstimatedTable<'a> {
    /// What is told of `local`, which is in `output`.
    pub fn new(
        pattern: &'a str,
        options: &EstimateOptions,
        local: &LocalEstimates,
        output: String,
    ) -> EstimatedTable<'a> {
        let drawn = local.estimates.iter().filter(|estimate| !estimate.is_exact);
        let is_narrow = |&LocalEstimate { estimate, interval, .. }: &&LocalEstimate| {
            interval.high - estimate <= options.error * estimate && *estimate > 0.0
        };
        EstimatedTable {
            pattern,
            matching: options.matching,
            confidence: options.confidence,
            draws: local.draws,
            narrow: drawn.clone().filter(is_narrow).count() as u64,
            drawn: drawn.count() as u64,
            output,
        }
    }
}

impl fmt::Display for EstimatedTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = self.matching.induced.name();
        let (draws, drawn) =
            (counted(self.draws, "draw", "draws"), counted(self.drawn, "estimate", "estimates"));
        writeln!(f, "{drawn} of {} ({how}-induced) at vertices, in {}", self.pattern, self.output)?;
        writeln!(f, "  {draws}; {} of the intervals are as narrow as they were to be", self.narrow)
    }
}
