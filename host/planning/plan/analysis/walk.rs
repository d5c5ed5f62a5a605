//! The walk itself.

use std::ops::Range;

use motherlode_device::combination::MAX_SETS;
use motherlode_device::plan::{Bounds, Leaf, Level, SetOp, Source, WalkPlan};

use super::lists::{binomial, filter, places};
use super::{Analysis, LevelAnalysis};
use crate::graph::Csr;
use crate::pattern::bits;
use crate::plan::work::{STEP, TERM, logarithm, search};

/// A walk in progress.
pub(super) struct AnalysisWalk<'a, G> {
    plan: &'a WalkPlan,
    graph: &'a Csr,
    /// Asked whether to go on.
    go_on: &'a G,
    /// The vertices of the levels down to the present one.
    fixed: Vec<u32>,
    buffers: Vec<Vec<u32>>,
    analysis: Analysis,
}

impl<'a, E, G: Fn() -> Result<(), E>> AnalysisWalk<'a, G> {
    pub fn new(plan: &'a WalkPlan, graph: &'a Csr, go_on: &'a G) -> Self {
        let buffers = vec![Vec::new(); plan.buffers as usize];
        let analysis = Analysis::of(plan.last as usize + 1);
        AnalysisWalk { plan, graph, go_on, fixed: Vec::new(), buffers, analysis }
    }

    pub fn into_analysis(self) -> Analysis {
        self.analysis
    }

    /// Takes all embeddings whose first vertex is `root`, and whose second is one of these candidates, by their place.
    /// The root itself is counted with the first candidate's place.
    pub fn root(&mut self, root: u32, second: Range<usize>) -> Result<(), E> {
        if self.plan.last == 0 || second.start == 0 {
            return self.fix(0, root, second);
        }
        // What is done for the root alone was counted with its first candidates.
        let level = self.analysis.levels[0];
        self.fix(0, root, second)?;
        self.analysis.levels[0] = level;
        Ok(())
    }

    /// Fixes the vertex of level `number`, and takes the candidates of the next one at these places.
    fn fix(&mut self, number: usize, vertex: u32, next: Range<usize>) -> Result<(), E> {
        self.fixed.push(vertex);
        let Level { first_op, ops, .. } = self.plan.levels[number];
        for op in first_op..first_op + ops {
            let work = self.operation(self.plan.ops[op as usize]);
            self.analysis.levels[number].work += work;
        }
        let LevelAnalysis { candidates, work } = &mut self.analysis.levels[number];
        *candidates += 1;
        if number < self.plan.last as usize {
            *work += STEP;
            self.candidates(number + 1, next)?;
        } else {
            self.leaf(number, vertex);
        }
        self.fixed.pop();
        Ok(())
    }

    /// Fixes the candidates of level `number` at `places`, one after another.
    fn candidates(&mut self, number: usize, places: Range<usize>) -> Result<(), E> {
        (self.go_on)()?;
        let Level { source, bounds, exclude, .. } = self.plan.levels[number];
        let inside = self.places(source, bounds);
        let end = inside.start.saturating_add(places.end).min(inside.end);
        for place in inside.start + places.start..end {
            let candidate = self.whole(source)[place];
            if !self.is_one_of(candidate, exclude) {
                self.fix(number, candidate, 0..usize::MAX)?;
            }
        }
        Ok(())
    }

    /// Runs an operation, and says what work it is.
    fn operation(&mut self, op: SetOp) -> f64 {
        let mut result = std::mem::take(&mut self.buffers[op.destination as usize]);
        result.clear();
        let list = self.list(op.source, op.bounds);
        let operand = self.list(Source { kind: Source::NEIGHBORS, index: op.operand, view: 0 }, op.bounds);
        filter(list, operand, op.difference == 0, |x| result.push(x));
        let work = filtering(list, operand, op.difference != 0);
        self.buffers[op.destination as usize] = result;
        work
    }

    /// Counts what is left for one candidate of the last level.
    fn leaf(&mut self, number: usize, candidate: u32) {
        let combination = &self.plan.combination;
        let (found, work) = if combination.sets == 0 {
            let (size, work) = self.set(self.plan.leaf, number, candidate);
            (binomial(size, self.plan.leaf.choose), work)
        } else {
            let (mut sizes, mut all) = ([0; MAX_SETS], TERM * f64::from(combination.terms));
            for (size, &set) in sizes.iter_mut().zip(&combination.set[..combination.sets as usize]) {
                let (vertices, work) = self.set(set, number, candidate);
                // A set is part of a list of neighbours.
                *size = vertices as u32;
                all += work;
            }
            (Some(combination.ways(&sizes).into()), all)
        };
        self.analysis.found = self.analysis.found.zip(found).and_then(|(a, b)| a.checked_add(b));
        self.analysis.levels[number].work += work;
    }

    /// The size of a set that a candidate of the last level leaves, and the work of finding it.
    fn set(&self, set: Leaf, number: usize, candidate: u32) -> (u64, f64) {
        let Leaf { source, relation, bounds, exclude, .. } = set;
        let mine = self.list(Source { kind: Source::NEIGHBORS, index: number as u32, view: 0 }, bounds);
        let (mut size, mut out) = (0, 0);
        let list = match source.kind {
            Source::NONE => mine,
            _ => self.list(source, bounds),
        };
        let work = match (source.kind, relation) {
            (Source::NONE, _) | (_, Leaf::FREE) => {
                size = list.len() as u64;
                logarithm(size as f64)
            }
            _ => {
                filter(list, mine, relation == Leaf::ADJACENT, |_| size += 1);
                filtering(list, mine, relation == Leaf::APART)
            }
        };
        for used in bits(exclude).map(|level| self.fixed[level]) {
            let joined = || self.graph.neighbors(candidate).binary_search(&used).is_ok();
            let related = match (source.kind, relation) {
                (Source::NONE, _) | (_, Leaf::FREE) => true,
                (_, Leaf::ADJACENT) => joined(),
                _ => !joined(),
            };
            out += u64::from(related && list.binary_search(&used).is_ok());
        }
        (size - out, work)
    }

    /// The part of a list within bounds.
    fn list(&self, source: Source, bounds: Bounds) -> &[u32] {
        &self.whole(source)[self.places(source, bounds)]
    }

    fn places(&self, source: Source, bounds: Bounds) -> Range<usize> {
        let low = bits(bounds.above).map(|level| self.fixed[level]).max();
        let high = bits(bounds.below).map(|level| self.fixed[level]).min();
        places(self.whole(source), low, high)
    }

    fn whole(&self, source: Source) -> &[u32] {
        match source.kind {
            Source::BUFFER => &self.buffers[source.index as usize],
            _ => self.graph.neighbors(self.fixed[source.index as usize]),
        }
    }

    fn is_one_of(&self, vertex: u32, levels: u32) -> bool {
        bits(levels).any(|level| self.fixed[level] == vertex)
    }
}

/// The work of filtering `list` by `other`, as the cost model measures it.
fn filtering(list: &[u32], other: &[u32], difference: bool) -> f64 {
    let (a, b) = (list.len() as f64, other.len() as f64);
    if difference || a < b { search(a, b) } else { search(b, a) }
}
