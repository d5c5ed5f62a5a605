//! What all parts of a sort share.

use super::lanes::Lanes;
use super::options::{ExternalSortOptions, Traffic};
use super::plan::SortBudget;
use crate::runtime::{Device, Interrupt, RuntimeError};

/// What all parts of a sort share.
#[derive(Debug)]
pub(super) struct Sorting {
    pub lanes: Lanes,
    pub share: SortBudget,
    /// The most runs that are merged at once.
    pub ways: usize,
    pub traffic: Traffic,
    pub interrupt: Interrupt,
}

impl Sorting {
    pub fn new(device: &Device, options: ExternalSortOptions) -> Result<Self, RuntimeError> {
        let lanes = Lanes::of(device)?;
        let share = SortBudget::new(device, options.memory, lanes.count());
        let ExternalSortOptions { merge, interrupt, .. } = options;
        Ok(Sorting { lanes, share, ways: merge.ways(), traffic: Traffic::default(), interrupt })
    }
}
