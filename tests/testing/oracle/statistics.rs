//! Statistics of a graph, by definition.

use motherlode::graph::GraphStats;

use super::graphs::{Endpoints, neighbor_lists};

/// The statistics of the graph with vertices `0..n` and these edges, in this numbering.
pub fn statistics(edges: &[Endpoints], n: usize) -> GraphStats {
    let lists = neighbor_lists(edges, n);
    let degrees = |keep: fn(u32, u32) -> bool| -> Vec<u32> {
        lists.iter().zip(0..).map(|(list, v)| list.iter().filter(|&&w| keep(v, w)).count() as u32).collect()
    };
    let (all, lower, upper) = (degrees(|_, _| true), degrees(|v, w| w < v), degrees(|v, w| w > v));
    let largest = |degrees: &[u32]| degrees.iter().copied().max().unwrap_or(0);
    let powers = |degrees: &[u32]| [1, 2, 3, 4].map(|k| degrees.iter().map(|&d| f64::from(d).powi(k)).sum());
    let triangles =
        |&(u, v): &Endpoints| lists[u as usize].iter().filter(|w| lists[v as usize].contains(w)).count();
    // Two vertices are opposite in a 4-cycle for each two common neighbours.
    let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
    let opposite = pairs.map(|(u, v)| {
        let common = lists[u].iter().filter(|w| lists[v].contains(w)).count();
        common * common.saturating_sub(1) / 2
    });
    GraphStats {
        vertices: n as u64,
        edges: edges.len() as u64,
        max_degree: largest(&all),
        max_lower: largest(&lower),
        max_upper: largest(&upper),
        degree_powers: powers(&all),
        lower_powers: powers(&lower),
        upper_powers: powers(&upper),
        triangles: edges.iter().map(triangles).sum::<usize>() as f64 / 3.0,
        four_cycles: opposite.sum::<usize>() as f64 / 2.0,
    }
}
