//! A plan in words.
//!
//! Everything is read off the plan that the kernels obey, so it shows what they do.

mod comparison;
mod words;

use std::fmt;

use serde::Serialize;

pub use comparison::{Compared, PlanComparison};
use words::Words;

use super::query::{ClassView, Query};
use super::{Analysis, AttributedPlan, Induced, Plan, Restriction, Semantics, SizeBound, Tasks};
use crate::pattern::structure::Rule;
use crate::pattern::{Pattern, alternatives};

/// A plan in words: written with `{}`, or serialised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The pattern, as edge text.
    pub pattern: String,
    /// Which subgraphs match.
    pub induced: Induced,
    /// What of them is counted.
    pub semantics: Semantics,
    /// How many automorphisms the pattern has.
    pub automorphisms: u64,
    /// The pattern's vertices in matching order.
    pub order: Vec<String>,
    /// The restrictions, like `a < b`.
    pub restrictions: Vec<String>,
    /// The independent tasks.
    pub tasks: Tasks,
    /// The levels walked.
    pub levels: Vec<LevelExplanation>,
    /// What is counted at the end.
    pub leaf: LeafExplanation,
    /// Per buffer, the longest that its list can get.
    pub buffers: Vec<SizeBound>,
    /// All the work that is expected, in steps of single lanes through lists.
    pub work: f64,
    /// What the plan came to on the graph, if it was walked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<PlanComparison>,
}

/// One level in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelExplanation {
    /// The pattern vertex.
    pub vertex: String,
    /// The set that its candidates are drawn from.
    pub candidates: String,
    /// The set operations that run once it is fixed, like `S0 = N(a) ∩ N(b), below b`.
    pub operations: Vec<String>,
    /// How often it is expected to be fixed.
    pub visits: f64,
    /// The work expected for all of these.
    pub work: f64,
}

/// The leaf in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeafExplanation {
    /// The pattern vertices that are counted and not walked.
    pub vertices: Vec<String>,
    /// The set that they are drawn from; empty if there are several, or if every vertex is walked.
    pub set: String,
    /// The sets that they are drawn from, where there are several, and what these have in common: like `X0 = N(a), not
    /// b`.
    pub sets: Vec<String>,
    /// How the sizes of several sets make the count: like `|X0| |X1| - |X2|`. Empty if there is one set.
    pub sum: String,
    /// How many are drawn; 0 if every vertex is walked.
    pub choose: u32,
    /// Whether they may be the same, so that their number is a power.
    pub power: bool,
    /// The sets that must be empty for a match: vertices that must not exist.
    pub empty: Vec<String>,
}

impl Explanation {
    pub(super) fn of(plan: &Plan) -> Self {
        let words = Words {
            pattern: &plan.pattern,
            order: &plan.order,
            walk: &plan.walk,
            cost: &plan.cost,
            views: &|_| String::new(),
        };
        let restrictions = restrictions(&plan.pattern, &plan.restrictions);
        words.explanation(plan.matching, plan.automorphisms, restrictions, plan.tasks, plan.buffers.clone())
    }

    /// With what the plan comes to on the graph that it was made for.
    #[must_use]
    pub fn with(mut self, analysis: &Analysis) -> Self {
        self.analysis = Some(PlanComparison::new(&self, analysis));
        self
    }

    pub(super) fn of_attributed(plan: &AttributedPlan) -> Self {
        let query = &plan.query;
        let words = Words {
            pattern: &query.pattern,
            order: &plan.order,
            walk: &plan.walk,
            cost: &plan.cost,
            views: &|view| view_in_words(query, &plan.views[view as usize]),
        };
        let restrictions = restrictions(&query.pattern, &plan.restrictions);
        let buffers = vec![SizeBound::MaxDegree; plan.walk.buffers as usize];
        words.explanation(query.matching, query.automorphisms, restrictions, plan.tasks, buffers)
    }
}

fn restrictions(pattern: &Pattern, restrictions: &[Restriction]) -> Vec<String> {
    let words = |r: &Restriction| format!("{} < {}", pattern.name(r.smaller), pattern.name(r.greater));
    restrictions.iter().map(words).collect()
}

