//! Counts beside those of random graphs: against samples that are counted one by one by the oracle, and against laws.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use motherlode::graph::{Csr, Graph, GraphBuilder, generate};
use motherlode::mine::null::{NullModel, NullOptions, NullSampler};
use motherlode::mine::significance::{
    Judged, LocalStatistic, LocalSums, SampleCounts, Sampling, Significance, Statistic,
};
use motherlode::mine::{Context, CountOptions, MineError, Placed, directed_motifs};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Device, Interrupt, Team};
use testing::common::at::{At, Tally};
use testing::common::devices;
use testing::oracle;
use testing::oracle::Endpoints;

use crate::directed::{Arc, graph as directed_graph, random_arcs};

fn graph(n: usize, edges: &[Endpoints]) -> Graph {
    Graph::from(Csr::from_edges(n as u32, edges))
}

/// So many graphs as large as that of `seed`, with other edges in each.
fn random(seed: u64, n: usize, edges: usize) -> impl Fn(u64) -> Result<Graph, MineError> + Sync {
    move |index| Ok(graph(n, &oracle::random_graph(seed + 1 + index, n, edges)))
}

fn sampled(
    statistic: &Statistic,
    graph: &Graph,
    ensemble: &dyn motherlode::mine::significance::Ensemble,
    samples: u64,
    device: &Device,
) -> SampleCounts {
    let team = Team::from(device);
    let sampling = Sampling { statistic, ensemble, team: &team, samples };
    let go_on = |_: &SampleCounts| ControlFlow::Continue(());
    let mut counted = SampleCounts::default();
    sampling.run(graph.csr(), &mut counted, &Context::default(), go_on).unwrap();
    counted
}

fn judged(statistic: &Statistic, graph: &Graph, samples: &SampleCounts) -> Vec<Judged> {
    let placed = Placed::new(graph, &Device::cpu(None));
    let counts = statistic.count(&placed, &Context::default()).unwrap();
    Significance::of(statistic, &counts, samples).unwrap().judged
}

fn by_name<'j>(judged: &'j [Judged], name: &str) -> &'j Judged {
    judged.iter().find(|judged| judged.name == name).unwrap()
}

fn switching(graph: &Graph, seed: u64) -> NullSampler {
    let options = NullOptions::new(NullModel::Switching).seed(seed);
    NullSampler::new(graph, &Device::cpu(None), &options).unwrap()
}

/// On each device, and with as many threads as one likes, each sample is counted as the oracle counts it, whichever
/// way.
#[test]
fn samples_are_counted_as_by_the_oracle() {
    let (n, edges) = (9, 17);
    let (start, ensemble) = (graph(n, &oracle::random_graph(3, n, edges)), random(3, n, edges));
    for (k, induced) in [3, 4, 5].into_iter().flat_map(|k| Induced::ALL.map(|induced| (k, induced))) {
        let statistic = Statistic::motifs(k, induced).unwrap();
        let of_sample = |index: u64| {
            let edges = oracle::random_graph(4 + index, n, edges);
            statistic.names().map(|(_, pattern)| oracle::count(&edges, n, pattern, induced)).collect()
        };
        let expected: SampleCounts = (0..7).map(of_sample).collect();
        for device in devices() {
            let found = sampled(&statistic, &start, &ensemble, 7, &device);
            assert_eq!(found, expected, "{k} vertices, {induced:?}, on {device}");
        }
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(|| sampled(&statistic, &start, &ensemble, 7, &Device::cpu(None)));
            assert_eq!(found, expected, "{k} vertices, {induced:?}, by {threads} threads");
        }
    }
}

