//! Correlations between orbits.

use rayon::prelude::*;
use serde::Serialize;

use super::{orbits, symmetric};
use crate::local::Graphlet;
use crate::statistics::Ranks;

/// Graphlets whose orbits follow from others, given the degrees: those that are left out for the distance of 11 orbits.
const REDUNDANT: [&str; 3] = ["triangle", "diamond", "4-clique"];

/// How often being in one orbit of graphlets goes with being in another: Spearman's correlations over the vertices of a
/// graph, and a dummy vertex that is once in each orbit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GraphletCorrelations {
    /// The orbits, as `wedge:a+c`.
    pub orbits: Vec<String>,
    /// A row for each orbit. 0 beside the diagonal where one of both never varies, which has no correlation.
    pub rows: Vec<Vec<f64>>,
}

impl GraphletCorrelations {
    /// Between all orbits of these graphlets.
    pub(super) fn of_all(graphlets: &[Graphlet]) -> GraphletCorrelations {
        GraphletCorrelations::of(graphlets.iter())
    }

    /// Between those that do not follow from others: 11 for graphlets of up to four vertices.
    pub(super) fn without_redundant(graphlets: &[Graphlet]) -> GraphletCorrelations {
        GraphletCorrelations::of(
            graphlets.iter().filter(|graphlet| !REDUNDANT.contains(&graphlet.name.as_str())),
        )
    }

    fn of<'g>(graphlets: impl Iterator<Item = &'g Graphlet>) -> GraphletCorrelations {
        let orbits = orbits(graphlets);
        let ranked: Vec<Ranks> = orbits
            .par_iter()
            .map(|&(graphlet, orbit)| {
                let counts = graphlet.local.column(orbit);
                // The dummy keeps the correlation of an orbit defined that all vertices are equally often in, as in
                // none.
                Ranks::of(&counts.chain([1]).collect::<Vec<u128>>())
            })
            .collect();
        let rows = symmetric(orbits.len(), |a, b| match a == b {
            true => 1.0,
            false => ranked[a].correlation(&ranked[b]).unwrap_or(0.0),
        });
        let name = |&(graphlet, orbit): &(&Graphlet, usize)| {
            format!("{}:{}", graphlet.name, graphlet.local.orbits.names()[orbit])
        };
        GraphletCorrelations { orbits: orbits.iter().map(name).collect(), rows }
    }

    /// The graphlet correlation distance: the Euclidean one between what stands above the diagonals.
    pub fn distance(&self, other: &GraphletCorrelations) -> f64 {
        let above = |(place, (a, b)): (usize, (&Vec<f64>, &Vec<f64>))| -> f64 {
            a.iter().zip(b).skip(place + 1).map(|(a, b)| (a - b) * (a - b)).sum()
        };
        self.rows.iter().zip(&other.rows).enumerate().map(above).sum::<f64>().sqrt()
    }
}
