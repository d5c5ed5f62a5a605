//! A graph on a device serves many jobs: it is placed once, whatever is asked, and from whichever thread.

use std::ops::ControlFlow;

use motherlode::graph::{Csr, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::{self, CountOptions, Method, Placed, VertexOrder};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::{Device, Team};
use rayon::prelude::*;
use testing::common::devices;
use testing::jobs;

/// Ten patterns that are walked over the graph's own lists.
const WALKED: [&str; 10] = [
    "4-clique",
    "house",
    "5-cycle",
    "wheel",
    "a-b-c-d-a, c-e",
    "tailed-triangle",
    "2-3-biclique",
    "gem",
    "5-clique",
    "diamond",
];

fn graph() -> Csr {
    generate::rmat(7, 6, 11).unwrap()
}

fn patterns() -> Vec<Pattern> {
    WALKED.map(|text| Pattern::parse(text).unwrap()).to_vec()
}

/// What a device has given out.
fn taken(device: &Device) -> u64 {
    device.budget().limit() - device.budget().left()
}

#[test]
fn ten_patterns_place_the_graph_once() {
    let (graph, options) = (graph(), CountOptions::default().method(Method::Walk));
    // Lanes of many make it once, for the first walk that is long enough.
    let matrix = u64::from(graph.n()) * u64::from(graph.n().div_ceil(32)) * 4;
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        assert_eq!(taken(&device), 0, "nothing before a job asks, on {device}");
        let mut after_the_first = None;
        for pattern in patterns() {
            let count = placed.count(&pattern, &options).unwrap().count;
            let alone = mine::count(&graph, &pattern, &Device::cpu(None), &options).unwrap().count;
            assert_eq!(count, alone, "{pattern} on {device}");
            let more = taken(&device) - *after_the_first.get_or_insert(taken(&device));
            assert!([0, matrix].contains(&more), "{pattern} on {device}: {more} bytes more");
        }
        let kept = taken(&device);
        placed.count_together(&patterns(), &options).unwrap();
        assert_eq!(taken(&device), kept, "all at once, on {device}");
        drop(placed);
        assert_eq!(taken(&device), 0, "what was taken came back on {device}");
    }
}

/// What was counted without a plan is known from then on, and nothing else is.
#[test]
fn counts_that_were_made_are_known() {
    let graph = graph();
    let plain = CountOptions::default();
    let embeddings = plain.clone().semantics(Semantics::Embeddings);
    let others = [
        plain.clone().method(Method::Walk),
        plain.clone().induced(Induced::Vertex),
        plain.clone().semantics(Semantics::Homomorphisms),
    ];
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        let (diamond, wheel) = (Pattern::parse("diamond").unwrap(), Pattern::parse("wheel").unwrap());
        let both = [diamond.clone(), wheel.clone()];
        assert_eq!(placed.counted_already(&both, &plain), None);
        placed.count(&diamond, &plain).unwrap();
        assert_eq!(placed.counted_already(&both, &plain), None, "one of them is not, on {device}");
        placed.count(&wheel, &plain).unwrap();
        let walk = plain.clone().method(Method::Walk);
        let walked = both
            .each_ref()
            .map(|pattern| mine::count(&graph, pattern, &Device::cpu(None), &walk).unwrap().count);
        let known = |options: &CountOptions| {
            let known = placed.counted_already(&both, options)?;
            Some(known.into_iter().map(|(count, _)| count).collect::<Vec<_>>())
        };
        assert_eq!(known(&plain), Some(walked.to_vec()), "on {device}");
        // The diamond has 4 automorphisms, the wheel 8.
        assert_eq!(known(&embeddings), Some(vec![4 * walked[0], 8 * walked[1]]), "on {device}");
        for options in &others {
            assert_eq!(known(options), None, "{options:?} on {device}");
        }
        let renamed = Pattern::parse("p-q-r-s-p, q-s").unwrap();
        assert_eq!(placed.counted_already(&[renamed], &plain).unwrap()[0].0, walked[0]);
        assert_eq!(Placed::new(&graph, &device).counted_already(&both, &plain), None, "of another graph");
    }
}

/// A few rows need no more memory than some kilobytes, where that has no limit.
#[test]
fn a_short_listing_takes_little_memory() {
    let (graph, device) = (generate::complete(9).unwrap(), Device::cpu(None));
    let (mut rows, placed) = (0, Placed::new(&graph, &device));
    let triangle = Pattern::parse("triangle").unwrap();
    let listed = placed.list(&triangle, &ListOptions::default(), |batch| {
        rows += batch.len();
        ControlFlow::Continue(())
    });
    assert_eq!((listed.unwrap().matches, rows), (84, 84));
    assert!(device.budget().peak() < 64 << 10, "{}", device.budget().peak());
}

/// What is counted without plans, and what is walked besides, has one graph.
#[test]
fn all_motifs_and_what_follows_have_one_graph() {
    let (graph, options) = (graph(), CountOptions::default());
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        let first = placed.motifs(5, &options).unwrap();
        let kept = taken(&device);
        let induced = placed.motifs(5, &options.clone().induced(Induced::Vertex)).unwrap();
        let profile = placed.clique_profile(VertexOrder::Degree, &options).unwrap();
        assert_eq!(taken(&device), kept, "on {device}");
        let five = first.motifs.last().unwrap();
        assert_eq!(five.name, "5-clique");
        assert_eq!(induced.motifs.last().unwrap().count, five.count);
        assert_eq!(profile.counts[4], (5, five.count));
    }
}

