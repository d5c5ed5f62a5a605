//! Devices, data-parallel primitives on them, and graphs on them.
//!
//! A layer of [`motherlode`](https://docs.rs/motherlode), which is what others depend on: it has all that is public
//! here, by these names.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`runtime`] | devices, buffers, budgets, launches, panics, progress |
//! | [`primitives`] | reduce, scan, compaction, segmented forms, runs, sort |
//! | [`place`] | graphs prepared, on the host or on a device |

use motherlode_data::{clock, graph, room};

pub mod place;
pub mod primitives;
pub mod runtime;