/// Patterns of any kind, some of which are counted at vertices on a card and others are not.
#[test]
fn patterns_are_counted_as_by_the_oracle() {
    let (n, edges) = (9, 17);
    let (start, ensemble) = (graph(n, &oracle::random_graph(3, n, edges)), random(3, n, edges));
    for texts in [&["diamond", "wedge"][..], &["house", "6-path"]] {
        let patterns = texts.iter().map(|text| ((*text).to_owned(), Pattern::parse(text).unwrap()));
        let patterns: Vec<(String, Pattern)> = patterns.collect();
        for induced in Induced::ALL {
            let statistic = Statistic::patterns(patterns.clone(), &CountOptions::default().induced(induced));
            let of_sample = |index: u64| {
                let edges = oracle::random_graph(4 + index, n, edges);
                patterns.iter().map(|(_, pattern)| oracle::count(&edges, n, pattern, induced)).collect()
            };
            let expected: SampleCounts = (0..5).map(of_sample).collect();
            for device in devices() {
                assert_eq!(
                    sampled(&statistic, &start, &ensemble, 5, &device),
                    expected,
                    "{texts:?} on {device}"
                );
            }
        }
    }
}

/// On each device, directed motifs of each sample are those of that sample alone: of one without arcs, too, and of
/// those whose last vertices have none.
#[test]
fn directed_samples_are_counted_as_alone() {
    let arcs = |index: u64| match index {
        2 => Vec::new(),
        _ => random_arcs(30 + index, 9 - index as usize % 3, 14),
    };
    let of_arcs = |index: u64| directed_graph(9, &arcs(index));
    for (k, induced) in [3, 4].into_iter().flat_map(|k| Induced::ALL.map(|induced| (k, induced))) {
        let statistic = Statistic::directed_motifs(k, induced).unwrap();
        let of_sample = |index: u64| -> Vec<u128> {
            let options = CountOptions::default().induced(induced);
            let counted = directed_motifs(&of_arcs(index), k, &Device::cpu(None), &options).unwrap();
            counted.motifs.into_iter().map(|motif| motif.count).collect()
        };
        let expected: SampleCounts = (0..7).map(of_sample).collect();
        assert!(expected.rows().collect::<BTreeSet<_>>().len() == 7, "samples differ");
        for device in devices() {
            let found = sampled(&statistic, &of_arcs(0), &|index| Ok(of_arcs(index)), 7, &device);
            assert_eq!(found, expected, "{k} vertices, {induced:?}, on {device}");
        }
    }
}

/// On each device, the parts of a graph have the counts that they have alone, also where the threads of the host would
/// count such samples themselves.
#[test]
fn parts_have_the_motifs_that_they_have_alone() {
    const N: usize = 8;
    let arcs: Vec<Vec<Arc>> = (0..3).map(|part| random_arcs(70 + part as u64, N, 13 + part)).collect();
    let shifted = |(part, arcs): (usize, &Vec<Arc>)| {
        arcs.iter().map(move |&(tail, head)| (tail + part * N, head + part * N)).collect::<Vec<_>>()
    };
    let together = directed_graph(3 * N, &arcs.iter().enumerate().flat_map(shifted).collect::<Vec<_>>());
    let parts: Vec<_> = (0..3).map(|part| part * N..(part + 1) * N).collect();
    for (k, induced) in [3, 4].into_iter().flat_map(|k| Induced::ALL.map(|induced| (k, induced))) {
        let options = CountOptions::default().induced(induced);
        let alone = |arcs: &Vec<Arc>| {
            let placed = Placed::new(&directed_graph(N, arcs), &Device::cpu(None));
            placed.directed_motif_counts(k, &options).unwrap()
        };
        let expected: Vec<Vec<u128>> = arcs.iter().map(alone).collect();
        for device in devices() {
            let placed = Placed::new(&together, &device);
            let found = placed.directed_motif_counts_of_parts(k, &parts, &options).unwrap();
            assert_eq!(found, expected, "{k} vertices, {induced:?}, on {device}");
        }
    }
}

fn sums(
    statistic: &LocalStatistic,
    graph: &Graph,
    ensemble: &dyn motherlode::mine::significance::Ensemble,
    samples: u64,
    device: &Device,
) -> LocalSums {
    let (team, context) = (Team::from(device), Context::default());
    let mut sums = LocalSums::of_graph(statistic, &Placed::new(graph, device), &context).unwrap();
    let sampling = Sampling { statistic, ensemble, team: &team, samples };
    sampling.add_to(graph.csr(), &mut sums, &context).unwrap();
    assert_eq!(sums.samples(), samples);
    sums
}

