//! The device machine.
