//! The primitives against plain loops over the same data, on the scalar machine with one thread and with several, and
//! emulated at full width in several orders.
#![cfg(feature = "emulated")]

mod compact;
mod data;
mod external;
mod fold;
mod runs;
mod segments;
mod sort;
