//! Preparing a graph on a device of many lanes: what `host` makes, bit by bit.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `orient` | renumbered and oriented |
//! | `peel` | the order of a peeling |
//! | `whole` | the whole graph, of the oriented one |

mod orient;
mod peel;
mod whole;

use motherlode_device::Kernel;
use motherlode_device::kernels::prepare::order::RankVertices;
use motherlode_device::primitives::copy::CopyU64;
use motherlode_device::primitives::fill::FillWords;
use motherlode_device::primitives::scan::ScanU64;
use motherlode_device::primitives::sort::sweep::SortKey;

pub(super) use orient::{is_for, orient};
pub(super) use whole::whole;

/// The families of kernels that prepare a graph on a card.
#[doc(hidden)]
pub const FAMILIES: [&str; 5] = [
    RankVertices::FAMILY,
    FillWords::FAMILY,
    CopyU64::FAMILY,
    ScanU64::FAMILY,
    <u32 as SortKey>::Pairs::FAMILY,
];
