//! A job under way.

use super::Context;
use crate::clock::Clock;

/// A job under way: whom it runs under, and its clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'r> {
    pub context: &'r Context,
    pub clock: &'r Clock,
}
