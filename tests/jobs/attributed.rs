//! Labels, directions, absence and the three semantics, on every device of this machine, against brute force and laws.

use motherlode::graph::{Csr, GraphBuilder, generate};
use motherlode::mine::{AttributeMismatch, Method, MineError};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::{Device, MemorySize, RuntimeError};
use proptest::prelude::*;
use testing::common;
use testing::common::{count_by, count_on, devices, matchings};
use testing::oracle::attributed::{DIRECTED, Said, UNDIRECTED, any_pattern, matches, said};

const VERTEX_LABELS: [&str; 3] = ["x", "y", "z"];

pub fn check(said: &Said, text: &str, matching: Matching) {
    let pattern = Pattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let expected = matches(said, &pattern, matching);
    for device in devices() {
        let got = count_on(&device, &said.graph(), &pattern, matching).unwrap();
        assert_eq!(got, expected, "{text} ({matching:?}) on {device}, in {said:?}");
    }
}

/// Other names of the vertices change nothing.
pub fn check_renamed(said: &Said, text: &str, turn: usize) {
    let names: Vec<usize> = (0..said.n).map(|v| (3 * v + turn) % said.n).collect();
    let pattern = Pattern::parse(text).unwrap();
    for matching in matchings() {
        let count = |said: &Said| count_on(&Device::cpu(None), &said.graph(), &pattern, matching).unwrap();
        assert_eq!(count(said), count(&said.renamed(&names)), "{text} ({matching:?}) in {said:?}");
    }
}

#[test]
fn undirected_patterns_agree_with_brute_force() {
    for (seed, m) in [(1, 12), (2, 17)] {
        let said = said(seed, false, m);
        for text in UNDIRECTED {
            matchings().for_each(|matching| check(&said, text, matching));
        }
    }
}

