//! Where a vertex, or a tie, can stand in a directed graphlet: connected directed graphs with a root.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use motherlode_device::kernels::directed::cliques::CLIQUES;
use motherlode_device::kernels::directed::ties::TIES;
use motherlode_device::kernels::directed_orbits::roots::SIDES;

use super::digraph::{Digraph, DigraphPart, DirectedClasses};
use super::names::DirectedMotif;
use super::standing::Standing;
use crate::at::Orbits;
use crate::catalog::permutations;
use crate::direct::CliqueOrbits;
use crate::pattern::Pattern;
use crate::plan::Induced;

/// All orbits of the directed graphlets of a size: graphlets by rising number of arcs, triads in the order of their
/// census, and the orbits of each in the order of their first members.
pub(super) struct DirectedOrbits {
    k: usize,
    /// The graphlets, each with its orbits.
    pub graphlets: Vec<OrbitsOfGraphlet>,
    /// How many orbits there are.
    pub count: usize,
    /// For each kind of places, the orbit of each subgraph that is told of there.
    of_subgraphs: Vec<Vec<usize>>,
    /// For each of the numbers of cliques, its orbit.
    of_cliques: Vec<usize>,
    /// Which of these numbers each member, or side, of each kind of cliques has.
    clique_numbers: Vec<u8>,
    /// The orbits by falling number of ties, each with those that are left when ties are taken away, and in how many
    /// ways.
    parts: Vec<(usize, Vec<(usize, i128)>)>,
}

/// A graphlet, and where one can stand in it.
pub(super) struct OrbitsOfGraphlet {
    /// Its name, or its arcs where it has none.
    pub name: String,
    /// What the name says, as a pattern: so that columns are called as for that.
    pub pattern: Pattern,
    /// Its orbits.
    pub orbits: Orbits,
}

impl OrbitsOfGraphlet {
    fn of<A: Standing>(motif: DirectedMotif) -> OrbitsOfGraphlet {
        let DirectedMotif { mut name, mut pattern, .. } = motif;
        if pattern.edges().len() == 1 {
            name = "a->b".to_owned();
            pattern = Pattern::parse(&name).expect("an arc is a pattern");
        }
        let orbits = A::orbits(&pattern, Induced::Vertex);
        OrbitsOfGraphlet { name, pattern, orbits }
    }
}

impl DirectedOrbits {
    /// Those of two to four vertices.
    pub fn of<A: Standing>(k: usize) -> &'static DirectedOrbits {
        static ORBITS: [[OnceLock<DirectedOrbits>; 3]; 2] = [const { [const { OnceLock::new() }; 3] }; 2];
        ORBITS[A::ROOTS - 1][k - 2].get_or_init(|| DirectedOrbits::new::<A>(k))
    }

    fn new<A: Standing>(k: usize) -> DirectedOrbits {
        let mut motifs: Vec<DirectedMotif> = DirectedClasses::of(k)
            .all()
            .into_iter()
            .map(|class| DirectedMotif::of(Digraph::of_number(k, class)))
            .collect();
        motifs.sort_by_key(DirectedMotif::order);
        let graphlets: Vec<OrbitsOfGraphlet> = motifs.into_iter().map(OrbitsOfGraphlet::of::<A>).collect();
        let rooted = RootedClasses::new(k, A::ROOTS);
        let roots: Vec<Digraph> = graphlets
            .iter()
            .flat_map(|OrbitsOfGraphlet { pattern, orbits, .. }| {
                let arcs = pattern.edges().iter();
                let graph = arcs.fold(Digraph::new(k), |graph, &(tail, head)| graph.with(tail, head));
                A::firsts(pattern, orbits).into_iter().map(move |first| (graph, A::vertices(first)))
            })
            .map(|(graph, first)| rooted.least(graph.seen_from(first)))
            .collect();
        let orbit_of: HashMap<u32, usize> =
            roots.iter().enumerate().map(|(orbit, root)| (root.number(), orbit)).collect();
        let orbit = |graph: Digraph| orbit_of[&rooted.least(graph).number()];
        let (of_cliques, clique_numbers) =
            if k == 4 { of_cliques(&A::of_clique(), orbit) } else { Default::default() };
        let of_kind = |nothing: A::Pieces<'static>| {
            let mut of_subgraphs = Vec::new();
            A::each_subgraph(k, nothing, |ties, _| {
                of_subgraphs.push(orbit(Digraph::new(k).with_ties(ties)));
            });
            of_subgraphs
        };
        DirectedOrbits {
            k,
            count: roots.len(),
            of_subgraphs: A::kinds().into_iter().map(of_kind).collect(),
            of_cliques,
            clique_numbers,
            parts: parts(&roots, A::ROOTS, orbit),
            graphlets,
        }
    }

    /// Which numbers of cliques a device is to count.
    pub fn cliques(&self) -> Option<CliqueOrbits<'_>> {
        (self.k == 4).then_some(CliqueOrbits { orbits: &self.clique_numbers, count: self.of_cliques.len() })
    }

    /// How often places of which this is known stand at each orbit, all together, in vertex-induced subgraphs.
    pub fn counts<'p, A: Standing>(&self, places: impl IntoIterator<Item = A::Pieces<'p>>) -> Vec<i128> {
        let mut counts = vec![0; self.count];
        for pieces in places {
            let mut orbits = self.of_subgraphs[A::kind(pieces)].iter();
            A::each_subgraph(self.k, pieces, |_, count| {
                counts[*orbits.next().expect("as many as were told of before")] += count;
            });
            if self.k == 4 {
                for (&orbit, &count) in self.of_cliques.iter().zip(A::cliques(pieces)) {
                    counts[orbit] += i128::from(count);
                }
            }
        }
        // What has all ties of the graph is not lacking any: the largest are known, and each is among those that lack
        // some.
        for (whole, parts) in &self.parts {
            let there = counts[*whole];
            if there != 0 {
                parts.iter().for_each(|&(part, ways)| counts[part] -= ways * there);
            }
        }
        counts
    }
}

