//! Closed, maximal and most frequent patterns, against definitions applied to all patterns of the oracle.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use motherlode::dfs_code::{Kinds, Step};
use motherlode::mine::Context;
use motherlode::mine::transactions::collect::{
    CollectedPattern, Condense, OpenPatterns, Top, condense, sort,
};
use motherlode::mine::transactions::{FrequentOptions, PreparedDatabase, Threshold};
use motherlode::runtime::Device;
use motherlode::transactions::Database;
use proptest::prelude::*;

use super::against_oracle::graphs;
use super::mining::{CodeEdge, code, database_of, search};
use super::oracle::{Graph, all_patterns};
use testing::common::devices;

/// Pattern and support.
pub type Supports = BTreeMap<Vec<CodeEdge>, u32>;

pub fn frequent(graphs: &[Graph], support: u32) -> Supports {
    let all = all_patterns(graphs).into_iter().map(|(code, graphs)| (code, graphs.len() as u32));
    all.filter(|(_, graphs)| *graphs >= support).collect()
}

/// The patterns of a database, directed or not, that no larger one contains of those that `stands_for` it.
pub fn uncovered(
    all: &Supports,
    directed: bool,
    stands_for: impl Fn(u32, u32) -> bool,
) -> BTreeSet<Vec<CodeEdge>> {
    let mut left: BTreeSet<Vec<CodeEdge>> = all.keys().cloned().collect();
    for (larger, own) in all {
        for part in Graph::of_code(larger, directed).subgraphs() {
            if part != *larger && stands_for(*own, all[&part]) {
                left.remove(&part);
            }
        }
    }
    left
}

pub fn codes(
    database: &Database,
    prepared: &PreparedDatabase,
    patterns: &[CollectedPattern],
) -> BTreeSet<Vec<CodeEdge>> {
    patterns.iter().map(|pattern| code(database, &pattern.found(prepared.kinds()))).collect()
}

/// What stands for others of all patterns.
fn whole(kinds: &Kinds, patterns: Vec<CollectedPattern>, how: Condense) -> Vec<CollectedPattern> {
    let (left, ended) = condense(kinds, patterns, how, &OpenPatterns::default(), &Context::default());
    ended.expect("nobody stops it");
    left
}

/// A tree of two adjacent vertices that have so many leaves, its edges in the order of the leaves' own numbers.
fn double_star(first: u32, second: u32) -> CollectedPattern {
    let leaves = (0..first).map(|_| 0).chain((0..second).map(|_| 1));
    let leaves = leaves.zip(2..).map(|(from, to)| Step { from, to, kind: 0 });
    let code = [Step { from: 0, to: 1, kind: 0 }].into_iter().chain(leaves).collect();
    CollectedPattern { code, support: 2, embeddings: 1, graphs: None }
}

/// The parts of a pattern were told by their minimum codes, whose search sees each of its automorphisms: here of 20
/// leaves.
#[test]
fn patterns_of_many_automorphisms_are_compared() {
    let kinds = Kinds::new([[0, 0, 0]]);
    let patterns = vec![double_star(10, 10), double_star(9, 10), double_star(10, 9), double_star(8, 8)];
    let closed = whole(&kinds, patterns.clone(), Condense::Closed);
    assert_eq!(
        closed,
        [patterns[0].clone(), patterns[3].clone()],
        "no pattern of 17 leaves stands for one of 16"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn closed_and_maximal(graphs in graphs(), support in 1..4u32) {
        let database = database_of(&graphs);
        let prepared = PreparedDatabase::new(&database, support);
        let patterns = Mutex::new(Vec::new());
        search(&Device::cpu(None), &prepared, &FrequentOptions::default().support(support), |found| {
            patterns.lock().unwrap().push(CollectedPattern::from(found));
        }).unwrap();
        let patterns = patterns.into_inner().unwrap();
        let all = frequent(&graphs, support);
        let closed = whole(prepared.kinds(), patterns.clone(), Condense::Closed);
        let right = uncovered(&all, database.is_directed(), |larger, part| larger == part);
        prop_assert_eq!(codes(&database, &prepared, &closed), right);
        let maximal = whole(prepared.kinds(), patterns, Condense::Maximal);
        let right = uncovered(&all, database.is_directed(), |_, _| true);
        prop_assert_eq!(codes(&database, &prepared, &maximal), right);
    }

    #[test]
    fn one_order_on_every_device(graphs in graphs(), support in 1..4u32) {
        let database = database_of(&graphs);
        let prepared = PreparedDatabase::new(&database, support);
        let options = FrequentOptions::default().support(support).graphs(true);
        let sorted = |device: &Device| {
            let patterns = Mutex::new(Vec::new());
            search(device, &prepared, &options, |found| patterns.lock().unwrap().push(found.into())).unwrap();
            let mut patterns: Vec<CollectedPattern> = patterns.into_inner().unwrap();
            sort(&mut patterns);
            patterns
        };
        let one = sorted(&Device::cpu(None));
        for device in devices() {
            prop_assert_eq!(&sorted(&device), &one, "{}", device);
        }
        let supports: Vec<u32> = one.iter().map(|pattern| pattern.support).collect();
        prop_assert!(supports.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn the_most_frequent(graphs in graphs(), k in 1..30usize) {
        let database = database_of(&graphs);
        let prepared = PreparedDatabase::new(&database, 1);
        let threshold = Threshold::from(1);
        let top = Top::<CollectedPattern>::new(k, threshold.clone());
        let options = FrequentOptions::default().support(threshold);
        search(&Device::cpu(None), &prepared, &options, |found| top.add(found)).unwrap();
        let got: Vec<(u32, usize)> = top.finish().iter().map(|best| (best.support, best.code.len())).collect();
        let mut all: Vec<(u32, usize)> = frequent(&graphs, 1).into_iter().map(|(code, s)| (s, code.len())).collect();
        all.sort_unstable_by_key(|(support, edges)| (std::cmp::Reverse(*support), *edges));
        all.truncate(k);
        prop_assert_eq!(got, all);
    }
}
