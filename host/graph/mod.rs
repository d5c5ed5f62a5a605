//! Graphs: CSR, readers and writers, generators, preprocessing.

pub mod stats;

pub use stats::GraphStats;
