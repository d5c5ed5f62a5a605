//! Set operations on sorted lists.
