//! Patterns as labelled graphs: isomorphisms, orbits, and parts of one edge less.

use super::{Kinds, Step};

/// A connected pattern, its vertices numbered in any way.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct NumberedPattern {
    pub labels: Vec<u32>,
    /// Each edge once: its ends, and its kind from the first to the second.
    pub edges: Vec<(u32, u32, u32)>,
    /// For each vertex its arcs: the kind, and the other end.
    arcs: Vec<Vec<(u32, u32)>>,
    /// For each vertex a number that isomorphisms keep.
    colours: Vec<u64>,
}

/// How often colours are refined by those of the neighbours.
const ROUNDS: usize = 2;

/// Mixes the bits of a number (the finisher of MurmurHash3, Appleby).
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits = (bits ^ bits >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ bits >> 33
}

fn first_colour(label: u32) -> u64 {
    mix(u64::from(label) + 1)
}

/// The colour of a vertex with these arcs, after a round.
fn refined<'a>(own: u64, arcs: impl Iterator<Item = &'a (u32, u32)>, colours: &[u64]) -> u64 {
    let of_arc = |&(kind, to): &(u32, u32)| {
        mix(colours[to as usize] ^ u64::from(kind).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    };
    mix(arcs.map(of_arc).fold(own, u64::wrapping_add))
}

fn signature(edges: usize, colours: &[u64]) -> u64 {
    colours.iter().fold(mix(edges as u64), |sum, &colour| sum.wrapping_add(mix(colour)))
}

impl NumberedPattern {
    /// The pattern of a DFS code, whose vertices keep their numbers.
    pub fn of_code(kinds: &Kinds, code: &[Step]) -> NumberedPattern {
        let mut labels = vec![kinds.triple(code[0].kind)[0]];
        for step in code.iter().filter(|step| step.is_forward()) {
            labels.push(kinds.triple(step.kind)[2]);
        }
        NumberedPattern::new(kinds, labels, code.iter().map(|step| (step.from, step.to, step.kind)).collect())
    }

    fn new(kinds: &Kinds, labels: Vec<u32>, edges: Vec<(u32, u32, u32)>) -> NumberedPattern {
        let mut arcs = vec![Vec::new(); labels.len()];
        for &(u, v, kind) in &edges {
            arcs[u as usize].push((kind, v));
            arcs[v as usize].push((kinds.reverse(kind), u));
        }
        let mut colours: Vec<u64> = labels.iter().map(|&label| first_colour(label)).collect();
        for _ in 0..ROUNDS {
            colours = (0..labels.len()).map(|v| refined(colours[v], arcs[v].iter(), &colours)).collect();
        }
        NumberedPattern { labels, edges, arcs, colours }
    }

    pub fn vertices(&self) -> usize {
        self.labels.len()
    }

    /// The arcs of a vertex: the kind, and the other end.
    pub fn arcs(&self, v: usize) -> &[(u32, u32)] {
        &self.arcs[v]
    }

    /// A number that isomorphic patterns have in common, and others hardly ever.
    pub fn signature(&self) -> u64 {
        signature(self.edges.len(), &self.colours)
    }

    /// The [`signature`](Shape::signature) of the pattern [`without`](Shape::without) an edge, found without making
    /// that.
    pub fn signature_without(&self, kinds: &Kinds, edge: usize) -> Option<u64> {
        let gone = self.gone_with(edge)?;
        let (u, v, kind) = self.edges[edge];
        let is_left = |from: usize, &(own, to): &(u32, u32)| {
            let from = from as u32;
            (from, to, own) != (u, v, kind) && (from, to, own) != (v, u, kinds.reverse(kind))
        };
        let mut colours: Vec<u64> = self.labels.iter().map(|&label| first_colour(label)).collect();
        for _ in 0..ROUNDS {
            let refined = |w: usize| {
                let left = self.arcs[w].iter().filter(|arc| is_left(w, arc));
                refined(colours[w], left, &colours)
            };
            colours = (0..self.labels.len()).map(refined).collect();
        }
        if let Some(gone) = gone {
            colours.swap_remove(gone as usize);
        }
        Some(signature(self.edges.len() - 1, &colours))
    }

    /// Where an isomorphism takes the vertices, if there is one to `other`; with `pin`, one that takes its first to its
    /// second.
    pub fn isomorphism(&self, other: &NumberedPattern, pin: Option<(usize, usize)>) -> Option<Vec<u32>> {
        if self.vertices() != other.vertices() || self.edges.len() != other.edges.len() {
            return None;
        }
        let order = self.order_from(pin.map_or(0, |(from, _)| from));
        let mut image = vec![NONE; self.vertices()];
        let mut used = vec![false; self.vertices()];
        let starts = match pin {
            Some((_, to)) => to..to + 1,
            None => 0..other.vertices(),
        };
        for start in starts {
            if self.extend(other, &order, 0, start as u32, &mut image, &mut used) {
                return Some(image);
            }
        }
        None
    }

    /// The vertices, each but the first adjacent to an earlier one.
    fn order_from(&self, start: usize) -> Vec<u32> {
        let mut order = vec![start as u32];
        let mut seen = vec![false; self.vertices()];
        seen[start] = true;
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            for &(_, to) in &self.arcs[v as usize] {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    order.push(to);
                }
            }
            next += 1;
        }
        order
    }

    /// Whether vertex `order[depth]` may go to `to`, and all later ones somewhere: where, is in `image` then.
    fn extend(
        &self,
        other: &NumberedPattern,
        order: &[u32],
        depth: usize,
        to: u32,
        image: &mut [u32],
        used: &mut [bool],
    ) -> bool {
        let v = order[depth] as usize;
        if used[to as usize]
            || self.colours[v] != other.colours[to as usize]
            || self.labels[v] != other.labels[to as usize]
        {
            return false;
        }
        // As many edges on both sides: if all of these have images, all of those are images.
        let kept = |&(kind, end): &(u32, u32)| {
            image[end as usize] == NONE || other.arcs[to as usize].contains(&(kind, image[end as usize]))
        };
        if !self.arcs[v].iter().all(kept) {
            return false;
        }
        (image[v], used[to as usize]) = (to, true);
        let Some(&next) = order.get(depth + 1) else { return true };
        let from = self.arcs[next as usize].iter().find(|(_, end)| image[*end as usize] != NONE);
        let Some(&(_, end)) = from else { return false };
        for &(_, candidate) in &other.arcs[image[end as usize] as usize] {
            if self.extend(other, order, depth + 1, candidate, image, used) {
                return true;
            }
        }
        (image[v], used[to as usize]) = (NONE, false);
        false
    }

    /// For each vertex the number of its orbit; orbits are numbered in the order of their first vertices.
    pub fn orbits(&self) -> Vec<u32> {
        let mut orbit_of: Vec<u32> = Vec::with_capacity(self.vertices());
        let mut firsts: Vec<usize> = Vec::new();
        for v in 0..self.vertices() {
            let same = |&first: &usize| {
                self.colours[first] == self.colours[v] && self.isomorphism(self, Some((first, v))).is_some()
            };
            let orbit = firsts.iter().position(same).unwrap_or_else(|| {
                firsts.push(v);
                firsts.len() - 1
            });
            orbit_of.push(orbit as u32);
        }
        orbit_of
    }

    /// The pattern without an edge, if it is connected and has one left, and the number that each of its vertices has
    /// here.
    pub fn without(&self, kinds: &Kinds, edge: usize) -> Option<(NumberedPattern, Vec<u32>)> {
        let gone = self.gone_with(edge)?;
        let kept: Vec<u32> = (0..self.vertices() as u32).filter(|&w| Some(w) != gone).collect();
        let place = |w: u32| if gone.is_some_and(|gone| w > gone) { w - 1 } else { w };
        let rest = self.edges.iter().enumerate().filter(|(number, _)| *number != edge);
        let edges: Vec<_> = rest.map(|(_, &(u, v, kind))| (place(u), place(v), kind)).collect();
        let labels = kept.iter().map(|&w| self.labels[w as usize]).collect();
        Some((NumberedPattern::new(kinds, labels, edges), kept))
    }

    /// The vertex that goes with an edge, if one does; `None` where what is left is nothing, or not connected.
    fn gone_with(&self, edge: usize) -> Option<Option<u32>> {
        let (u, v, _) = self.edges[edge];
        let alone = |v: &u32| self.arcs[*v as usize].len() == 1;
        if self.edges.len() == 1 {
            return None;
        }
        match [u, v].into_iter().find(alone) {
            Some(gone) => Some(Some(gone)),
            // In a tree each other edge holds two parts together.
            None if self.edges.len() < self.vertices() => None,
            None => self.is_on_cycle(edge).then_some(None),
        }
    }

    /// Whether the ends of an edge are connected without it.
    fn is_on_cycle(&self, edge: usize) -> bool {
        let (u, v, kind) = self.edges[edge];
        // Arcs in both directions are a cycle of two edges.
        if self.arcs[u as usize].iter().any(|&(other, to)| to == v && other != kind) {
            return true;
        }
        let mut seen = vec![false; self.vertices()];
        seen[u as usize] = true;
        let mut left = vec![u];
        while let Some(w) = left.pop() {
            for &(_, to) in &self.arcs[w as usize] {
                if (w, to) != (u, v) && !std::mem::replace(&mut seen[to as usize], true) {
                    left.push(to);
                }
            }
        }
        seen[v as usize]
    }
}

