//! Published counts: those of `truth.json` in the shared data, and of graphs that can be generated again.
//!
//! The shared data lies beside the repository; without it, these tests are built but not run (feature `shared-data`).

use motherlode::graph::{self, Csr, LoadOptions, generate};
use motherlode::mine::Method;
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Device;
use serde_json::Value;
use testing::common::{card, count_by, data};

/// Walking to counts above this takes the CPU too long for a test.
const MOST_WALKED_ON_CPU: u128 = 100_000_000;

fn truth() -> Value {
    let path = data().join("truth.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("truth.json is JSON")
}

fn load(entry: &Value) -> Csr {
    let file = entry["file"].as_str().expect("a file");
    graph::load(&data().join(file), &LoadOptions::default()).unwrap().csr().clone()
}

/// Checks every count of `entry` on `device`, leaving out those above `most`.
fn check(method: Method, device: &Device, csr: &Csr, name: &str, entry: &Value, most: u128) -> usize {
    assert_eq!(entry["vertices"], csr.n(), "{name}");
    assert_eq!(entry["edges"], csr.edges(), "{name}");
    let mut checked = 0;
    for (key, induced) in [("edge_induced", Induced::Edge), ("vertex_induced", Induced::Vertex)] {
        for (pattern, count) in entry[key].as_object().expect("counts by pattern") {
            let expected = u128::from(count.as_u64().expect("a count"));
            if expected <= most {
                let pattern = Pattern::parse(pattern).unwrap();
                let count = count_by(method, device, csr, &pattern, induced).unwrap();
                assert_eq!(count, expected, "{pattern} in {name}, {key}, {method:?}");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn real_graphs_on_the_cpu() {
    let truth = truth();
    for name in ["ego-facebook", "wiki-Vote", "email-Enron"] {
        let entry = &truth["graphs"][name];
        for (method, most) in [
            (Method::Best, u128::MAX),
            (Method::Decomposition, u128::MAX),
            (Method::Walk, MOST_WALKED_ON_CPU),
        ] {
            let checked = check(method, &Device::cpu(None), &load(entry), name, entry, most);
            assert!(checked >= 9, "only {checked} counts of {name} were checked by {method:?}");
        }
    }
}

#[test]
fn all_counts_on_the_card() {
    let Some(device) = card() else { return };
    let truth = truth();
    for name in ["ego-facebook", "wiki-Vote", "email-Enron"] {
        let entry = &truth["graphs"][name];
        for method in [Method::Best, Method::Decomposition, Method::Walk] {
            check(method, &device, &load(entry), name, entry, u128::MAX);
        }
    }
    for (scale, most_walked) in [(16, 1 << 44), (18, 1 << 44), (20, 0)] {
        let csr = generate::rmat(scale, 16, generate::RMAT_SEED).unwrap();
        let name = format!("rmat{scale}");
        for (method, most) in [(Method::Best, u128::MAX), (Method::Walk, most_walked)] {
            check(method, &device, &csr, &name, &truth["graphs"][&name], most);
        }
    }
}
