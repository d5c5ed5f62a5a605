//! Cores, trusses and nuclei: what is left of a graph when those with too few neighbours, triangles or cliques, leave
//! again and again.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `core_numbers` | [`Cores`]: core numbers, layers, and a degeneracy order |
//! | `bitruss_numbers` | [`Bitrusses`]: bitruss numbers, by butterflies |
//! | `nucleus_numbers` | [`Nuclei`]: (3,4)-nucleus numbers of triangles |
//! | `triangles` | the triangles of a graph, at its edges |
//! | `truss_numbers` | [`Trusses`]: truss numbers |

mod bitruss_numbers;
mod core_numbers;
mod nucleus_numbers;
mod triangles;
mod truss_numbers;

pub use bitruss_numbers::{Bitrusses, bitrusses};
pub use core_numbers::{Cores, cores};
pub use nucleus_numbers::{Nuclei, nuclei};
pub use truss_numbers::{Trusses, edges_from, trusses};

/// How many there are of each number, from 0 to the largest.
fn sizes(numbers: &[u32]) -> Vec<u64> {
    let largest = numbers.iter().max().map_or(0, |&largest| largest as usize + 1);
    let mut sizes = vec![0; largest];
    numbers.iter().for_each(|&number| sizes[number as usize] += 1);
    sizes
}
