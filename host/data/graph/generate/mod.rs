//! Random and classical graphs.
//!
//! Every generator gives the same graph on every machine and for any number of threads.

mod bipartite;
mod classic;
mod labels;
mod preferential;
mod teams;
mod uniform;

pub use bipartite::bipartite;
pub use classic::{complete, cycle, grid, path, star};
pub use labels::label;
pub use preferential::barabasi_albert;
pub use teams::teams;
pub use uniform::{GNM_SEED, RMAT_SEED, gnm, rmat};
#[doc(hidden)]
pub use uniform::{gnm_pairs, of_pairs, rmat_pairs};

#[doc(hidden)]
pub use motherlode_device::drawn_pairs::DrawnPairs;

use super::MAX_VERTICES;

/// Why a graph could not be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// A number that is too small or too large.
    #[error("{name} is {value}: it must be from {least} to {most}")]
    OutOfRange {
        /// What the number is.
        name: &'static str,
        /// Its value.
        value: u64,
        /// The least possible.
        least: u64,
        /// The greatest possible.
        most: u64,
    },
    /// A graph of too many vertices.
    #[error("the graph would have {vertices} vertices: at most {MAX_VERTICES} are supported")]
    TooManyVertices {
        /// The vertices.
        vertices: u128,
    },
    /// More memory than the machine gives.
    #[error("no memory for {edges} edges ({bytes} bytes): ask for fewer edges")]
    Memory {
        /// The edges that were asked for.
        edges: u128,
        /// What their list takes.
        bytes: u128,
    },
    /// Parameters that lead to self-loops only, or to nothing.
    #[error("these parameters give a graph without edges: ask for more edges or vertices")]
    NoEdges,
}

fn in_range(name: &'static str, value: u64, least: u64, most: u64) -> Result<(), GenerateError> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(GenerateError::OutOfRange { name, value, least, most })
    }
}

/// That there is no room for the pairs of a graph.
fn no_room<T>(edges: u128) -> GenerateError {
    GenerateError::Memory { edges, bytes: edges.saturating_mul(size_of::<T>() as u128) }
}

/// Room for the pairs of a graph.
fn room<T>(edges: u128) -> Result<Vec<T>, GenerateError> {
    let memory = no_room::<T>(edges);
    let mut room = Vec::new();
    let count = usize::try_from(edges).map_err(|_| memory.clone())?;
    crate::room::asking(|| room.try_reserve_exact(count)).map_err(|_| memory)?;
    Ok(room)
}
