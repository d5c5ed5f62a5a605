//! See Cargo.toml.
#![no_std]
