//! The least support of a pattern.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The least number of graphs that contain a pattern. Clones share it: whoever holds one may raise it during a search,
/// and it then holds for what is reported later.
#[derive(Clone, Debug)]
pub struct Threshold(Arc<AtomicU32>);

impl Threshold {
    /// What it is now.
    pub fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }

    /// Raises it to `support`, if it is lower.
    pub fn raise(&self, support: u32) {
        self.0.fetch_max(support, Relaxed);
    }
}

impl From<u32> for Threshold {
    fn from(support: u32) -> Self {
        Threshold(Arc::new(support.into()))
    }
}
