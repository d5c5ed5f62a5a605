//! A plain reading of [`WalkPlan`]: sets are vectors, nothing is skipped, hoisted or searched.

use motherlode_device::combination::{Combination, SizeTerm};
use motherlode_device::plan::{Bounds, Leaf, Level, SetOp, Source, WalkPlan};

use super::graphs::{Endpoints, neighbor_lists};

/// What a walk did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// The count.
    pub count: u128,
    /// How often the vertex of each level was fixed.
    pub visits: Vec<u64>,
    /// The length of the longest list that each buffer ever held.
    pub longest: Vec<usize>,
}

/// Walks the plan over the graph with vertices `0..n` and these edges.
pub fn walk(plan: &WalkPlan, edges: &[Endpoints], n: usize) -> Walked {
    let walked =
        Walked { count: 0, visits: vec![0; plan.last as usize + 1], longest: vec![0; plan.buffers as usize] };
    let buffers = vec![Vec::new(); plan.buffers as usize];
    let mut interpreter =
        Interpreter { plan, graph: neighbor_lists(edges, n), fixed: Vec::new(), buffers, walked };
    interpreter.level(0);
    interpreter.walked
}

struct Interpreter<'a> {
    plan: &'a WalkPlan,
    graph: Vec<Vec<u32>>,
    fixed: Vec<u32>,
    buffers: Vec<Vec<u32>>,
    walked: Walked,
}

impl Interpreter<'_> {
    fn level(&mut self, number: usize) {
        let Level { source, bounds, exclude, first_op, ops } = self.plan.levels[number];
        for candidate in self.list(source) {
            if !self.within(candidate, bounds) || self.is_one_of(candidate, exclude) {
                continue;
            }
            self.fixed.push(candidate);
            self.walked.visits[number] += 1;
            for op in &self.plan.ops[first_op as usize..(first_op + ops) as usize] {
                self.run(op);
            }
            if number == self.plan.last as usize {
                self.walked.count += self.leaf(candidate);
            } else {
                self.level(number + 1);
            }
            self.fixed.pop();
        }
    }

    fn run(&mut self, op: &SetOp) {
        assert_ne!(op.source.kind, Source::NONE, "an operation filters a list");
        assert!(op.source.kind != Source::BUFFER || op.source.index != op.destination, "not in place");
        let operand = &self.graph[self.fixed[op.operand as usize] as usize];
        let mut result = self.list(op.source);
        result.retain(|x| operand.contains(x) == (op.difference == 0) && self.within(*x, op.bounds));
        let longest = &mut self.walked.longest[op.destination as usize];
        *longest = result.len().max(*longest);
        self.buffers[op.destination as usize] = result;
    }

    fn leaf(&self, candidate: u32) -> u128 {
        let Combination { sets, terms, divisor, set, term } = &self.plan.combination;
        if *sets == 0 {
            return binomial(self.set(self.plan.leaf, candidate), self.plan.leaf.choose as usize);
        }
        let sizes: Vec<usize> = set[..*sets as usize].iter().map(|set| self.set(*set, candidate)).collect();
        let product = |term: &SizeTerm| {
            let powers = sizes
                .iter()
                .enumerate()
                .map(|(set, &size)| (size as i128).pow(term.powers >> (4 * set) & 15));
            i128::from(term.coefficient) * powers.product::<i128>()
        };
        let sum: i128 = term[..*terms as usize].iter().map(product).sum();
        assert!(sum >= 0 && sum % i128::from(*divisor) == 0, "{sum} ways in {divisor} orders");
        (sum / i128::from(*divisor)) as u128
    }

    /// The size of a set that a candidate of the last level leaves.
    fn set(&self, set: Leaf, candidate: u32) -> usize {
        let Leaf { source, relation, bounds, exclude, .. } = set;
        assert!(source.kind != Source::NONE || relation == Leaf::ADJACENT, "a leaf without a list");
        let neighbors = &self.graph[candidate as usize];
        let related = |x: u32| match relation {
            Leaf::ADJACENT => neighbors.contains(&x),
            Leaf::APART => !neighbors.contains(&x),
            Leaf::FREE => true,
            other => panic!("relation {other}"),
        };
        let counts = |x: &u32| related(*x) && self.within(*x, bounds) && !self.is_one_of(*x, exclude);
        self.list(source).iter().filter(|x| counts(x)).count()
    }

    fn list(&self, source: Source) -> Vec<u32> {
        match source.kind {
            Source::NONE => (0..self.graph.len() as u32).collect(),
            Source::NEIGHBORS => self.graph[self.fixed[source.index as usize] as usize].clone(),
            Source::BUFFER => self.buffers[source.index as usize].clone(),
            other => panic!("source {other}"),
        }
    }

    fn within(&self, x: u32, bounds: Bounds) -> bool {
        let levels = |mask: u32| (0..32).filter(move |level| mask >> level & 1 == 1);
        levels(bounds.above).all(|level| x > self.fixed[level])
            && levels(bounds.below).all(|level| x < self.fixed[level])
    }

    fn is_one_of(&self, x: u32, mask: u32) -> bool {
        (0..32).filter(|level| mask >> level & 1 == 1).any(|level| self.fixed[level] == x)
    }
}

/// The number of ways to choose `k` of `n` things, by Pascal's rule.
fn binomial(n: usize, k: usize) -> u128 {
    let mut row = vec![1u128];
    for _ in 0..n {
        row =
            (0..=row.len()).map(|i| row.get(i).unwrap_or(&0) + if i == 0 { 0 } else { row[i - 1] }).collect();
    }
    row.get(k).copied().unwrap_or(0)
}
