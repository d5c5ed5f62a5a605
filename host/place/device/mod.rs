//! Preparing a graph on a device of many lanes: what `host` makes, bit by bit.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `orient` | renumbered and oriented |
//! | `peel` | the order of a peeling |
//! | `whole` | the whole graph, of the oriented one |
//! | `launches` | the shapes in which the kernels of these are launched |

mod launches;
mod orient;
mod peel;
mod whole;

pub(super) use orient::{is_for, orient};
pub(super) use whole::whole;
