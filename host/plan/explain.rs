//! A plan in words.

use super::Plan;
use serde::Serialize;

/// A plan in words: written with `{}`, or serialised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    order: Vec<String>,
}

impl Explanation {
    pub(super) fn of(plan: &Plan) -> Self {
        Self { order: plan.order.iter().map(|&v| plan.pattern.name(v).to_owned()).collect() }
    }
}
