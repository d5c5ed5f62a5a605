//! Coloured motifs beside those of random graphs: against brute force in each sample.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use motherlode::graph::Graph;
use motherlode::mine::null::{NullModel, NullOptions, NullSampler};
use motherlode::mine::significance::{
    ColouredStatistic, CountsBeside, Ensemble, GraphStatistic, SampleStatistic, Sampling, Significance,
};
use motherlode::mine::{self, Context, CountOptions, MineError, Placed};
use motherlode::plan::Induced;
use motherlode::runtime::{Device, Team};
use testing::common::devices;

use super::coloured::{Class, INDUCED, KINDS, Said, class_of, written};

fn beside(
    statistic: &ColouredStatistic,
    graph: &Graph,
    ensemble: &dyn Ensemble,
    samples: u64,
    device: &Device,
) -> CountsBeside {
    let (team, context) = (Team::from(device), Context::default());
    let counts = statistic.count_alone(&Placed::new(graph, device), &context).unwrap();
    let sampling = Sampling { statistic, ensemble, team: &team, samples };
    let mut kept = Default::default();
    sampling.run(graph.csr(), &mut kept, &context, |_| ControlFlow::Continue(())).unwrap();
    statistic.beside(counts, &kept).unwrap()
}

/// The counts of each class, in the graph and then in each sample.
fn by_class(found: &CountsBeside) -> BTreeMap<Class, Vec<u128>> {
    let counts =
        |place: usize| [found.counts[place]].into_iter().chain(found.samples.column(place)).collect();
    let classes: BTreeMap<Class, Vec<u128>> =
        (0..).zip(&found.patterns).map(|(place, (_, pattern))| (class_of(pattern), counts(place))).collect();
    assert_eq!(classes.len(), found.patterns.len(), "each class is listed once");
    classes
}

/// Other edges among the same vertices with the same labels. Classes that only samples have are there with no count of
/// the graph's.
#[test]
fn all_that_occur_anywhere_are_counted_as_by_brute_force() {
    let said = Said::new(5, 9, 14, KINDS[0]);
    let other = |index: u64| {
        let mut other = Said::new(50 + index, 9, 12, KINDS[0]);
        other.labels.clone_from(&said.labels);
        other
    };
    let ensemble = |index| -> Result<Graph, MineError> { Ok(other(index).graph()) };
    for (k, induced) in [3, 4].into_iter().flat_map(|k| INDUCED.map(|induced| (k, induced))) {
        let all: Vec<BTreeMap<Class, u128>> = [said.counts(k, induced)]
            .into_iter()
            .chain((0..6).map(|index| other(index).counts(k, induced)))
            .collect();
        let classes: BTreeSet<&Class> = all.iter().flat_map(BTreeMap::keys).collect();
        let expected: BTreeMap<Class, Vec<u128>> = classes
            .into_iter()
            .map(|class| (class.clone(), all.iter().map(|of| of.get(class).copied().unwrap_or(0)).collect()))
            .collect();
        assert!(expected.values().any(|counts| counts[0] == 0), "some are in samples alone");
        let statistic = ColouredStatistic::new(&said.graph(), k, induced).unwrap();
        for device in devices() {
            let found = beside(&statistic, &said.graph(), &ensemble, 6, &device);
            assert_eq!(by_class(&found), expected, "{k} vertices, {induced:?} on {device}");
            let judged = Significance::of_counts(&found).unwrap().judged;
            assert!(judged.iter().all(|judged| judged.occurs()));
        }
    }
}

/// Samples of null models, which keep the labels of vertices and edges, and may have arcs both ways where the graph has
/// none.
#[test]
fn samples_of_null_models_are_counted_as_they_are_alone() {
    for (seed, kind) in (21..).zip(KINDS) {
        let graph = Said::new(seed, 14, 30, kind).graph();
        for model in [NullModel::Switching, NullModel::Gnp] {
            let options = NullOptions::new(model).seed(seed);
            let null = NullSampler::new(&graph, &Device::cpu(None), &options).unwrap();
            let statistic = ColouredStatistic::new(&graph, 3, Induced::Vertex).unwrap();
            let found = by_class(&beside(&statistic, &graph, &null, 4, &Device::cpu(None)));
            for sample in 0..4 {
                let options = CountOptions::default().induced(Induced::Vertex);
                let graph = null.sample(sample).unwrap();
                let alone = mine::coloured_motifs(&graph, 3, &Device::cpu(None), &options).unwrap().motifs;
                let alone: BTreeMap<Class, u128> =
                    alone.iter().map(|motif| (class_of(&written(&motif)), motif.count)).collect();
                let of_sample =
                    found.iter().map(|(class, counts)| (class.clone(), counts[sample as usize + 1]));
                let of_sample: BTreeMap<Class, u128> = of_sample.filter(|(_, count)| *count > 0).collect();
                assert_eq!(of_sample, alone, "{kind:?}, sample {sample}");
            }
        }
    }
}

/// Half of the samples once more, and then the rest, is the same as all at once; fewer are the first of them.
#[test]
fn samples_go_on_from_those_that_were_kept() {
    let said = Said::new(5, 12, 20, KINDS[0]);
    let graph = said.graph();
    let options = NullOptions::new(NullModel::Gnm).seed(3);
    let null = NullSampler::new(&graph, &Device::cpu(None), &options).unwrap();
    let statistic = ColouredStatistic::new(&graph, 3, Induced::Vertex).unwrap();
    let (team, context) = (Team::from(&Device::cpu(None)), Context::default());
    let run =
        |kept: &mut <ColouredStatistic as GraphStatistic>::Kept, ensemble: &dyn Ensemble, samples: u64| {
            let sampling = Sampling { statistic: &statistic, ensemble, team: &team, samples };
            sampling.run(graph.csr(), kept, &context, |_| ControlFlow::Continue(())).unwrap();
            let text = serde_json::to_string(kept).unwrap();
            *kept = serde_json::from_str(&text).unwrap();
            text
        };
    let (mut all, mut kept) = Default::default();
    let all = run(&mut all, &null, 12);
    let first = run(&mut kept, &null, 5);
    let after_five =
        |index| if index < 5 { unreachable!("sample {index} is counted") } else { null.sample(index) };
    assert_eq!(run(&mut kept, &after_five, 12), all);
    let nothing = |index: u64| -> Result<Graph, MineError> { unreachable!("sample {index} is counted") };
    assert_eq!(run(&mut kept, &nothing, 5), first);
}
