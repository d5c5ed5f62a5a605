//! (3,4)-nucleus numbers, on every machine, against peeling by the definition.

mod common;
mod graphs;
mod peeled;

use common::{BLOCKS, Machine, WARPS};
use graphs::Graph;
use motherlode_device::kernels::nuclei::{AdvanceNuclei, PeelNucleiArgs, StartNuclei, StepNuclei};
use motherlode_device::memory::Slice;
use peeled::{LIMITS, Peeled, Queues};

/// The triangles of a graph, each by its vertices ascending.
fn triangles(graph: &Graph) -> Vec<[u32; 3]> {
    let greater = |u: u32| graph.0[u as usize].range(u + 1..).copied();
    let with = |u: u32, v: u32| greater(v).filter(move |w| graph.0[u as usize].contains(w));
    let of = |u: u32| greater(u).flat_map(move |v| with(u, v).map(move |w| [u, v, w]));
    (0..graph.n()).flat_map(of).collect()
}

/// The two vertices of a triangle that are not at a place.
fn without(triangle: [u32; 3], place: usize) -> [u32; 2] {
    let [u, v, w] = triangle;
    [[v, w], [u, w], [u, v]][place]
}

/// The levels and the rounds, by the kernels.
fn by_kernels(machine: Machine, graph: &Graph, limits: (u64, u64, u64)) -> Peeled {
    let all = triangles(graph);
    let mut edges: Vec<[u32; 2]> =
        all.iter().flat_map(|&triangle| [0, 1, 2].map(|place| without(triangle, place))).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut lists = vec![Vec::new(); edges.len()];
    let mut sides = Vec::new();
    for (number, &triangle) in (0..).zip(&all) {
        for place in 0..3 {
            let edge = edges.binary_search(&without(triangle, place)).unwrap();
            lists[edge].push((triangle[place], number));
            sides.push(edge as u32);
        }
    }
    let mut starts = vec![0];
    for list in &mut lists {
        list.sort_unstable();
        starts.push(starts[starts.len() - 1] + list.len() as u64);
    }
    let (thirds, numbers): (Vec<u32>, Vec<u32>) = lists.into_iter().flatten().unzip();
    let queues = Queues::new(all.len(), limits);
    let args = PeelNucleiArgs {
        starts: Slice::from(&starts[..]),
        thirds: Slice::from(&thirds[..]),
        triangles: Slice::from(&numbers[..]),
        sides: Slice::from(&sides[..]),
        queues: queues.args(),
    };
    // SAFETY: the triangles of a graph by their edges, and queues for them. They take no shared memory.
    unsafe {
        machine.launch::<StartNuclei>(BLOCKS, WARPS, 0, &args);
        queues.peel::<AdvanceNuclei, StepNuclei>(machine, &args, &args)
    }
}

/// The same, by the 4-cliques of triangles that stay.
fn by_definition(graph: &Graph) -> Peeled {
    let all = triangles(graph);
    peeled::by_definition(all.len(), |triangle, stays| {
        let has = |mut vertices: [u32; 3]| {
            vertices.sort_unstable();
            all.binary_search(&vertices).is_ok_and(stays)
        };
        let sides = [0, 1, 2].map(|place| without(all[triangle], place));
        let closes = |&&x: &&u32| sides.iter().all(|&[u, v]| has([u, v, x]));
        graph.0[all[triangle][0] as usize].iter().filter(closes).count() as u32
    })
}

fn check(graph: &Graph, name: &str, machines: Vec<Machine>) {
    let expected = by_definition(graph);
    peeled::check(name, machines, &expected, |machine, limits| by_kernels(machine, graph, limits));
}

#[test]
fn a_small_graph_by_hand() {
    // 0 to 4 are a clique; 5 makes a 4-clique with 0, 1 and 2, and 6 a triangle with 0 and 5.
    let five = (0..5u32).flat_map(|v| (0..v).map(move |u| (u, v)));
    let graph = Graph::new(7, five.chain([(0, 5), (1, 5), (2, 5), (0, 6), (5, 6)]));
    let expected = triangles(&graph).into_iter().map(|triangle| match triangle {
        [.., 6] => 0,
        [.., 5] => 1,
        _ => 2,
    });
    let expected: Vec<u32> = expected.collect();
    assert_eq!(expected.len(), 14);
    for machine in Machine::all() {
        assert_eq!(by_kernels(machine, &graph, LIMITS[1]).0, expected, "{machine:?}");
    }
}

#[test]
fn random_graphs_by_definition() {
    for (at, graph) in Graph::samples(24).iter().enumerate() {
        let machines = if at < 4 { Machine::all() } else { Machine::with_seed(at as u32) };
        check(graph, &format!("sample {at}"), machines);
    }
}

/// Several triangles of a 4-clique leave in one round, in many ways.
#[test]
fn triangles_that_leave_together() {
    check(&Graph::in_parts(&[1; 9], 0), "clique", Machine::all());
    check(&Graph::in_parts(&[3, 2, 2, 3, 1], 3), "parts", Machine::all());
    let strip = (0..50u32).flat_map(|v| [(v, v + 1), (v, v + 2), (v, v + 3)]);
    check(&Graph::new(53, strip), "strip of 4-cliques", Machine::all());
}