/// At each vertex and in each orbit what the oracle has there in the samples, on each device and with as many threads
/// as one likes.
#[test]
fn vertices_are_judged_by_what_the_oracle_counts_there() {
    let (n, edges) = (9, 17);
    let (start, ensemble) = (graph(n, &oracle::random_graph(3, n, edges)), random(3, n, edges));
    for (text, induced) in
        [("tailed-triangle", Induced::Vertex), ("house", Induced::Edge), ("6-path", Induced::Edge)]
    {
        let pattern = Pattern::parse(text).unwrap();
        let tallied = |edges: &[Endpoints]| {
            let mut tally = Tally::new(At::Vertices, &Csr::from_edges(n as u32, edges), &pattern, induced);
            oracle::maps(edges, n, &pattern, induced).iter().for_each(|map| tally.add(|v| map[v] as u32));
            tally.of_matches(pattern.automorphisms().len() as u64)
        };
        let of_graph = tallied(&oracle::random_graph(3, n, edges));
        let of_samples: Vec<_> =
            (0..7).map(|index| tallied(&oracle::random_graph(4 + index, n, edges))).collect();
        let statistic = LocalStatistic::pattern(&pattern, induced);
        let found = sums(&statistic, &start, &ensemble, 7, &Device::cpu(None)).judged().remove(0);
        assert_eq!(found.len(), of_graph.len());
        for (place, judged) in found.iter().enumerate() {
            let counts: Vec<f64> = of_samples.iter().map(|sample| sample[place] as f64).collect();
            let mean = counts.iter().sum::<f64>() / 7.0;
            let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 6.0;
            let reached = of_samples.iter().filter(|sample| sample[place] >= of_graph[place]).count();
            assert_eq!(judged.count, u128::from(of_graph[place]));
            assert!((judged.spread.mean - mean).abs() < 1e-9, "{text} at {place}: {judged:?}");
            assert!(
                (judged.spread.deviation - variance.sqrt()).abs() < 1e-9,
                "{text} at {place}: {judged:?}"
            );
            assert_eq!(judged.p, (reached as f64 + 1.0) / 8.0, "{text} at {place}");
        }
        for device in devices() {
            let again = sums(&statistic, &start, &ensemble, 7, &device).judged().remove(0);
            assert_eq!(again, found, "{text} on {device}");
        }
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let again = pool.install(|| sums(&statistic, &start, &ensemble, 7, &Device::cpu(None)));
            assert_eq!(again.judged().remove(0), found, "{text} by {threads} threads");
        }
    }
}

/// Over all vertices the means are those of the motifs, each of which is at as many vertices as it has; and degrees
/// never vary.
#[test]
fn means_at_vertices_add_up_to_those_of_motifs() {
    let start = graph(30, &oracle::random_graph(5, 30, 90));
    let (null, device) = (switching(&start, 1), Device::cpu(None));
    let statistic = Statistic::motifs(3, Induced::Vertex).unwrap();
    let motifs = judged(&statistic, &start, &sampled(&statistic, &start, &null, 40, &device));
    let graphlets = sums(&LocalStatistic::graphlets(3).unwrap(), &start, &null, 40, &device).judged();
    for (name, judged) in [("wedge", &graphlets[1]), ("triangle", &graphlets[2])] {
        let mean: f64 = judged.iter().map(|judged| judged.spread.mean).sum();
        assert!((mean - 3.0 * by_name(&motifs, name).spread.mean).abs() < 1e-6, "{name}");
    }
    for (vertex, degree) in graphlets[0].iter().enumerate() {
        let of_graph = f64::from(start.csr().degree(vertex as u32));
        assert_eq!((degree.spread.mean, degree.z, degree.q), (of_graph, None, 1.0));
    }
    assert!(LocalStatistic::graphlets(6).is_err());
}

