//! How large patterns may be.

/// The most vertices that a pattern may have.
pub const MAX_VERTICES: usize = 12;
/// The most anti-vertices that a pattern may have.
pub const MAX_ANTI_VERTICES: usize = 4;
