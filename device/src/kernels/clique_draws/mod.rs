//! Draws of cliques, of any number of vertices.
//!
//! # Computes
//! 1. [`weigh`]: for each root of an oriented graph, how many edges there are among its list. The host tells from it
//!    how many cliques the root may have, and cuts the roots into strata.
//! 2. [`draw`]: for some roots, so many draws of each. A draw takes one vertex of the root's list after another, each
//!    from those that are joined to all that were taken before, until two are left to take: what it stands for is how
//!    many ordered pairs of neighbours there are among the candidates then, over the chance of what it took. The mean
//!    over all possible draws is `(k - 1)!` times the cliques of `k` vertices whose greatest is the root: each is found
//!    in every order of its other vertices.
//!
//! # The chances
//! A candidate that has `d` neighbours among `c` candidates is taken in proportion to `(d / c)^e`, if `r` vertices are
//! to be taken from these, with `e` half of `r`, rounded down, and `d >= r - 1`: the more neighbours a vertex has, the
//! more cliques it is in. With `e = r - 1` that would be their number if the neighbours were joined as evenly
//! everywhere; they are not, and half of it was best on all graphs that were tried (docs/estimates.md). Chances are
//! whole numbers, so that they do not depend on the order in which they are added up.
//!
//! # Requires
//! What [`cliques`](crate::kernels::cliques) requires: an oriented graph, the rows of its hubs, and roots binned by the
//! lengths of their lists, a launch a bin. The host does this in `mine::direct::clique_draws`.
//!
//! # Thread mapping
//! A block makes the matrix of a root; its warps take groups of draws of it, a candidate a lane.
//!
//! # Sources
//! Draws from the exact candidate sets, weighed by their chances: Knuth 1975, "Estimating the Efficiency of Backtrack
//! Programs". The chances, and taking vertices in any order, are ours. Ye, Li, Dai, Wang and Wang 2022 (DPColor, WWW)
//! draw paths through colour classes instead, most of which are no cliques where `k` is large: 3 to 500 times as many
//! draws were needed for the same error.

pub mod draw;
mod room;
mod search;
pub mod weigh;

pub use room::{CliqueDrawArgs, CliqueDrawShape, CliqueDrawSums, DRAWS_A_GROUP, RootEdgesArgs};
pub use search::most_weight;