#[test]
fn directed_patterns_agree_with_brute_force() {
    for (seed, m) in [(3, 11), (4, 16)] {
        let mut said = said(seed, true, m);
        said.edges[1].2 = Some("knows");
        for text in DIRECTED {
            matchings().for_each(|matching| check(&said, text, matching));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn any_undirected_pattern_agrees_with_brute_force(
        text in any_pattern(false), seed in 0u64..1 << 20, m in 9usize..20, which in 0usize..6,
    ) {
        check(&said(seed, false, m), &text, matchings().nth(which).unwrap());
    }

    #[test]
    fn any_directed_pattern_agrees_with_brute_force(
        text in any_pattern(true), seed in 0u64..1 << 20, m in 8usize..17, which in 0usize..6,
    ) {
        check(&said(seed, true, m), &text, matchings().nth(which).unwrap());
    }

    #[test]
    fn renaming_vertices_changes_nothing(text in any_pattern(true), seed in 0u64..1 << 20, turn in 1usize..8) {
        check_renamed(&said(seed, true, 15), &text, turn);
    }
}

/// Leaves counted together are disjoint only where one set has none of the vertices that the other is of: no arc one
/// way is not no edge. Each of these needs more vertices than there are, or a fourth one.
#[test]
fn leaves_with_an_edge_and_without_an_arc_may_be_the_same_vertex() {
    let wedge = Said {
        n: 3,
        directed: true,
        edges: vec![(0, 1, None), (0, 2, None), (1, 2, None)],
        ..Said::default()
    };
    let mut square = wedge.clone();
    square.n = 4;
    square.edges.push((3, 1, None));
    for text in [
        "a-b-c-d, d!>b",
        "a-b-c-d, b!>d",
        "a-c-b-e, c!>e",
        "a-c-b-e, e!>c",
        "a-b, c-b-d, c!>a, d!>c",
        "b-a, b-c, b-d-c, a!>d",
    ] {
        for said in [&wedge, &square] {
            matchings().for_each(|matching| check(said, text, matching));
        }
    }
}

/// An arc is there or not, so that a pattern's count is that with it and that without it; both ways, for pairs of which
/// the pattern says nothing.
#[test]
fn one_way_absence_divides_the_count() {
    let device = Device::cpu(None);
    for (seed, m) in [(5, 13), (6, 18)] {
        let said = said(seed, true, m);
        let count = |text: &str, semantics| {
            let matching = Matching { induced: Induced::Edge, semantics };
            count_on(&device, &said.graph(), &Pattern::parse(text).unwrap(), matching).unwrap()
        };
        for base in ["a->b->c", "(a:x)-b-c", "a->b->d, c-[:1]-d", "a->b, b->c, b->d, !(x)->d, x!a"] {
            for semantics in [Semantics::Embeddings, Semantics::Homomorphisms] {
                let all = count(base, semantics);
                let with = |more: &str| count(&format!("{base}, {more}"), semantics);
                assert_eq!(all, with("a!>c") + with("a->c"), "{base}");
                assert_eq!(all, with("c!>a") + with("c->a"), "{base}");
                assert_eq!(with("a!>c"), with("a!c") + with("a!>c, c->a"), "{base}");
                assert_eq!(with("a!c"), with("a!>c, a<!c"), "{base}");
            }
        }
        // One way and both ways.
        let count = |text: &str| count(text, Semantics::Embeddings);
        assert_eq!(count("a->b"), count("a->b, b!>a") + count("a->b, b->a"));
    }
}

/// Each vertex has one label, so that a pattern's count is the sum over all ways to label its vertices.
#[test]
fn labels_divide_the_unlabelled_count() {
    let mut said = said(9, false, 18);
    said.vertex_labels = (0..said.n).map(|v| vec![VERTEX_LABELS[v % 3]]).collect();
    let device = Device::cpu(None);
    let count = |text: &str, semantics| {
        let matching = Matching { induced: Induced::Edge, semantics };
        count_on(&device, &said.graph(), &Pattern::parse(text).unwrap(), matching).unwrap()
    };
    let mut sum = 0;
    for (a, b, c) in VERTEX_LABELS
        .iter()
        .flat_map(|a| VERTEX_LABELS.iter().flat_map(move |b| VERTEX_LABELS.iter().map(move |c| (a, b, c))))
    {
        sum += count(&format!("(a:{a})-(b:{b})-(c:{c}), c-d"), Semantics::Embeddings);
    }
    assert_eq!(sum, count("a-b-c-d", Semantics::Embeddings));
    assert_eq!(count("(a:x|y|z)-b-c-d", Semantics::Subgraphs), 2 * count("a-b-c-d", Semantics::Subgraphs));
}

/// A clique that no vertex extends is maximal (Jamshidi et al. 2020): karate's are known from its clique profile.
#[test]
fn anti_vertices_leave_maximal_cliques() {
    let ids = include_str!("../data/karate.el").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut ids = line.split_whitespace().map(|id| id.parse::<u32>().unwrap());
        (ids.next().unwrap(), ids.next().unwrap())
    });
    let karate = &Csr::from_edges(35, &ids.collect::<Vec<_>>());
    for device in devices() {
        let count =
            |text: &str| count_on(&device, karate, &Pattern::parse(text).unwrap(), Induced::Edge).unwrap();
        // The 36 maximal cliques are 11 edges, 21 triangles, 2 of four and 2 of five vertices.
        let maximal = [
            count("a-b, !(x)-a, x-b"),
            count("a-b-c-a, !(x)-a, x-b, x-c"),
            count("4-clique"),
            count("5-clique"),
        ];
        assert_eq!(maximal, [11, 21, 11, 2], "{device}");
        let four = count("a-b-c-d-a, a-c, b-d, !(x)-a, x-b, x-c, x-d");
        // A 4-clique is maximal unless it is one of the five in each of the two 5-cliques.
        assert_eq!(four, 2, "{device}");
    }
}

