//! Windows lie where they should, and take no more than their share.

use motherlode_device::primitives::merge::MOST_RUNS;

use super::cut::cuts;
use super::plan::{MergePlan, SortBudget};
use crate::runtime::{Device, MemorySize};

/// Runs of different lengths, with keys below `end`.
fn runs(lengths: &[usize], end: u64) -> Vec<Vec<u64>> {
    let mut state = 5_u64;
    let mut next = || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 20) % end
    };
    let mut runs: Vec<Vec<u64>> =
        lengths.iter().map(|&length| (0..length).map(|_| next()).collect()).collect();
    runs.iter_mut().for_each(|run| run.sort_unstable());
    runs
}

#[test]
fn windows_follow_each_other_and_are_not_too_large() {
    let device = Device::cpu(None);
    for end in [1, 4, 900, 1 << 40] {
        for (stride, spacing) in [(1, 9), (8, 5), (30, 1), (64, 40), (20_000, 3)] {
            let runs = runs(&[5000, 1, 777, 64, 3000, 29], end);
            let runs: Vec<&[u64]> = runs.iter().map(Vec::as_slice).collect();
            let window = (spacing + runs.len() as u64) * stride;
            let cuts = cuts(&device, &runs, MergePlan { window, stride, spacing }).unwrap();
            let what = format!("keys below {end}, stride {stride}, spacing {spacing}");
            assert!(cuts[0].iter().all(|&start| start == 0), "{what}");
            assert!(cuts[cuts.len() - 1].iter().zip(&runs).all(|(end, run)| *end == run.len()), "{what}");
            for pair in cuts.windows(2) {
                assert!(pair[0].iter().zip(&pair[1]).all(|(start, end)| start <= end), "{what}");
                let keys = pair[1].iter().sum::<usize>() - pair[0].iter().sum::<usize>();
                assert!(keys as u64 <= window, "{what}: {keys} keys of {window}");
            }
            for cut in &cuts[1..cuts.len() - 1] {
                let last = runs.iter().zip(cut).filter_map(|(run, &end)| run[..end].last()).max();
                let next = runs.iter().zip(cut).filter_map(|(run, &end)| run[end..].first()).min();
                assert!(last <= next, "{what}: {cut:?}");
            }
        }
    }
}

#[test]
fn plans_keep_to_their_share() {
    for (device, lanes) in [(Device::cpu(None), 1), (Device::cpu(None), 2)] {
        for bytes in [40 << 10, 100 << 10, 1 << 20, 1 << 30, u64::MAX] {
            let share = SortBudget::new(&device, Some(MemorySize(bytes)), lanes);
            for keys in [1, 1000, 1 << 20, 1 << 30, 1 << 40] {
                for ways in [1, 2, 7, 64, MOST_RUNS as u64] {
                    let Some(plan) = share.merge(&device, keys, ways, true) else {
                        assert!(
                            bytes < 1 << 30 || keys > 1 << 30,
                            "{bytes} bytes for {keys} keys of {ways} runs"
                        );
                        continue;
                    };
                    let what = format!("{bytes} bytes, {keys} keys of {ways} runs: {plan:?}");
                    assert!(plan.window.saturating_mul(24) <= bytes, "{what}");
                    assert!(
                        plan.window == keys || (plan.spacing + ways) * plan.stride <= plan.window,
                        "{what}"
                    );
                    assert!(keys / plan.stride * 8 <= bytes, "{what}");
                }
            }
        }
    }
}
