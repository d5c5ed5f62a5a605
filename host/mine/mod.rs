//! The jobs.
