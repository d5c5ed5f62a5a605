//! Embedding tables, on every device of this machine, against brute force, other jobs, and laws.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use testing::oracle;

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::list::list;
use motherlode::mine::table::{ExtensionStep, Siblings, Table, TableError, TableOptions};
use motherlode::mine::{CountOptions, MineError, Placed, Target, count};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::{Device, HostMemory, MemorySize, RuntimeError, Team};
use testing::common::{devices, listing};

fn pattern(text: &str) -> Pattern {
    text.parse().unwrap()
}

/// As they come; with a pool that is far too small for a level, siblings together, in two passes, and each row alone.
fn all_options() -> [TableOptions; 4] {
    let options = TableOptions::default;
    let tiny = MemorySize(4096);
    [
        options(),
        options().siblings(Siblings::Together).pool(tiny),
        options().one_pass(false).pool(tiny),
        options().siblings(Siblings::Alone).pool(tiny),
    ]
}

/// The rows, each in its order.
fn rows(table: &Table) -> Vec<Vec<u32>> {
    let mut rows = Vec::new();
    table
        .for_each_batch(|batch| {
            rows.extend(batch.rows().map(<[u32]>::to_vec));
            ControlFlow::Continue(())
        })
        .unwrap();
    rows
}

fn sorted(mut rows: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    rows.iter_mut().for_each(|row| row.sort_unstable());
    rows.sort_unstable();
    rows
}

/// All connected sets of `k` things, of which `neighbors` tells which are beside which, from scratch.
fn connected_sets(all: usize, k: usize, neighbors: impl Fn(usize, usize) -> bool) -> BTreeSet<Vec<usize>> {
    let mut sets: BTreeSet<Vec<usize>> = (0..all).map(|one| vec![one]).collect();
    for _ in 1..k {
        let mut next = BTreeSet::new();
        for set in &sets {
            for new in (0..all).filter(|new| !set.contains(new)) {
                if set.iter().any(|&old| neighbors(old, new)) {
                    let mut set = set.clone();
                    set.push(new);
                    set.sort_unstable();
                    next.insert(set);
                }
            }
        }
        sets = next;
    }
    sets
}

#[test]
fn every_connected_set_of_vertices_has_one_row() {
    let edges = oracle::random_graph(3, 17, 40);
    let graph = Csr::from_edges(17, &edges);
    let adjacent = |u: usize, v: usize| graph.neighbors(u as u32).contains(&(v as u32));
    for device in devices() {
        for options in all_options() {
            let placed = Placed::new(&graph, &device);
            let mut table = placed.table(&options).unwrap();
            for k in 2..=5 {
                table.extend_by_vertex().unwrap();
                let expected: Vec<Vec<u32>> = connected_sets(17, k, adjacent)
                    .into_iter()
                    .map(|set| set.into_iter().map(|v| v as u32).collect())
                    .collect();
                assert_eq!(table.rows(), expected.len() as u64);
                assert_eq!(sorted(rows(&table)), expected, "{k} vertices on {device}, {options:?}");
            }
        }
    }
}

#[test]
fn every_connected_set_of_edges_has_one_row() {
    let edges = oracle::random_graph(8, 11, 19);
    let graph = Csr::from_edges(11, &edges);
    let beside = |a: usize, b: usize| {
        let ((u, v), (w, x)) = (edges[a], edges[b]);
        u == w || u == x || v == w || v == x
    };
    for device in devices() {
        for options in all_options() {
            let mut table = Placed::new(&graph, &device).table(&options).unwrap();
            for k in 1..=4 {
                table.extend_by_edge().unwrap();
                let sets = connected_sets(edges.len(), k, beside);
                assert_eq!(table.rows(), sets.len() as u64, "{k} edges on {device}, {options:?}");
                // The rows have the vertices of the sets.
                let vertices = |set: &Vec<usize>| -> Vec<u32> {
                    let ends = set.iter().flat_map(|&edge| [edges[edge].0, edges[edge].1]);
                    ends.collect::<BTreeSet<_>>().into_iter().collect()
                };
                let mut expected: Vec<Vec<u32>> = sets.iter().map(vertices).collect();
                expected.sort_unstable();
                assert_eq!(sorted(rows(&table)), expected);
            }
        }
    }
}

