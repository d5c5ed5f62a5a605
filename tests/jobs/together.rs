//! Several patterns in one run: each count is what brute force finds of the pattern alone.

use std::sync::OnceLock;
use testing::common;
use testing::oracle;

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::{self, CountOptions, Method, MineError, Target};
use motherlode::pattern::Pattern;
use motherlode::plan::{
    Feature, Features, Induced, Matching, Plan, PlanTree, Semantics, generic_stats, plan, plan_together,
};
use motherlode::runtime::Device;
use motherlode_device::tree::{MAX_BUFFERS, MAX_NODES, MAX_OPS, MAX_PATTERNS};
use proptest::prelude::*;
use testing::common::devices;

fn count<'g>(
    device: &Device,
    graph: impl Into<Target<'g>>,
    patterns: &[Pattern],
    matching: Matching,
    (method, planner): (Method, Features),
) -> Result<Vec<u128>, MineError> {
    let options = CountOptions::default().matching(matching).method(method).planner(planner);
    let counted = mine::count_together(graph, patterns, device, &options)?;
    Ok(counted.counts.into_iter().map(|(count, _)| count).collect())
}

fn walked() -> (Method, Features) {
    (Method::Walk, Features::default())
}

fn parsed(texts: &[&str]) -> Vec<Pattern> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn check(seed: u64, n: usize, m: usize, patterns: &[Pattern], by: (Method, Features)) {
    let edges = oracle::random_graph(seed, n, m);
    let graph = Csr::from_edges(n as u32, &edges);
    for induced in Induced::ALL {
        let expected: Vec<u128> =
            patterns.iter().map(|pattern| oracle::count(&edges, n, pattern, induced)).collect();
        for device in devices() {
            let found = count(&device, &graph, patterns, induced.into(), by).unwrap();
            assert_eq!(found, expected, "{patterns:?} ({induced:?}) on {device}, {by:?}");
        }
    }
}

/// More patterns than a tree takes, among them some that are walked by themselves.
#[test]
fn all_patterns_of_up_to_five_vertices_at_once() {
    let patterns = oracle::small_patterns();
    for method in [Method::Walk, Method::Best] {
        check(3, 12, 30, &patterns, (method, Features::default()));
    }
}

#[test]
fn patterns_of_six_vertices_share_prefixes() {
    let all = oracle::connected_patterns(6);
    let some: Vec<Pattern> = all.into_iter().step_by(5).collect();
    check(8, 10, 24, &some, walked());
}

#[test]
fn one_pattern_many_times_and_none() {
    check(5, 12, 34, &parsed(&["house", "house", "a-b-c-d-a, a-e-b"]), walked());
    check(5, 12, 34, &[], walked());
}

#[test]
fn any_feature_may_be_left_out() {
    let patterns =
        parsed(&["house", "5-cycle", "wheel", "2-3-biclique", "a-b-c-d-a, a-c, d-e", "5-near-clique"]);
    for feature in Feature::ALL {
        check(7, 11, 30, &patterns, (Method::Walk, Features::all_without([feature])));
    }
}

#[test]
fn labels_and_semantics_stand_beside_plain_patterns() {
    let edges = oracle::random_graph(2, 8, 16);
    let said = oracle::attributed::Said {
        n: 8,
        directed: false,
        vertex_labels: (0..8).map(|v| vec![["x", "y"][v % 3 / 2]]).collect(),
        edges: edges.iter().map(|&(u, v)| (u as usize, v as usize, None)).collect(),
        ..Default::default()
    };
    let graph: Graph = said.graph();
    let patterns = parsed(&["(a:x)-b-c-a", "house", "4-cycle", "a-b-c, a!c", "wheel"]);
    for semantics in [Semantics::Subgraphs, Semantics::Embeddings, Semantics::Homomorphisms] {
        let matching = Matching { induced: Induced::Edge, semantics };
        let expected: Vec<u128> =
            patterns.iter().map(|pattern| oracle::attributed::matches(&said, pattern, matching)).collect();
        for (device, method) in devices().iter().flat_map(|d| [Method::Best, Method::Walk].map(|m| (d, m))) {
            let found = count(device, &graph, &patterns, matching, (method, Features::default())).unwrap();
            assert_eq!(found, expected, "{semantics:?} by {method:?} on {device}");
        }
    }
}

/// Where lists pass the width of a warp, and a branch ends while another goes on.
#[test]
fn devices_agree_with_single_counts_where_lists_are_long() {
    let graph = generate::barabasi_albert(130, 9, 5).unwrap();
    let patterns =
        parsed(&["house", "5-cycle", "a-b-c-d-a, a-c, d-e", "6-clique", "a-b-c-d-e-f-a, a-d", "wheel"]);
    for induced in Induced::ALL {
        let alone =
            |pattern: &Pattern| common::count_on(&Device::cpu(None), &graph, pattern, induced).unwrap();
        let expected: Vec<u128> = patterns.iter().map(alone).collect();
        for device in devices() {
            let found = count(&device, &graph, &patterns, induced.into(), walked()).unwrap();
            assert_eq!(found, expected, "{induced:?} on {device}");
        }
    }
}

