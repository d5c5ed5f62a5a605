//! Set operations of a warp, over pairs of lists of many lengths.

use anyhow::{Result, ensure};
use motherlode::runtime::Grid;
use motherlode_device::Kernel;
use motherlode_device::kernels::set_pairs::{
    PairsDifference, PairsIntersect, PairsIntersectCount, SetPairsArgs,
};

use crate::{Bench, Figure};

/// Elements of the shorter lists.
const LENGTHS: [usize; 4] = [4, 32, 256, 2048];
/// How many times longer the other lists are.
const RATIOS: [usize; 3] = [1, 8, 64];
/// Warps in a block.
const WARPS: u32 = 8;

/// Pairs of lists, in half of which elements of the first are in the second.
struct Pairs {
    elements: Vec<u32>,
    starts: Vec<u64>,
    longest: usize,
    /// Elements of all first lists, and those of them that are in the second.
    firsts: u64,
    common: u64,
}

impl Pairs {
    /// As many pairs as make about `elements` elements.
    fn new(length: usize, ratio: usize, elements: usize) -> Self {
        let (longest, mut state) = (length * ratio, 1u64);
        let mut random = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let mut pairs = Pairs { elements: vec![], starts: vec![0], longest, firsts: 0, common: 0 };
        for _ in 0..(elements / (length + longest)).max(1) {
            // Steps of 2 or 4 leave a gap after each element for one that is not in the list.
            let mut element = 0;
            let mut next = || {
                element += 2 + 2 * random(2) as u32;
                element
            };
            let second: Vec<u32> = (0..longest).map(|_| next()).collect();
            let chosen = second.chunks(ratio).map(|c| c[random(ratio as u64) as usize] + random(2) as u32);
            let first: Vec<u32> = chosen.collect();
            pairs.firsts += first.len() as u64;
            pairs.common += first.iter().filter(|&x| second.binary_search(x).is_ok()).count() as u64;
            for list in [first, second] {
                pairs.elements.extend(list);
                pairs.starts.push(pairs.elements.len() as u64);
            }
        }
        pairs
    }
}

/// Times each operation at each length.
pub fn run(bench: &Bench) -> Result<()> {
    for length in LENGTHS {
        for ratio in RATIOS {
            // 2^24 elements at the default size: more than the L2 cache holds.
            let pairs = Pairs::new(length, ratio, 1 << (bench.options.log2.max(4) - 4));
            time::<PairsIntersectCount>(bench, &pairs, length, ratio, pairs.common)?;
            time::<PairsIntersect>(bench, &pairs, length, ratio, pairs.common)?;
            time::<PairsDifference>(bench, &pairs, length, ratio, pairs.firsts - pairs.common)?;
        }
    }
    Ok(())
}

fn time<K>(bench: &Bench, pairs: &Pairs, length: usize, ratio: usize, expected: u64) -> Result<()>
where
    K: for<'a> Kernel<Args<'a> = SetPairsArgs<'a>>,
{
    let name = format!("{}, {length} and {}", K::NAME, length * ratio);
    if !bench.wants(&name) {
        return Ok(());
    }
    let device = &bench.device;
    let count = (pairs.starts.len() / 2) as u64;
    let blocks = count.div_ceil(WARPS.into()).min(device.resident_blocks::<K>(WARPS, 0)?.into()) as u32;
    let grid = Grid { blocks, warps: WARPS, shared_bytes: 0 };
    let (elements, starts) = (device.upload(&pairs.elements)?, device.upload(&pairs.starts)?);
    let mut out = device.unwritten::<u32>(device.grid_warps(grid) as usize * pairs.longest)?;
    let total = device.zeroed::<u64>(1)?;
    let launches = std::cell::Cell::new(0);
    let figure = Figure { name, amount: pairs.elements.len() as u64, unit: "G/s", cub_ms: None };
    bench.time(figure, || {
        launches.set(launches.get() + 1);
        // SAFETY: the starts are those of pairs of lists among the elements, none longer than `longest`, of which there
        // is room for one for each warp of the grid.
        let lend = unsafe { device.lend() };
        let args = SetPairsArgs {
            elements: lend.slice(&elements),
            starts: lend.slice(&starts),
            out: lend.scratch(&mut out),
            total: lend.atomics(&total),
            longest: pairs.longest as u64,
        };
        Ok(lend.launch::<K>(grid, &args)?)
    })?;
    let found = total.download()?[0];
    ensure!(found == expected * launches.get(), "{}: {found}, and not {expected} a launch", K::NAME);
    Ok(())
}
