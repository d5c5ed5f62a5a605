//! Memory budgets: fewer warps before failure, and an error that says what is needed.

use motherlode::graph::Graph;
use motherlode::graph::generate::{barabasi_albert, label};
use motherlode::mine::{CountOptions, Method, MineError, count};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Choice, Device, MemorySize, RuntimeError};
use testing::common;
use testing::common::count_on;

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

/// Where vertices go by falling degree, a walk has smaller buffers and more warps the further it comes.
#[cfg(feature = "emulated")]
#[test]
fn walks_with_few_buffers_count_the_same() {
    let graph = Graph::from(barabasi_albert(60, 3, 9).unwrap());
    let labelled = label(graph.clone(), 2, 1, 5);
    let options = CountOptions::default().method(Method::Walk);
    let mut refused = 0;
    for (graph, text) in [(&graph, "house"), (&graph, "5-cycle"), (&labelled, "(a:0)-(b:1)-c-d-e-a, a-c")] {
        let pattern = Pattern::parse(text).unwrap();
        let expected = count(graph, &pattern, &Device::cpu(None), &options).unwrap().count;
        assert!(expected > 0);
        let (mut bytes, mut right) = (16 << 10, 0);
        while bytes > 64 {
            let (seed, memory) = (bytes, MemorySize(bytes));
            for device in [Device::emulated_within(seed, memory), Device::cpu(Some(memory))] {
                match count(graph, &pattern, &device, &options) {
                    Ok(counted) => {
                        assert_eq!(counted.count, expected, "{text}, {bytes} bytes on {device}");
                        right += 1;
                    }
                    Err(error) => {
                        assert!(error.is_lack_of_memory(), "{text}, {bytes} bytes on {device}: {error}");
                        refused += 1;
                    }
                }
                assert_eq!(device.budget().left(), bytes, "what was taken came back");
            }
            bytes = bytes * 2 / 3;
        }
        assert!(right > 10, "{text}: {right} right");
    }
    assert!(refused > 2, "{refused} refused");
}
