//! The kernels as PTX, as build.rs embedded them.

include!(concat!(env!("OUT_DIR"), "/ptx.rs"));
