//! Memory budgets: smaller batches before failure, and an error that says what is needed.

use std::sync::Arc;

use motherlode::mine::MineError;
use motherlode::mine::transactions::{SearchStatus, Stage, SupportVariant};
use motherlode::runtime::{Choice, Device, MemorySize, RuntimeError};
use motherlode::transactions::{DatabaseFormat, generate, parse};

use super::mining::{Limits, patterns, patterns_watched};
use testing::common::card;

fn devices(memory: MemorySize) -> Vec<Device> {
    let card = card().map(|_| Device::open(Choice::Cuda(0), Some(memory)).unwrap());
    [Device::cpu(Some(memory))].into_iter().chain(card).collect()
}

#[test]
fn the_budget_does_not_change_the_patterns() {
    let mut text = Vec::new();
    generate::transactions(3000, 7, &mut text).unwrap();
    let database = parse(&text, "synthetic".as_ref(), Some(DatabaseFormat::GSpan)).unwrap();
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
    let mut text = Vec::new();
    generate::transactions(3000, 7, &mut text).unwrap();
    let database = parse(&text, "synthetic".as_ref(), Some(DatabaseFormat::GSpan)).unwrap();
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

/// The kernels of many lanes, on 32 of them: patterns of several tiles, batches that are cut, and each way of counting.
#[cfg(feature = "emulated")]
#[test]
fn nor_does_it_on_the_emulated_machine() {
    use motherlode::mine::transactions::SupportVariant::{MultipleSegments, SingleExtension, SingleSegment};

    let mut text = Vec::new();
    generate::transactions(600, 7, &mut text).unwrap();
    let database = parse(&text, "synthetic".as_ref(), Some(DatabaseFormat::GSpan)).unwrap();
    let limits = Limits::support(24);
    let expected = patterns(&Device::cpu(None), &database, limits).unwrap();
    assert!(expected.len() > 100, "{}", expected.len());
    let enough = 4 << 10;
    for kilobytes in [64 << 10, 4 << 10, 2 << 10, 1 << 10, 512, 64] {
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
    for variant in [SingleExtension, SingleSegment, MultipleSegments] {
        let found = patterns(&Device::emulated(11), &database, Limits { variant, ..limits }).unwrap();
        assert!(found == expected, "{variant:?}");
    }
}
