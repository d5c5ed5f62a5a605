//! What a card loads while the graph is read: all that the job launches then, so that nothing is loaded late.

use std::ops::ControlFlow;

use motherlode::graph::{Csr, generate};
use motherlode::mine::estimate::EstimateOptions;
use motherlode::mine::list::{ListOptions, RejectionOptions, exists, list};
use motherlode::mine::local::{at_edges, at_vertices, graphlet_degrees, graphlet_degrees_of_edges};
use motherlode::mine::{
    CountOptions, Counting, Launches, Method, MineError, Placed, VertexOrder, cliques, max_clique,
    maximal_cliques, motifs,
};
use motherlode::plan::Matching;
use motherlode::runtime::{Choice, Device, MemorySize, Team};

use testing::jobs::{self, labelled_graph, pattern};

use crate::simulated::Simulated;

/// One that is dense enough for all ways of counting.
fn graph() -> Csr {
    generate::rmat(5, 6, 11).unwrap()
}

/// What a job launches on a card that has nothing loaded: the families that are not `named`.
fn late<T>(named: &[&'static str], job: impl FnOnce(&Team) -> Result<T, MineError>) -> Vec<&'static str> {
    let device = Device::open(Choice::Cuda(0), Some(MemorySize(256 << 20))).unwrap();
    job(&Team::from(&device)).unwrap();
    device.card().unwrap().loaded().into_iter().filter(|family| !named.contains(family)).collect()
}

fn none_is_late<T>(launches: Launches<'_>, job: impl FnOnce(&Team) -> Result<T, MineError>) {
    let late = late(&Launches::families([launches]), job);
    assert!(late.is_empty(), "{late:?} are not named by {launches:?}");
}

#[test]
fn every_job_names_what_it_launches() {
    let _simulated = Simulated::load();
    for job in jobs::all() {
        let Some(families) = job.families else { continue };
        let late = late(&families(), |team| job.answer(team));
        assert!(late.is_empty(), "{}: {late:?} are not named", job.name);
    }
}

#[test]
fn counts_name_what_they_launch() {
    let _simulated = Simulated::load();
    let methods = [Method::Best, Method::Walk, Method::Decomposition];
    for text in
        ["triangle", "4-clique", "4-cycle", "diamond", "house", "gem", "wheel", "5-cycle", "6-path", "3-book"]
    {
        for method in methods {
            let options = CountOptions::default().method(method);
            let counting = Counting::new(&[pattern(text)], &options);
            none_is_late(Launches::Count(&counting), |team| counting.run(&Placed::new(&graph(), team)));
        }
    }
    for method in methods {
        let options = CountOptions::default().method(method);
        let counting = Counting::new(&[pattern("(a:0)-[:1]-(b:1)-c-a")], &options);
        none_is_late(Launches::Count(&counting), |team| counting.run(&Placed::new(&labelled_graph(), team)));
    }
}

#[test]
fn listings_and_estimates_name_what_they_launch() {
    let _simulated = Simulated::load();
    let (house, matching, options) = (pattern("house"), Matching::default(), ListOptions::default());
    let none = |_: motherlode::mine::list::Batch<'_>| ControlFlow::Continue(());
    none_is_late(Launches::List(&house, matching), |team| list(&graph(), &house, team, &options, none));
    none_is_late(Launches::List(&house, matching), |team| exists(&graph(), &house, team, &options));
    let drawing = RejectionOptions::default().size(8).seed(2).attempts(1 << 14);
    none_is_late(Launches::Rejection(&house, matching), |team| {
        Placed::new(&graph(), team).sample_by_rejection(&house, &drawing)
    });
    for text in ["house", "5-clique"] {
        let (pattern, options) =
            (pattern(text), EstimateOptions::default().counting(false).error(1e-2).draws(64));
        none_is_late(Launches::Estimate(&pattern, &options), |team| {
            Placed::new(&graph(), team).estimate(&pattern, &options)
        });
    }
}

#[test]
fn local_counts_name_what_they_launch() {
    let _simulated = Simulated::load();
    let (matching, options) = (Matching::default(), ListOptions::default());
    for text in ["diamond", "5-clique", "wheel", "6-path", "house", "a-b-c-a, c-d-e-f"] {
        let pattern = pattern(text);
        none_is_late(Launches::AtVertices(&pattern, matching), |team| {
            at_vertices(&graph(), &pattern, team, &options)
        });
        none_is_late(Launches::AtEdges(&pattern, matching), |team| {
            at_edges(&graph(), &pattern, team, &options)
        });
    }
}

/// Those that depend on a size.
#[test]
fn motifs_and_cliques_name_what_they_launch() {
    let _simulated = Simulated::load();
    let options = CountOptions::default();
    for k in 3..=6 {
        none_is_late(Launches::Motifs(k), |team| motifs(&graph(), k, team, &options));
    }
    for k in [3, 5, 7, 9] {
        none_is_late(Launches::Cliques(k), |team| cliques(&graph(), k, VertexOrder::Degree, team, &options));
    }
    none_is_late(Launches::MAXIMAL_CLIQUES, |team| {
        maximal_cliques(&graph(), 1, VertexOrder::Degeneracy, team, &options)
    });
    none_is_late(Launches::GRAPHLETS_AT_VERTICES, |team| {
        graphlet_degrees(&graph(), 5, team, &ListOptions::default())
    });
    none_is_late(Launches::GRAPHLETS_AT_EDGES, |team| {
        graphlet_degrees_of_edges(&graph(), 5, team, &ListOptions::default())
    });
}

/// The check sees what is missing.
#[test]
fn what_is_not_named_is_seen() {
    let _simulated = Simulated::load();
    let job =
        |team: &Team| maximal_cliques(&graph(), 1, VertexOrder::Degeneracy, team, &CountOptions::default());
    assert!(!late(&Launches::families([Launches::Cliques(2)]), job).is_empty());
}

/// The host searches in place of a card.
#[test]
fn largest_cliques_launch_nothing() {
    let _simulated = Simulated::load();
    let find = |team: &Team| max_clique(&graph(), VertexOrder::Degree, team, &CountOptions::default());
    let launched = late(&[], |team| {
        let found = find(team)?;
        assert_eq!(found.vertices, find(&Team::from(&Device::cpu(None)))?.vertices);
        Ok::<_, MineError>(())
    });
    assert!(launched.is_empty(), "{launched:?}");
}
