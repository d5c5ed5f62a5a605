//! What a clique is to weigh.

use parking_lot::{Mutex, MutexGuard};

/// What a search is after.
pub(super) trait Aim {
    /// What a clique has to weigh at least.
    fn asked(&self) -> u128;

    /// Hears of a clique that weighs as much. Returns whether to go on.
    fn reached(&self, weight: u128) -> bool;
}

/// The weight of the heaviest clique that any thread has found, and the place of the first root that has one of the
/// weight.
#[derive(Default)]
pub(super) struct HeaviestSoFar(Mutex<Option<(u128, usize)>>);

/// What is standing, as the root at a place sees it.
pub(super) struct OfRoot<'s> {
    standing: &'s HeaviestSoFar,
    place: usize,
}

/// The first clique of a weight.
pub(super) struct First(pub u128);

impl HeaviestSoFar {
    /// The weight and the place, if there is a clique.
    pub fn best(&self) -> Option<(u128, usize)> {
        *self.lock()
    }

    /// What the root at `place` is after.
    pub fn of_root(&self, place: usize) -> OfRoot<'_> {
        OfRoot { standing: self, place }
    }

    /// What a clique of the root at `place` has to weigh to be better.
    pub fn asked_at(&self, place: usize) -> u128 {
        match self.best() {
            Some((weight, first)) if place < first => weight,
            Some((weight, _)) => weight + 1,
            None => 1,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<(u128, usize)>> {
        self.0.lock()
    }
}

impl Aim for OfRoot<'_> {
    fn asked(&self) -> u128 {
        self.standing.asked_at(self.place)
    }

    fn reached(&self, weight: u128) -> bool {
        let mut best = self.standing.lock();
        let is_better =
            |&(other, first): &(u128, usize)| weight > other || weight == other && self.place < first;
        if best.as_ref().is_none_or(is_better) {
            *best = Some((weight, self.place));
        }
        true
    }
}

impl Aim for First {
    fn asked(&self) -> u128 {
        self.0
    }

    fn reached(&self, _: u128) -> bool {
        false
    }
}
