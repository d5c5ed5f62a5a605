//! All connected patterns of a given number of vertices, and how often each contains each.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::MineError;
use crate::pattern::Pattern;

/// Names of patterns, the ones that users know best first; families come before them.
const NAMES: [&str; 14] = [
    "wedge",
    "triangle",
    "tailed-triangle",
    "diamond",
    "house",
    "bull",
    "banner",
    "cricket",
    "dart",
    "gem",
    "butterfly",
    "wheel",
    "prism",
    "octahedron",
];

/// A simple graph on a few vertices: row `v` is the mask of the neighbours of `v`.
type AdjacencyMasks = Vec<u32>;

/// The connected patterns of `k` vertices, each once up to isomorphism, by rising number of edges.
#[derive(Clone, Debug)]
pub(crate) struct Catalog {
    /// The patterns.
    pub patterns: Vec<Pattern>,
    /// `contains[i][j]`: in how many ways leaving edges out of pattern `j` gives pattern `i`.
    pub contains: Vec<Vec<u64>>,
}

impl Catalog {
    /// The patterns of `k` vertices, for `k` from 2 to 6: found once in a process.
    pub fn of(k: usize) -> &'static Self {
        static OF_SIZES: [OnceLock<Catalog>; 5] = [const { OnceLock::new() }; 5];
        OF_SIZES[k - 2].get_or_init(|| Catalog::new(k))
    }

    fn new(k: usize) -> Self {
        let permutations = permutations(k);
        let mut graphs = connected(k, &permutations);
        graphs.sort_by_key(|graph| (edge_count(graph), graph.clone()));
        let ways = |inner: &AdjacencyMasks| {
            let automorphisms = embeddings(inner, inner, &permutations);
            graphs.iter().map(|outer| embeddings(inner, outer, &permutations) / automorphisms).collect()
        };
        Catalog {
            contains: graphs.iter().map(ways).collect(),
            patterns: graphs.iter().map(pattern).collect(),
        }
    }

    /// Where a pattern stands.
    ///
    /// # Panics
    /// If it has another number of vertices.
    pub fn position(&self, pattern: &Pattern) -> usize {
        let found = self.patterns.iter().position(|other| other.is_isomorphic(pattern));
        found.expect("every connected pattern of that size is in the catalog")
    }

    /// The counts of all patterns, of which only those at these places may have matches.
    pub fn at(&self, places: &[usize], found: impl IntoIterator<Item = u128>) -> Vec<u128> {
        let mut counts = vec![0; self.patterns.len()];
        places.iter().zip(found).for_each(|(&place, count)| counts[place] = count);
        counts
    }

    /// The vertex-induced counts of all patterns from the edge-induced ones.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`] when a count passes 128 bits.
    pub fn all_induced(&self, counts: &[u128]) -> Result<Vec<u128>, MineError> {
        self.induced_where(counts, |_| true)
    }

    /// The edge-induced counts of all patterns from the vertex-induced ones.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`] when a count passes 128 bits.
    pub fn all_edge_induced(&self, induced: &[u128]) -> Result<Vec<u128>, MineError> {
        let total = |contains: &Vec<u64>| {
            let within = induced.iter().zip(contains).map(|(count, &times)| count.checked_mul(times.into()));
            within.reduce(|sum, count| sum?.checked_add(count?)).flatten().ok_or(MineError::CountOverflow)
        };
        self.contains.iter().map(total).collect()
    }

    /// The vertex-induced count of pattern `wanted` from the edge-induced ones of those that contain it.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`] when a count passes 128 bits.
    pub fn induced(&self, counts: &[u128], wanted: usize) -> Result<u128, MineError> {
        Ok(self.induced_where(counts, |place| self.contains[wanted][place] > 0)?[wanted])
    }

    /// The vertex-induced counts of those patterns that are asked for, with which all are that contain one of them.
    fn induced_where(
        &self,
        counts: &[u128],
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Vec<u128>, MineError> {
        let mut induced = vec![0u128; counts.len()];
        // Patterns go by rising number of edges: those that contain one come after it.
        for i in (0..counts.len()).rev().filter(|&i| is_asked(i)) {
            let mut rest = counts[i];
            for (count, times) in induced.iter().zip(&self.contains[i]).skip(i + 1) {
                let within = count.checked_mul((*times).into());
                rest = within.and_then(|within| rest.checked_sub(within)).ok_or(MineError::CountOverflow)?;
            }
            induced[i] = rest;
        }
        Ok(induced)
    }
}

/// What users call a pattern: a name, if it has one, or its edges.
fn name(pattern: &Pattern) -> String {
    let k = pattern.vertices();
    let families =
        [format!("{k}-clique"), format!("{k}-cycle"), format!("{k}-path"), format!("{}-star", k - 1)];
    // Three vertices have names of their own.
    let (first, second) = if k == 3 { (&NAMES[..2], &families[..0]) } else { (&NAMES[..0], &families[..]) };
    let others = (2..=k / 2).map(|m| format!("{m}-{}-biclique", k - m));
    let known = first
        .iter()
        .map(|name| name.to_string())
        .chain(second.iter().cloned())
        .chain(NAMES.iter().map(|name| name.to_string()))
        .chain(others)
        .chain([format!("{}-book", k.saturating_sub(2)), format!("{k}-near-clique")]);
    let is = |name: &String| Pattern::parse(name).is_ok_and(|named| named.is_isomorphic(pattern));
    known.into_iter().find(is).unwrap_or_else(|| pattern.to_string())
}

