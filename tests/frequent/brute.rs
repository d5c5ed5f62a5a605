//! Every connected set of edges of small random graphs.

use std::collections::{BTreeMap, BTreeSet};

use motherlode::mine::frequent::{self, ImageOptions, PreparedGraph};
use motherlode::runtime::Device;

use crate::{Said, mined};
use testing::common::devices;
use testing::oracle::patterns::permutations;

/// A pattern whatever its vertices are called: the least way to write it, over all orders of its vertices.
type Canonical = (Vec<String>, Vec<(usize, usize, String)>);

/// By place in the canonical order, the vertices that are there in some match.
type ImageSets = Vec<BTreeSet<usize>>;

/// All patterns of up to `most` edges, each with its images: matches are all ways to choose edges of the graph, and a
/// label of each end of them.
fn all_images(said: &Said, most: usize) -> BTreeMap<Canonical, ImageSets> {
    let mut sets: BTreeSet<BTreeSet<usize>> = (0..said.edges.len()).map(|edge| [edge].into()).collect();
    let mut images = BTreeMap::new();
    for size in 1..=most {
        for set in &sets {
            add_images(said, set, &mut images);
        }
        if size < most {
            sets = sets.iter().flat_map(|set| grown(said, set)).collect();
        }
    }
    images
}

fn support(images: &ImageSets) -> u32 {
    images.iter().map(BTreeSet::len).min().unwrap() as u32
}

fn grown(said: &Said, set: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let touches = |a: usize, b: usize| {
        let ((u, v, _), (w, x, _)) = (said.edges[a], said.edges[b]);
        u == w || u == x || v == w || v == x
    };
    let beside = |new: &usize| !set.contains(new) && set.iter().any(|&old| touches(old, *new));
    // A pattern has one label between two vertices; one each way, if it is directed.
    let ends = |edge: usize| {
        let (u, v, _) = said.edges[edge];
        if said.directed { (u, v) } else { (u.min(v), u.max(v)) }
    };
    let first = |new: &usize| set.iter().all(|&old| ends(old) != ends(*new));
    let with = |new: usize| set.iter().copied().chain([new]).collect();
    (0..said.edges.len()).filter(beside).filter(first).map(with).collect()
}

fn add_images(said: &Said, set: &BTreeSet<usize>, images: &mut BTreeMap<Canonical, ImageSets>) {
    let edges: Vec<_> = set.iter().map(|&edge| said.edges[edge]).collect();
    let vertices: BTreeSet<usize> = edges.iter().flat_map(|&(u, v, _)| [u, v]).collect();
    let vertices: Vec<usize> = vertices.into_iter().collect();
    let place = |v: usize| vertices.iter().position(|&w| w == v).unwrap();
    let edges: Vec<_> = edges.iter().map(|&(u, v, label)| (place(u), place(v), label.to_owned())).collect();
    let mut choices: Vec<Vec<String>> = vec![Vec::new()];
    for &v in &vertices {
        let with = |choice: Vec<String>| {
            said.labels[v]
                .iter()
                .map(move |label| choice.iter().cloned().chain([label.to_string()]).collect())
        };
        choices = choices.into_iter().flat_map(with).collect();
    }
    for labels in choices {
        let (least, orders) = canonical(&labels, &edges, said.directed);
        let sets = images.entry(least).or_insert_with(|| vec![BTreeSet::new(); vertices.len()]);
        for order in orders {
            for (place, i) in order.into_iter().enumerate() {
                sets[place].insert(vertices[i]);
            }
        }
    }
}