/// How many rows each pattern has, by what is written for it.
fn by_pattern(table: &mut Table) -> BTreeMap<String, u64> {
    table.patterns().unwrap().into_iter().map(|found| (found.pattern.to_string(), found.rows)).collect()
}

fn counted<'g>(graph: impl Into<Target<'g>>, pattern: &Pattern, induced: Induced) -> u64 {
    let options = CountOptions::default().matching(Matching { induced, ..Matching::default() });
    count(graph, pattern, &Device::cpu(None), &options).unwrap().count as u64
}

#[test]
fn patterns_have_as_many_rows_as_they_are_counted() {
    let graph = generate::rmat(6, 4, 5).unwrap();
    for device in devices() {
        for options in [TableOptions::default(), TableOptions::default().pool(MemorySize(1 << 14))] {
            let mut table = Placed::new(&graph, &device).table(&options).unwrap();
            for k in 2..=4 {
                table.extend_by_vertex().unwrap();
                let found = table.patterns().unwrap();
                assert_eq!(found.len(), [1, 2, 6][k - 2]);
                for found in found {
                    let expected = counted(&graph, &found.pattern, Induced::Vertex);
                    assert_eq!(found.rows, expected, "{} on {device}", found.pattern);
                }
            }
            let mut table = Placed::new(&graph, &device).table(&options).unwrap();
            for k in 1..=3 {
                table.extend_by_edge().unwrap();
                let found = table.patterns().unwrap();
                assert_eq!(found.len(), [1, 1, 3][k - 1], "of {k} edges");
                for found in found {
                    let expected = counted(&graph, &found.pattern, Induced::Edge);
                    assert_eq!(found.rows, expected, "{} on {device}", found.pattern);
                }
            }
        }
    }
}

fn labelled_graph() -> Graph {
    generate::label(generate::rmat(6, 5, 9).unwrap().into(), 3, 1, 4)
}

#[test]
fn labels_tell_patterns_apart() {
    let graph = labelled_graph();
    let expected: Vec<BTreeMap<String, u64>> = {
        let mut table = Placed::new(&graph, &Device::cpu(None)).table(&TableOptions::default()).unwrap();
        (0..3)
            .map(|_| {
                table.extend_by_edge().unwrap();
                by_pattern(&mut table)
            })
            .collect()
    };
    for (edges, found) in expected.iter().enumerate() {
        assert!(found.len() > [3, 9, 30][edges], "{found:?}");
        for (text, &rows) in found {
            assert_eq!(counted(&graph, &pattern(text), Induced::Edge), rows, "{text}");
        }
    }
    for device in devices() {
        let mut table = Placed::new(&graph, &device).table(&all_options()[1]).unwrap();
        for expected in &expected {
            table.extend_by_edge().unwrap();
            assert_eq!(&by_pattern(&mut table), expected, "on {device}");
        }
    }
}

#[test]
fn a_table_of_a_pattern_has_the_rows_of_its_listing() {
    let graph = generate::rmat(7, 5, 2).unwrap();
    for text in [
        "triangle",
        "4-path",
        "4-cycle",
        "diamond",
        "house",
        "5-clique",
        "tailed-triangle",
        "a-b, a-c, a-d, a-e",
    ] {
        for induced in Induced::ALL {
            let mut expected: Vec<Vec<u32>> = Vec::new();
            let keep = |batch: motherlode::mine::list::Batch<'_>| {
                expected.extend(batch.rows().map(<[u32]>::to_vec));
                ControlFlow::Continue(())
            };
            list(&graph, &pattern(text), &Device::cpu(None), &listing(induced), keep).unwrap();
            expected.sort_unstable();
            // The CPU comes first, the emulated machine after it.
            for device in devices().into_iter().take(if expected.len() > 4_000 { 1 } else { 3 }) {
                for options in all_options() {
                    let options =
                        if expected.len() > 2000 { options.pool(MemorySize(1 << 16)) } else { options };
                    let table =
                        Placed::new(&graph, &device).table_of(&pattern(text), induced, &options).unwrap();
                    assert_eq!(table.rows(), expected.len() as u64, "{text}, {induced} on {device}");
                    let mut found = rows(&table);
                    found.sort_unstable();
                    assert_eq!(found, expected, "{text}, {induced} on {device}, {options:?}");
                }
            }
        }
    }
}