/// Patterns of nine vertices and more have their own kernels: a law in place of brute force.
#[test]
fn large_patterns_are_counted() {
    let complete = generate::complete(9).unwrap();
    for device in devices() {
        let count =
            |text: &str| count_on(&device, &complete, &Pattern::parse(text).unwrap(), Induced::Edge).unwrap();
        assert_eq!(count("9-path"), (1..=9).product::<u128>() / 2, "{device}");
    }
    let cycle = generate::cycle(40).unwrap();
    let grid = generate::grid(3, 4).unwrap();
    for device in devices() {
        let count = |graph, text: &str, induced| {
            count_on(&device, graph, &Pattern::parse(text).unwrap(), induced).unwrap()
        };
        assert_eq!(count(&cycle, "12-path", Induced::Vertex), 40, "{device}");
        assert_eq!(count(&cycle, "12-cycle", Induced::Edge), 0, "{device}");
        // The 3 by n grid has 2^(n/2 - 1) Hamiltonian cycles if n is even.
        assert_eq!(count(&grid, "12-cycle", Induced::Edge), 2, "{device}");
    }
    let star = generate::star(20).unwrap();
    for method in [Method::Best, Method::Walk] {
        let pattern = Pattern::parse("8-star").unwrap();
        assert_eq!(count_by(method, &Device::cpu(None), &star, &pattern, Induced::Edge).unwrap(), 125_970);
    }
}

/// Two engines: all eight labels allowed, the attributed walk has to find what the plain walk finds. On a card, at a
/// size that fills it.
#[test]
fn all_labels_allowed_is_no_label() {
    let graph = generate::label(generate::rmat(8, 8, 3).unwrap().into(), 8, 2, 5);
    let any = "0|1|2|3|4|5|6|7";
    for (plain, last) in
        [("a-b-c-d-e, b-d", "e"), ("a-b-c-d-e-a, a-c", "d"), ("a-b-c-a, d-e-f-d, a-d, b-e, c-f", "f")]
    {
        let first = plain.replacen('a', &format!("(a:{any})"), 1);
        let labelled = first.replacen(last, &format!("({last}:{any})"), 1);
        for device in common::quick_devices() {
            let count = |text: &str| {
                count_on(&device, &graph, &Pattern::parse(text).unwrap(), Semantics::Embeddings).unwrap()
            };
            assert_eq!(count(&labelled), count(plain), "{labelled} on {device}");
        }
    }
}

/// The labels of a published graph divide its triangles and wedges.
#[cfg(feature = "shared-data")]
#[test]
fn labels_divide_the_counts_of_citeseer() {
    let graph = motherlode::graph::load(&common::data().join("citeseer.lg"), &Default::default()).unwrap();
    let names = graph.attributes().vertices.as_ref().unwrap().labels.names().to_vec();
    // As truth.json has it.
    assert_eq!((graph.csr().n(), graph.csr().edges(), names.len()), (3312, 4536, 6));
    for device in common::quick_devices() {
        let count = |text: &str| {
            count_on(&device, &graph, &Pattern::parse(text).unwrap(), Semantics::Embeddings).unwrap()
        };
        for more in ["", ", c-a", ", a!c"] {
            let labels = names.iter().flat_map(|a| names.iter().map(move |b| (a, b)));
            let parts = labels.map(|(a, b)| count(&format!("(a:{a})-b-(c:{b}){more}")));
            assert_eq!(parts.sum::<u128>(), count(&format!("a-b-c{more}")), "{more} on {device}");
        }
    }
}

#[test]
fn what_the_graph_does_not_have_is_refused() {
    let labelled = said(1, false, 12).graph();
    let plain = generate::star(3).unwrap();
    let count = |graph: motherlode::mine::Target<'_>, text: &str| {
        count_on(&Device::cpu(None), graph, &Pattern::parse(text).unwrap(), Induced::Edge)
    };
    let message = |graph, text| count(graph, text).unwrap_err().to_string();
    assert!(message((&labelled).into(), "(a:w)-b").contains("vertex label `w`"));
    assert!(message((&labelled).into(), "a-[:3]-b").contains("nearest are `1`, `2`"));
    assert!(message((&plain).into(), "(a:x)-b").contains("no vertex labels"));
    assert!(message((&plain).into(), "a-[:x]-b").contains("no edge labels"));
    let undirected = count((&labelled).into(), "a->b");
    assert!(matches!(undirected, Err(MineError::Attributes(AttributeMismatch::Undirected))));
}

