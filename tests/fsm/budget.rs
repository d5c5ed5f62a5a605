//! Memory budgets: smaller batches before failure, and an error that says what is needed.

use std::sync::Arc;

use motherlode::mine::MineError;
use motherlode::mine::transactions::{SearchStatus, Stage, SupportVariant};
use motherlode::runtime::{Choice, Device, MemorySize, RuntimeError};
use motherlode::transactions::{Database, DatabaseFormat, generate, parse};

use super::mining::{Limits, Patterns, patterns, patterns_watched};
use testing::common::card;

fn devices(memory: MemorySize) -> Vec<Device> {
    let card = card().map(|_| Device::open(Choice::Cuda(0), Some(memory)).unwrap());
    [Device::cpu(Some(memory))].into_iter().chain(card).collect()
}

fn synthetic(transactions: u64) -> Database {
    let mut text = Vec::new();
    generate::transactions(transactions, 7, &mut text).unwrap();
    parse(&text, "synthetic".as_ref(), Some(DatabaseFormat::GSpan)).unwrap()
}

#[test]
fn the_budget_does_not_change_the_patterns() {
    let database = synthetic(3000);
    let limits = Limits::support(60);
    let expected = patterns(&Device::cpu(None), &database, limits).unwrap();
    assert!(expected.len() > 1000, "{}", expected.len());
    // Each thread of the CPU mines roots of its own, with columns of its own.
    let enough = (8 << 10) * (rayon::current_num_threads() as u64).max(2);
    let mut refused = 0;
    for kilobytes in [1 << 20, 64 << 10, 24 << 10, 16 << 10, 8 << 10, 4 << 10, 1] {
        for device in devices(MemorySize(kilobytes << 10)) {
            match patterns(&device, &database, limits) {
                Ok(found) => assert!(found == expected, "{kilobytes} KiB on {device}"),
                Err(MineError::Runtime(error @ RuntimeError::OverBudget { .. })) => {
                    assert!(kilobytes < enough, "{kilobytes} KiB on {device}: {error}");
                    assert!(error.to_string().contains("of the budget of"), "{error}");
                    refused += 1;
                }
                Err(error) => panic!("{kilobytes} KiB on {device}: {error}"),
            }
            assert_eq!(device.budget().left(), kilobytes << 10, "what was taken came back");
        }
    }
    assert!(refused > 0);
}

/// The search of many lanes, by one: what is cut or put back for want of memory is found all the same, and one window
/// is judged while another is counted.
#[test]
fn two_windows_are_under_way_where_memory_is_ample() {
    let database = synthetic(3000);
    let limits = Limits { variant: SupportVariant::MultipleSegments, ..Limits::support(60) };
    let expected = patterns(&Device::cpu(None), &database, Limits::support(60)).unwrap();
    let mut overlaps = Vec::new();
    let enough = 64 << 10;
    for kilobytes in [1 << 20, enough, 48 << 10, 24 << 10, 12 << 10] {
        let device = Device::cpu(Some(MemorySize(kilobytes << 10)));
        let status = Arc::<SearchStatus>::default();
        match patterns_watched(&device, &database, limits, &status) {
            Ok(found) => assert!(found == expected, "{kilobytes} KiB"),
            Err(error) => assert!(kilobytes < enough, "{kilobytes} KiB: {error}"),
        }
        overlaps.push(status.time(Stage::Overlap).as_nanos() > 0);
        assert_eq!(device.budget().left(), kilobytes << 10, "what was taken came back");
    }
    assert!(overlaps.contains(&true), "{overlaps:?}");
}

/// What the emulated machine is to find: patterns of several tiles.
#[cfg(feature = "emulated")]
fn for_many_lanes() -> (Database, Limits, Patterns) {
    let (database, limits) = (synthetic(600), Limits::support(24));
    let expected = patterns(&Device::cpu(None), &database, limits).unwrap();
    assert!(expected.len() > 100, "{}", expected.len());
    (database, limits, expected)
}

/// The kernels of many lanes, on 32 of them: batches that are cut.
#[cfg(feature = "emulated")]
#[test]
fn nor_does_it_on_the_emulated_machine() {
    let (database, limits, expected) = for_many_lanes();
    let enough = 4 << 10;
    for kilobytes in [enough, 2 << 10, 1 << 10, 512, 64] {
        let device = Device::emulated_within(3, MemorySize(kilobytes << 10));
        match patterns(&device, &database, limits) {
            Ok(found) => assert!(found == expected, "{kilobytes} KiB"),
            Err(MineError::Runtime(RuntimeError::OverBudget { .. })) => {
                assert!(kilobytes < enough, "{kilobytes} KiB");
            }
            Err(error) => panic!("{kilobytes} KiB: {error}"),
        }
        assert_eq!(device.budget().left(), kilobytes << 10, "what was taken came back");
    }
}

/// Each way of counting.
#[cfg(feature = "emulated")]
#[test]
fn nor_do_ways_of_counting_on_the_emulated_machine() {
    use motherlode::mine::transactions::SupportVariant::{MultipleSegments, SingleExtension, SingleSegment};

    let (database, limits, expected) = for_many_lanes();
    for variant in [SingleExtension, SingleSegment, MultipleSegments] {
        let found = patterns(&Device::emulated(11), &database, Limits { variant, ..limits }).unwrap();
        assert!(found == expected, "{variant:?}");
    }
}
