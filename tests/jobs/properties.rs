//! Conditions on properties of vertices and edges, on every device of this machine, against brute force and laws.

use std::ops::ControlFlow;

use motherlode::graph::properties::{Number, Properties, PropertyColumn};
use motherlode::graph::{Csr, Graph, GraphBuilder};
use motherlode::mine::estimate::EstimateOptions;
use motherlode::mine::list::{Batch, ListOptions};
use motherlode::mine::verify::{VerifyOptions, verify};
use motherlode::mine::{CountOptions, Method, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::Device;
use proptest::prelude::*;
use testing::common::{count_on, devices, matchings};
use testing::oracle::attributed::{Said, any_conditions, maps, matches, said, with_properties};

use super::attributed::{check, check_renamed};

fn told(seed: u64, directed: bool, m: usize) -> Said {
    with_properties(said(seed, directed, m), seed)
}

const DIRECTED: [&str; 14] = [
    "(a {age > 2})->b",
    "(a:x {age > 2, kind != \"ACh\"})->(b:x)",
    "a-[{weight > 1}]->b",
    "a-[{weight > 1, ok = true}]->b-[{type = \"x\"}]->c",
    "a-[{weight > 1}]->b, b-[{weight > 1}]->a",
    "a-[{weight > 1}]-b-[{weight > 1}]-c-[{weight > 1}]-a",
    "a-[:1 {count >= 2}]->b-[:1]->c",
    "a-[:1|2 {count >= 2}]-b-c, a!>c",
    "(a {old: true})->(b {old: true}), a->(c {old: false}), b!>a",
    "a->b, !(x {age <= 2})->a, x-[{weight < 2}]->b",
    "a-b-c-a, !(x)-[{type in [\"xy\"]}]->a, x!b",
    "a-[{weight >= 0.5}]->b, a-[{weight >= 0.5}]->c, a-[{count = 1}]->d",
    "(a {age > 100})->b",
    "a-[{weight < 0}]->b-c",
];

#[test]
fn directed_patterns_agree_with_brute_force() {
    for (seed, m) in [(3, 11), (4, 16)] {
        for text in DIRECTED {
            matchings().for_each(|matching| check(&told(seed, true, m), text, matching));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn any_undirected_pattern_agrees_with_brute_force(
        text in any_conditions(false), seed in 0u64..1 << 20, m in 9usize..20, which in 0usize..6,
    ) {
        check(&told(seed, false, m), &text, matchings().nth(which).unwrap());
    }

    #[test]
    fn any_directed_pattern_agrees_with_brute_force(
        text in any_conditions(true), seed in 0u64..1 << 20, m in 8usize..17, which in 0usize..6,
    ) {
        check(&told(seed, true, m), &text, matchings().nth(which).unwrap());
    }

    #[test]
    fn renaming_vertices_changes_nothing(text in any_conditions(true), seed in 0u64..1 << 20, turn in 1usize..8) {
        check_renamed(&told(seed, true, 15), &text, turn);
    }
}

// All jobs for each case: fewer of them.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_job_agrees(text in any_conditions(true), seed in 0u64..1 << 20, which in 0usize..6) {
        let (said, pattern) = (told(seed, true, 13), Pattern::parse(&text).unwrap());
        let (graph, matching) = (said.graph(), matchings().nth(which).unwrap());
        let expected = matches(&said, &pattern, matching);
        let device = Device::cpu(None);
        let placed = Placed::new(&graph, &device);
        let options = ListOptions::default().matching(matching);
        let mut rows = Vec::new();
        placed
            .list(&pattern, &options, |batch| {
                rows.extend(batch.rows().map(<[u32]>::to_vec));
                ControlFlow::Continue(())
            })
            .unwrap();
        prop_assert_eq!(rows.len() as u128, expected);
        let all = maps(&said, &pattern, matching);
        prop_assert!(rows.iter().all(|row| all.contains(row)), "{}", text);
        prop_assert_eq!(placed.exists(&pattern, &options).unwrap().first.is_some(), expected > 0);
        // Each match has each of the pattern's vertices at one vertex of the graph.
        let local = placed.at_vertices(&pattern, &options).unwrap();
        let sum: u128 = local.counts.iter().sum();
        prop_assert_eq!(sum, expected * pattern.vertices() as u128);
        let verified =
            verify(&graph, &pattern, &[&device], &CountOptions::default().matching(matching), &VerifyOptions::default());
        let verified = verified.unwrap();
        prop_assert!(verified.agrees(), "{:?}", verified.comparisons);
        prop_assert_eq!(verified.comparisons[0].counts.last().unwrap(), &("oracle".to_owned(), expected));
        let by_force = CountOptions::default().matching(matching).method(Method::Decomposition);
        prop_assert_eq!(placed.count(&pattern, &by_force).unwrap().count, expected);
    }
}

/// What fulfils a condition, what does not, and what lacks the property are all there is.
#[test]
fn a_condition_divides_the_count() {
    let said = told(11, true, 18);
    let graph = said.graph();
    let count = |text: &str| {
        let matching = Matching { induced: Induced::Edge, semantics: Semantics::Embeddings };
        count_on(&Device::cpu(None), &graph, &Pattern::parse(text).unwrap(), matching).unwrap()
    };
    let missing = said.vertex_properties[0].1.iter().filter(|age| age.is_none()).count();
    assert!(missing > 0);
    let (few, many) = (count("(a {age <= 2})->b->c"), count("(a {age > 2})->b->c"));
    assert_eq!(count("(a {age < 1000})->b->c"), few + many);
    assert!(count("a->b->c") > few + many);
    assert_eq!(count("(a {age = 1})->b") + count("(a {age != 1})->b"), count("(a {age in [1, 2, 3, 4]})->b"));
    // Of several edges any will do, but it must fulfil all.
    assert!(count("a-[{weight <= 1}]->b") + count("a-[{weight > 1}]->b") > count("a-[{weight >= 0}]->b"));
    assert!(count("a-[{weight > 1, count > 1}]->b") < count("a-[{weight > 1}]->b"));
}

fn two() -> Graph {
    let mut builder = GraphBuilder::directed();
    builder.labelled_edge(0, 1, "x");
    let properties = Properties::default()
        .vertex("age", PropertyColumn::integers(vec![i64::MAX, 9_007_199_254_740_993]))
        .and_then(|p| p.vertex("kind", PropertyColumn::texts([Some("GABA"), None])))
        .and_then(|p| p.vertex("old", PropertyColumn::booleans(vec![true, false])))
        .and_then(|p| p.edges(vec![0, 0, 1], vec![1, 1, 1]))
        .and_then(|p| p.edge("weight", PropertyColumn::reals(vec![1.0, f64::NAN, 2.0])));
    builder.build().unwrap().with_properties(properties.unwrap()).unwrap()
}

#[test]
fn numbers_are_compared_exactly_and_missing_ones_not_at_all() {
    let count = |text: &str| {
        count_on(&Device::cpu(None), &two(), &Pattern::parse(text).unwrap(), Induced::Edge).unwrap()
    };
    assert_eq!(count("(a {age = 9223372036854775807})->b"), 1);
    assert_eq!(count("(a {age = 9223372036854775806})->b"), 0);
    assert_eq!(count("(a {age < 9223372036854775808})->b"), 1);
    assert_eq!(count("a->(b {age > 9007199254740992.0})"), 1);
    assert_eq!(count("a->(b {age = 9007199254740992.0})"), 0);
    for asked in ["kind = \"GABA\"", "kind != \"GABA\"", "kind !in [\"x\"]", "kind !contains \"x\""] {
        assert_eq!(count(&format!("a->(b {{{asked}}})")), 0, "{asked}");
    }
    assert_eq!(count("(a {kind < \"GABB\", kind >= \"G\"})->(b {old = false})"), 1);
    // The edge from a vertex to itself is not there.
    assert_eq!(count("a-[{weight = 2}]->b"), 0);
    assert_eq!(count("a-[:x {weight = 1}]->b"), 1);
}

/// Nothing tells of what kind it is, as of a column of a table that holds nothing but empty cells.
#[test]
fn a_property_without_any_value_fulfils_nothing_whatever_its_kind() {
    let csr = Csr::from_edges(4, &[(0, 1), (1, 2), (2, 0), (2, 3)]);
    let properties = Properties::default().vertex("age", PropertyColumn::texts([None::<&str>; 4])).unwrap();
    let graph = Graph::from(csr).with_properties(properties).unwrap();
    for condition in ["age > 2", "age != 2.5", "age = \"old\"", "age !in [true]", "age !contains \"x\""] {
        let pattern = Pattern::parse(&format!("(a {{{condition}}})-b")).unwrap();
        for device in devices() {
            let count = count_on(&device, &graph, &pattern, Matching::default()).unwrap();
            assert_eq!(count, 0, "{condition} on {device}");
        }
    }
}

/// Whole numbers that floats of 64 bits cannot tell apart are other numbers, beside fractions and beyond 64 bits too.
#[test]
fn numbers_beyond_floats_are_compared_exactly() {
    let wholes =
        [(1 << 53) + 1, 1 << 53, u64::MAX.into(), u128::from(u64::MAX) as i128 - 1, i128::MIN, i128::MAX];
    let numbers =
        wholes.iter().map(|&whole| Some(Number::Whole(whole))).chain([Some(Number::Real(0.5)), None]);
    let mut builder = GraphBuilder::directed();
    (0..7).for_each(|v: u64| builder.edge(v, v + 1));
    let properties = Properties::default().vertex("x", PropertyColumn::numbers(numbers.collect())).unwrap();
    let graph = builder.build().unwrap().with_properties(properties).unwrap();
    let device = Device::cpu(None);
    let count = |text: &str| {
        let pattern = Pattern::parse(text).unwrap();
        let matching = CountOptions::default().matching(Matching::from(Induced::Edge));
        let verified = verify(&graph, &pattern, &[&device], &matching, &VerifyOptions::default()).unwrap();
        assert!(verified.agrees(), "{text}: {:?}", verified.comparisons);
        count_on(&device, &graph, &pattern, Induced::Edge).unwrap()
    };
    // Each vertex but the last has one arc.
    for &whole in &wholes {
        let less = wholes.iter().filter(|&&other| other < whole).count() + usize::from(whole > 0);
        for (asked, expected) in
            [("=", 1), ("!=", 6), ("<", less), ("<=", less + 1), (">", 6 - less), (">=", 7 - less)]
        {
            assert_eq!(count(&format!("(a {{x {asked} {whole}}})->b")), expected as u128, "{asked} {whole}");
        }
    }
    assert_eq!(count("(a {x in [9007199254740993, 18446744073709551614, 0.5]})->b"), 3);
    assert_eq!(count("(a {x = 9007199254740992.0})->b"), 1);
    assert_eq!(count("(a {x > 1.7e38})->b"), 1);
    assert_eq!(count("(a {x > 1e39})->b"), 0);
    assert_eq!(count("(a {x < -1e39})->b"), 0);
    let refused = Pattern::parse("(a {x = 340282366920938463463374607431768211456})->b").unwrap_err();
    assert!(refused.to_string().contains("a whole one of 128"), "{refused}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let graph = two();
    let placed = Placed::new(&graph, &Device::cpu(None));
    let refused = |text: &str| {
        let pattern = Pattern::parse(text).unwrap();
        let message = placed.count(&pattern, &CountOptions::default()).unwrap_err().to_string();
        let visit = |_: Batch<'_>| ControlFlow::Continue(());
        assert_eq!(placed.list(&pattern, &ListOptions::default(), visit).unwrap_err().to_string(), message);
        let estimated = placed.estimate(&pattern, &EstimateOptions::default());
        assert_eq!(estimated.unwrap_err().to_string(), message);
        let local = placed.at_vertices(&pattern, &ListOptions::default());
        assert_eq!(local.unwrap_err().to_string(), message);
        assert_eq!(placed.explain(&pattern, Induced::Edge).unwrap_err().to_string(), message);
        message
    };
    assert_eq!(
        refused("(a {agee > 1})->b"),
        "the pattern asks for the vertex property `agee`, which the graph does not have; nearest are `age`, `kind`, `old`"
    );
    assert_eq!(
        refused("(a {age > \"x\"})->b"),
        "`age > \"x\"` cannot be asked: the vertex property `age` has numbers, and \"x\" is text"
    );
    assert_eq!(
        refused("(a {kind in [\"x\", 3]})->b"),
        "`kind in [\"x\", 3]` cannot be asked: the vertex property `kind` has text, and 3 is a number"
    );
    assert_eq!(
        refused("a-[{weight contains \"x\"}]->b"),
        "`weight contains \"x\"` cannot be asked: the edge property `weight` has numbers, and \"x\" is text"
    );
    assert_eq!(
        refused("(a {old > true})->b"),
        "`old > true` cannot be asked: the vertex property `old` has true or false, which have no order; ask by `=` or `!=`"
    );
    assert_eq!(
        refused("(a:Person {age > 1})->b"),
        "the pattern asks for the vertex label `Person`, but the graph has no vertex labels"
    );
    let plain = Graph::from(Csr::from_edges(2, &[(0, 1)]));
    let error =
        count_on(&Device::cpu(None), &plain, &Pattern::parse("a-[{w > 1}]-b").unwrap(), Induced::Edge);
    assert_eq!(
        error.unwrap_err().to_string(),
        "the pattern asks for the edge property `w`, but the graph has no edge properties"
    );
}

/// A second pattern with other conditions, and the same conditions again, on one graph on a device.
#[test]
fn jobs_on_one_graph_do_not_mix() {
    let said = told(21, true, 17);
    let graph = said.graph();
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        let texts =
            ["a-[{weight > 1}]->b->c", "a-[{weight <= 1}]->b->c", "a->b->c", "a-[:1]->b-[{count = 2}]->c"];
        let patterns: Vec<Pattern> = texts.iter().map(|text| Pattern::parse(text).unwrap()).collect();
        let expected: Vec<u128> = patterns.iter().map(|of| matches(&said, of, Matching::default())).collect();
        for _ in 0..2 {
            let counts = patterns.iter().map(|of| placed.count(of, &CountOptions::default()).unwrap().count);
            assert_eq!(counts.collect::<Vec<_>>(), expected, "{device}");
        }
        let together = placed.count_together(&patterns, &CountOptions::default()).unwrap();
        assert_eq!(together.counts.iter().map(|(count, _)| *count).collect::<Vec<_>>(), expected);
        let forced = CountOptions::default().method(Method::Decomposition);
        let together = placed.count_together(&patterns, &forced).unwrap();
        assert_eq!(together.counts.iter().map(|(count, _)| *count).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn plans_are_in_the_words_of_the_pattern() {
    let text = "(a {age > 2})-[{weight > 1}]->(b {age > 2}), a-[:1]->c";
    let graph = told(5, true, 15).graph();
    let explained =
        Placed::new(&graph, &Device::cpu(None)).explain(&Pattern::parse(text).unwrap(), Induced::Edge);
    let words = explained.unwrap().to_string();
    assert!(words.contains(&format!("pattern       {text} (edge-induced subgraphs)")), "{words}");
    assert!(words.contains("vertices labelled {age > 2}") || words.contains("->{age > 2})"), "{words}");
    assert!(words.contains("{weight > 1}"), "{words}");
}