#[test]
fn builders_refuse_what_contradicts() {
    let mut builder = GraphBuilder::undirected();
    for (from, to, label) in [(3, 5, "old"), (5, 3, "new"), (3, 5, "old"), (5, 7, "new")] {
        builder.labelled_edge(from, to, label);
    }
    // One edge of two labels, and one of which one is there twice.
    let graph = builder.build().unwrap();
    let edges = graph.attributes().edges.as_deref().unwrap();
    let labels: Vec<Vec<&str>> =
        edges.out.iter().map(|&code| edges.labels.names_of(code).collect()).collect();
    assert_eq!(labels, [vec!["new", "old"], vec!["new", "old"], vec!["new"], vec!["new"]]);
    assert_eq!((graph.csr().edges(), graph.report().duplicates), (2, 1));
    let mut builder = GraphBuilder::directed();
    builder.labelled_edge(3, 5, "old");
    builder.labelled_edge(5, 3, "new");
    builder.labelled_edge(3, 5, "old");
    let graph = builder.build().unwrap();
    assert_eq!((graph.attributes().arcs(), graph.csr().edges(), graph.report().duplicates), (Some(2), 1, 1));
    let mut builder = GraphBuilder::directed();
    builder.labelled_edge(1, 2, "a");
    builder.edge(2, 3);
    assert!(builder.build().unwrap_err().to_string().contains("from 2 to 3 has no label"));
    let mut builder = GraphBuilder::undirected();
    builder.vertex(1, &["a"]);
    builder.edge(1, 7);
    assert!(builder.build().unwrap_err().to_string().contains("vertex 7 has no label"));
}

/// Where the device's memory is too small to make the lists there, the host makes them: the count is right, or refused.
#[test]
fn any_budget_gives_the_count_or_a_refusal() {
    let graph = generate::label(generate::rmat(9, 6, 3).unwrap().into(), 3, 2, 5);
    let pattern = Pattern::parse("(a:0)-[:1]-(b:1)-c-a").unwrap();
    let count = |budget| count_on(&Device::cpu(budget), &graph, &pattern, Semantics::Subgraphs);
    let expected = count(None).unwrap();
    let mut counted = Vec::new();
    for kib in [1u64, 2, 4, 8, 12, 16, 24, 32, 64, 256, 4096] {
        match count(Some(MemorySize(kib << 10))) {
            Ok(found) => {
                assert_eq!(found, expected, "{kib} KiB");
                counted.push(kib);
            }
            Err(MineError::Runtime(RuntimeError::OverBudget { .. })) => {
                assert!(counted.is_empty(), "{kib} KiB")
            }
            Err(error) => panic!("{kib} KiB: {error}"),
        }
    }
    // The starts of two views alone take 8 KiB.
    assert!(counted.first().is_some_and(|&least| least <= 8), "{counted:?}");
}

