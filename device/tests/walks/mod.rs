//! Walks over plans that are written out in a test.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod attributed;
mod estimating;
mod launch;
mod listing;
pub mod plain;
mod sampling;

use motherlode_device::combination::{Combination, MAX_SETS, MAX_TERMS, SizeTerm};
use motherlode_device::plan::{Bounds, Leaf, Level, PlanOf, SetOp, Source};

pub use launch::Walk;

/// No bounds.
pub const ANY: Bounds = Bounds::NONE;
/// No list.
pub const NO_LIST: Source = Source::NOWHERE;

/// `N(v_0) ∩ N(v_1)`.
pub const COMMON: SetOp = SetOp { source: near(0, 0), operand: 1, ..SetOp::UNUSED };

/// Beyond the vertex of this level.
pub const fn above(level: u32) -> Bounds {
    Bounds { above: 1 << level, below: 0 }
}

/// The neighbours of the vertex of this level in a view.
pub const fn near(level: u32, view: u32) -> Source {
    Source { kind: Source::NEIGHBORS, index: level, view }
}

/// A buffer.
pub const fn buffer(index: u32) -> Source {
    Source { kind: Source::BUFFER, index, view: 0 }
}

/// A level with candidates from `source`, which runs one operation of its own or none.
pub const fn level(source: Source, bounds: Bounds, exclude: u32, op: Option<u32>) -> Level {
    let (first_op, ops) = match op {
        Some(op) => (op, 1),
        None => (0, 0),
    };
    Level { source, bounds, exclude, first_op, ops }
}

/// A leaf of one vertex.
pub const fn leaf(source: Source, relation: u32, view: u32, bounds: Bounds, exclude: u32) -> Leaf {
    Leaf { source, relation, view, bounds, exclude, choose: 1, power: 0 }
}

/// A plan of these levels, operations and tests.
pub fn plan<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize>(
    levels: &[Level],
    ops: &[SetOp],
    leaf: Leaf,
    tests: &[Leaf],
) -> PlanOf<LEVELS, BUFFERS, OPS, TESTS> {
    let none = SizeTerm { coefficient: 0, powers: 0 };
    PlanOf {
        last: levels.len() as u32 - 1,
        buffers: ops.len() as u32,
        tests: tests.len() as u32,
        levels: filled(levels, Level::UNUSED),
        ops: filled(ops, SetOp::UNUSED),
        leaf,
        combination: Combination {
            sets: 0,
            terms: 0,
            divisor: 1,
            set: [leaf; MAX_SETS],
            term: [none; MAX_TERMS],
        },
        empty: filled(tests, leaf),
    }
}

/// A plan of these levels and operations that ends in `sets` and the sum of `terms`, as their coefficients and powers,
/// over `divisor`.
pub fn combined<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize>(
    levels: &[Level],
    ops: &[SetOp],
    sets: &[Leaf],
    terms: &[(i32, u32)],
    divisor: u32,
) -> PlanOf<LEVELS, BUFFERS, OPS, TESTS> {
    let term =
        terms.iter().map(|&(coefficient, powers)| SizeTerm { coefficient, powers }).collect::<Vec<_>>();
    let combination = Combination {
        sets: sets.len() as u32,
        terms: terms.len() as u32,
        divisor,
        set: filled(sets, sets[0]),
        term: filled(&term, term[0]),
    };
    PlanOf { combination, ..plan(levels, ops, sets[0], &[]) }
}

/// An array that starts with `items`.
fn filled<T: Copy, const N: usize>(items: &[T], rest: T) -> [T; N] {
    std::array::from_fn(|i| items.get(i).copied().unwrap_or(rest))
}

/// All tuples of `length` of `n` vertices of which every beginning `fits`, by trying each vertex at each place.
pub fn tuples(n: u32, length: usize, fits: &dyn Fn(&[u32]) -> bool) -> Vec<Vec<u32>> {
    let mut tuples = vec![vec![]];
    for _ in 0..length {
        let longer = tuples.iter().flat_map(|tuple| (0..n).map(move |v| [&tuple[..], &[v]].concat()));
        tuples = longer.filter(|tuple| fits(tuple)).collect();
    }
    tuples
}
