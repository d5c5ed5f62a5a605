//! Networks compared by their graphlets: how alike two graphs are in what their vertices are part of, whatever the
//! vertices are called. Of directed graphs, directed graphlets are compared in the same ways (Sarajlić et al. 2016,
//! "Graphlet-based characterization of directed networks").
//!
//! | module | what is in it |
//! | --- | --- |
//! | `signature` | [`GraphletSignature`]: what is compared of a graph |
//! | `correlations` | [`GraphletCorrelations`], and the distance between two (Yaveroğlu et al. 2014, "Revealing the hidden language of complex networks") |
//! | `distributions` | graphlet degree distributions, and how far two agree (Pržulj 2007, "Biological network comparison using graphlet degree distribution") |
//! | `many` | the signatures of many graphs: small ones are counted side by side |
//! | `measure` | [`Measure`]: the ways to compare |

mod correlations;
mod distributions;
mod many;
mod measure;
mod signature;

pub use correlations::GraphletCorrelations;
pub use many::graphlet_signatures;
pub use measure::Measure;
pub use signature::{GraphletSignature, compared, graphlet_signature};

use rayon::prelude::*;

use super::local::Graphlet;

/// All orbits of some graphlets, each by its graphlet and its number there.
fn orbits<'g>(graphlets: impl Iterator<Item = &'g Graphlet>) -> Vec<(&'g Graphlet, usize)> {
    let of_graphlet =
        |graphlet: &'g Graphlet| (0..graphlet.local.orbits.len()).map(move |orbit| (graphlet, orbit));
    graphlets.flat_map(of_graphlet).collect()
}

/// A matrix of so many rows that is the same by rows and by columns: each two are asked for once.
fn symmetric(rows: usize, cell: impl Fn(usize, usize) -> f64 + Sync) -> Vec<Vec<f64>> {
    let from_diagonal = |a: usize| (a..rows).map(|b| cell(a, b)).collect();
    let upper: Vec<Vec<f64>> = (0..rows).into_par_iter().map(from_diagonal).collect();
    (0..rows).map(|a| (0..rows).map(|b| upper[a.min(b)][a.abs_diff(b)]).collect()).collect()
}
