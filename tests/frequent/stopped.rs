//! What is right of what a search has found that was stopped.

use std::collections::HashSet;

use motherlode::dfs_code::{Step, minimum_code};
use motherlode::mine::Context;
use motherlode::mine::frequent::{self, CollectedSubgraph, ImageOptions, PreparedGraph};
use motherlode::mine::transactions::collect::{Condense, OpenPatterns, condense, sort};
use motherlode::runtime::{Device, RuntimeError};

use crate::Said;

const MOST_EDGES: usize = 4;

/// The first patterns that a search finds, of all of which there are perhaps more.
fn first(prepared: &PreparedGraph, min_edges: usize, most: usize) -> Vec<CollectedSubgraph> {
    let options = ImageOptions::default().support(6).min_edges(min_edges).max_edges(MOST_EDGES).exact(true);
    let mut all = Vec::new();
    let ended = frequent::mine(prepared, &Device::cpu(None), &options, |found| {
        if all.len() == most {
            return Err(RuntimeError::Interrupted.into());
        }
        all.push(CollectedSubgraph::from(found));
        Ok(())
    });
    assert!(ended.is_ok() || all.len() == most, "{ended:?}");
    all
}

/// The codes of the patterns that no larger one stands for, by the minimum codes of all their parts.
fn uncovered(prepared: &PreparedGraph, all: &[CollectedSubgraph], how: Condense) -> HashSet<Vec<Step>> {
    let mut left: HashSet<Vec<Step>> = all.iter().map(|pattern| pattern.code.clone()).collect();
    for larger in all {
        let edges: Vec<_> = larger.code.iter().map(|step| (step.from, step.to, step.kind)).collect();
        for without in 0..edges.len() {
            let mut rest = edges.clone();
            rest.remove(without);
            let part = minimum_code(prepared.kinds(), &rest);
            let own = all.iter().find(|pattern| Some(&pattern.code) == part.as_ref());
            if let Some(part) = own.filter(|own| how == Condense::Maximal || own.support == larger.support) {
                left.remove(&part.code);
            }
        }
    }
    left.retain(|code| code.len() < MOST_EDGES);
    left
}

fn graphs() -> [Said; 2] {
    [false, true].map(|directed| Said { directed, ..Said::random(5, 60, 110, true) }.with_arcs_back())
}

#[test]
fn what_stands_for_others_is_right_of_the_whole() {
    for said in graphs() {
        let graph = said.build();
        let prepared = PreparedGraph::new(&graph, 6, &Default::default()).unwrap();
        let all = first(&prepared, 1, usize::MAX);
        assert!(all.len() > 30, "{}", all.len());
        for how in [Condense::Closed, Condense::Maximal] {
            let right = uncovered(&prepared, &all, how);
            let mut known = 0;
            for most in 0..=all.len() {
                let part = all[..most].to_vec();
                let open = match most == all.len() {
                    true => OpenPatterns::default(),
                    false => OpenPatterns::of_levels(&part, 1),
                };
                let (chosen, ended) = condense(prepared.kinds(), part, how, &open, &Context::default());
                ended.unwrap();
                let chosen = chosen.into_iter().map(|pattern| pattern.code);
                let chosen: HashSet<_> = chosen.filter(|code| code.len() < MOST_EDGES).collect();
                assert!(chosen.is_subset(&right), "{how:?}, {most} of {}", all.len());
                assert!(chosen.len() >= known, "{how:?}, {most}: what was known once is known");
                known = chosen.len();
            }
            assert_eq!(known, right.len());
            assert_eq!(
                first(&prepared, 1, all.len() / 2),
                all[..all.len() / 2],
                "the order is that of the search"
            );
        }
    }
}

#[test]
fn the_most_frequent_are_right_of_the_whole() {
    for (said, min_edges) in
        graphs().into_iter().flat_map(|said| [1, 2, 3].map(|least| (said.clone(), least)))
    {
        let graph = said.build();
        let prepared = PreparedGraph::new(&graph, 6, &Default::default()).unwrap();
        let all = first(&prepared, min_edges, usize::MAX);
        let mut whole = all.clone();
        sort(&mut whole);
        let mut most_certain = 0;
        // Single edges are told of before the search.
        let edges = all.iter().filter(|pattern| pattern.code.len() == 1).count();
        for most in edges..all.len() {
            let mut part = all[..most].to_vec();
            let open = OpenPatterns::of_levels(&part, min_edges);
            sort(&mut part);
            let certain = part.iter().take_while(|pattern| !open.may_precede(*pattern)).count();
            assert_eq!(
                part[..certain],
                whole[..certain],
                "{most} of {}, from {min_edges} edges on",
                all.len()
            );
            most_certain = most_certain.max(certain);
        }
        assert!(min_edges > 1 || most_certain > 3, "{most_certain}");
    }
}
