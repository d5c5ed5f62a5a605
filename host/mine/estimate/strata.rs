//! Tasks in strata: what they are cut by, how many draws each has, and what came of these.

use motherlode_device::kernels::estimate::{GROUP, PARTS, Stratum};

use super::interval::needed;

/// The most strata: one more than what is cut evenly, for what is left over.
pub(super) const MOST_STRATA: usize = 49;
/// How much the power of its weight is that a task is expected to hold, for the cuts alone.
const POWER: f64 = 0.75;
/// What part of the draws is dealt evenly, whatever was seen: what was not seen may be there.
const EVEN: f64 = 0.2;

/// Sums over draws.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DrawMoments {
    pub draws: u64,
    pub weights: f64,
    pub squares: f64,
    pub hits: f64,
    pub steps: f64,
}

impl DrawMoments {
    /// What a draw stands for on average; 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.weights / self.draws.max(1) as f64
    }

    /// The variance of a draw, from the draws.
    pub fn variance(&self) -> f64 {
        let draws = self.draws as f64;
        // Rounding may leave less than nothing.
        ((self.squares - self.weights * self.weights / draws) / (draws - 1.0).max(1.0)).max(0.0)
    }

    /// The mean of the squares.
    fn second(&self) -> f64 {
        self.squares / self.draws as f64
    }

    pub fn add(&mut self, other: &DrawMoments) {
        self.draws += other.draws;
        self.weights += other.weights;
        self.squares += other.squares;
        self.hits += other.hits;
        self.steps += other.steps;
    }
}

/// Sorted tasks that lie next to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TaskRange {
    /// The place of the first.
    pub start: u64,
    /// How many there are.
    pub tasks: u64,
    /// The most that a task's draw can stand for.
    pub bound: f64,
}

/// A stratum that is drawn from, and what came of its draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StratumSample {
    pub tasks: u64,
    pub bound: f64,
    pub seen: DrawMoments,
    /// The squared distances of what draws stand for from what was predicted before each round.
    pub spread: f64,
    /// What is predicted of the next round's draws.
    predicted: f64,
}

impl StratumSample {
    /// One of whose draws nothing is known but what is predicted.
    pub fn new(tasks: u64, bound: f64, predicted: f64) -> StratumSample {
        StratumSample { tasks, bound, seen: DrawMoments::default(), spread: 0.0, predicted }
    }

    /// Adds a round.
    pub fn add(&mut self, round: &DrawMoments) {
        let DrawMoments { draws, weights, squares, .. } = *round;
        self.spread += squares - 2.0 * self.predicted * weights + draws as f64 * self.predicted.powi(2);
        self.seen.add(round);
        self.predicted = self.seen.mean();
    }
}

/// The weight of a task, as a number: the product of the sizes that it was weighed by, rounded down.
pub(super) fn product(weight: usize) -> f64 {
    ((weight as f64 - 1.0) / f64::from(PARTS)).exp2()
}

/// Cuts the sorted tasks, of which `counts` have each weight, so that all strata are expected to hold about as much.
/// What a task weighs is multiplied by `beyond` for the most that its draw can stand for. Those that hold nothing, of
/// weight 0, are left out.
pub(super) fn cut(counts: &[u32], beyond: f64) -> Vec<TaskRange> {
    let mass = |weight: usize| f64::from(counts[weight]) * product(weight).powf(POWER);
    let all: f64 = (1..counts.len()).map(mass).sum();
    let (mut strata, mut start) = (Vec::new(), u64::from(counts[0]));
    let (mut tasks, mut held) = (0, 0.0);
    for weight in 1..counts.len() {
        tasks += u64::from(counts[weight]);
        held += mass(weight);
        let rest = counts[weight + 1..].iter().all(|&count| count == 0);
        if tasks > 0 && (rest || held >= all / (MOST_STRATA - 1) as f64) {
            strata.push(TaskRange { start, tasks, bound: product(weight) * beyond });
            (start, tasks, held) = (start + tasks, 0, 0.0);
        }
        if rest {
            break;
        }
    }
    strata
}

