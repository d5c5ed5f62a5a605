//! Which tasks come next, and how many at a time.

use std::collections::VecDeque;
use std::ops::Range;

use crate::direct::CliqueRowTasks;

/// The most tasks at first of those that a root is cut into: each is searched until it has more rows than there is room
/// for.
const BEGINNINGS: u64 = 64;

/// The tasks that are left, in their order.
#[derive(Debug)]
pub(super) struct TaskPlan {
    left: VecDeque<Left>,
    /// How many tasks come next, of those that may have more rows than there is room for.
    size: u64,
    /// The most tasks at a time.
    most: u64,
    /// Numbers that there is room for.
    room: u64,
}

/// Some tasks.
#[derive(Debug)]
struct Left {
    tasks: CliqueRowTasks,
    /// Whether there is room for all of their rows.
    fits: bool,
}

impl TaskPlan {
    /// For these roots, `first` of which come first.
    pub fn new(roots: Range<u64>, first: u64, most: u64, room: u64) -> Self {
        let left = (!roots.is_empty()).then_some(Left { tasks: CliqueRowTasks::Roots(roots), fits: false });
        let left = VecDeque::from_iter(left);
        TaskPlan { left, size: first.clamp(1, most), most, room }
    }

    /// The tasks that come next; none if nothing is left.
    pub fn next(&mut self) -> Option<CliqueRowTasks> {
        let Left { tasks, fits } = self.left.pop_front()?;
        let (all, size) = (tasks.count(), if fits { self.most } else { self.size });
        if size < all {
            self.left.push_front(Left { tasks: tasks.part(size..all), fits });
        }
        Some(tasks.part(0..size.min(all)))
    }

    /// The root whose parts come next, if one that was begun has more.
    pub fn root_at_hand(&self) -> Option<u64> {
        match self.left.front() {
            Some(Left { tasks: CliqueRowTasks::Beginnings { position, .. }, .. }) => Some(*position),
            Some(Left { tasks: CliqueRowTasks::Roots(_), .. }) | None => None,
        }
    }

    /// Takes note that the rows of these tasks were written, which took so many numbers.
    pub fn written(&mut self, tasks: &CliqueRowTasks, length: u64) {
        let (count, aim) = (tasks.count(), self.room / 2);
        // Half of the room, as tasks differ.
        let next = u128::from(aim) * u128::from(count) / u128::from(length.max(1));
        self.size = (next.min((2 * count).into()) as u64).clamp(1, self.most);
    }

    /// Has these tasks come again, for whose rows there was no room: so many at a time as there is room for, and in
    /// parts where one has too many alone. `lengths` says how many numbers each takes, and `list` how many vertices the
    /// list of a root has.
    pub fn again(&mut self, tasks: &CliqueRowTasks, lengths: &[u64], list: impl Fn(u64) -> u32) {
        let mut parts = Vec::new();
        let (mut start, mut length) = (0, 0);
        for (&more, task) in lengths.iter().zip(0u64..) {
            if length + more > self.room {
                parts.extend(fitting(tasks, start..task));
                (start, length) = (task, 0);
            }
            if more > self.room {
                parts.push(Left { tasks: cut(tasks, task, &list), fits: false });
                start = task + 1;
            } else {
                length += more;
            }
        }
        parts.extend(fitting(tasks, start..tasks.count()));
        parts.into_iter().rev().for_each(|part| self.left.push_front(part));
        self.size = self.size.min(BEGINNINGS);
    }

    /// Has these tasks come again, by another device.
    pub fn elsewhere(&mut self, tasks: CliqueRowTasks, most: u64, room: u64) {
        (self.most, self.room, self.size) = (most, room, self.size.min(most));
        self.left.push_front(Left { tasks, fits: false });
        self.left.iter_mut().for_each(|left| left.fits = false);
    }
}

fn fitting(tasks: &CliqueRowTasks, part: Range<u64>) -> Option<Left> {
    (!part.is_empty()).then(|| Left { tasks: tasks.part(part), fits: true })
}

/// The parts of a task: its cliques by the vertex that comes next in them.
fn cut(tasks: &CliqueRowTasks, task: u64, list: impl Fn(u64) -> u32) -> CliqueRowTasks {
    match tasks {
        CliqueRowTasks::Roots(positions) => {
            let position = positions.start + task;
            CliqueRowTasks::Beginnings { position, firsts: Vec::new(), next: 0..list(position) }
        }
        CliqueRowTasks::Beginnings { position, firsts, next } => {
            let last = next.start + task as u32;
            let firsts = firsts.iter().copied().chain([last]).collect();
            CliqueRowTasks::Beginnings { position: *position, firsts, next: last + 1..list(*position) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of a list of `list` vertices that begin with some.
    fn pairs(list: u32, firsts: &[u32]) -> u64 {
        match *firsts {
            [] => u64::from(list) * u64::from(list - 1) / 2,
            [first] => u64::from(list - 1 - first),
            _ => 1,
        }
    }

    /// Goes through the tasks of roots with lists of `list` vertices where a row has one number, and a root a row for
    /// each pair of its list.
    fn gone_through(roots: u64, list: u32, room: u64) -> Vec<(u64, Vec<u32>)> {
        let mut plan = TaskPlan::new(0..roots, 3, 5, room);
        let mut seen = Vec::new();
        while let Some(tasks) = plan.next() {
            let of_task = |task: u64| match &tasks {
                CliqueRowTasks::Roots(positions) => (positions.start + task, Vec::new()),
                CliqueRowTasks::Beginnings { position, firsts, next } => {
                    (*position, firsts.iter().copied().chain([next.start + task as u32]).collect())
                }
            };
            let all: Vec<_> = (0..tasks.count()).map(of_task).collect();
            assert!((1..=5).contains(&all.len()));
            let lengths: Vec<u64> = all.iter().map(|(_, firsts)| pairs(list, firsts).min(room + 1)).collect();
            let length = lengths.iter().sum();
            match length <= room {
                true => {
                    plan.written(&tasks, length);
                    seen.extend(all);
                }
                false => plan.again(&tasks, &lengths, |_| list),
            }
        }
        seen
    }

    #[test]
    fn all_is_gone_through_once_in_order() {
        for (roots, list, room) in [(7, 4, 100), (7, 4, 6), (4, 6, 5), (3, 5, 2), (2, 5, 1)] {
            let seen = gone_through(roots, list, room);
            assert!(seen.is_sorted() && seen.windows(2).all(|two| two[0] != two[1]), "{list}, {room}");
            // Each root whole, or each pair of its list once.
            for root in 0..roots {
                let mut of_root =
                    seen.iter().filter(|(position, _)| *position == root).map(|(_, firsts)| &firsts[..]);
                let found: u64 = of_root.clone().map(|firsts| pairs(list, firsts)).sum();
                assert!(of_root.next().is_some());
                assert_eq!(found, pairs(list, &[]), "{list}, {room}");
            }
        }
    }
}
