//! Memory budgets: fewer warps before failure, and an error that says what is needed.

mod common;

use common::count_on;
use motherlode::graph::generate::barabasi_albert;
use motherlode::mine::MineError;
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Choice, Device, MemorySize, RuntimeError};

fn devices(memory: MemorySize) -> Vec<Device> {
    let card = common::card().map(|_| Device::open(Choice::Cuda(0), Some(memory)).unwrap());
    [Device::cpu(Some(memory))].into_iter().chain(card).collect()
}

#[test]
fn smaller_budgets_give_the_same_count_until_none_is_enough() {
    let graph = barabasi_albert(900, 12, 9).unwrap();
    let pattern = Pattern::parse("5-cycle").unwrap();
    let expected = count_on(&Device::cpu(None), &graph, &pattern, Induced::Vertex).unwrap();
    assert!(expected > 0);
    for megabytes in [512, 64, 16] {
        for device in devices(MemorySize(megabytes << 20)) {
            let count = count_on(&device, &graph, &pattern, Induced::Vertex).unwrap();
            assert_eq!(count, expected, "{megabytes} MiB on {device}");
            assert_eq!(device.budget().left(), megabytes << 20, "what was taken came back");
        }
    }
    for device in devices(MemorySize(64)) {
        let error = count_on(&device, &graph, &pattern, Induced::Vertex).unwrap_err();
        assert!(matches!(error, MineError::Runtime(RuntimeError::OverBudget { .. })), "{error}");
        assert!(error.to_string().contains("of the budget of"), "{error}");
    }
}
