//! Preparing a graph on the host.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `core` | the part of a graph whose vertices have neighbours enough |
//! | `relabel` | vertices renumbered by falling degree |
//! | `degeneracy` | vertices renumbered by a peeling |
//! | `orientation` | each edge once, and the order of the roots |

mod core;
mod degeneracy;
mod orientation;
mod relabel;

pub use self::core::{Core, core, core_degrees, has_core};
pub use degeneracy::by_degeneracy;
pub(super) use degeneracy::degeneracy_order;
pub(super) use orientation::{Orientation, tasks};
pub(super) use relabel::by_falling_degree;
pub use relabel::{Relabeled, by_degree};
