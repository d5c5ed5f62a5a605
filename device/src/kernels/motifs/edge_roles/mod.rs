//! How often an edge is in each place that it may have in a pattern of two to five vertices, edge-induced: formulas of
//! what is known of it. The host and [`edge_orbits`](super::edge_orbits) ask the same.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `small` | patterns of up to four vertices |
//! | `squares` | those of five that have 4-cycles and no denser part |
//! | `fourths` | a 4-clique with a fifth vertex |

mod fourths;
mod small;
mod squares;

pub use fourths::{FourthPieces, FourthRole};
pub use small::{EdgePieces, EdgeRole, EndPieces};
pub use squares::{EdgeSquarePieces, SquareEdgeRole};
