//! The counts of `truth.json` in the shared data.

use std::collections::BTreeMap;

use motherlode::mine::transactions::PreparedDatabase;
use motherlode::runtime::Device;
use motherlode::transactions::{Database, DatabaseFormat, generate, load, parse};
use serde_json::Value;

use super::mining::{Limits, patterns};
use super::oracle::{Graph, minimum_code};
use testing::common::{card, data};

fn truth() -> Value {
    let path = data().join("truth.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("truth.json is JSON")
}

fn open(entry: &Value) -> Database {
    if let Some(file) = entry["file"].as_str() {
        return load(&data().join(file), None).unwrap();
    }
    let mut text = Vec::new();
    generate::transactions(entry["graphs"].as_u64().expect("a number"), 1, &mut text).unwrap();
    parse(&text, "synthetic".as_ref(), Some(DatabaseFormat::GSpan)).unwrap()
}

/// Patterns whose codes are checked to be minimum.
const CODES: usize = 300;

/// Checks all supports of database `name` that have at most `most` patterns.
fn check(device: &Device, name: &str, most: u64) {
    let entry = &truth()["transactions"][name];
    let database = open(entry);
    assert_eq!(entry["graphs"], database.graphs(), "{name}");
    for (support, expected) in entry["supports"].as_object().expect("supports") {
        if expected["patterns"].as_u64().expect("a count") > most {
            continue;
        }
        let support: u32 = support.parse().unwrap();
        let found = patterns(device, &database, Limits::support(support)).unwrap();
        let about = format!("{name} at {support} on {device}");
        let mut by_edges: BTreeMap<String, u64> = BTreeMap::new();
        found.keys().for_each(|code| *by_edges.entry(code.len().to_string()).or_default() += 1);
        assert_eq!(expected["by_edges"], serde_json::to_value(by_edges).unwrap(), "{about}");
        assert_eq!(expected["patterns"], found.len(), "{about}");
        let sum: u64 = found.values().map(|known| u64::from(known.support)).sum();
        assert_eq!(expected["support_sum"], sum, "{about}");
        if let Some(vertices) = expected["single_vertex"].as_u64() {
            let prepared = PreparedDatabase::new(&database, support);
            let supports = prepared.vertex_supports();
            assert_eq!(vertices, supports.iter().filter(|s| **s >= support).count() as u64, "{about}");
        }
        // Patterns of distinct minimum codes are distinct: with their number, that makes each of them right.
        for code in found.keys().step_by(found.len().div_ceil(CODES)) {
            let Graph { labels, edges, .. } = Graph::of_code(code, false);
            assert_eq!(minimum_code(&labels, &edges, false).as_ref(), Some(code), "{about}");
        }
    }
}

#[test]
fn chemistry_on_the_cpu() {
    for name in ["chemical_340", "compound_422", "nci1"] {
        check(&Device::cpu(None), name, 25_000);
    }
}

#[test]
fn proteins_and_synthetic_on_the_cpu() {
    check(&Device::cpu(None), "proteins", u64::MAX);
    check(&Device::cpu(None), "synthetic_10k", u64::MAX);
}

#[cfg(feature = "emulated")]
#[test]
fn small_ones_on_the_emulated_machine() {
    check(&Device::emulated(17), "chemical_340", 1000);
}

#[test]
fn everything_on_the_card() {
    let Some(device) = card() else { return };
    for name in ["chemical_340", "compound_422", "nci1", "proteins", "synthetic_10k", "synthetic_100k"] {
        check(&device, name, u64::MAX);
    }
}
