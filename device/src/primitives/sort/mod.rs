//! Radix sort: stable, ascending, of keys alone or with a value each.
//!
//! Least significant digit first, eight bits at a time. One kernel counts the digits of all passes ([`histogram`]);
//! then a pass for each digit puts the keys in the order of that digit ([`sweep`]), reading and writing each key once.
//!
//! Source: Adinets and Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022.

pub mod histogram;
pub mod key;
pub mod sweep;

/// Bits of a digit.
pub const DIGIT_BITS: u32 = 8;
/// Values of a digit.
pub const BINS: usize = 1 << DIGIT_BITS;
