//! Rounds of switchings, on every machine, against the rules; and that each is its own inverse.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use common::{BLOCKS, Machine, Random, WARPS};
use motherlode_device::kernels::rewiring::steps::{RewireSamples, RewireStep, RewiringStep};
use motherlode_device::kernels::rewiring::{
    Beginning, COUNTERS, EdgeClass, FREE, RewiringArgs, RewiringStage, TURNS, cells_for, ends_of, slot_of,
};
use motherlode_device::memory::Slice;
use motherlode_device::random::Draws;

/// Of 2^32: how likely a pair is active.
const ACTIVITY: u32 = u32::MAX / 4 * 3;
const SEED: u64 = 12;

/// Edges, and the arrays that a sample of them is made in.
struct Arrays {
    classes: Vec<EdgeClass>,
    lengths: Vec<u32>,
    start: Vec<u64>,
    ordered: bool,
    leaves: Vec<u32>,
    slots: Vec<AtomicU64>,
    places: Vec<AtomicU32>,
    cells: Vec<AtomicU64>,
    owners: Vec<AtomicU32>,
    parents: Vec<AtomicU32>,
    counters: Vec<AtomicU64>,
}

fn words(length: usize) -> Vec<AtomicU32> {
    (0..length).map(|_| AtomicU32::new(u32::MAX)).collect()
}

fn numbers(length: usize) -> Vec<AtomicU64> {
    (0..length).map(|_| AtomicU64::new(u64::MAX)).collect()
}

