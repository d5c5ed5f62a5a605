//! Supports that another program found: `../shared/data/mni`.

use std::collections::BTreeMap;
use std::io::Read;

use motherlode::graph::{self, LoadOptions};
use motherlode::mine::frequent::ImageOptions;
use motherlode::runtime::Device;

use crate::mined;
use testing::common::data;

/// What a pattern is told by here, whatever its vertices are called: the labels and edges at each vertex, and its
/// support.
fn traits(labels: &[String], edges: &[(usize, usize, String)]) -> Vec<String> {
    let mut round: Vec<String> = labels.to_vec();
    for _ in 0..labels.len() {
        let at = |v: usize| {
            let mut around: Vec<String> = edges
                .iter()
                .filter_map(|(a, b, e)| match (*a == v, *b == v) {
                    (true, _) => Some(format!("{e}{}", round[*b])),
                    (_, true) => Some(format!("{e}{}", round[*a])),
                    _ => None,
                })
                .collect();
            around.sort();
            format!("({}:{})", labels[v], around.join(","))
        };
        round = (0..labels.len()).map(at).collect();
        // Long before the names grow too long, they tell all patterns of so few edges apart.
        if round.iter().any(|name| name.len() > 200) {
            break;
        }
    }
    round.sort();
    round
}

#[test]
fn every_pattern_has_the_support_that_is_known() {
    let folder = data().join("mni");
    let truth: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("truth.json")).unwrap()).unwrap();
    for case in truth["cases"].as_array().unwrap() {
        let text = |field: &str| case[field].as_str().unwrap().to_owned();
        let number = |field: &str| case[field].as_u64().unwrap();
        let mut lines = String::new();
        let file = std::fs::File::open(folder.join(text("patterns"))).unwrap();
        flate2::read::GzDecoder::new(file).read_to_string(&mut lines).unwrap();
        let mut expected: BTreeMap<(Vec<String>, u32), usize> = BTreeMap::new();
        for line in lines.lines().skip(1) {
            let fields: Vec<&str> = line.split('\t').collect();
            let labels: Vec<String> = fields[2].split(',').map(str::to_owned).collect();
            let edge = |edge: &str| {
                let (ends, label) = edge.split_once(':').unwrap();
                let (u, v) = ends.split_once('-').unwrap();
                (u.parse().unwrap(), v.parse().unwrap(), label.to_owned())
            };
            let edges: Vec<_> = fields[3].split(' ').map(edge).collect();
            *expected.entry((traits(&labels, &edges), fields[0].parse().unwrap())).or_default() += 1;
        }
        let graph = graph::load(&folder.join(text("graph")), &LoadOptions::default()).unwrap();
        let options = ImageOptions::default()
            .support(number("threshold") as u32)
            .max_edges(number("max_edges") as usize);
        let device = Device::cpu(None);
        let mut found: BTreeMap<(Vec<String>, u32), usize> = BTreeMap::new();
        let exact = mined(&graph, &device, &options.clone().exact(true));
        for (code, support) in &exact {
            let mut labels = vec![code[0].2.clone()];
            labels.extend(code.iter().filter(|step| step.1 > step.0).map(|step| step.4.clone()));
            let edges: Vec<_> =
                code.iter().map(|step| (step.0 as usize, step.1 as usize, step.3.clone())).collect();
            *found.entry((traits(&labels, &edges), *support)).or_default() += 1;
        }
        assert_eq!(found, expected, "{} at {}", text("graph"), number("threshold"));
        let codes = |all: Vec<_>| -> Vec<crate::Named> { all.into_iter().map(|(code, _)| code).collect() };
        assert_eq!(codes(mined(&graph, &device, &options)), codes(exact));
    }
}
