//! Those with whom a root may be in a clique.

use super::roots::WeightedRoots;

/// A vertex of the graph that is no member.
const NONE: u32 = u32::MAX;

/// The list of a root: its members, called by their places in it, and which of them are joined.
pub(super) struct Neighborhood {
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
            root: NONE,
            root_weight: 0,
            members: Vec::new(),
            weights: Vec::new(),
            rows: Vec::new(),
            words: 0,
            places: vec![NONE; roots.vertices() as usize],
        }
    }

    /// Becomes that of the root at `place`.
    pub fn enter(&mut self, roots: &WeightedRoots, place: usize) {
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

    /// Puts members of a set of which no two are joined in `class`: the least, and again and again the least that is joined to none before.
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

/// Adds a member to a set.
pub(super) fn insert(set: &mut [u64], member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

/// Whether a set has a member.
fn contains(set: &[u64], member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 == 1
}

/// Takes a member out of a set.
pub(super) fn remove(set: &mut [u64], member: usize) {
    set[member / 64] &= !(1 << (member % 64));
}

/// The least member of a set.
pub(super) fn least(set: &[u64]) -> Option<usize> {
    let word = set.iter().position(|&word| word != 0)?;
    Some(64 * word + set[word].trailing_zeros() as usize)
}

/// The members of a set, ascending.
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    (0..).zip(set).flat_map(|(at, &word): (usize, &u64)| {
        let some = |word: u64| Some(word).filter(|&word| word != 0);
        let words = std::iter::successors(some(word), move |word| some(word & (word - 1)));
        words.map(move |word| 64 * at + word.trailing_zeros() as usize)
    })
}

/// How many members a set has.
pub(super) fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// How many members two sets have in common.
pub(super) fn common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}
