//! Vertex-induced local counts from edge-induced ones.
//!
//! A subgraph that need not be induced lies in exactly one induced one on the same vertices. So the edge-induced count
//! of a pattern at a vertex, or an edge, in a role is the sum over the patterns that contain it, and the roles there,
//! of the vertex-induced count times the number of ways in which leaving out edges turns one pattern into the other and
//! one role into the other. By rising numbers of edges that is a triangular system, whose diagonal is 1: its inverse
//! has integers only.

use crate::catalog::{Catalog, permutations};
use crate::pattern::{Pattern, bits};

/// A sum of edge-induced counts: how often each role is taken.
pub(super) type RoleSum<R> = Vec<(i128, R)>;

/// A role in a pattern: a vertex, or the ends of an edge, up to symmetry.
#[derive(Clone, Debug)]
pub(super) struct RootedPattern<R> {
    pub role: R,
    pub pattern: Pattern,
    /// The vertex, or the two ends, as bits.
    pub root: u32,
}

/// The equations between the roles in all connected patterns of a number of vertices.
pub(crate) struct Equations<R> {
    roots: Vec<RootedPattern<R>>,
    /// The vertex-induced count of each role, in how many of each edge-induced one.
    inverse: Vec<Vec<i128>>,
}

impl<R: Copy + PartialEq> Equations<R> {
    /// For patterns of `k` vertices, 2 to 5. `roots` are the vertices, or edges, of a pattern, with their roles.
    pub fn new(k: usize, roots: impl Fn(&Pattern) -> Vec<(u32, R)>) -> Self {
        let mut found: Vec<RootedPattern<R>> = Vec::new();
        for pattern in &Catalog::of(k).patterns {
            for (root, role) in roots(pattern) {
                if found.iter().all(|other| other.role != role) {
                    found.push(RootedPattern { role, pattern: pattern.clone(), root });
                }
            }
        }
        let permutations = permutations(k);
        let ways = |inner: &RootedPattern<R>, outer: &RootedPattern<R>| -> i128 {
            embeddings(inner, outer, &permutations) / embeddings(inner, inner, &permutations)
        };
        // The patterns go by rising number of edges: those that contain one come after it.
        let mut inverse = vec![vec![0; found.len()]; found.len()];
        for i in (0..found.len()).rev() {
            inverse[i][i] = 1;
            for j in i + 1..found.len() {
                let ways = ways(&found[i], &found[j]);
                let (before, after) = inverse.split_at_mut(j);
                before[i].iter_mut().zip(&after[0]).for_each(|(own, other)| *own -= ways * other);
            }
        }
        Equations { roots: found, inverse }
    }

    /// No equations: for edge-induced counts alone.
    pub fn none() -> Self {
        Equations { roots: Vec::new(), inverse: Vec::new() }
    }

    /// The vertex-induced count of a role, in edge-induced ones.
    pub fn induced(&self, role: R) -> RoleSum<R> {
        let place = self.roots.iter().position(|root| root.role == role);
        let row = &self.inverse[place.expect("the roles are those of all patterns of that size")];
        let terms = row.iter().zip(&self.roots).filter(|&(&times, _)| times != 0);
        terms.map(|(&times, root)| (times, root.role)).collect()
    }
}

/// How many bijections take each edge of `inner` to one of `outer`, and the root to the root.
fn embeddings<R>(inner: &RootedPattern<R>, outer: &RootedPattern<R>, permutations: &[Vec<usize>]) -> i128 {
    let keeps = |permutation: &&Vec<usize>| {
        bits(inner.root).map(|v| 1 << permutation[v]).sum::<u32>() == outer.root
            && inner
                .pattern
                .edges()
                .iter()
                .all(|&(u, v)| outer.pattern.adjacent(permutation[u], permutation[v]))
    };
    permutations.iter().filter(keeps).count() as i128
}
