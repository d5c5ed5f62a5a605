//! The scalar machine.