#[test]
fn a_graph_without_edges_has_none_and_bad_patterns_are_refused() {
    let patterns = parsed(&["house", "wheel"]);
    let device = Device::cpu(None);
    let empty = Csr::from_edges(4, &[]);
    assert_eq!(count(&device, &empty, &patterns, Induced::Edge.into(), walked()).unwrap(), [0, 0]);
    let labelled = parsed(&["house", "(a:x)-b"]);
    let graph = Csr::from_edges(3, &[(0, 1), (1, 2)]);
    assert!(count(&device, &graph, &labelled, Induced::Edge.into(), walked()).is_err());
}

fn planned(texts: &[&str]) -> Vec<Plan> {
    let patterns = parsed(texts);
    plan_together(&patterns.iter().collect::<Vec<_>>(), Induced::Edge, &generic_stats()).unwrap()
}

/// A pattern shares all of its plan but the leaf with itself.
#[test]
fn a_plan_merged_with_itself_is_itself() {
    let [tree]: [PlanTree; 1] = PlanTree::merge(&planned(&["house", "house"])).try_into().unwrap();
    let walk = planned(&["house"])[0].walk;
    let ops: u32 = walk.levels.iter().map(|level| level.ops).sum();
    assert_eq!(tree.plans, [0, 1]);
    assert_eq!(tree.walk.ops.iter().filter(|op| op.patterns == 0b11).count() as u32, ops);
    assert_eq!(tree.walk.nodes.iter().filter(|node| node.patterns == 0b11).count() as u32, walk.last);
    assert_eq!(tree.walk.leaves[..2].iter().map(|leaf| leaf.pattern).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(tree.buffer_bound(&generic_stats()), planned(&["house"])[0].buffer_bound(&generic_stats()));
}

/// What kernels rely on: numbers within bounds, branches that end in leaves, every pattern counted once.
#[test]
fn trees_are_sound() {
    let patterns: Vec<Pattern> = [5, 6].into_iter().flat_map(oracle::connected_patterns).collect();
    let plans: Vec<Plan> = patterns
        .iter()
        .map(|pattern| plan(pattern, Induced::Vertex, &generic_stats()).unwrap())
        .filter(|plan| plan.walk.last >= 2)
        .collect();
    let trees = PlanTree::merge(&plans);
    let mut counted: Vec<usize> = trees.iter().flat_map(|tree| tree.plans.clone()).collect();
    counted.sort_unstable();
    assert_eq!(counted, (0..plans.len()).collect::<Vec<_>>());
    for PlanTree { walk, plans: members, .. } in trees {
        assert!(walk.patterns as usize == members.len() && members.len() <= MAX_PATTERNS);
        assert!(walk.buffers as usize <= MAX_BUFFERS);
        let mut leaves = Vec::new();
        let mut open = vec![0];
        while let Some(number) = open.pop() {
            let node = walk.nodes[number as usize];
            assert_eq!(node.child == 0, node.leaves > 0);
            assert!((node.level.first_op + node.level.ops) as usize <= MAX_OPS);
            leaves.extend(
                walk.leaves[node.first_leaf as usize..][..node.leaves as usize].iter().map(|l| l.pattern),
            );
            let next = [node.child, node.sibling].into_iter().filter(|&next| next != 0);
            assert!(next.clone().all(|next| next > number && (next as usize) < MAX_NODES));
            open.extend(next);
        }
        leaves.sort_unstable();
        assert_eq!(leaves, (0..walk.patterns).collect::<Vec<_>>());
    }
}

/// Patterns that differ in their last vertices are planned so that the rest is walked once.
#[test]
fn orders_are_chosen_to_be_shared() {
    let texts = ["a-b-c-d-a, a-c, d-e", "a-b-c-d-a, a-c, b-d, d-e", "wheel"];
    let separate: Vec<Plan> = parsed(&texts)
        .iter()
        .map(|pattern| plan(pattern, Induced::Edge, &generic_stats()).unwrap())
        .collect();
    let nodes = |plans: &[Plan]| -> usize {
        let trees = PlanTree::merge(plans);
        trees.iter().map(|tree| tree.walk.nodes.iter().filter(|node| node.patterns != 0).count()).sum()
    };
    assert!(nodes(&planned(&texts)) <= nodes(&separate));
}

/// The patterns of five and six vertices.
static ALL: OnceLock<Vec<Pattern>> = OnceLock::new();

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_set_of_patterns_agrees_with_brute_force(
        seed in any::<u64>(),
        places in prop::collection::vec(0usize..112 + 21, 2..9),
        m in 12usize..30,
    ) {
        let all = ALL.get_or_init(|| [5, 6].into_iter().flat_map(oracle::connected_patterns).collect());
        let patterns: Vec<Pattern> = places.iter().map(|&place| all[place].clone()).collect();
        check(seed, 9, m, &patterns, walked());
    }
}