/// The least way to write a pattern, and all orders of its vertices that give it.
fn canonical(
    labels: &[String],
    edges: &[(usize, usize, String)],
    directed: bool,
) -> (Canonical, Vec<Vec<usize>>) {
    let mut written: Vec<(Canonical, Vec<usize>)> = permutations(labels.len())
        .into_iter()
        .map(|order| {
            let place = |v: usize| order.iter().position(|&i| i == v).unwrap();
            let edge = |(u, v, label): &(usize, usize, String)| {
                let (u, v) = (place(*u), place(*v));
                let (u, v) = if directed { (u, v) } else { (u.min(v), u.max(v)) };
                (u, v, label.clone())
            };
            let mut edges: Vec<_> = edges.iter().map(edge).collect();
            edges.sort_unstable();
            ((order.iter().map(|&i| labels[i].clone()).collect(), edges), order)
        })
        .collect();
    written.sort();
    let least = written[0].0.clone();
    let orders = written.into_iter().filter(|(pattern, _)| *pattern == least);
    (least.clone(), orders.map(|(_, order)| order).collect())
}

/// What is found, as the brute force writes it.
fn found_images(said: &Said, device: &Device, options: &ImageOptions) -> BTreeMap<Canonical, ImageSets> {
    let graph = said.build();
    let prepared = PreparedGraph::new(&graph, options.support.get(), &Default::default()).unwrap();
    let mut all = BTreeMap::new();
    frequent::mine(&prepared, device, &options.clone().images(true), |found| {
        let code = crate::named(&prepared, found.kinds, found.code);
        let mut labels = vec![code[0].2.clone()];
        labels.extend(code.iter().filter(|step| step.1 > step.0).map(|step| step.4.clone()));
        let edge = |(from, to, _, label, _): &(u32, u32, String, String, String)| {
            let (from, to) = (*from as usize, *to as usize);
            match label.strip_prefix('<') {
                Some(label) => (to, from, label.to_owned()),
                None => (from, to, label.trim_start_matches('>').to_owned()),
            }
        };
        let edges: Vec<_> = code.iter().map(edge).collect();
        let (pattern, orders) = canonical(&labels, &edges, said.directed);
        let images: Vec<Vec<u32>> = found.images.unwrap().all();
        let set = |&i: &usize| images[i].iter().map(|&v| v as usize).collect();
        let sets: ImageSets = orders[0].iter().map(set).collect();
        assert_eq!(support(&sets), found.support);
        assert!(all.insert(pattern, sets).is_none(), "a pattern is found twice");
        Ok(())
    })
    .unwrap();
    all
}

#[test]
fn every_pattern_of_small_graphs_has_its_images() {
    let cases = [(1, 11, 14, false), (2, 12, 16, false), (3, 9, 12, true), (4, 14, 15, true)];
    for (directed, (seed, n, m, several)) in
        [false, true].into_iter().flat_map(|directed| cases.map(|case| (directed, case)))
    {
        let said = Said { directed, ..Said::random(seed, n, m, several) }.with_arcs_back();
        let said = if several { said.with_second_labels() } else { said };
        let expected = all_images(&said, 4);
        let mutual = |(_, edges): &Canonical| {
            edges.iter().any(|(u, v, _)| edges.iter().any(|(w, x, _)| (w, x) == (v, u)))
        };
        assert_eq!(expected.keys().any(mutual), directed);
        for device in devices() {
            for least in [1, 2, 3] {
                let wanted: BTreeMap<_, _> = expected
                    .iter()
                    .filter(|(_, sets)| support(sets) >= least)
                    .map(|(p, sets)| (p.clone(), sets.clone()))
                    .collect();
                let options = ImageOptions::default().support(least).max_edges(4);
                let found = found_images(&said, &device, &options);
                assert_eq!(found, wanted, "seed {seed}, directed {directed}, support {least}, {device}");
                // Without images, the same patterns and supports in the end.
                let counted = mined(&said.build(), &device, &options.exact(true));
                let mut supports: Vec<u32> = counted.into_iter().map(|(_, support)| support).collect();
                let mut of_found: Vec<u32> = found.values().map(support).collect();
                supports.sort_unstable();
                of_found.sort_unstable();
                assert_eq!(supports, of_found);
            }
        }
    }
}