/// How many groups of draws each stratum has for so many in all, about: as many tasks as it has times how far draws
/// spread, and a part evenly (Neyman 1934).
pub(super) fn allocate(strata: &[(TaskRange, DrawMoments)], groups: u64) -> Vec<u64> {
    let mass = |(tasks, seen): &(TaskRange, DrawMoments)| tasks.tasks as f64 * seen.second().sqrt();
    let all: f64 = strata.iter().map(mass).sum();
    let of = |stratum: &(TaskRange, DrawMoments)| {
        let own = if all > 0.0 { mass(stratum) / all } else { 1.0 / strata.len() as f64 };
        let share = (1.0 - EVEN) * own + EVEN / strata.len() as f64;
        ((share * groups as f64).round() as u64).max(1)
    };
    strata.iter().map(of).collect()
}

/// The strata with so many groups of draws each, as the kernels take them.
pub(super) fn dealt(strata: &[TaskRange], groups: &[u64]) -> Vec<Stratum> {
    let mut first_group = 0;
    let stratum = |(tasks, &groups): (&TaskRange, &u64)| {
        let stratum = Stratum { start: tasks.start, tasks: tasks.tasks, draws: groups * GROUP, first_group };
        first_group += groups;
        stratum
    };
    strata.iter().zip(groups).map(stratum).collect()
}

/// The draws that an estimate needs for an interval of this half width, about, if they are dealt as `groups` are.
pub(super) fn needed_draws(
    strata: &[(TaskRange, DrawMoments)],
    groups: &[u64],
    half: f64,
    alpha: f64,
) -> f64 {
    let all: u64 = groups.iter().sum();
    let part = |((tasks, seen), &groups): (&(TaskRange, DrawMoments), &u64)| {
        (tasks.tasks as f64).powi(2) * seen.variance() * all as f64 / groups as f64
    };
    needed(strata.iter().zip(groups).map(part).sum(), half, alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tasks_with_a_weight_are_in_one_stratum() {
        let mut counts = vec![0; 200];
        (counts[0], counts[1], counts[17], counts[18], counts[90]) = (5, 40, 7, 1000, 3);
        let strata = cut(&counts, 2.0);
        assert_eq!((strata[0].start, strata.iter().map(|stratum| stratum.tasks).sum()), (5, 1050));
        for pair in strata.windows(2) {
            assert_eq!(pair[0].start + pair[0].tasks, pair[1].start);
            assert!(pair[0].bound < pair[1].bound);
        }
        assert_eq!(strata.last().unwrap().bound, 2.0 * (89.0f64 / 8.0).exp2());
        assert!(cut(&counts[..1], 1.0).is_empty());
        // No more than there may be.
        assert!(cut(&vec![9; 4096], 1.0).len() <= MOST_STRATA);
    }

    fn seen(weights: &[f64]) -> DrawMoments {
        let squares = weights.iter().map(|weight| weight * weight).sum();
        DrawMoments {
            draws: weights.len() as u64,
            weights: weights.iter().sum(),
            squares,
            ..DrawMoments::default()
        }
    }

    #[test]
    fn draws_go_where_they_spread() {
        let tasks = |tasks| TaskRange { start: 0, tasks, bound: 1.0 };
        let strata = [
            (tasks(100), seen(&[0.0, 0.0])),
            (tasks(100), seen(&[1.0, 3.0])),
            (tasks(300), seen(&[3.0, 1.0])),
        ];
        let groups = allocate(&strata, 1000);
        assert_eq!(groups, [67, 267, 667]);
        let dealt = dealt(&strata.map(|(tasks, _)| tasks), &groups);
        assert_eq!((dealt[2].first_group, dealt[2].draws), (334, 667 * GROUP));
        // Nothing seen: all alike.
        assert_eq!(allocate(&[strata[0], strata[0]], 100), [50, 50]);
    }

    #[test]
    fn variances_are_those_of_the_textbook() {
        let moments = seen(&[2.0, 4.0, 9.0]);
        assert_eq!((moments.mean(), moments.variance()), (5.0, 13.0));
        assert_eq!(seen(&[3.0]).variance(), 0.0);
    }

    #[test]
    fn spread_is_from_what_was_predicted() {
        let mut sample = StratumSample::new(10, 99.0, 1.0);
        sample.add(&seen(&[2.0, 4.0]));
        assert_eq!(sample.spread, 1.0 + 9.0);
        sample.add(&seen(&[5.0]));
        assert_eq!(sample.spread, 10.0 + 4.0, "from 3, the mean of the round before");
    }
}
