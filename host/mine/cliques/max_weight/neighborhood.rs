//! Those with whom a root may be in a clique.

use super::roots::WeightedRoots;
use crate::bit_sets::{contains, insert, members};

/// A vertex of the graph that is no member.
const NONE: u32 = u32::MAX;

/// The list of a root: its members, called by their places in it, and which of them are joined.
pub(super) struct Neighborhood {
    /// The place of the root among the roots, if it is that of one.
    place: Option<usize>,
    root: u32,
    root_weight: u128,
    members: Vec<u32>,
    weights: Vec<u128>,
    /// For each member the set of those that it is joined to.
    rows: Vec<u64>,
    words: usize,
    /// The place of each vertex of the graph, or [`NONE`].
    places: Vec<u32>,
}

impl Neighborhood {
    /// Of no root yet.
    pub fn new(roots: &WeightedRoots) -> Neighborhood {
        Neighborhood {
            place: None,
            root: NONE,
            root_weight: 0,
            members: Vec::new(),
            weights: Vec::new(),
            rows: Vec::new(),
            words: 0,
            places: vec![NONE; roots.vertices() as usize],
        }
    }

    /// Becomes that of the root at `place`, if it is not.
    pub fn enter(&mut self, roots: &WeightedRoots, place: usize) {
        if self.place.replace(place) == Some(place) {
            return;
        }
        self.members.iter().for_each(|&v| self.places[v as usize] = NONE);
        self.root = roots.root(place);
        self.root_weight = roots.weight(self.root);
        self.members.clear();
        self.members.extend(roots.list(self.root));
        self.weights.clear();
        self.weights.extend(self.members.iter().map(|&v| roots.weight(v)));
        for (at, &v) in (0..).zip(&self.members) {
            self.places[v as usize] = at;
        }
        self.words = self.members.len().div_ceil(64);
        self.rows.clear();
        self.rows.resize(self.members.len() * self.words, 0);
        for one in 0..self.members.len() {
            for v in roots.list(self.members[one]) {
                match self.places[v as usize] {
                    NONE => (),
                    other => self.join(one, other as usize),
                }
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        insert(&mut self.rows[one * self.words..], other);
        insert(&mut self.rows[other * self.words..], one);
    }

    /// The place of the root among the roots.
    ///
    /// # Panics
    /// Before [`enter`](Self::enter).
    pub fn place(&self) -> usize {
        self.place.expect("enter comes first")
    }

    /// What the root weighs.
    pub fn root_weight(&self) -> u128 {
        self.root_weight
    }

    /// The members: `0..len()`.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn weight(&self, member: usize) -> u128 {
        self.weights[member]
    }

    /// To whom a member is joined.
    pub fn row(&self, member: usize) -> &[u64] {
        &self.rows[member * self.words..][..self.words]
    }

    /// The words of a set of members.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Puts members of a set of which no two are joined in `class`: the least, and again and again the least that is
    /// joined to none before.
    pub fn independent(&self, set: &[u64], class: &mut Vec<usize>) {
        class.clear();
        for member in members(set) {
            if class.iter().all(|&other| !contains(self.row(other), member)) {
                class.push(member);
            }
        }
    }

    /// The root and some members, by their numbers in the graph.
    pub fn vertices<'n>(&'n self, members: &'n [usize]) -> impl Iterator<Item = u32> + 'n {
        std::iter::once(self.root).chain(members.iter().map(|&member| self.members[member]))
    }
}