/// The same of arcs: over all vertices, the means at each directed graphlet's orbits add up to those of the motif; and
/// arcs in and out never vary. Without mutual pairs the orbits are those of Sarajlić et al.
#[test]
fn means_of_directed_graphlets_add_up_to_those_of_motifs() {
    let start = Graph::of_arcs(20, 60, |at| ((at * 7 % 20) as u32, (at * at % 17) as u32));
    let null = switching(&start, 1);
    let by_size = [3, 4].map(|k| Statistic::directed_motifs(k, Induced::Vertex).unwrap());
    for device in devices() {
        let judged_of = |motifs| judged(motifs, &start, &sampled(motifs, &start, &null, 6, &device));
        let motifs = by_size.each_ref().map(judged_of);
        let statistic = LocalStatistic::directed_graphlets(4, true).unwrap();
        let graphlets = sums(&statistic, &start, &null, 6, &device).judged();
        for (name, judged) in statistic.names().zip(&graphlets).skip(2) {
            let mean: f64 = judged.iter().map(|judged| judged.spread.mean).sum();
            let (vertices, motifs) = if name.contains('>') { (4.0, &motifs[1]) } else { (3.0, &motifs[0]) };
            let expected = vertices * by_name(motifs, name).spread.mean;
            assert!((mean - expected).abs() < 1e-6, "{name} on {device}");
        }
        // Which of a vertex's arcs are one of a mutual pair changes, how many there are does not.
        let [arcs, mutual] = [&graphlets[0], &graphlets[1]];
        for (vertex, (arcs, mutual)) in arcs.chunks(2).zip(mutual).enumerate() {
            for arc in arcs {
                let degree = (arc.count + mutual.count) as f64;
                let mean = arc.spread.mean + mutual.spread.mean;
                assert!((mean - degree).abs() < 1e-9, "{vertex} on {device}");
            }
        }
    }
    let orbits = |k, mutual| {
        let statistic = LocalStatistic::directed_graphlets(k, mutual).unwrap();
        statistic.names().len()
    };
    assert_eq!((orbits(4, true), orbits(4, false)), (214, 40));
    assert!(LocalStatistic::directed_graphlets(5, true).is_err());
}

/// One clique among vertices of the same degree: its members stand out, and no other vertex does.
#[test]
fn vertices_of_a_planted_clique_are_seen() {
    let ring = (0..60u32).flat_map(|v| [1, 2, 5].map(|step| (v, (v + step) % 60)));
    let clique = (0..6u32).flat_map(|u| (0..u).map(move |v| (10 * v, 10 * u)));
    let start = graph(60, &ring.chain(clique).collect::<Vec<_>>());
    let triangle = LocalStatistic::pattern(&Pattern::parse("4-clique").unwrap(), Induced::Edge);
    let judged = sums(&triangle, &start, &switching(&start, 1), 400, &Device::cpu(None)).judged().remove(0);
    let seen: Vec<usize> = (0..60).filter(|&v| judged[v].q < 0.05).collect();
    assert_eq!(seen, [0, 10, 20, 30, 40, 50]);
}

/// All figures once more, from the counts, as they are defined.
#[test]
fn figures_are_what_they_are_defined_as() {
    let start = graph(30, &oracle::random_graph(5, 30, 90));
    let statistic = Statistic::motifs(4, Induced::Vertex).unwrap();
    let samples = sampled(&statistic, &start, &switching(&start, 1), 40, &Device::cpu(None));
    let judged = judged(&statistic, &start, &samples);
    let (mut z, mut ratios) = (Vec::new(), Vec::new());
    for (place, judged) in judged.iter().enumerate() {
        let counts: Vec<f64> = samples.rows().map(|row| row[place] as f64).collect();
        let mean = counts.iter().sum::<f64>() / 40.0;
        let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 39.0;
        let reached = counts.iter().filter(|count| **count >= judged.count as f64).count();
        z.push((judged.count as f64 - mean) / variance.sqrt());
        ratios.push((judged.count as f64 - mean) / (judged.count as f64 + mean + 4.0));
        assert!((judged.spread.mean - mean).abs() < 1e-9 && (judged.z.unwrap() - z[place]).abs() < 1e-9);
        assert!((judged.chance.p - (reached as f64 + 1.0) / 41.0).abs() < 1e-12);
        assert!(judged.chance.interval.holds(reached as f64 / 40.0));
        assert!(judged.q >= judged.chance.p && judged.q <= 1.0);
    }
    let length = |parts: &[f64]| parts.iter().map(|part| part * part).sum::<f64>().sqrt();
    for (place, judged) in judged.iter().enumerate() {
        assert!((judged.profile.unwrap() - z[place] / length(&z)).abs() < 1e-9);
        assert!((judged.ratio_profile.unwrap() - ratios[place] / length(&ratios)).abs() < 1e-9);
    }
}

