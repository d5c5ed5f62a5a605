//! All connected patterns of a size.

use motherlode::pattern::Pattern;

/// One pattern of each isomorphism class of connected graphs on `k` vertices: 1, 2, 6, 21, 112 for `k` from 2 to 6.
///
/// Goes through all sets of edges, and keeps those that are connected and isomorphic to none that was kept.
pub fn connected_patterns(k: usize) -> Vec<Pattern> {
    let pairs: Vec<(usize, usize)> = (0..k).flat_map(|u| (u + 1..k).map(move |v| (u, v))).collect();
    let permutations = permutations(k);
    let mut seen = vec![false; 1 << pairs.len()];
    let mut kept = Vec::new();
    for set in 0..1usize << pairs.len() {
        if seen[set] {
            continue;
        }
        let edges: Vec<(usize, usize)> =
            (0..pairs.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| pairs[edge]).collect();
        for names in &permutations {
            let renamed = |&(u, v): &(usize, usize)| (names[u].min(names[v]), names[u].max(names[v]));
            let place = |edge: &(usize, usize)| pairs.iter().position(|pair| *pair == renamed(edge)).unwrap();
            seen[edges.iter().fold(0, |set, edge| set | 1 << place(edge))] = true;
        }
        if is_connected(k, &edges) {
            kept.push(Pattern::from_edges(&edges).unwrap());
        }
    }
    kept
}

/// Every connected pattern of 2 to 5 vertices: 1 + 2 + 6 + 21 of them.
pub fn small_patterns() -> Vec<Pattern> {
    (2..=5).flat_map(connected_patterns).collect()
}

/// All orders of these.
pub fn orders<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    let order = |places: Vec<usize>| places.into_iter().map(|place| of[place]).collect();
    permutations(of.len()).into_iter().map(order).collect()
}

/// All orders of `0..k`.
pub fn permutations(k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: &Vec<usize>, at: usize| {
        let mut longer = shorter.clone();
        longer.insert(at, k - 1);
        longer
    };
    permutations(k - 1).iter().flat_map(|shorter| (0..k).map(move |at| insert(shorter, at))).collect()
}

fn is_connected(k: usize, edges: &[(usize, usize)]) -> bool {
    let mut reached = vec![false; k];
    reached[0] = true;
    for _ in 0..k {
        for &(u, v) in edges {
            let either = reached[u] || reached[v];
            reached[u] = either;
            reached[v] = either;
        }
    }
    reached.iter().all(|&vertex| vertex)
}
