//! Several devices at one job give what one gives: counts by every method, cliques, motifs, in parts, with labels.
#![cfg(feature = "emulated")]

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::{
    Context, CountOptions, CountProgress, Method, MineError, PartialCount, Placed, VertexOrder,
};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::{Device, MemorySize, RuntimeError, Selection, Team};
use testing::jobs;

/// Devices that work together: emulated cards, the CPU, and both, led by either; and the cards of this machine.
fn teams() -> Vec<Team> {
    let team = |devices: &[Device]| Team::of(&devices[0], &devices[1..]);
    let one = |seed| if seed % 3 == 1 { Device::emulated(seed) } else { Device::cpu(None) };
    let seven: Vec<Device> = (0..7).map(one).collect();
    let mut teams = vec![
        team(&[Device::emulated(1), Device::emulated(2)]),
        team(&[Device::cpu(None), Device::cpu(None), Device::cpu(None)]),
        team(&[Device::emulated(3), Device::cpu(None)]),
        team(&[Device::cpu(None), Device::emulated(4), Device::emulated(5)]),
        team(&seven),
    ];
    teams.extend(cards());
    teams
}

/// The cards of this machine, if there are several.
fn cards() -> Option<Team> {
    let team = Team::open(&Selection::AllCards.into(), &[]).ok().filter(|team| !team.others().is_empty())?;
    team.others().iter().for_each(|other| drop(other.opened().unwrap()));
    Some(team)
}

fn graph() -> Csr {
    generate::rmat(6, 5, 3).unwrap()
}

fn labelled() -> Graph {
    generate::label(generate::rmat(5, 5, 8).unwrap().into(), 3, 2, 5)
}

#[test]
fn every_job_answers_as_on_one_device() {
    for job in jobs::all() {
        let expected = job.answer(&Team::from(&Device::cpu(None))).unwrap();
        for team in teams() {
            assert_eq!(job.answer(&team).unwrap(), expected, "{} on {team}", job.name);
        }
    }
}

#[test]
fn counts_by_every_method_are_those_of_one_device() {
    let (graph, one) = (graph(), Device::cpu(None));
    let alone = Placed::new(&graph, &one);
    let patterns = [
        "triangle",
        "4-clique",
        "5-clique",
        "6-clique",
        "4-cycle",
        "house",
        "banner",
        "gem",
        "butterfly",
        "a-b-c-a, b-d-c, d-e",
        "5-path",
        "wheel",
        "5-cycle",
    ];
    for team in teams() {
        let placed = Placed::new(&graph, &team);
        for text in patterns {
            let pattern = Pattern::parse(text).unwrap();
            for method in [Method::Best, Method::Walk] {
                let options = CountOptions::default().method(method);
                let expected = alone.count(&pattern, &options).unwrap().count;
                let found = placed.count(&pattern, &options).unwrap().count;
                assert_eq!(found, expected, "{text} by {method:?} on {team}");
            }
        }
        let induced = CountOptions::default().induced(Induced::Vertex);
        let pattern = Pattern::parse("4-path").unwrap();
        let expected = alone.count(&pattern, &induced).unwrap().count;
        assert_eq!(placed.count(&pattern, &induced).unwrap().count, expected, "induced on {team}");
    }
}

#[test]
fn labels_directions_and_semantics_are_those_of_one_device() {
    let graph = labelled();
    let alone = Placed::new(&graph, &Device::cpu(None));
    let labels = graph.attributes().vertices.as_ref().unwrap().labels.names().to_vec();
    let [x, y] = [&labels[0], &labels[1]];
    let patterns = [
        format!("(a:{x})-(b:{y})-(c), a-c"),
        format!("(a:{x})-b-c-d"),
        format!("(a:{x})-b-c-a, !(n:{y})-a"),
        "a-b-c-d-e-f-g-h-i".to_owned(),
    ];
    for team in teams() {
        let placed = Placed::new(&graph, &team);
        for text in &patterns {
            let pattern = Pattern::parse(text).unwrap();
            for semantics in [Semantics::Subgraphs, Semantics::Homomorphisms] {
                if text.len() < 20 && semantics == Semantics::Homomorphisms {
                    continue;
                }
                let options = CountOptions::default().semantics(semantics);
                let expected = alone.count(&pattern, &options).map(|counted| counted.count);
                let found = placed.count(&pattern, &options).map(|counted| counted.count);
                match (expected, found) {
                    (Ok(expected), Ok(found)) => {
                        assert_eq!(found, expected, "{text} {semantics:?} on {team}")
                    }
                    (expected, found) => assert!(expected.is_err() && found.is_err(), "{text}"),
                }
            }
        }
    }
}