/// What users call a pattern, and the pattern with the vertices that this name gives it: one that is shown beside its
/// name has the same letters wherever it is shown.
pub(crate) fn named(pattern: &Pattern) -> (String, Pattern) {
    let name = if pattern.vertices() == 2 { "edge".into() } else { name(pattern) };
    let lettered = Pattern::parse(&name).expect("names and edges are patterns");
    (name, lettered)
}

fn pattern(rows: &AdjacencyMasks) -> Pattern {
    let edges: Vec<(usize, usize)> = edges(rows).collect();
    Pattern::from_edges(&edges).expect("the catalog's graphs are connected and small")
}

fn edges(rows: &AdjacencyMasks) -> impl Iterator<Item = (usize, usize)> {
    (0..rows.len())
        .flat_map(move |u| (u + 1..rows.len()).filter(move |&v| rows[u] >> v & 1 == 1).map(move |v| (u, v)))
}

fn edge_count(rows: &AdjacencyMasks) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum::<u32>() / 2
}

/// The connected graphs of `k` vertices, of which these are all orders, each once up to isomorphism.
fn connected(k: usize, orders: &[Vec<usize>]) -> Vec<AdjacencyMasks> {
    if k == 2 {
        return vec![vec![0b10, 0b01]];
    }
    // Some vertex of a connected graph can go without disconnecting it.
    let smaller = connected(k - 1, &permutations(k - 1));
    let larger: BTreeSet<AdjacencyMasks> =
        smaller.iter().flat_map(extensions).map(|graph| canonical(&graph, orders)).collect();
    larger.into_iter().collect()
}

/// All graphs with one vertex more, joined to some of the others.
fn extensions(rows: &AdjacencyMasks) -> impl Iterator<Item = AdjacencyMasks> {
    let new = rows.len();
    (1..1u32 << new).map(move |neighbors| {
        let mut larger = rows.clone();
        for (v, row) in larger.iter_mut().enumerate() {
            *row |= (neighbors >> v & 1) << new;
        }
        larger.push(neighbors);
        larger
    })
}

/// The least of the graph's renumberings.
fn canonical(rows: &AdjacencyMasks, permutations: &[Vec<usize>]) -> AdjacencyMasks {
    let edges: Vec<(usize, usize)> = edges(rows).collect();
    let renumbered = |permutation: &Vec<usize>| {
        let mut renumbered = [0; 6];
        for &(u, v) in &edges {
            let (u, v) = (permutation[u], permutation[v]);
            renumbered[u] |= 1 << v;
            renumbered[v] |= 1 << u;
        }
        renumbered
    };
    let least = permutations.iter().map(renumbered).min().expect("there is the identity");
    least[..rows.len()].to_vec()
}

/// How many bijections take each edge of `inner` to one of `outer`.
fn embeddings(inner: &AdjacencyMasks, outer: &AdjacencyMasks, permutations: &[Vec<usize>]) -> u64 {
    if edge_count(inner) > edge_count(outer) {
        return 0;
    }
    let edges: Vec<(usize, usize)> = edges(inner).collect();
    let keeps = |permutation: &&Vec<usize>| {
        edges.iter().all(|&(u, v)| outer[permutation[u]] >> permutation[v] & 1 == 1)
    };
    permutations.iter().filter(keeps).count() as u64
}

/// All orders of `0..k`.
pub(crate) fn permutations(k: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for next in 0..k {
        let insert = |order: &Vec<usize>, at: usize| {
            let mut order = order.clone();
            order.insert(at, next);
            order
        };
        all = all.iter().flat_map(|order| (0..=next).map(move |at| insert(order, at))).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_are_known() {
        // Connected graphs of k unlabelled vertices: https://oeis.org/A001349.
        for (k, count) in [(2, 1), (3, 2), (4, 6), (5, 21), (6, 112)] {
            assert_eq!(Catalog::of(k).patterns.len(), count, "{k} vertices");
        }
    }

    #[test]
    fn four_vertices_contain_each_other_as_drawn() {
        let catalog = Catalog::of(4);
        let names: Vec<String> = catalog.patterns.iter().map(name).collect();
        let of = |inner: &str, outer: &str| {
            let at = |wanted: &str| names.iter().position(|name| name == wanted).unwrap();
            catalog.contains[at(inner)][at(outer)]
        };
        assert_eq!(of("4-cycle", "4-clique"), 3);
        assert_eq!(of("diamond", "4-clique"), 6);
        assert_eq!(of("4-cycle", "diamond"), 1);
        assert_eq!(of("tailed-triangle", "diamond"), 4);
        assert_eq!(of("tailed-triangle", "4-clique"), 12);
        assert_eq!(of("4-path", "4-cycle"), 4);
        assert_eq!(of("4-path", "tailed-triangle"), 2);
        assert_eq!(of("4-path", "4-clique"), 12);
        assert_eq!(of("3-star", "tailed-triangle"), 1);
        assert_eq!(of("3-star", "4-cycle"), 0);
        assert_eq!(of("diamond", "4-cycle"), 0);
    }
}
