//! What tests need beside the library: the devices of this machine, and slow, obvious oracles.

pub mod common;
pub mod oracle;
