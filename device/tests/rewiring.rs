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

/// With the same random numbers, a round leads back. The round that was made, from the edges that are there.
fn there_and_back(arrays: &Arrays, edges: &[(u32, u32)], machine: Machine, round: u32) -> Vec<(u32, u32)> {
    let there = arrays.by_block(machine, Beginning::Graph, round, 1);
    let back = arrays.by_block(machine, Beginning::Continued, round, 1);
    assert_eq!(back, edges, "{machine:?}, round {round}");
    there
}

#[test]
fn a_round_of_switchings_is_its_own_inverse() {
    for (kind, seed) in [(FREE, 5), (0, 6)] {
        let edges = random_edges(18, 70, kind == 0, seed);
        for machine in Machine::with_seed(kind) {
            let arrays = Arrays::new(&edges, kind, None);
            let moved = (0..5).filter(|&round| there_and_back(&arrays, &edges, machine, round) != edges);
            assert_eq!(moved.count(), 5, "{machine:?}");
        }
    }
}

#[test]
fn a_round_of_turns_is_its_own_inverse() {
    // Between each two vertices one arc: some cycles are in each other's way.
    let mut random = Random::new(4);
    let mut tournament = || -> Vec<(u32, u32)> {
        let pairs = (0..10).flat_map(|v| (0..v).map(move |u| (u, v)));
        pairs.map(|(u, v)| if random.below(2) == 0 { (u, v) } else { (v, u) }).collect()
    };
    let mut turned = 0;
    for (case, edges) in (0..40).map(|case| (case, if case == 0 { cycles(30, 21) } else { tournament() })) {
        let arcs: BTreeSet<(u32, u32)> = edges.iter().copied().collect();
        for machine in Machine::with_seed(case) {
            let arrays = Arrays::new(&edges, TURNS, None);
            // One round of eight turns cycles.
            for round in (0..150).map(|at| 8 * at + 5) {
                let there = there_and_back(&arrays, &edges, machine, round);
                let new: Vec<_> = there.iter().filter(|arc| !arcs.contains(arc)).collect();
                assert!(new.len().is_multiple_of(3) && new.iter().all(|&&(u, v)| arcs.contains(&(v, u))));
                turned += new.len();
            }
        }
    }
    assert!(turned > 1000, "{turned} arcs were turned");
}

/// The arcs of so many 3-cycles that share no arcs, whichever way these lead.
fn cycles(n: u32, cycles: usize) -> Vec<(u32, u32)> {
    let (mut random, mut joined, mut arcs) = (Random::new(3), BTreeSet::new(), Vec::new());
    while arcs.len() < 3 * cycles {
        let [p, q, r] = [(); 3].map(|()| random.below(n));
        let sides = [(p, q), (q, r), (r, p)];
        let key = |(u, v): (u32, u32)| (u.min(v), u.max(v));
        if p != q && q != r && r != p && !sides.iter().any(|&side| joined.contains(&key(side))) {
            joined.extend(sides.map(key));
            arcs.extend(sides);
        }
    }
    arcs
}

#[test]
fn a_round_that_disconnects_is_taken_back() {
    // A path, and some chords.
    let path = (1..60).map(|v| (v - 1, v));
    let edges: Vec<(u32, u32)> = path.chain((0..20).map(|v| (v, 2 * v + 2))).collect();
    let mut taken_back = 0;
    for machine in Machine::all() {
        let (arrays, free) = (Arrays::new(&edges, FREE, Some(60)), Arrays::new(&edges, FREE, None));
        for round in 0..5 {
            let there = there_and_back(&arrays, &edges, machine, round);
            if there == edges {
                taken_back += 1;
                continue;
            }
            // As it is without the condition, but where an edge would be alone.
            assert!(is_connected(&there, 60), "{machine:?}");
            assert_ne!(free.by_block(machine, Beginning::Graph, round, 1), edges);
        }
    }
    assert!(taken_back > 0);
}

fn is_connected(edges: &[(u32, u32)], n: u32) -> bool {
    let mut root: Vec<u32> = (0..n).collect();
    for &(u, v) in edges {
        let (one, other) = (root[u as usize], root[v as usize]);
        root.iter_mut().filter(|root| **root == one).for_each(|root| *root = other);
    }
    root.iter().all(|&first| first == root[0])
}
