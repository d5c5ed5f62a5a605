//! Automorphisms of patterns, and the groups and orbits that they form.
//!
//! Patterns have at most 8 vertices, so a group is kept as the list of its permutations: at most 8! = 40,320.

use motherlode_device::plan::MAX_VERTICES;

use super::{Pattern, all, bits};

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
    /// All automorphisms of `pattern`.
    pub(super) fn of(pattern: &Pattern) -> Self {
        let mut elements = Vec::new();
        extend(pattern, pattern, &mut [0; MAX_VERTICES], 0, 0, &mut |found| {
            elements.push(*found);
            true
        });
        Self { vertices: pattern.vertices(), elements }
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

/// A renaming of the vertices of `from` that makes it `to`, if there is one.
pub fn isomorphism(from: &Pattern, to: &Pattern) -> Option<Permutation> {
    if from.vertices() != to.vertices() {
        return None;
    }
    let mut found = None;
    extend(from, to, &mut [0; MAX_VERTICES], 0, 0, &mut |map| {
        found = Some(*map);
        false
    });
    found
}

/// Maps vertex `next` of `from` to each free vertex of `to` that keeps edges and non-edges, and so on; calls `found`
/// for each whole map. Returns false once `found` has.
fn extend(
    from: &Pattern,
    to: &Pattern,
    map: &mut Permutation,
    next: usize,
    used: u32,
    found: &mut dyn FnMut(&Permutation) -> bool,
) -> bool {
    if next == from.vertices() {
        return found(map);
    }
    for image in bits(all(to.vertices()) & !used) {
        let keeps =
            |earlier: usize| from.adjacent(earlier, next) == to.adjacent(usize::from(map[earlier]), image);
        if (0..next).all(keeps) {
            map[next] = image as u8;
            if !extend(from, to, map, next + 1, used | 1 << image, found) {
                return false;
            }
        }
    }
    true
}