#[test]
fn the_table_of_a_pattern_can_be_extended() {
    let graph = generate::rmat(6, 4, 3).unwrap();
    let (path, options) = (pattern("b-a, a-c"), TableOptions::default());
    for device in devices() {
        let mut table = Placed::new(&graph, &device).table_of(&path, Induced::Edge, &options).unwrap();
        table
            .extend_by(ExtensionStep { adjacent: 0b111, label: u32::MAX, ..ExtensionStep::default() })
            .unwrap();
        let found = rows(&table);
        assert!(!found.is_empty());
        for row in found {
            assert!(row[..3].iter().all(|u| graph.neighbors(row[3]).contains(u)), "{row:?} on {device}");
            assert!(path.edges().iter().all(|&(u, v)| graph.neighbors(row[u]).contains(&row[v])), "{row:?}");
        }
    }
}

#[test]
fn a_table_of_a_labelled_pattern_counts_it() {
    let graph = labelled_graph();
    for text in
        ["(a:0)-(b:1), b-c, c-a", "(a:1)-(b:1), b-c, c-a, c-d", "(a:2)-b, a-c", "a-b, b-c, c-(d:0), d-a"]
    {
        for induced in Induced::ALL {
            let expected = counted(&graph, &pattern(text), induced);
            assert!(expected > 0);
            for device in devices() {
                let placed = Placed::new(&graph, &device);
                let table = placed.table_of(&pattern(text), induced, &TableOptions::default()).unwrap();
                assert_eq!(table.rows(), expected, "{text}, {induced} on {device}");
            }
        }
    }
}

/// The support of a pattern, from the list of its embeddings.
fn support<'g>(graph: impl Into<Target<'g>>, pattern: &Pattern) -> u64 {
    let matching = Matching { semantics: Semantics::Embeddings, ..Matching::default() };
    let mut images = vec![BTreeSet::new(); pattern.vertices()];
    let keep = |batch: motherlode::mine::list::Batch<'_>| {
        for row in batch.rows() {
            row.iter().zip(&mut images).for_each(|(&vertex, images)| {
                images.insert(vertex);
            });
        }
        ControlFlow::Continue(())
    };
    list(graph, pattern, &Device::cpu(None), &listing(matching), keep).unwrap();
    images.iter().map(|images| images.len() as u64).min().unwrap()
}

#[test]
fn supports_are_those_of_all_embeddings() {
    let graph = labelled_graph();
    for device in devices() {
        let mut table = Placed::new(&graph, &device).table(&TableOptions::default()).unwrap();
        for _ in 0..3 {
            table.extend_by_edge().unwrap();
            for (found, support_found) in table.supports().unwrap() {
                assert_eq!(support(&graph, &found.pattern), support_found, "{} on {device}", found.pattern);
            }
        }
    }
}

#[test]
fn rows_are_kept_by_their_pattern_or_one_by_one() {
    let graph = generate::rmat(7, 4, 1).unwrap();
    for device in devices() {
        for options in [TableOptions::default(), TableOptions::default().pool(MemorySize(1 << 13))] {
            let placed = Placed::new(&graph, &device);
            let mut table = placed.table(&options).unwrap();
            table.extend_by_vertex().unwrap();
            table.extend_by_vertex().unwrap();
            let triangle = pattern("triangle");
            table.retain_patterns(|pattern| pattern.is_isomorphic(&triangle)).unwrap();
            let triangles = counted(&graph, &triangle, Induced::Edge);
            assert_eq!((table.rows(), by_pattern(&mut table).len()), (triangles, 1));
            for row in rows(&table) {
                assert!(row.iter().all(|u| row.iter().all(|v| u == v || graph.neighbors(*u).contains(v))));
            }
            // One by one, before and after the next extension.
            table.retain_rows(|row| row.iter().sum::<u32>() % 2 == 0).unwrap();
            let even = rows(&table);
            assert!(even.len() as u64 == table.rows() && !even.is_empty() && table.rows() < triangles);
            assert!(even.iter().all(|row| row.iter().sum::<u32>() % 2 == 0));
            assert_eq!(table.patterns().unwrap()[0].rows, even.len() as u64);
            let step = ExtensionStep { adjacent: 0b111, label: u32::MAX, ..ExtensionStep::default() };
            table.extend_by(step).unwrap();
            assert_eq!(table.extensions(), 3);
            let expected = even.iter().map(|row| {
                (0..graph.n()).filter(|v| row.iter().all(|u| graph.neighbors(*u).contains(v))).count() as u64
            });
            assert_eq!(table.rows(), expected.sum::<u64>());
        }
    }
}

