//! Null models: random graphs that have some properties of a graph, and are random otherwise.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | [`NullModel`] and [`NullOptions`]: what is kept |
//! | `sampler` | [`NullSampler`]: samples, by number |
//! | `pilot`, `mixing` | [`Mixing`]: how far switchings have come, and how many there are to be |
//! | `classes` | the slots of edges, and within which of them ends are exchanged |
//! | `rewirer`, `batch` | what samples are made of on a device, and the launches |
//! | `distance`, `connection`, `binomial` | what some models need |

mod batch;
mod binomial;
mod classes;
mod connection;
mod distance;
mod mixing;
mod options;
mod pilot;
mod rewirer;
mod sampler;

use motherlode_device::Kernel;
use motherlode_device::kernels::rewiring::steps::RewireSamples;

use crate::Launches;
pub use crate::error::NullError;
pub use mixing::Mixing;
pub use options::{NullModel, NullOptions};
pub use sampler::NullSampler;

impl Launches<'_> {
    /// Random graphs like a graph, which is not placed as for other jobs.
    pub const NULL: Launches<'static> = Launches::AsGiven(&[RewireSamples::FAMILY]);
}
