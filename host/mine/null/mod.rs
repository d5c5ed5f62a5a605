//! Null models: random graphs that have some properties of a graph, and are random otherwise.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | [`NullModel`] and [`NullOptions`]: what is kept |
//! | `sampler` | [`NullSampler`]: samples, by number |
//! | `mixing` | [`Mixing`]: how far switchings have come |

mod mixing;
mod options;
mod sampler;

pub use mixing::Mixing;
pub use options::{NullModel, NullOptions};
pub use sampler::NullSampler;