#[test]
fn motifs_and_cliques_are_those_of_one_device() {
    let (graph, options) = (graph(), CountOptions::default());
    let alone = Placed::new(&graph, &Device::cpu(None));
    let counts = |placed: &Placed, k| -> Vec<u128> {
        placed.motifs(k, &options).unwrap().motifs.iter().map(|motif| motif.count).collect()
    };
    for team in teams() {
        let placed = Placed::new(&graph, &team);
        for k in 3..=5 {
            assert_eq!(counts(&placed, k), counts(&alone, k), "motifs of {k} on {team}");
        }
        let peeled = |placed: &Placed| {
            let (cores, trusses) =
                (placed.cores(&options.context).unwrap(), placed.trusses(&options.context));
            (cores.numbers, cores.layers, trusses.unwrap().numbers)
        };
        assert_eq!(peeled(&placed), peeled(&alone), "cores and trusses on {team}");
        for order in [VertexOrder::Degree, VertexOrder::Degeneracy] {
            let profile = |placed: &Placed| placed.clique_profile(order, &options).unwrap().counts;
            assert_eq!(profile(&placed), profile(&alone), "{order:?} on {team}");
            let maximal = |placed: &Placed| placed.maximal_cliques(1, order, &options).unwrap().counts;
            assert_eq!(maximal(&placed), maximal(&alone), "{order:?} on {team}");
            let largest = |placed: &Placed| placed.max_clique(order, &options).unwrap().vertices;
            assert_eq!(largest(&placed), largest(&alone), "{order:?} on {team}");
        }
    }
}

/// Tables of rows that take long enough to be dealt: at roots, at the rows' vertices and at edges, with tables from
/// other such tables.
#[test]
fn decompositions_are_those_of_one_device() {
    let graph = generate::barabasi_albert(90, 4, 9).unwrap();
    let alone = Placed::new(&graph, &Device::cpu(None));
    let patterns = ["6-cycle", "5-cycle", "a-b-c-f-e-d-a, b-e", "a-b-c-d-e-a, a-f-g"];
    let patterns = patterns.map(|text| Pattern::parse(text).unwrap());
    let count = |placed: &Placed, pattern: &Pattern, method, context| {
        let options = CountOptions::default().method(method).context(context);
        placed.count(pattern, &options).unwrap().count
    };
    let options = ListOptions::default();
    let walk = |pattern| count(&alone, pattern, Method::Walk, Context::default());
    let walked: Vec<u128> = patterns.iter().map(walk).collect();
    let expected = patterns.each_ref().map(|pattern| {
        [alone.at_vertices(pattern, &options).unwrap(), alone.at_edges(pattern, &options).unwrap()]
    });
    for team in teams() {
        let placed = Placed::new(&graph, &team);
        for ((pattern, &walked), [vertices, edges]) in patterns.iter().zip(&walked).zip(&expected) {
            let heard = Heard::default();
            let found = count(&placed, pattern, Method::Decomposition, heard.context());
            assert_eq!(found, walked, "{pattern} on {team}");
            let tasks = heard.tasks.lock().unwrap();
            // An emulated device takes long enough for others to join.
            let others = |(device, tasks): &(String, u64)| *tasks > 0 && !device.contains("seed 1");
            assert!(
                tasks.iter().any(others) || !team.to_string().starts_with("emulated"),
                "{team}: {tasks:?}"
            );
            let found = placed.at_vertices(pattern, &options).unwrap();
            assert!(found.counts.iter().eq(vertices.counts.iter()), "{pattern} at vertices on {team}");
            let found = placed.at_edges(pattern, &options).unwrap();
            assert!(found.counts.iter().eq(edges.counts.iter()), "{pattern} at edges on {team}");
            assert_eq!(found.matches, walked, "{pattern} on {team}");
        }
    }
}

