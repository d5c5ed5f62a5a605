//! A plan in words.
//!
//! Everything is read off the [`WalkPlan`], so it shows what the kernels do.
//!
//! [`WalkPlan`]: motherlode_device::plan::WalkPlan

use std::fmt;

use motherlode_device::plan::{Bounds, Leaf, SetOp, Source};
use serde::Serialize;

use super::{Induced, Plan, Semantics, SizeBound, Tasks};
use crate::pattern::bits;

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
    pub automorphisms: usize,
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
    /// The set that they are drawn from.
    pub set: String,
    /// How many are drawn.
    pub choose: u32,
}

impl Explanation {
    pub(super) fn of(plan: &Plan) -> Self {
        let words = Words { plan };
        let walked = plan.walk.last as usize + 1;
        let name = |&vertex: &usize| plan.pattern.name(vertex).to_owned();
        let restriction = |smaller, greater| format!("{} < {}", name(&smaller), name(&greater));
        Self {
            pattern: plan.pattern.to_string(),
            induced: plan.matching.induced,
            semantics: plan.matching.semantics,
            automorphisms: plan.automorphisms,
            order: plan.order.iter().map(name).collect(),
            restrictions: plan.restrictions.iter().map(|r| restriction(r.smaller, r.greater)).collect(),
            tasks: plan.tasks,
            levels: (0..walked).map(|level| words.level(level)).collect(),
            leaf: LeafExplanation {
                vertices: plan.order[walked..].iter().map(name).collect(),
                set: words.leaf(),
                choose: plan.walk.leaf.choose,
            },
            buffers: plan.buffers.clone(),
            work: plan.cost.total,
        }
    }
}

/// Sets of a plan, in the names of the pattern's vertices.
struct Words<'a> {
    plan: &'a Plan,
}

impl Words<'_> {
    fn level(&self, number: usize) -> LevelExplanation {
        let level = self.plan.walk.levels[number];
        let candidates = match level.source.kind {
            Source::NONE => "all vertices".to_owned(),
            _ => self.source(level.source),
        };
        let ops = &self.plan.walk.ops[level.first_op as usize..(level.first_op + level.ops) as usize];
        let cost = self.plan.cost.levels[number];
        LevelExplanation {
            vertex: self.name(number).to_owned(),
            candidates: candidates + &self.bounds(level.bounds) + &self.except(level.exclude),
            operations: ops.iter().map(|op| self.operation(op)).collect(),
            visits: cost.candidates,
            work: cost.candidates * cost.work,
        }
    }

    fn operation(&self, op: &SetOp) -> String {
        let sign = if op.difference == 0 { '∩' } else { '∖' };
        let (source, operand) = (self.source(op.source), self.name(op.operand as usize));
        format!("S{} = {source} {sign} N({operand}){}", op.destination, self.bounds(op.bounds))
    }

    fn leaf(&self) -> String {
        let Leaf { source, relation, bounds, exclude, .. } = self.plan.walk.leaf;
        let last = self.name(self.plan.walk.last as usize);
        let set = match (source.kind, relation) {
            (Source::NONE, _) => format!("N({last})"),
            (_, Leaf::ADJACENT) => format!("{} ∩ N({last})", self.source(source)),
            (_, Leaf::APART) => format!("{} ∖ N({last})", self.source(source)),
            _ => self.source(source),
        };
        set + &self.bounds(bounds) + &self.except(exclude)
    }

    fn source(&self, source: Source) -> String {
        match source.kind {
            Source::BUFFER => format!("S{}", source.index),
            _ => format!("N({})", self.name(source.index as usize)),
        }
    }

    fn bounds(&self, bounds: Bounds) -> String {
        let above = bits(bounds.above).map(|level| format!(", above {}", self.name(level)));
        let below = bits(bounds.below).map(|level| format!(", below {}", self.name(level)));
        above.chain(below).collect()
    }

    fn except(&self, exclude: u32) -> String {
        bits(exclude).map(|level| format!(", not {}", self.name(level))).collect()
    }

    fn name(&self, level: usize) -> &str {
        self.plan.pattern.name(self.plan.order[level])
    }
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
        let LeafExplanation { vertices, set, choose } = &self.leaf;
        let indent = "  ".repeat(self.levels.len());
        match choose {
            1 => writeln!(f, "{indent}count {}: |{set}|", vertices.join(", "))?,
            _ => writeln!(f, "{indent}count {}: C(|{set}|, {choose})", vertices.join(", "))?,
        }
        write!(f, "work          {:.2e}", self.work)
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
