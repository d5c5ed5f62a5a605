//! What tests need beside the library: the devices of this machine, slow, obvious oracles, and every job, small.

pub mod common;
pub mod jobs;
pub mod oracle;