/// A vertex without an image.
const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dfs_code::minimum_code;

    fn kinds() -> Kinds {
        Kinds::new([[0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 0]])
    }

    fn shape(kinds: &Kinds, labels: &[u32], edges: &[(u32, u32, u32)]) -> NumberedPattern {
        let kind = |u: u32, e: u32, v: u32| kinds.find([labels[u as usize], e, labels[v as usize]]).unwrap();
        NumberedPattern::new(
            kinds,
            labels.to_vec(),
            edges.iter().map(|&(u, e, v)| (u, v, kind(u, e, v))).collect(),
        )
    }

    #[test]
    fn orbits_know_labels_of_vertices_and_edges() {
        let kinds = kinds();
        let path = |e| shape(&kinds, &[0, 0, 0], &[(0, 0, 1), (1, e, 2)]).orbits();
        assert_eq!(path(0), [0, 1, 0]);
        assert_eq!(path(1), [0, 1, 2], "edges of different labels");
        let square = shape(&kinds, &[0, 1, 0, 1], &[(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 0, 0)]);
        assert_eq!(square.orbits(), [0, 1, 0, 1]);
        let square = shape(&kinds, &[0, 1, 0, 1], &[(0, 0, 1), (1, 1, 2), (2, 0, 3), (3, 0, 0)]);
        assert_eq!(square.orbits(), [0, 1, 2, 3]);
        // A star of as many leaves as no list of all automorphisms would be fit for.
        let leaves: Vec<_> = (1..30).map(|leaf| (0, 0, leaf)).collect();
        assert_eq!(shape(&kinds, &[0; 30], &leaves).orbits()[1..], [1; 29]);
    }

    /// Isomorphism agrees with minimum codes, on all graphs of four vertices with two labels.
    #[test]
    fn isomorphic_patterns_have_one_minimum_code() {
        let kinds = kinds();
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let mut shapes = Vec::new();
        for labels in [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0]] {
            for chosen in 1u32..64 {
                let number = |(i, &(u, v)): (usize, &(u32, u32))| (u, (i as u32 * chosen / 7) % 2, v);
                let edges = pairs.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(number);
                let fits = |&(u, e, v): &(u32, u32, u32)| {
                    kinds.find([labels[u as usize], e, labels[v as usize]]).is_some()
                };
                let shape = shape(&kinds, &labels, &edges.filter(fits).collect::<Vec<_>>());
                if shape.order_from(0).len() == 4 {
                    let code = minimum_code(&kinds, &shape.edges).unwrap();
                    shapes.push((shape, code));
                }
            }
        }
        assert!(shapes.len() > 100);
        for (a, code) in &shapes {
            for (b, other) in &shapes {
                let found = a.isomorphism(b, None);
                assert_eq!(found.is_some(), code == other, "{a:?} and {b:?}");
                if let Some(image) = found {
                    assert_eq!(a.signature(), b.signature());
                    let edge = |&(u, v, kind): &(u32, u32, u32)| {
                        b.arcs[image[u as usize] as usize].contains(&(kind, image[v as usize]))
                    };
                    assert!(a.edges.iter().all(edge));
                }
            }
        }
    }

    /// On all connected graphs of four vertices, and arcs in both directions.
    #[test]
    fn the_signature_of_a_part_needs_no_part() {
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let undirected = kinds();
        let directed = Kinds::directed([[0, 0, 0], [0, 3, 0]]);
        let mut parts = 0;
        for chosen in 1u32..64 {
            let edges =
                || pairs.iter().enumerate().filter(move |(i, _)| chosen >> i & 1 == 1).map(|(_, &pair)| pair);
            let plain: Vec<_> = edges().map(|(u, v)| (u, chosen % (u + 2) % 2, v)).collect();
            let mut arcs: Vec<_> = edges().map(|(u, v)| (u, chosen >> v & 1, v)).collect();
            let back: Vec<_> =
                arcs.iter().filter(|(u, ..)| u % 2 == 0).map(|&(u, e, v)| (u, 3 - e, v)).collect();
            arcs.extend(back);
            for (kinds, edges) in [(&undirected, plain), (&directed, arcs)] {
                let shape = shape(kinds, &[0; 4], &edges);
                if shape.order_from(0).len() < 4 {
                    continue;
                }
                for edge in 0..shape.edges.len() {
                    let part = shape.without(kinds, edge).map(|(part, _)| part);
                    let connected =
                        part.as_ref().is_none_or(|part| part.order_from(0).len() == part.vertices());
                    assert!(connected, "{shape:?} without {edge}");
                    parts += usize::from(part.is_some());
                    assert_eq!(shape.signature_without(kinds, edge), part.map(|part| part.signature()));
                }
            }
        }
        assert!(parts > 300, "{parts}");
    }
}
