//! Automorphisms of patterns, and the groups and orbits that they form.
//!
//! An automorphism keeps labels, directions, absent edges and anti-vertices. A group is kept as the list of its
//! permutations where it is small; how many there are is told without listing them.

use super::Pattern;
use super::limits::MAX_VERTICES;
use super::masks::{all, bits};
use super::structure::{RuleInterner, Structure};

/// A permutation of a pattern's vertices: vertex `v` goes to `permutation[v]`. Places past the pattern's vertices
/// are 0.
pub type Permutation = [u8; MAX_VERTICES];

/// A group of automorphisms of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    vertices: usize,
    elements: Vec<Permutation>,
}

impl Group {
    /// All automorphisms of a pattern.
    pub(crate) fn of(structure: &Structure) -> Self {
        let mut elements = Vec::new();
        extend(structure, structure, &mut [0; MAX_VERTICES], 0, 0, &mut |found| {
            elements.push(*found);
            true
        });
        Self { vertices: structure.vertices, elements }
    }

    /// The automorphisms that keep the order of the vertices in each of these classes: where the vertices of a class
    /// may be exchanged one by one, every automorphism is one of these after such exchanges.
    pub(crate) fn keeping_order(structure: &Structure, classes: &[u32]) -> Self {
        let class_of = |v: usize| classes.iter().position(|class| class >> v & 1 == 1);
        let keeps = |map: &Permutation, v: usize, image: usize| {
            let of = class_of(v);
            of.is_none() || (0..v).all(|u| class_of(u) != of || usize::from(map[u]) < image)
        };
        let mut elements = Vec::new();
        search(structure, structure, &keeps, &mut [0; MAX_VERTICES], (0, 0), &mut |found| {
            elements.push(*found);
            true
        });
        Self { vertices: structure.vertices, elements }
    }

    /// The group of the identity alone.
    pub(crate) fn trivial(vertices: usize) -> Self {
        let identity = std::array::from_fn(|v| if v < vertices { v as u8 } else { 0 });
        Self { vertices, elements: vec![identity] }
    }

    /// How many automorphisms there are: at least 1, the identity.
    #[allow(clippy::len_without_is_empty, reason = "a group has at least the identity")]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// The automorphisms, in lexicographic order: the identity comes first.
    pub fn elements(&self) -> &[Permutation] {
        &self.elements
    }

    /// The vertices to which `vertex` is taken, as a mask; `vertex` is among them.
    pub fn orbit(&self, vertex: usize) -> u32 {
        self.elements.iter().fold(0, |orbit, element| orbit | 1 << element[vertex])
    }

    /// The orbits, as disjoint masks of vertices, ordered by their smallest vertex.
    pub fn orbits(&self) -> Vec<u32> {
        let mut left = all(self.vertices);
        let mut orbits = Vec::new();
        while left != 0 {
            let orbit = self.orbit(left.trailing_zeros() as usize);
            left &= !orbit;
            orbits.push(orbit);
        }
        orbits
    }

    /// The subgroup that leaves `vertex` where it is.
    pub fn stabilizer(&self, vertex: usize) -> Self {
        let fixes = |element: &&Permutation| usize::from(element[vertex]) == vertex;
        Self { vertices: self.vertices, elements: self.elements.iter().filter(fixes).copied().collect() }
    }

    /// Whether every automorphism of the group leaves each of `vertices` (a mask) where it is.
    pub fn fixes(&self, vertices: u32) -> bool {
        self.elements.iter().all(|element| bits(vertices).all(|v| usize::from(element[v]) == v))
    }
}

impl Pattern {
    /// All automorphisms, listed: there may be as many as 12!.
    pub fn automorphisms(&self) -> Group {
        Group::of(&self.structure(false))
    }

    /// How many automorphisms there are, without listing them.
    pub fn automorphism_count(&self) -> u64 {
        count(&self.structure(false))
    }

    /// How many automorphisms the pattern has as it is matched, without listing them: if `closed`, as vertex-induced
    /// patterns are, vertices of which it says nothing are not adjacent.
    #[doc(hidden)]
    pub fn automorphism_count_if(&self, closed: bool) -> u64 {
        count(&self.structure(closed))
    }

    /// Whether an automorphism of the pattern as it is matched takes the first of each of these pairs to the second.
    #[doc(hidden)]
    pub fn takes_if(&self, closed: bool, pairs: &[(usize, usize)]) -> bool {
        takes(&self.structure(closed), pairs)
    }

    fn structure(&self, closed: bool) -> Structure {
        Structure::of(self, closed, &mut RuleInterner::default())
    }

    /// Whether some renaming of the vertices turns one pattern into the other.
    pub fn is_isomorphic(&self, other: &Self) -> bool {
        self.edges.len() == other.edges.len() && isomorphism(self, other).is_some()
    }
}