impl Arrays {
    /// Of two classes: the first 40 edges, and the others.
    fn new(start: &[(u32, u32)], kind: u32, connected: Option<u32>) -> Arrays {
        let slots = start.len();
        let class =
            |start: u32, length: u32| EdgeClass { start, length, firsts: [0, 0], seconds: [0, 0], kind };
        let turns = kind & TURNS != 0;
        let cells = cells_for(slots as u64, turns) as usize;
        let n = connected.unwrap_or(0) as usize;
        let degree = |v: usize| start.iter().filter(|ends| ends.0 == v as u32 || ends.1 == v as u32).count();
        Arrays {
            classes: vec![class(0, 40), class(40, slots as u32 - 40)],
            lengths: vec![40, slots as u32 - 40],
            start: start.iter().map(|&(u, v)| slot_of(u, v)).collect(),
            ordered: kind & FREE == 0,
            leaves: (0..n).map(|v| u32::from(degree(v) == 1)).collect(),
            slots: numbers(slots),
            places: words(2 * slots),
            cells: numbers(cells),
            owners: words(if turns { cells } else { 0 }),
            parents: words(n),
            counters: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn args(&self, beginning: Beginning, first_round: u32, rounds: u32) -> RewiringArgs<'_> {
        RewiringArgs {
            classes: Slice::from(&self.classes[..]),
            lengths: Slice::from(&self.lengths[..]),
            members: Slice::empty(),
            leaves: Slice::from(&self.leaves[..]),
            positions: Slice::empty(),
            limits: Slice::empty(),
            start: Slice::from(&self.start[..]),
            slots: Slice::from(&self.slots[..]),
            places: Slice::from(&self.places[..]),
            cells: Slice::from(&self.cells[..]),
            owners: Slice::from(&self.owners[..]),
            parents: Slice::from(&self.parents[..]),
            counters: Slice::from(&self.counters[..]),
            seed: SEED,
            first_sample: 3,
            tries: 1,
            joins: (self.parents.len() as u64).saturating_sub(1),
            first_round,
            rounds,
            activity: ACTIVITY,
            beginning: beginning as u32,
            stage: RewiringStage::Switch as u32,
            step: 0,
            samples: 1,
            ordered: self.ordered.into(),
        }
    }

    /// The edges after some rounds, by one block.
    fn by_block(&self, machine: Machine, beginning: Beginning, first: u32, rounds: u32) -> Vec<(u32, u32)> {
        // SAFETY: the arrays of one sample, as the kernel asks for them. It takes no shared memory.
        unsafe { machine.launch::<RewireSamples>(1, 1, 0, &self.args(beginning, first, rounds)) };
        self.edges()
    }

    /// The same, by the grid.
    fn by_grid(&self, machine: Machine, beginning: Beginning, first: u32, rounds: u32) -> Vec<(u32, u32)> {
        let step = |round: u32, step: u32| {
            let args = RewiringArgs { step, ..self.args(beginning, round, 1) };
            // SAFETY: as above, and steps are launched one after another.
            unsafe { machine.launch::<RewireStep>(BLOCKS, WARPS, 0, &args) };
        };
        step(first, RewiringStep::Begin as u32);
        for round in first..first + rounds {
            let last = RewiringStep::last(!self.parents.is_empty()) as u32;
            (RewiringStep::Clear as u32..=last).for_each(|number| step(round, number));
        }
        self.edges()
    }

    fn edges(&self) -> Vec<(u32, u32)> {
        self.slots.iter().map(|slot| ends_of(slot.load(Relaxed))).collect()
    }
}

/// So many different edges of `n` vertices, in no order.
fn random_edges(n: u32, edges: usize, ordered: bool, seed: u64) -> Vec<(u32, u32)> {
    let mut random = Random::new(seed);
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    while found.len() < edges {
        let (u, v) = (random.below(n), random.below(n));
        if u != v && seen.insert(if ordered { (u, v) } else { (u.min(v), u.max(v)) }) {
            found.push((u, v));
        }
    }
    found
}

/// One round, by the rules.
fn by_rules(edges: &[(u32, u32)], ordered: bool, round: u32) -> Vec<(u32, u32)> {
    let key = |(u, v): (u32, u32)| if ordered { (u, v) } else { (u.min(v), u.max(v)) };
    let draws = Draws::new(SEED).of(3).of(2 << 32 | u64::from(round));
    let mut proposals = Vec::new();
    for (class, slots) in [(0u64, 0..40), (1, 40..edges.len() as u32)] {
        let length = slots.end - slots.start;
        let fold = draws.below(1 << 40 | class, length);
        for low in 0..length {
            let high = (fold + length - low) % length;
            let draw = draws.at((slots.start + low).into());
            if low < high && ((draw >> 32) as u32) < ACTIVITY {
                let (i, j) = ((slots.start + low) as usize, (slots.start + high) as usize);
                let ((a, b), (c, d)) = (edges[i], edges[j]);
                let next = if !ordered && draw & 1 == 1 { [(a, c), (b, d)] } else { [(a, d), (c, b)] };
                if BTreeSet::from([a, b, c, d]).len() == 4 {
                    proposals.push((i, j, next));
                }
            }
        }
    }
    let known: BTreeSet<(u32, u32)> = edges.iter().map(|&edge| key(edge)).collect();
    let mut wanted: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    proposals.iter().flat_map(|&(.., next)| next).for_each(|edge| *wanted.entry(key(edge)).or_default() += 1);
    let mut result = edges.to_vec();
    for (i, j, next) in proposals {
        let free = next.iter().all(|&edge| !known.contains(&key(edge)) && wanted[&key(edge)] == 1);
        if free && [edges[i], edges[j]].iter().all(|&edge| !wanted.contains_key(&key(edge))) {
            (result[i], result[j]) = (next[0], next[1]);
        }
    }
    result
}

#[test]
fn a_round_follows_the_rules() {
    for (kind, seed) in [(FREE, 1), (FREE, 2), (0, 3), (0, 4)] {
        let edges = random_edges(19, 101, kind == 0, seed);
        let mut expected = edges.clone();
        for round in 0..3 {
            expected = by_rules(&expected, kind == 0, round);
        }
        assert_ne!(expected, edges);
        for machine in Machine::all() {
            let arrays = Arrays::new(&edges, kind, None);
            assert_eq!(arrays.by_block(machine, Beginning::Graph, 0, 3), expected, "{machine:?}");
            assert_eq!(arrays.by_grid(machine, Beginning::Graph, 0, 3), expected, "{machine:?}");
        }
    }
}

/// With the same random numbers, a round leads back: switchings, and turns of 3-cycles, in round 5.
#[test]
fn a_round_is_its_own_inverse() {
    for (kind, connected) in [(FREE, None), (FREE, Some(50)), (TURNS, None), (TURNS, Some(50))] {
        // Dense enough for 3-cycles; or a path, and others between its vertices.
        let n = if connected.is_some() { 50 } else { 14 };
        let mut edges = random_edges(n, 120, kind == TURNS, 5);
        if connected.is_some() {
            edges.truncate(15);
            let path: Vec<(u32, u32)> =
                (1..n).map(|v| (v - 1, v)).filter(|edge| !edges.contains(edge)).collect();
            edges.retain(|&(u, v)| u.abs_diff(v) > 1 || u < v);
            edges.extend(path);
        }
        for machine in Machine::with_seed(kind) {
            let arrays = Arrays::new(&edges, kind, connected);
            let mut moved = 0;
            for round in 0..12 {
                let there = arrays.by_block(machine, Beginning::Graph, round, 1);
                moved += u32::from(there != edges && (kind != TURNS || round == 5));
                let back = arrays.by_block(machine, Beginning::Continued, round, 1);
                assert_eq!(back, edges, "{machine:?}, round {round}");
            }
            assert!(moved > 0 || connected.is_some(), "{machine:?}: nothing has moved");
        }
    }
}
