//! Graphs where kernels can read them: prepared, on the host or on a device, and on a device.
//!
//! ```text
//! Csr --Form::new--> Form ──┬── prepared()  on the host: renumbered by falling degree, with the places of the greater neighbours
//!     (its core, a numbering)├── oriented()  on the device: each edge once, in the list of its greater end
//!                           └── whole()     on the device: each edge in both lists
//! ```
//!
//! A `Form` makes each of these once, when it is first asked for, and hands it to all who ask. A device of many lanes
//! prepares the graph itself where its memory allows; one of one lane, which is the CPU, has it from the host, and so
//! has a device whose memory is too small for the preparation. Both give the same arrays, bit by bit.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `form` | `Form`: one numbering of a graph, and all that is made of it |
//! | `resident` | the arrays of the oriented and of the whole graph on a device |
//! | `beyond` | `Beyond`: the memories that a graph may be spread over where its device's own is too small |
//! | `layout` | which page of each array lies where then |
//! | `outline` | what the host knows of a graph that a device oriented |
//! | `prepared` | [`Prepared`]: the whole graph on the host |
//! | `order` | [`VertexOrder`] |
//! | `labels` | labels of edges, by place in the whole graph's lists, on a device |
//! | `launches` | the shapes in which kernels that prepare are launched |
//! | `made` | graphs that are made on the device that is to count on them |
//! | `host` | preparing on the host |
//! | `device` | preparing on a device of many lanes |

mod beyond;
mod device;
mod form;
mod host;
mod labels;
#[doc(hidden)]
pub mod launches;
mod layout;
mod made;
mod order;
mod outline;
mod prepared;
mod resident;
#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use beyond::{Beyond, keep};
#[doc(hidden)]
pub use device::FAMILIES;
pub use form::PlannedResidency;
#[doc(hidden)]
pub use form::{Form, ListSizes, Together, core_is_smaller};
pub use host::{Core, Relabeled, by_degeneracy, by_degree, core};
#[doc(hidden)]
pub use host::{core_degrees, has_core};
#[doc(hidden)]
pub use labels::EdgeLabels;
#[doc(hidden)]
pub use layout::ArrayShape;
#[doc(hidden)]
pub use made::{FAMILIES_OF_MADE, is_for_cards, made_on, make_on};
pub use order::VertexOrder;
#[doc(hidden)]
pub use outline::{Outline, Steps};
pub use prepared::Prepared;
#[doc(hidden)]
pub use resident::{OrientedGraph, WholeGraph};
