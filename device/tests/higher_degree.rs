//! The worked example of `docs/kernels.md`: a kernel on every machine of the host, and what the emulated one says of a
//! kernel that breaks the rules.

mod common;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::Graph;
use motherlode_device::Kernel;
use motherlode_device::kernels::higher_degree::{HigherDegree, HigherDegreeArgs};
use motherlode_device::memory::Slice;
use motherlode_device::simt::{Block, Warp, emulated};

/// The counts and the number of peaks, by the kernel.
fn by_kernel(machine: Machine, graph: &Graph) -> (Vec<u32>, u64) {
    let (offsets, neighbors) = graph.csr();
    // Rubbish where the kernel is to write, so that what it leaves out shows.
    let mut counts = vec![u32::MAX; graph.n() as usize];
    let mut peaks = [0.into()];
    let args = HigherDegreeArgs {
        offsets: Slice::from(&offsets[..]),
        neighbors: Slice::from(&neighbors[..]),
        counts: scratch(&mut counts),
        peaks: Slice::from(&peaks[..]),
    };
    // SAFETY: offsets and neighbours of a graph, a count for each vertex, and a sum of zero. It takes no shared memory.
    unsafe { machine.launch::<HigherDegree>(BLOCKS, WARPS, 0, &args) };
    let [peaks] = &mut peaks;
    (counts, *peaks.get_mut())
}

/// For each vertex its neighbours of higher degree, and how many vertices have none, from the definition.
fn by_definition(graph: &Graph) -> (Vec<u32>, u64) {
    let degree = |v: u32| graph.0[v as usize].len();
    let higher = |v: u32| graph.0[v as usize].iter().filter(|&&w| degree(w) > degree(v)).count() as u32;
    let counts: Vec<u32> = (0..graph.n()).map(higher).collect();
    let peaks = counts.iter().filter(|&&count| count == 0).count() as u64;
    (counts, peaks)
}

#[test]
fn a_small_graph_by_hand() {
    // A star around 0, a tail from 1 to 5 by 4, and 6 alone: degrees 3, 2, 1, 1, 2, 1, 0.
    let graph = Graph::new(7, [(0, 1), (0, 2), (0, 3), (1, 4), (4, 5)]);
    for machine in Machine::all() {
        assert_eq!(by_kernel(machine, &graph), (vec![0, 1, 1, 1, 0, 1, 0], 3), "{machine:?}");
    }
}

#[test]
fn random_graphs_by_definition() {
    let mut random = Random::new(11);
    // Lists shorter and longer than a warp, and numbers of vertices that are no multiple of anything.
    for (n, edges, hubs) in [(1, 0, 1), (50, 40, 50), (131, 900, 7), (301, 4000, 301)] {
        let edges: Vec<_> = (0..edges).map(|_| (random.below(hubs), random.below(n))).collect();
        let graph = Graph::new(n, edges);
        for machine in Machine::all() {
            assert_eq!(by_kernel(machine, &graph), by_definition(&graph), "{machine:?}, {n} vertices");
        }
    }
}

/// Lanes with an odd number wait for lanes that never come.
struct Diverging;

// SAFETY: it is in no module. It breaks the rule of collectives, which the emulated machine tells.
unsafe impl Kernel for Diverging {
    type Args<'a> = Slice<'a, u32>;
    const NAME: &'static str = "diverging";

    unsafe fn run<B: Block>(block: B, _: &Slice<'_, u32>) {
        let warp = block.warp();
        if warp.lane() % 2 == 1 {
            warp.sum(1);
        }
    }
}

#[test]
fn divergence_is_reported_with_its_line() {
    // SAFETY: the kernel reads nothing.
    let fault =
        unsafe { emulated::launch::<Diverging>(1, 1, 0, 7, &Slice::empty()) }.unwrap_err().to_string();
    assert!(fault.starts_with("kernel `diverging`, block 0, warp 0: lane "), "{fault}");
    assert!(fault.contains("is at sum (") && fault.contains("tests/higher_degree.rs:"), "{fault}");
    assert!(fault.contains("has returned") && fault.ends_with("(seed 7)"), "{fault}");
}