/// A team of one device that has so many bytes, and so many of the host's.
fn team(device: Device, host: u64) -> Team {
    Team::from(&device).with_host_memory(HostMemory::new(MemorySize(host)))
}

#[test]
fn any_budget_gives_the_rows_or_a_refusal() {
    let graph = generate::rmat(7, 4, 6).unwrap();
    type Answer = (u64, u64, Vec<(String, u64)>);
    let answer = |team: &Team| -> Result<Answer, MineError> {
        let mut table = Placed::new(&graph, team.clone()).table(&TableOptions::default())?;
        table.extend_by_edge()?;
        table.extend_by_edge()?;
        table.extend_by_edge()?;
        let supports = table.supports()?;
        let named =
            supports.into_iter().map(|(found, support)| (found.pattern.to_string(), support)).collect();
        Ok((table.rows(), table.spilled_bytes(), named))
    };
    let (rows, spilled, supports) = answer(&Team::from(&Device::cpu(None))).unwrap();
    assert_eq!(spilled, 0);
    type Opens = fn(MemorySize) -> Device;
    let mut opens: Vec<Opens> = vec![|memory| Device::cpu(Some(memory))];
    #[cfg(feature = "emulated")]
    opens.push(|memory| Device::emulated_within(4, memory));
    for open in opens {
        let (mut budget, mut spills, mut refusals) = (1 << 22, 0, 0);
        while budget > 1 << 10 {
            for host in [0, 1 << 24] {
                let device = open(MemorySize(budget));
                match answer(&team(device.clone(), host)) {
                    Ok((found, spilled, found_supports)) => {
                        assert_eq!((found, &found_supports), (rows, &supports), "{budget} bytes");
                        assert!(host > 0 || spilled == 0);
                        spills += u32::from(spilled > 0);
                    }
                    Err(MineError::Runtime(error)) if error.is_lack_of_memory() => refusals += 1,
                    Err(error) => panic!("{budget} bytes: {error}"),
                }
                assert!(device.budget().peak() <= budget);
                assert_eq!(device.budget().left(), budget, "everything is given back");
            }
            budget /= 2;
        }
        assert!(spills > 2 && refusals > 3, "{spills} and {refusals}");
    }
}

#[test]
fn what_tables_do_not_know_is_refused() {
    let graph = generate::rmat(5, 4, 6).unwrap();
    let placed = Placed::new(&graph, &Device::cpu(None));
    let options = TableOptions::default();
    let refused = |error: MineError| match error {
        MineError::Table(error) => error,
        error => panic!("{error}"),
    };
    let mut table = placed.table(&options).unwrap();
    assert_eq!(refused(table.patterns().unwrap_err()), TableError::OneVertex);
    let step =
        |adjacent, above| ExtensionStep { adjacent, above, label: u32::MAX, ..ExtensionStep::default() };
    let place = |place, places| TableError::Step { place, places };
    assert_eq!(refused(table.extend_by(step(0, 0)).unwrap_err()), place(1, 1));
    assert_eq!(refused(table.extend_by(step(1, 8)).unwrap_err()), place(3, 1));
    let label = |code| ExtensionStep { label: code, ..step(1, 1) };
    assert_eq!(refused(table.extend_by(label(1)).unwrap_err()), TableError::Label { code: 1, labels: 0 });
    // A graph without labels has nothing but vertices without.
    table.extend_by(label(0)).unwrap();
    assert_eq!(table.rows(), graph.edges());
    assert_eq!(refused(table.extend_by_edge().unwrap_err()), TableError::Mixed);
    let mut table = Placed::new(&generate::complete(9).unwrap(), &Device::cpu(None)).table(&options).unwrap();
    (0..7).for_each(|_| table.extend_by_vertex().unwrap());
    assert_eq!((table.rows(), table.patterns().unwrap()[0].rows), (9, 9));
    assert_eq!(refused(table.extend_by_vertex().unwrap_err()), TableError::Full);
    for text in ["a!b, a-c, c-b, !d, d-a", "a->b", "(a:x|y)-b", "a-b-c-d-e-f-g-h-i"] {
        let Ok(pattern) = text.parse::<Pattern>() else { continue };
        let error = placed.table_of(&pattern, Induced::Edge, &options).unwrap_err();
        assert!(matches!(error, MineError::Table(TableError::Pattern { .. })), "{text}: {error}");
    }
    let error = placed.table_of(&pattern("(a:x)-b"), Induced::Edge, &options).unwrap_err();
    assert!(matches!(error, MineError::Attributes(_)), "{error}");
    let directed = oracle::labelled::said(3, true, 20).graph();
    let error = Placed::new(&directed, &Device::cpu(None)).table(&options).unwrap_err();
    assert!(matches!(refused(error), TableError::Attributes { .. }));
    let small = team(Device::cpu(Some(MemorySize(100))), 0);
    let error = Placed::new(&graph, small).table(&options).and_then(|mut table| table.extend_by_vertex());
    assert!(matches!(error, Err(MineError::Runtime(RuntimeError::OverBudget { .. }))), "{error:?}");
}