/// In a clique whose vertices all differ, no two share a set: there are more sets than a walk has buffers, in whatever
/// order.
#[test]
fn cliques_of_many_labels_have_a_plan() {
    const LABELS: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    for n in [9, 10, 12] {
        // Two vertices of each label, and all edges but some; none is missing between the first ones.
        let joined =
            |u: usize, v: usize| u % n != v % n && (u.max(v) < n || (u * 7 + v * 7 + u * v) % 11 != 3);
        let pairs = || (0..2 * n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let said = Said {
            n: 2 * n,
            vertex_labels: (0..2 * n).map(|v| vec![LABELS[v % n]]).collect(),
            edges: pairs().filter(|&(u, v)| joined(u, v)).map(|(u, v)| (u, v, None)).collect(),
            ..Said::default()
        };
        let vertices = LABELS[..n].iter().map(|label| format!("({label}:{label})")).collect::<Vec<_>>();
        let path = vertices.join("-");
        let edges: Vec<String> = (0..n)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .filter(|(a, b)| a + 1 < *b)
            .map(|(a, b)| format!("{}-{}", LABELS[a], LABELS[b]))
            .collect();
        let pattern = Pattern::parse(&format!("{path}, {}", edges.join(", "))).unwrap();
        // One vertex of each label is taken after the other.
        let chosen = (0..n).fold(vec![Vec::new()], |chosen: Vec<Vec<usize>>, label| {
            let longer = |these: &Vec<usize>, v: usize| {
                these.iter().all(|&u| joined(u, v)).then(|| [&these[..], &[v]].concat())
            };
            chosen.iter().flat_map(|these| [label, label + n].map(|v| longer(these, v))).flatten().collect()
        });
        assert!(!chosen.is_empty(), "there is something to count");
        for device in devices() {
            let got = count_on(&device, &said.graph(), &pattern, Induced::Edge).unwrap();
            assert_eq!(got, chosen.len() as u128, "{n} on {device}");
        }
    }
}

/// LSQB's data whole (Mhedhbi et al. 2021, "LSQB: a large-scale subgraph query benchmark"), where a forum's moderators
/// are its members, too: its queries that are patterns, by the counts of another database, and both relationships by
/// their files.
#[cfg(feature = "shared-data")]
#[test]
fn lsqb_with_moderators() {
    use std::collections::BTreeSet;
    let folder = common::data().join("lsqb");
    let mut builder = GraphBuilder::directed();
    let mut forums: [BTreeSet<String>; 2] = Default::default();
    for file in std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        if file.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let kinds: Vec<&str> = name.split('_').collect();
        for line in text.lines().skip(1) {
            match (kinds.as_slice(), line.split('|').collect::<Vec<_>>().as_slice()) {
                (&[kind], &[id, ..]) => builder.vertex(format!("{kind} {id}").as_str(), &[kind]),
                (&[from, link, to], &[tail, head, ..]) => {
                    let (tail, head) = (format!("{from} {tail}"), format!("{to} {head}"));
                    builder.labelled_edge(tail.as_str(), head.as_str(), link);
                    match link {
                        "hasMember" => drop(forums[0].insert(line.to_owned())),
                        "hasModerator" => drop(forums[1].insert(line.to_owned())),
                        _ => {}
                    }
                }
                other => panic!("{other:?}"),
            }
        }
    }
    let graph = builder.build().unwrap();
    let count = |text: &str, semantics: Semantics| {
        let matching = Matching { induced: Induced::Edge, semantics };
        count_on(&Device::cpu(None), &graph, &Pattern::parse(text).unwrap(), matching).unwrap()
    };
    let maps = Semantics::Homomorphisms;
    let forum = |links: &str| count(&format!("(f:Forum)-[:{links}]->(p:Person)"), maps);
    assert!(forums[0].intersection(&forums[1]).count() > 0, "forums with a member who moderates");
    assert_eq!(forum("hasMember"), forums[0].len() as u128);
    assert_eq!(forum("hasModerator"), forums[1].len() as u128);
    assert_eq!(forum("hasMember|hasModerator"), forums[0].union(&forums[1]).count() as u128);
    let chain = "(a:Country)<-[:isPartOf]-(b:City)<-[:isLocatedIn]-(p:Person)<-[:hasMember]-(f:Forum)-[:containerOf]->(m:Post)\
        <-[:replyOf]-(c:Comment)-[:hasTag]->(t:Tag)-[:hasType]->(k:TagClass)";
    assert_eq!(count(chain, maps), 20_608);
    let message = "(t:Tag)<-[:hasTag]-(m:Post|Comment)-[:hasCreator]->(p:Person), m<-[:likes]-(q:Person), m<-[:replyOf]-(c:Comment)";
    assert_eq!(count(message, maps), 3047);
    let ends = "(a:Person)-[:knows]-(b:Person)-[:knows]-(c:Person)-[:hasInterest]->(t:Tag)";
    assert_eq!(count(ends, Semantics::Embeddings), 33_201);
    assert_eq!(count(&format!("{ends}, a!c"), Semantics::Embeddings), 23_669);
}
