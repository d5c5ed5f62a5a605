//! Graphs for tests.

use motherlode::graph::Csr;

/// The ends of an undirected edge.
pub type Endpoints = (u32, u32);

/// `m` different edges on the vertices `0..n`, no self-loops, drawn with a bias to small vertices: degrees differ
/// much, so that no test passes because a graph is symmetric. The same for the same `seed`.
///
/// # Panics
/// If there are fewer than `m` pairs of vertices.
pub fn random_graph(seed: u64, n: usize, m: usize) -> Vec<Endpoints> {
    assert!(m <= n * n.saturating_sub(1) / 2, "{n} vertices have fewer than {m} edges");
    let mut random = Random(seed);
    let mut edges = Vec::with_capacity(m);
    while edges.len() < m {
        // The smaller of two draws; after many misses, any, so that dense graphs end.
        let u = random.below(n).min(random.below(n));
        let (u, v) = (u as u32, random.below(n) as u32);
        let edge = (u.min(v), u.max(v));
        if u != v && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    edges
}

/// The graph of these edges.
pub fn csr(n: usize, edges: &[Endpoints]) -> Csr {
    Csr::from_edges(n as u32, edges)
}

/// The same graph, with its vertices renumbered at random.
pub fn relabelled(seed: u64, n: usize, edges: &[Endpoints]) -> Vec<Endpoints> {
    let mut random = Random(seed);
    let mut names: Vec<u32> = (0..n as u32).collect();
    for i in (1..n).rev() {
        names.swap(i, random.below(i + 1));
    }
    edges.iter().map(|&(u, v)| (names[u as usize], names[v as usize])).collect()
}

/// Whether there is an edge between each two vertices.
pub fn adjacency_matrix(edges: &[Endpoints], n: usize) -> Vec<Vec<bool>> {
    let mut matrix = vec![vec![false; n]; n];
    for &(u, v) in edges {
        matrix[u as usize][v as usize] = true;
        matrix[v as usize][u as usize] = true;
    }
    matrix
}

/// The neighbours of each vertex, rising.
pub fn neighbor_lists(edges: &[Endpoints], n: usize) -> Vec<Vec<u32>> {
    let neighbors = |row: &Vec<bool>| (0..n as u32).filter(|&v| row[v as usize]).collect();
    adjacency_matrix(edges, n).iter().map(neighbors).collect()
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * end as u128) >> 64) as usize
    }
}