/// Searches of so many nodes that warps hand them over, below roots that several devices share: vertices in parts, each
/// joined to all of the other parts. A clique has a vertex of some of the parts.
#[test]
fn what_is_handed_over_stays_with_its_root() {
    let sizes = [1, 5, 9, 10, 13, 29, 30];
    let part: Vec<usize> = sizes.iter().enumerate().flat_map(|(at, &size)| vec![at; size]).collect();
    let n = part.len() as u32;
    let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
    let edges: Vec<_> = pairs.filter(|&(u, v)| part[u as usize] != part[v as usize]).collect();
    let graph = Csr::from_edges(n, &edges);
    let options = CountOptions::default();
    // The coefficients of the product of the 1 + size x.
    let product = |sizes: &[usize]| {
        let mut product = vec![1];
        for &size in sizes {
            product.push(0);
            (1..product.len()).rev().for_each(|k| product[k] += size as u128 * product[k - 1]);
        }
        product
    };
    for team in [[1, 2], [3, 4]] {
        let devices: Vec<Device> = team.iter().map(|&seed| Device::emulated(seed)).collect();
        let placed = Placed::new(&graph, Team::of(&devices[0], &devices[1..]));
        let profile = placed.clique_profile(VertexOrder::Degeneracy, &options).unwrap().counts;
        let profile: Vec<u128> = profile.into_iter().map(|(_, cliques)| cliques).collect();
        assert_eq!(profile, product(&sizes)[1..], "on {team:?}");
        let local =
            placed.at_vertices(&Pattern::parse("6-clique").unwrap(), &ListOptions::default()).unwrap();
        for (v, &part) in part.iter().enumerate() {
            let others: Vec<usize> = [&sizes[..part], &sizes[part + 1..]].concat();
            assert_eq!(local.counts.get(v), product(&others)[5], "vertex {v} on {team:?}");
        }
        let local = placed.at_edges(&Pattern::parse("6-clique").unwrap(), &ListOptions::default()).unwrap();
        let ends = (0..n)
            .flat_map(|u| (u + 1..n).map(move |v| [u, v]))
            .map(|ends| ends.map(|end| part[end as usize]));
        for (edge, [u, v]) in ends.filter(|[u, v]| u != v).enumerate() {
            let others: Vec<usize> = sizes
                .iter()
                .enumerate()
                .filter(|&(at, _)| at != u && at != v)
                .map(|(_, &size)| size)
                .collect();
            assert_eq!(local.counts.get(edge), product(&others)[4], "edge {edge} on {team:?}");
        }
    }
}

