//! DFS codes (Yan and Han 2002, "gSpan"): a pattern as the list of its edges in the order of a depth-first search,
//! and the minimum one of all those lists as its canonical form.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `steps` | codes over kinds of half-edges: what the miner works on |
//! | `minimum` | the minimum code of a graph |
//! | `judge` | which extensions of a minimum code are minimum again |
//! | `shape` | patterns as labelled graphs: isomorphisms, orbits, parts |

mod judge;
mod minimum;
mod shape;
mod steps;

pub use judge::{Judge, Verdict};
pub use minimum::minimum_code;
#[doc(hidden)]
pub use shape::NumberedPattern;
pub use steps::{Kinds, Step, rightmost_path};