/// A budget that holds one graph, and not two, serves ten patterns. The CPU's budget covers buffers alone, so that the
/// emulated machine, which makes its graph as a card does, has to show it.
#[cfg(feature = "emulated")]
#[test]
fn a_budget_for_one_graph_serves_ten_patterns() {
    use motherlode::mine::MineError;
    use motherlode::runtime::{MemorySize, RuntimeError};
    let (graph, options) = (graph(), CountOptions::default().method(Method::Walk));
    let triangles: Pattern = "triangle".parse().unwrap();
    // All that a device is asked for at one time, and that stays: by halving the budget.
    let enough = |bytes: u64| {
        let device = Device::emulated_within(5, MemorySize(bytes));
        let placed = Placed::new(&graph, &device);
        placed
            .count(&triangles, &CountOptions::default())
            .and_then(|_| patterns().iter().try_for_each(|pattern| placed.count(pattern, &options).map(drop)))
    };
    let (mut refused, mut served) = (0, 1 << 24);
    enough(served).unwrap();
    while served - refused > 1 << 10 {
        let middle = refused + (served - refused) / 2;
        match enough(middle) {
            Ok(()) => served = middle,
            Err(MineError::Runtime(RuntimeError::OverBudget { .. })) => refused = middle,
            Err(error) => panic!("{error}"),
        }
    }
    let copies = served as f64 / graph.bytes() as f64;
    assert!(copies < 2.0, "{served} bytes are {copies:.1} times the graph");
}

/// What a job leaves on the devices for others changes no answer, whichever comes first.
#[test]
fn every_job_runs_on_one_placed_graph() {
    let alone = Team::from(&Device::cpu(None));
    let known: Vec<_> = jobs::all().map(|job| (job, job.answer(&alone).unwrap())).collect();
    for device in devices() {
        let placed = Placed::new(&jobs::graph(), &device);
        for (job, expected) in known.iter().chain(known.iter().rev()) {
            if let Some(answer) = job.answer_on(&placed) {
                assert_eq!(&answer.unwrap(), expected, "{} on {device}", job.name);
            }
        }
    }
}

#[test]
fn jobs_on_a_placed_graph_agree_with_each_other() {
    let graph = graph();
    let (count, list) = (CountOptions::default(), ListOptions::default());
    let (house, triangle) = (Pattern::parse("house").unwrap(), Pattern::parse("triangle").unwrap());
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        let houses = placed.count(&house, &count).unwrap().count;
        let listed = placed.list(&house, &list, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(u128::from(listed.matches), houses, "{device}");
        let local = placed.at_vertices(&triangle, &list).unwrap();
        let triangles = placed.count(&triangle, &count).unwrap().count;
        assert_eq!(local.counts.iter().sum::<u128>(), 3 * triangles, "{device}");
        assert!(placed.exists(&house, &list).unwrap().first.is_some());
        assert_eq!(placed.sample(&house, &list, 10, 1).unwrap().of, listed.matches);
        let maximal = placed.maximal_cliques(1, VertexOrder::Degeneracy, &count).unwrap().counts;
        assert!(maximal.iter().map(|&(_, count)| count).sum::<u128>() > 0);
        assert_eq!(placed.cliques(3, VertexOrder::Degeneracy, &count).unwrap().counts, [(3, triangles)]);
        assert_eq!(placed.motifs(3, &count).unwrap().motifs[1].count, triangles);
        assert_eq!(placed.graphlet_degrees(3, &list).unwrap().len(), 3);
        let (cores, trusses) =
            (placed.cores(&count.context).unwrap(), placed.trusses(&count.context).unwrap());
        assert!(trusses.largest() > 2 && cores.degeneracy() + 1 >= trusses.largest(), "{device}");
    }
}

#[test]
fn it_may_be_used_and_dropped_on_other_threads() {
    let (graph, pattern, options) = (graph(), Pattern::parse("house").unwrap(), CountOptions::default());
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        let expected = placed.count(&pattern, &options).unwrap().count;
        let counts: Vec<u128> = std::thread::scope(|scope| {
            let count = || placed.clone().count(&pattern, &options).unwrap().count;
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(count)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(counts, [expected; 3], "{device}");
        std::thread::spawn(move || drop(placed)).join().unwrap();
        assert_eq!(taken(&device), 0, "{device}");
    }
}

/// A thread of a pool that waits for its own work may be given another job on the same graph: it must not wait for
/// itself.
#[test]
fn jobs_of_one_pool_may_share_a_graph() {
    let graph = generate::rmat(11, 8, 5).unwrap();
    let texts = ["triangle", "4-clique", "house", "diamond", "4-cycle", "wheel", "gem", "5-clique", "bull"];
    let patterns = texts.map(|text| Pattern::parse(text).unwrap());
    let options = CountOptions::default();
    let one_by_one = patterns
        .each_ref()
        .map(|pattern| mine::count(&graph, pattern, &Device::cpu(None), &options).unwrap().count);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for _ in 0..4 {
        let placed = Placed::new(&graph, &Device::cpu(None));
        let jobs = (0..6 * patterns.len()).into_par_iter().with_max_len(1);
        let count = |job: usize| placed.count(&patterns[job % patterns.len()], &options).unwrap().count;
        let counts: Vec<u128> = pool.install(|| jobs.map(count).collect());
        assert!(counts.chunks(patterns.len()).all(|counts| counts == one_by_one), "{counts:?}");
    }
}