/// How many automorphisms there are: the product of the lengths of the orbits along a chain of stabilisers.
pub(crate) fn count(structure: &Structure) -> u64 {
    let mut map = [0; MAX_VERTICES];
    let mut product = 1;
    for fixed in 0..structure.vertices {
        let reached = |&image: &usize| {
            fits(structure, structure, &map, fixed, image) && {
                let mut map = map;
                map[fixed] = image as u8;
                let used = all(fixed) | 1 << image;
                !extend(structure, structure, &mut map, fixed + 1, used, &mut |_| false)
            }
        };
        product *= (fixed..structure.vertices).filter(reached).count() as u64;
        map[fixed] = fixed as u8;
    }
    product
}

/// The classes of two vertices and more that may be exchanged, each with each, while all others stay where they are.
pub(crate) fn twins(structure: &Structure) -> Vec<u32> {
    let swapped = |u: usize, v: usize| {
        let image = |w: usize| {
            if w == u {
                v
            } else if w == v {
                u
            } else {
                w
            }
        };
        takes(structure, &(0..structure.vertices).map(|w| (w, image(w))).collect::<Vec<_>>())
    };
    let mut left = all(structure.vertices);
    let mut classes = Vec::new();
    while left != 0 {
        let first = left.trailing_zeros() as usize;
        let class =
            bits(left).filter(|&v| v == first || swapped(first, v)).fold(0, |class, v| class | 1 << v);
        left &= !class;
        classes.push(class);
    }
    classes.retain(|class: &u32| class.count_ones() > 1);
    classes
}

/// Whether there is an automorphism that takes the first of each of these pairs to the second.
pub(crate) fn takes(structure: &Structure, pairs: &[(usize, usize)]) -> bool {
    let allowed = |_: &Permutation, v: usize, image: usize| {
        pairs.iter().all(|&(from, to)| (from == v) == (to == image))
    };
    !search(structure, structure, &allowed, &mut [0; MAX_VERTICES], (0, 0), &mut |_| false)
}

/// A renaming of the vertices of `from` that makes it `to`, if there is one.
pub fn isomorphism(from: &Pattern, to: &Pattern) -> Option<Permutation> {
    let mut interner = RuleInterner::default();
    let [from, to] = [from, to].map(|pattern| Structure::of(pattern, false, &mut interner));
    if from.vertices != to.vertices || from.anti.len() != to.anti.len() {
        return None;
    }
    let mut found = None;
    extend(&from, &to, &mut [0; MAX_VERTICES], 0, 0, &mut |map| {
        found = Some(*map);
        false
    });
    found
}

/// Maps vertex `next` of `from` to each free vertex of `to` that keeps what is said of the vertices so far, and so on;
/// calls `found` for each whole map. Returns false once `found` has.
fn extend(
    from: &Structure,
    to: &Structure,
    map: &mut Permutation,
    next: usize,
    used: u32,
    found: &mut dyn FnMut(&Permutation) -> bool,
) -> bool {
    search(from, to, &|_, _, _| true, map, (next, used), found)
}

/// Maps vertex `next` of `from`, and so on, to free vertices of `to` that keep what is said of the vertices so far, and
/// where they are `allowed` to go alone, as those before them go where the map says; calls `found` for each whole map.
/// Returns false once `found` has.
fn search(
    from: &Structure,
    to: &Structure,
    allowed: &dyn Fn(&Permutation, usize, usize) -> bool,
    map: &mut Permutation,
    (next, used): (usize, u32),
    found: &mut dyn FnMut(&Permutation) -> bool,
) -> bool {
    if next == from.vertices {
        return !keeps_anti(from, to, map) || found(map);
    }
    for image in bits(all(to.vertices) & !used) {
        if allowed(map, next, image) && fits(from, to, map, next, image) {
            map[next] = image as u8;
            if !search(from, to, allowed, map, (next + 1, used | 1 << image), found) {
                return false;
            }
        }
    }
    true
}

/// Whether vertex `next` may go to `image`, as the vertices before it go where `map` says.
fn fits(from: &Structure, to: &Structure, map: &Permutation, next: usize, image: usize) -> bool {
    let keeps = |earlier: usize| from.rules[earlier][next] == to.rules[usize::from(map[earlier])][image];
    from.labels[next] == to.labels[image] && (0..next).all(keeps)
}

/// Whether the vertices that must not exist in `from` are those of `to`.
fn keeps_anti(from: &Structure, to: &Structure, map: &Permutation) -> bool {
    from.anti.iter().all(|(labels, rules)| {
        let mut moved = [0; MAX_VERTICES];
        (0..from.vertices).for_each(|v| moved[usize::from(map[v])] = rules[v]);
        to.anti.contains(&(*labels, moved))
    })
}
