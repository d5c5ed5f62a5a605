//! What threads share: the roots, and nodes of long searches.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::aim::HeaviestSoFar;
use super::roots::WeightedRoots;

/// A node of the search of a root, from which any thread may go on.
pub(super) struct HandedNode {
    /// The members that it has taken.
    pub taken: Vec<usize>,
    /// What these and the root weigh.
    pub weight: u128,
    /// Those that may still be taken.
    pub open: Vec<u64>,
}

/// What threads search: one root after the other, and what those that are at work hand to those that have none.
pub(super) struct Sharing<'r> {
    roots: &'r WeightedRoots,
    standing: &'r HeaviestSoFar,
    queue: Mutex<SharedTasks>,
    changed: Condvar,
    /// How many threads have nothing to do, and no node that was handed over is there for them.
    awaiting: AtomicUsize,
}

#[derive(Default)]
struct SharedTasks {
    /// The place of the next root.
    next: usize,
    /// Nodes that were handed over, and the places of their roots.
    handed: Vec<(usize, HandedNode)>,
    /// How many threads are at work, and may hand over more.
    at_work: usize,
    /// How many wait.
    waiting: usize,
}

/// What a thread is at, until it is dropped.
pub(super) struct RootTask<'s> {
    /// The place of the root.
    pub place: usize,
    /// Where in its search to go on; at the beginning, if nowhere.
    pub node: Option<HandedNode>,
    /// Last, as the thread is at work as long as it has the rest.
    _at_work: AtWork<'s>,
}

struct AtWork<'s>(&'s Sharing<'s>);

impl<'r> Sharing<'r> {
    /// All roots.
    pub fn new(roots: &'r WeightedRoots, standing: &'r HeaviestSoFar) -> Sharing<'r> {
        let (queue, changed, awaiting) = Default::default();
        Sharing { roots, standing, queue, changed, awaiting }
    }

    /// What to do next. While others are at work, it waits for what they may hand over; none when all is done.
    pub fn draw(&self) -> Option<RootTask<'_>> {
        let mut queue = self.lock();
        loop {
            let task = queue.handed.pop().map(|(place, node)| (place, Some(node)));
            if let Some((place, node)) = task.or_else(|| Some((self.next_root(&mut queue)?, None))) {
                queue.at_work += 1;
                self.note(&queue);
                return Some(RootTask { place, node, _at_work: AtWork(self) });
            }
            if queue.at_work == 0 {
                return None;
            }
            queue.waiting += 1;
            self.note(&queue);
            self.changed.wait(&mut queue);
            queue.waiting -= 1;
            self.note(&queue);
        }
    }

    /// The next root that may have a clique that is asked for. The bounds fall, and what is asked for rises: none that
    /// follows has one if this one has not.
    fn next_root(&self, queue: &mut SharedTasks) -> Option<usize> {
        let place = queue.next;
        if place >= self.roots.count() || self.roots.bound(place) < self.standing.asked_at(place) {
            return None;
        }
        queue.next += 1;
        Some(place)
    }

    /// Whether a thread waits for a node.
    pub fn is_awaited(&self) -> bool {
        self.awaiting.load(Ordering::Relaxed) > 0
    }

    /// Leaves a node of the root at a place to another thread.
    pub fn hand(&self, place: usize, node: HandedNode) {
        let mut queue = self.lock();
        queue.handed.push((place, node));
        self.note(&queue);
        self.changed.notify_one();
    }

    /// Says how many nodes are awaited.
    fn note(&self, queue: &SharedTasks) {
        let awaiting = queue.waiting.saturating_sub(queue.handed.len());
        self.awaiting.store(awaiting, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, SharedTasks> {
        self.queue.lock()
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.at_work -= 1;
        if queue.at_work == 0 {
            self.0.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::neighborhood::Neighborhood;
    use super::super::search::WeightSearch;
    use super::*;
    use crate::Context;
    use crate::graph::generate;

    /// Each task hands the first node that it comes to over, as if another thread waited all the time.
    #[test]
    fn what_is_handed_over_is_searched() {
        let mut all_handed = 0;
        for seed in 1..=24 {
            let graph = generate::gnm(7, 6400, seed).unwrap();
            let weights: Vec<u128> = (0..128).map(|v| 1 + v * 37 % 23).collect();
            let roots = WeightedRoots::new(&graph, &weights);
            let found = |awaited: usize| {
                let standing = HeaviestSoFar::default();
                let sharing = Sharing::new(&roots, &standing);
                let (mut near, mut search) = (Neighborhood::new(&roots), WeightSearch::default());
                let mut handed = 0;
                while let Some(mut task) = sharing.draw() {
                    sharing.awaiting.store(awaited, Ordering::Relaxed);
                    handed += u32::from(task.node.is_some());
                    near.enter(&roots, task.place);
                    let aim = standing.of_root(task.place);
                    search.run(&near, task.node.take(), &aim, Some(&sharing), &Context::default()).unwrap();
                }
                (standing.best().unwrap(), handed)
            };
            let (alone, shared) = (found(0), found(1));
            assert_eq!((alone.0, alone.1), (shared.0, 0), "seed {seed}");
            all_handed += shared.1;
        }
        assert!(all_handed > 48, "{all_handed} were handed over");
    }
}