/// What follows the vertex from which a view leads: the edge, and the labels of what it leads to.
fn view_in_words(query: &Query, view: &ClassView) -> String {
    let Rule { edge, out, back, no_out, no_back, .. } = &query.rules[usize::from(view.rule)];
    let labels = &query.classes[usize::from(view.to)].labels;
    if edge.as_ref().is_some_and(Vec::is_empty) && labels.is_empty() {
        return String::new();
    }
    let sign = |start: &str, labels: &Option<Vec<String>>, end: &str| match labels {
        None => String::new(),
        Some(labels) if labels.is_empty() => format!("{start}{end}"),
        Some(labels) => format!("{start}[:{}]{end}", alternatives(labels)),
    };
    let edge = sign(if edge.as_ref().is_some_and(Vec::is_empty) { "" } else { "-" }, edge, "-");
    let (out, back) = (sign("-", out, "->"), sign("<-", back, "-"));
    let and = if out.is_empty() || back.is_empty() { "" } else { " and " };
    let only = if *no_out || *no_back { " only " } else { "" };
    format!("{edge}{out}{and}{back}{only}{}", alternatives(labels)).replace("-->", "->").replace("<--", "<-")
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (induced, semantics) = (self.induced.name(), self.semantics.name());
        let or_none = |list: &[String]| if list.is_empty() { "none".to_owned() } else { list.join(", ") };
        writeln!(f, "pattern       {} ({induced}-induced {semantics})", self.pattern)?;
        writeln!(f, "automorphisms {}", self.automorphisms)?;
        writeln!(f, "order         {}", self.order.join(", "))?;
        writeln!(f, "restrictions  {}", or_none(&self.restrictions))?;
        writeln!(f, "tasks         {}", tasks(self.tasks))?;
        for (index, bound) in self.buffers.iter().enumerate() {
            writeln!(f, "buffer S{index}     at most {}", size(*bound))?;
        }
        for (depth, level) in self.levels.iter().enumerate() {
            let indent = "  ".repeat(depth);
            let LevelExplanation { vertex, candidates, visits, work, .. } = level;
            writeln!(f, "{indent}for {vertex} in {candidates}    # {visits:.2e} times, work {work:.2e}")?;
            for operation in &level.operations {
                writeln!(f, "{indent}  {operation}")?;
            }
        }
        let indent = "  ".repeat(self.levels.len());
        for set in &self.leaf.empty {
            writeln!(f, "{indent}unless there are {set}")?;
        }
        for set in &self.leaf.sets {
            writeln!(f, "{indent}{set}")?;
        }
        writeln!(f, "{indent}{}", self.leaf)?;
        write!(f, "work          {:.2e}", self.work)?;
        self.analysis.as_ref().map_or(Ok(()), |analysis| analysis.write(&self.levels, f))
    }
}

/// What is counted: `count d: |S1, not b|`.
impl fmt::Display for LeafExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (vertices, set, choose) = (self.vertices.join(", "), &self.set, self.choose);
        match choose {
            _ if !self.sum.is_empty() => write!(f, "count {vertices}: {}", self.sum),
            0 => write!(f, "count 1"),
            1 => write!(f, "count {vertices}: |{set}|"),
            _ if self.power => write!(f, "count {vertices}: |{set}| to the power {choose}"),
            _ => write!(f, "count {vertices}: C(|{set}|, {choose})"),
        }
    }
}

fn tasks(tasks: Tasks) -> &'static str {
    match tasks {
        Tasks::Vertices => "vertices",
        Tasks::AllEdges => "edges, in both directions",
        Tasks::LowerEdges => "edges, from the greater end to the smaller",
        Tasks::UpperEdges => "edges, from the smaller end to the greater",
    }
}

fn size(bound: SizeBound) -> &'static str {
    match bound {
        SizeBound::MaxDegree => "the largest degree",
        SizeBound::MaxLower => "the largest lower degree",
        SizeBound::MaxUpper => "the largest upper degree",
    }
}