/// For each number of cliques its orbit; and which of the numbers each of these, as the vertices that it has, has in
/// each kind of cliques, whose greatest vertex is the first.
fn of_cliques(members: &[u32], orbit: impl Fn(Digraph) -> usize) -> (Vec<usize>, Vec<u8>) {
    let kinds = (0..CLIQUES).flat_map(|kind| {
        let digit = move |place: usize| kind / TIES.pow((SIDES.len() - 1 - place) as u32) % TIES;
        let ties: Vec<_> = SIDES.into_iter().enumerate().map(|(at, (u, v))| (u, v, digit(at))).collect();
        let graph = Digraph::new(4).with_ties(&ties);
        members.iter().map(move |&member| graph.seen_from(member))
    });
    let orbits: Vec<usize> = kinds.map(orbit).collect();
    let all: Vec<usize> = orbits.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let number = |orbit: &usize| all.binary_search(orbit).expect("it is one of all") as u8;
    let numbers = orbits.iter().map(number).collect();
    (all, numbers)
}

/// What is left of each root's graph when ties are taken away, in all ways that leave it in one part, and a tie that is
/// its root; by falling number of ties.
fn parts(
    roots: &[Digraph],
    of_root: usize,
    orbit: impl Fn(Digraph) -> usize,
) -> Vec<(usize, Vec<(usize, i128)>)> {
    let has_root = |graph: &Digraph| of_root == 1 || graph.are_joined(0, 1);
    let mut by_ties: Vec<(usize, &Digraph)> = roots.iter().enumerate().collect();
    by_ties.sort_by_key(|(_, graph)| std::cmp::Reverse(graph.count(DigraphPart::Tie)));
    let parts_of = |graph: Digraph| {
        let mut ways: HashMap<usize, i128> = HashMap::new();
        let mut left = BTreeSet::from([graph.number()]);
        while let Some(number) = left.pop_last() {
            let graph = Digraph::of_number(graph.vertices(), number);
            left.extend(graph.without_one(DigraphPart::Tie).filter(has_root).map(Digraph::number));
            *ways.entry(orbit(graph)).or_default() += 1;
        }
        ways
    };
    let parts = |(whole, &graph): (usize, &Digraph)| {
        let mut parts: Vec<(usize, i128)> = parts_of(graph).into_iter().collect();
        parts.retain(|&(part, _)| part != whole);
        parts.sort_unstable();
        (whole, parts)
    };
    by_ties.into_iter().map(parts).collect()
}

/// Directed graphs whose first vertices are their root, told apart by the least number that keeps these the first, in
/// whatever order.
struct RootedClasses {
    renumberings: Vec<Vec<usize>>,
}

impl RootedClasses {
    fn new(k: usize, of_root: usize) -> RootedClasses {
        let mut renumberings = permutations(k);
        renumberings.retain(|order| order[..of_root].iter().all(|&v| v < of_root));
        RootedClasses { renumberings }
    }

    /// The one of the least number.
    fn least(&self, graph: Digraph) -> Digraph {
        let all = self.renumberings.iter().map(|order| graph.renumbered(|v| order[v]));
        all.min_by_key(|graph| graph.number()).expect("there is the identity")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at::{Edges, Vertices};

    /// No two orbits are the same rooted graph, and each is counted somewhere.
    fn check<A: Standing>() {
        for k in 2..=4 {
            let orbits = DirectedOrbits::of::<A>(k);
            let wholes: BTreeSet<usize> = orbits.parts.iter().map(|&(whole, _)| whole).collect();
            assert_eq!(wholes.len(), orbits.count);
            let told: BTreeSet<usize> =
                orbits.of_subgraphs.iter().flatten().chain(&orbits.of_cliques).copied().collect();
            assert_eq!(told.len(), orbits.count, "each is counted somewhere");
        }
    }

    #[test]
    fn orbits_are_rooted_graphs() {
        check::<Vertices>();
        check::<Edges>();
    }
}