/// What is nowhere is no question that was asked: the rates of the others are the same without it.
#[test]
fn absent_motifs_are_no_discoveries() {
    let statistic = Statistic::motifs(4, Induced::Vertex).unwrap();
    let counts = [9, 2, 0, 4, 0, 0];
    let samples: SampleCounts = [[1, 2, 0, 5, 0, 0], [3, 2, 0, 4, 0, 0]].map(Vec::from).into_iter().collect();
    let judged = Significance::of(&statistic, &counts, &samples).unwrap().judged;
    let q: Vec<f64> = judged.iter().map(|judged| judged.q).collect();
    // p is 1/3, 1 and 1 of those that are there.
    assert_eq!(q, [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(judged[0].chance.p, 1.0 / 3.0);
    let more: SampleCounts = (0..99).map(|_| vec![1, 2, 0, 4, 0, 0]).collect();
    let judged = Significance::of(&statistic, &counts, &more).unwrap().judged;
    assert!((judged[0].q - 3.0 / 100.0).abs() < 1e-12, "one of three");
    assert!(judged[0].occurs() && !judged[2].occurs());
}

/// There is only one graph with the degrees of a star.
#[test]
fn what_never_varies_has_no_z() {
    let star = Graph::from(generate::star(8).unwrap());
    let statistic = Statistic::motifs(3, Induced::Vertex).unwrap();
    let samples = sampled(&statistic, &star, &switching(&star, 1), 20, &Device::cpu(None));
    for judged in judged(&statistic, &star, &samples) {
        assert_eq!((judged.spread.deviation, judged.z, judged.profile), (0.0, None, None), "{}", judged.name);
        assert_eq!((judged.spread.mean, judged.chance.p, judged.q), (judged.count as f64, 1.0, 1.0));
    }
}

/// Cliques that hang together by a ring have far more triangles than their degrees ask for.
#[test]
fn planted_triangles_are_seen() {
    let cliques = (0..12u32).flat_map(|clique| {
        let of = move |member: u32| clique * 5 + member;
        let within = (0..5).flat_map(move |u| (0..u).map(move |v| (of(v), of(u))));
        within.chain([(of(0), (of(5)) % 60)])
    });
    let caves = graph(60, &cliques.collect::<Vec<_>>());
    let statistic = Statistic::motifs(3, Induced::Vertex).unwrap();
    let samples = sampled(&statistic, &caves, &switching(&caves, 1), 200, &Device::cpu(None));
    let judged = judged(&statistic, &caves, &samples);
    let (triangle, wedge) = (by_name(&judged, "triangle"), by_name(&judged, "wedge"));
    assert_eq!(triangle.count, 120);
    assert!(triangle.z.unwrap() > 10.0 && triangle.chance.p == 1.0 / 201.0, "{triangle:?}");
    assert!(wedge.z.unwrap() < -10.0 && wedge.chance.p == 1.0, "{wedge:?}");
    // With the degrees, wedges and three times the triangles add up to the same.
    assert!((triangle.z.unwrap() + wedge.z.unwrap()).abs() < 1e-6);
}

/// Feed-forward loops among vertices that have one arc more each: far more than where all are moved and the degrees
/// stay. Each sample is counted as its motifs are alone, on each device.
#[test]
fn planted_feed_forward_loops_are_seen() {
    let mut builder = GraphBuilder::directed();
    builder.consecutive(0, 90);
    for [a, b, c] in (0..30).map(|at| [3 * at, 3 * at + 1, 3 * at + 2]) {
        [(a, b), (b, c), (a, c), (c, (a + 7) % 90)]
            .into_iter()
            .for_each(|(tail, head)| builder.edge(tail, head));
    }
    let loops = builder.build().unwrap();
    let statistic = Statistic::directed_motifs(3, Induced::Vertex).unwrap();
    let null = switching(&loops, 1);
    let samples = sampled(&statistic, &loops, &null, 60, &Device::cpu(None));
    let judged = judged(&statistic, &loops, &samples);
    assert_eq!(judged.len(), 13);
    let ahead = by_name(&judged, "030T");
    assert!(ahead.count >= 30 && ahead.z.unwrap() > 10.0 && ahead.chance.p == 1.0 / 61.0, "{ahead:?}");
    let alone = null.sample(7).unwrap();
    let counted =
        directed_motifs(&alone, 3, &Device::cpu(None), &CountOptions::default().induced(Induced::Vertex));
    let counted: Vec<u128> = counted.unwrap().motifs.into_iter().map(|motif| motif.count).collect();
    for device in devices() {
        let row = sampled(&statistic, &loops, &null, 8, &device).rows().last().unwrap().to_vec();
        assert_eq!(row, counted, "{device}");
    }
    assert!(Statistic::directed_motifs(9, Induced::Vertex).is_err());
}

/// What is counted already is not counted again, and the first samples are the same however many are asked for.
#[test]
fn samples_go_on_from_others() {
    let start = graph(20, &oracle::random_graph(5, 20, 50));
    let statistic = Statistic::motifs(4, Induced::Vertex).unwrap();
    let null = switching(&start, 1);
    let all = sampled(&statistic, &start, &null, 12, &Device::cpu(None));
    let first = sampled(&statistic, &start, &null, 5, &Device::cpu(None));
    assert_eq!((first.len(), first.rows().collect::<Vec<_>>()), (5, all.rows().take(5).collect()));
    let team = Team::from(&Device::cpu(None));
    let after_five =
        |index| if index < 5 { unreachable!("sample {index} is counted") } else { null.sample(index) };
    let sampling = Sampling { statistic: &statistic, ensemble: &after_five, team: &team, samples: 12 };
    let go_on = |_: &SampleCounts| ControlFlow::Continue(());
    let mut went_on = first.clone();
    sampling.run(start.csr(), &mut went_on, &Context::default(), go_on).unwrap();
    assert_eq!(went_on, all);
    let fewer = Sampling { samples: 3, ..sampling };
    fewer.run(start.csr(), &mut went_on, &Context::default(), go_on).unwrap();
    assert_eq!(went_on.len(), 3);
}

/// A request ends the job with an error, and a deadline with what there is.
#[test]
fn a_deadline_leaves_what_is_counted() {
    let start = graph(20, &oracle::random_graph(5, 20, 50));
    let statistic = Statistic::motifs(3, Induced::Vertex).unwrap();
    let (null, team) = (switching(&start, 1), Team::from(&Device::cpu(None)));
    let sampling = Sampling { statistic: &statistic, ensemble: &null, team: &team, samples: 1 << 40 };
    let interrupt = Interrupt::default();
    let late = Context::default().interrupt(interrupt.at(std::time::Instant::now()));
    let go_on = |_: &SampleCounts| ControlFlow::Continue(());
    let mut some = SampleCounts::default();
    assert!(sampling.run(start.csr(), &mut some, &late, go_on).is_err(), "there is nothing");
    let soon = std::time::Instant::now() + std::time::Duration::from_millis(300);
    let soon = Context::default().interrupt(interrupt.at(soon));
    sampling.run(start.csr(), &mut some, &soon, go_on).unwrap();
    assert!(!some.is_empty() && some.len() < 1 << 30);
    let again = sampled(&statistic, &start, &null, some.len(), &Device::cpu(None));
    assert_eq!(again, some);
    let stop = |_: &SampleCounts| {
        interrupt.request();
        ControlFlow::Continue(())
    };
    let asked = Context::default().interrupt(interrupt.clone());
    let mut counted = SampleCounts::default();
    assert!(sampling.run(start.csr(), &mut counted, &asked, stop).is_err());
    assert!(!counted.is_empty(), "what was counted is not lost");
}