/// A count begun by one team goes on with another.
#[test]
fn parts_are_taken_up_by_other_teams() {
    let (graph, pattern) = (graph(), Pattern::parse("house").unwrap());
    let options = CountOptions::default();
    let expected = Placed::new(&graph, &Device::cpu(None)).count(&pattern, &options).unwrap().count;
    let mut at = CountProgress::default();
    let mut fingerprints = Vec::new();
    for (part, team) in teams().into_iter().enumerate() {
        let partial = PartialCount::new(&Placed::new(&graph, &team), &pattern, &options).unwrap();
        fingerprints.push(partial.fingerprint());
        let before = at.task;
        let counted = partial.run(at, |progress| {
            at = progress;
            if part < 3 && progress.task > before {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let counted = counted.unwrap();
        if at.task == at.of {
            assert_eq!(counted.count, expected, "finished by {team}");
        }
    }
    assert_eq!(at.task, at.of);
    assert!(fingerprints.windows(2).all(|pair| pair[0] == pair[1]), "one order of the tasks for all teams");
}

/// Tells who did how much, and who was left out.
#[derive(Clone, Default)]
struct Heard {
    tasks: Arc<Mutex<Vec<(String, u64)>>>,
    left_out: Arc<Mutex<Vec<(String, String)>>>,
}

impl Heard {
    fn context(&self) -> Context {
        let Heard { tasks, left_out } = self.clone();
        Context::default()
            .shares(move |device, share| tasks.lock().unwrap().push((device.to_owned(), share.tasks)))
            .left_out(move |device, why| {
                left_out.lock().unwrap().push((device.to_owned(), why.to_string()));
            })
    }
}

/// A device that has no room for the graph takes no part, wherever it stands, and the result is right.
#[test]
fn a_device_without_room_is_left_out() {
    let (graph, pattern) = (graph(), Pattern::parse("triangle").unwrap());
    let expected = Placed::new(&graph, &Device::cpu(None));
    let expected = expected.count(&pattern, &CountOptions::default()).unwrap().count;
    let small = || Device::emulated_within(7, MemorySize(64));
    for devices in [[small(), Device::emulated(2)], [Device::emulated(1), small()]] {
        let heard = Heard::default();
        let placed = Placed::new(&graph, Team::of(&devices[0], &devices[1..]));
        for method in [Method::Best, Method::Walk] {
            let options = CountOptions::default().method(method).context(heard.context());
            assert_eq!(placed.count(&pattern, &options).unwrap().count, expected);
        }
        let left_out = heard.left_out.lock().unwrap();
        assert!(left_out.iter().all(|(device, why)| device.contains("seed 7") && why.contains("memory")));
        let tasks = heard.tasks.lock().unwrap();
        assert!(tasks.iter().all(|(device, tasks)| *tasks == 0 || device.contains("emulated")));
    }
    let devices = [small(), small()];
    let placed = Placed::new(&graph, Team::of(&devices[0], &devices[1..]));
    let pattern = Pattern::parse("house").unwrap();
    let refused = placed.count(&pattern, &CountOptions::default().method(Method::Walk)).unwrap_err();
    assert!(matches!(refused, MineError::Runtime(RuntimeError::OverBudget { .. })), "{refused}");
}

#[test]
fn every_task_is_told_once() {
    let graph = graph();
    let pattern = Pattern::parse("house").unwrap();
    for team in teams() {
        let heard = Heard::default();
        let options = CountOptions::default().method(Method::Walk).context(heard.context());
        let placed = Placed::new(&graph, &team);
        placed.count(&pattern, &options).unwrap();
        let of = PartialCount::new(&placed, &pattern, &options).unwrap();
        let mut all = 0;
        of.run(CountProgress::default(), |progress| {
            all = progress.of;
            ControlFlow::Break(())
        })
        .unwrap();
        let told: u64 = heard.tasks.lock().unwrap().iter().map(|(_, tasks)| tasks).sum();
        assert!(told >= all, "{told} of {all} on {team}");
    }
}

/// The rows of a listing, from a place on, up to a limit.
fn rows(placed: &Placed, text: &str, options: &ListOptions) -> Vec<u32> {
    let mut rows = Vec::new();
    let listed = placed.list(&Pattern::parse(text).unwrap(), options, |batch| {
        assert_eq!(batch.first * batch.width as u64, rows.len() as u64, "batches follow each other");
        rows.extend_from_slice(batch.ids);
        // Those who join late are to have something to do.
        std::thread::sleep(std::time::Duration::from_millis(if batch.first == 0 { 70 } else { 2 }));
        ControlFlow::Continue(())
    });
    listed.unwrap();
    rows
}

#[test]
fn listings_have_the_same_rows_in_the_same_order() {
    let graph = labelled();
    let alone = Placed::new(&graph, &Device::cpu(None));
    for text in ["house", "4-path", "(a:1)-b-c-d, a-c"] {
        let all = rows(&alone, text, &ListOptions::default());
        // Little memory makes many batches.
        let small = |seed| Device::emulated_within(seed, MemorySize(300 << 10));
        let team = |devices: &[Device]| Team::of(&devices[0], &devices[1..]);
        let mut teams = teams();
        teams.push(team(&[small(1), small(2), small(3)]));
        teams.push(team(&[small(1), Device::cpu(None)]));
        for team in teams {
            let placed = Placed::new(&graph, &team);
            assert!(rows(&placed, text, &ListOptions::default()) == all, "{text} on {team}");
            let first = rows(&placed, text, &ListOptions::default().limit(7));
            let width = Pattern::parse(text).unwrap().vertices();
            assert_eq!(first, all[..7.min(all.len() / width) * width], "{text} on {team}");
        }
    }
}

#[test]
fn samples_and_existence_are_those_of_one_device() {
    let (graph, pattern) = (graph(), Pattern::parse("house").unwrap());
    let options = ListOptions::default();
    let alone = Placed::new(&graph, &Device::cpu(None));
    let expected = alone.sample(&pattern, &options, 40, 9).unwrap();
    for team in teams() {
        let placed = Placed::new(&graph, &team);
        let sample = placed.sample(&pattern, &options, 40, 9).unwrap();
        assert_eq!((sample.ids, sample.of), (expected.ids.clone(), expected.of), "on {team}");
        let first = placed.exists(&pattern, &options).unwrap().first;
        assert_eq!(first, alone.exists(&pattern, &options).unwrap().first, "on {team}");
    }
}