/// Frequent patterns of one labelled graph, by edge after edge: how many there are, by edges, and all their supports,
/// sorted.
#[cfg(feature = "shared-data")]
fn frequent(graph: &Graph, device: &Device, least: u64, most_edges: usize) -> (Vec<usize>, Vec<u64>) {
    let mut table = Placed::new(graph, device).table(&TableOptions::default()).unwrap();
    let (mut by_edges, mut all) = (Vec::new(), Vec::new());
    for _ in 0..most_edges {
        table.extend_by_edge().unwrap();
        let supports = table.supports().unwrap();
        let frequent: Vec<_> = supports.into_iter().filter(|(_, support)| *support >= least).collect();
        let kept: BTreeSet<String> = frequent.iter().map(|(found, _)| found.pattern.to_string()).collect();
        table.retain_patterns(|pattern| kept.contains(&pattern.to_string())).unwrap();
        by_edges.push(frequent.len());
        all.extend(frequent.into_iter().map(|(_, support)| support));
    }
    all.sort_unstable();
    (by_edges, all)
}

/// The frequent patterns that independent tools agree on.
#[cfg(feature = "shared-data")]
#[test]
fn frequent_patterns_are_those_of_the_shared_data() {
    use std::io::Read;

    let folder = testing::common::data().join("mni");
    let truth: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("truth.json")).unwrap()).unwrap();
    let mut seen = 0;
    for case in truth["cases"].as_array().unwrap() {
        let number = |name: &str| case[name].as_u64().unwrap();
        let file = |name: &str| folder.join(case[name].as_str().unwrap());
        let graph = motherlode::graph::load(&file("graph"), &Default::default()).unwrap();
        let device = testing::common::card().unwrap_or_else(|| Device::cpu(None));
        // Edges of different labels are not for tables; and some have a billion rows, for a card.
        let labels = graph.attributes().edge_labels().map_or(0, |labels| labels.len());
        if labels > 1 || (graph.csr().edges() > 10_000 && device.is_scalar()) {
            continue;
        }
        // Of five edges there are many times as many sets as of four.
        let most_edges = number("max_edges").min(if device.is_scalar() { 4 } else { u64::MAX }) as usize;
        let (by_edges, supports) = frequent(&graph, &device, number("threshold"), most_edges);
        let what = format!("{case}");
        let known = case["by_edges"].as_array().unwrap();
        let expected: Vec<usize> =
            known.iter().take(most_edges).map(|n| n.as_u64().unwrap() as usize).collect();
        assert_eq!(by_edges, expected, "{what}");
        let mut lines = String::new();
        flate2::read::GzDecoder::new(std::fs::File::open(file("patterns")).unwrap())
            .read_to_string(&mut lines)
            .unwrap();
        let support = |line: &str| {
            let mut fields = line.split('\t').map_while(|field| field.parse::<u64>().ok());
            let (support, edges) = (fields.next()?, fields.next()?);
            (edges <= most_edges as u64).then_some(support)
        };
        let mut expected: Vec<u64> = lines.lines().filter_map(support).collect();
        expected.sort_unstable();
        assert_eq!(supports, expected, "{what}");
        seen += 1;
    }
    assert!(seen >= 3, "{seen} cases");
}
