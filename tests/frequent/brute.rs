//! Every connected set of edges of small random graphs.

use std::collections::{BTreeMap, BTreeSet};

use motherlode::mine::frequent::ImageOptions;

use crate::common::devices;
use crate::{Said, mined};

/// A pattern whatever its vertices are called: the least way to write it, over all orders of its vertices.
type Canonical = (Vec<&'static str>, Vec<(usize, usize, &'static str)>);

/// All patterns of up to `most` edges, each with its support: matches are all ways to choose edges of the graph, and a label of each end
/// of them.
fn supports(said: &Said, most: usize) -> BTreeMap<Canonical, u32> {
    let mut sets: BTreeSet<BTreeSet<usize>> = (0..said.edges.len()).map(|edge| [edge].into()).collect();
    // By pattern, and by place in its canonical order, the vertices that are there in some match.
    let mut images: BTreeMap<Canonical, Vec<BTreeSet<usize>>> = BTreeMap::new();
    for size in 1..=most {
        for set in &sets {
            add_images(said, set, &mut images);
        }
        if size < most {
            sets = sets.iter().flat_map(|set| grown(said, set)).collect();
        }
    }
    let least = |sets: Vec<BTreeSet<usize>>| sets.iter().map(BTreeSet::len).min().unwrap() as u32;
    images.into_iter().map(|(pattern, sets)| (pattern, least(sets))).collect()
}

fn grown(said: &Said, set: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let touches = |a: usize, b: usize| {
        let ((u, v, _), (w, x, _)) = (said.edges[a], said.edges[b]);
        u == w || u == x || v == w || v == x
    };
    let beside = |new: &usize| !set.contains(new) && set.iter().any(|&old| touches(old, *new));
    let with = |new: usize| set.iter().copied().chain([new]).collect();
    (0..said.edges.len()).filter(beside).map(with).collect()
}

fn add_images(said: &Said, set: &BTreeSet<usize>, images: &mut BTreeMap<Canonical, Vec<BTreeSet<usize>>>) {
    let edges: Vec<_> = set.iter().map(|&edge| said.edges[edge]).collect();
    let vertices: BTreeSet<usize> = edges.iter().flat_map(|&(u, v, _)| [u, v]).collect();
    let vertices: Vec<usize> = vertices.into_iter().collect();
    let mut choices: Vec<Vec<&'static str>> = vec![Vec::new()];
    for &v in &vertices {
        let with = |choice: Vec<&'static str>| {
            said.labels[v].iter().map(move |&label| choice.iter().copied().chain([label]).collect())
        };
        choices = choices.into_iter().flat_map(with).collect();
    }
    for labels in choices {
        let mut written: Vec<(Canonical, Vec<usize>)> = permutations(vertices.len())
            .into_iter()
            .map(|order| {
                let place = |v: usize| order.iter().position(|&i| vertices[i] == v).unwrap();
                let edge = |&(u, v, label): &(usize, usize, &'static str)| {
                    let (u, v) = (place(u), place(v));
                    (u.min(v), u.max(v), label)
                };
                let mut edges: Vec<_> = edges.iter().map(edge).collect();
                edges.sort_unstable();
                ((order.iter().map(|&i| labels[i]).collect(), edges), order)
            })
            .collect();
        written.sort();
        let least = written[0].0.clone();
        let sets = images.entry(least.clone()).or_insert_with(|| vec![BTreeSet::new(); vertices.len()]);
        for (_, order) in written.iter().filter(|(pattern, _)| *pattern == least) {
            for (place, &i) in order.iter().enumerate() {
                sets[place].insert(vertices[i]);
            }
        }
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        let with = |order: Vec<usize>| {
            let free: Vec<usize> = (0..n).filter(|i| !order.contains(i)).collect();
            free.into_iter().map(move |i| order.iter().copied().chain([i]).collect())
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// How many patterns there are with so many edges and that support.
fn profile(
    patterns: impl Iterator<Item = (usize, Vec<String>, u32)>,
) -> BTreeMap<(usize, Vec<String>, u32), usize> {
    let mut counts = BTreeMap::new();
    patterns.for_each(|pattern| *counts.entry(pattern).or_default() += 1);
    counts
}

#[test]
fn every_pattern_of_small_graphs_has_its_support() {
    for (seed, n, m, several) in [(1, 11, 14, false), (2, 12, 16, false), (3, 9, 12, true), (4, 14, 15, true)]
    {
        let said = Said::random(seed, n, m, several);
        let graph = said.build();
        let expected = supports(&said, 4);
        for device in devices() {
            for support in [1, 2, 3] {
                let frequent = expected.iter().filter(|(_, found)| **found >= support);
                // Patterns are told apart by their edges' labels: as many of each must be there.
                let wanted = profile(frequent.map(|((labels, edges), support)| {
                    let mut kinds: Vec<String> = edges
                        .iter()
                        .map(|&(u, v, e)| {
                            format!("{}{e}{}", labels[u].min(labels[v]), labels[u].max(labels[v]))
                        })
                        .collect();
                    kinds.sort();
                    (labels.len(), kinds, *support)
                }));
                let options = ImageOptions::default().support(support).max_edges(4).exact(true);
                let found = mined(&graph, &device, &options);
                let got = profile(found.iter().map(|(code, support)| {
                    let mut kinds: Vec<String> =
                        code.iter().map(|(_, _, a, e, b)| format!("{}{e}{}", a.min(b), a.max(b))).collect();
                    kinds.sort();
                    let vertices = code.iter().map(|step| step.0.max(step.1)).max().unwrap() as usize + 1;
                    (vertices, kinds, *support)
                }));
                assert_eq!(got, wanted, "seed {seed}, support {support}, {device}");
            }
        }
    }
}
