//! The random numbers of generators and estimates: the same on every machine and for any number of threads.

pub(super) use motherlode_device::split_mix::{RandomStream, finalise};
