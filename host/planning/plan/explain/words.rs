//! Sets of a plan in words.

use motherlode_device::combination::{Combination, MAX_SETS, SizeTerm};
use motherlode_device::plan::{AnyPlan, Bounds, Leaf, SetOp, Source};

use super::{Explanation, LeafExplanation, LevelExplanation};
use crate::pattern::{Pattern, alternatives, bits};
use crate::plan::{Cost, Matching, SizeBound, Tasks};

/// Sets of a plan, in the names of the pattern's vertices.
pub(super) struct Words<'a, P> {
    pub pattern: &'a Pattern,
    pub order: &'a [usize],
    pub walk: &'a P,
    pub cost: &'a Cost,
    /// What follows the vertex from which a view leads.
    pub views: &'a dyn Fn(u32) -> String,
}

impl<P: AnyPlan> Words<'_, P> {
    pub fn explanation(
        &self,
        matching: Matching,
        automorphisms: u64,
        restrictions: Vec<String>,
        tasks: Tasks,
        buffers: Vec<SizeBound>,
    ) -> Explanation {
        let walked = self.walk.last() as usize + 1;
        let name = |&vertex: &usize| self.pattern.name(vertex).to_owned();
        Explanation {
            pattern: self.pattern.to_string(),
            induced: matching.induced,
            semantics: matching.semantics,
            automorphisms,
            order: self.order.iter().map(name).collect(),
            restrictions,
            tasks,
            levels: (0..walked).map(|level| self.level(level)).collect(),
            leaf: self.leaf(self.order[walked..].iter().map(name).collect()),
            buffers,
            work: self.cost.total,
            analysis: None,
        }
    }

    fn leaf(&self, vertices: Vec<String>) -> LeafExplanation {
        let (leaf, combination) = (self.walk.leaf(), self.walk.combination());
        let drawn = leaf.relation != Leaf::ITSELF;
        let sets = combination.set[..combination.sets as usize].iter().enumerate();
        LeafExplanation {
            vertices,
            set: if drawn && combination.sets == 0 { self.set(leaf) } else { String::new() },
            sets: sets.map(|(place, set)| format!("X{place} = {}", self.set(set))).collect(),
            sum: sum(combination),
            choose: if drawn { leaf.choose } else { 0 },
            power: leaf.power != 0,
            empty: (0..self.walk.tests()).map(|test| self.set(self.walk.test(test))).collect(),
        }
    }

    fn level(&self, number: usize) -> LevelExplanation {
        let level = self.walk.level(number as u32);
        let candidates = match level.source.kind {
            Source::NONE => match &self.pattern.all_vertices()[self.order[number]].asked()[..] {
                [] => "all vertices".to_owned(),
                labels => format!("vertices labelled {}", alternatives(labels)),
            },
            _ => self.list(level.source),
        };
        let ops = (level.first_op..level.first_op + level.ops).map(|op| self.walk.op(op));
        let cost = self.cost.levels[number];
        LevelExplanation {
            vertex: self.name(number).to_owned(),
            candidates: candidates + &self.bounds(level.bounds) + &self.except(level.exclude),
            operations: ops.map(|op| self.operation(op)).collect(),
            visits: cost.candidates,
            work: cost.candidates * cost.work,
        }
    }

    fn operation(&self, op: &SetOp) -> String {
        let sign = if op.difference == 0 { '∩' } else { '∖' };
        let (source, operand) = (self.list(op.source), self.neighbors(op.operand, op.view));
        format!("S{} = {source} {sign} {operand}{}", op.destination, self.bounds(op.bounds))
    }

    fn set(&self, leaf: &Leaf) -> String {
        let Leaf { source, relation, view, bounds, exclude, .. } = *leaf;
        let last = self.neighbors(self.walk.last(), view);
        let set = match (source.kind, relation) {
            (Source::NONE, _) => last,
            (_, Leaf::ADJACENT) => format!("{} ∩ {last}", self.list(source)),
            (_, Leaf::APART) => format!("{} ∖ {last}", self.list(source)),
            _ => self.list(source),
        };
        set + &self.bounds(bounds) + &self.except(exclude)
    }

    fn list(&self, list: Source) -> String {
        match list.kind {
            Source::BUFFER => format!("S{}", list.index),
            _ => self.neighbors(list.index, list.view),
        }
    }

    fn neighbors(&self, level: u32, view: u32) -> String {
        format!("N({}{})", self.name(level as usize), (self.views)(view))
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
        self.pattern.name(self.order[level])
    }
}

/// `(|X0|^2 |X1| - 2 |X2|) / 2`; empty without terms.
fn sum(combination: &Combination) -> String {
    let Combination { terms, divisor, term, .. } = combination;
    let words: Vec<String> = term[..*terms as usize].iter().enumerate().map(signed).collect();
    let sum = words.join(" ");
    if *divisor > 1 { format!("({sum}) / {divisor}") } else { sum }
}

/// A product with its sign, which the first one only has if it is negative.
fn signed((place, term): (usize, &SizeTerm)) -> String {
    let sign = match (place, term.coefficient < 0) {
        (0, false) => "",
        (0, true) => "-",
        (_, false) => "+ ",
        (_, true) => "- ",
    };
    let factor = match term.coefficient.unsigned_abs() {
        1 => String::new(),
        factor => format!("{factor} "),
    };
    let sizes = (0..MAX_SETS).filter_map(|set| match term.power(set) {
        0 => None,
        1 => Some(format!("|X{set}|")),
        power => Some(format!("|X{set}|^{power}")),
    });
    format!("{sign}{factor}{}", sizes.collect::<Vec<_>>().join(" "))
}
