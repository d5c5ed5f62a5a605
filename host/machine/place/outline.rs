//! What the host knows of an oriented graph that lies on a device: enough to size launches, and no more.

use rayon::prelude::*;

use super::host::Orientation;

/// Numbers that do not rise, as steps: a few thousand stand for the degrees of millions of vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Steps {
    /// The values, falling, each with how many numbers there are up to its last.
    steps: Vec<(u32, u64)>,
}

impl Steps {
    /// Steps of runs: values and how often they occur, one after the other.
    pub fn of_runs(runs: impl IntoIterator<Item = (u32, u64)>) -> Self {
        let mut end = 0;
        let ends = runs.into_iter().map(|(value, count)| {
            end += count;
            (value, end)
        });
        let steps: Vec<(u32, u64)> = ends.collect();
        debug_assert!(steps.windows(2).all(|pair| pair[0].0 > pair[1].0), "steps that do not fall");
        Steps { steps }
    }

    /// Steps of numbers that do not rise.
    pub fn of(numbers: impl IntoIterator<Item = u32>) -> Self {
        let mut steps: Vec<(u32, u64)> = Vec::new();
        for (end, number) in (1..).zip(numbers) {
            match steps.last_mut().filter(|last| last.0 == number) {
                Some(last) => last.1 = end,
                None => steps.push((number, end)),
            }
        }
        Steps { steps }
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.1)
    }

    /// The number at a place.
    ///
    /// # Panics
    /// If there are not so many numbers.
    pub fn get(&self, at: u64) -> u32 {
        self.steps[self.steps.partition_point(|step| step.1 <= at)].0
    }

    /// How many numbers are at least `least`.
    pub fn count_from(&self, least: u32) -> u64 {
        match self.steps.partition_point(|step| step.0 >= least) {
            0 => 0,
            steps => self.steps[steps - 1].1,
        }
    }

    /// The values, falling, and how often each occurs.
    pub fn runs(&self) -> impl Iterator<Item = (u32, u64)> {
        let mut start = 0;
        self.steps.iter().map(move |&(value, end)| (value, end - std::mem::replace(&mut start, end)))
    }

    /// The sum of the first `count` numbers.
    pub fn sum_first(&self, count: u64) -> u64 {
        let mut left = count;
        let share = |(value, times): (u32, u64)| {
            let taken = times.min(left);
            left -= taken;
            u64::from(value) * taken
        };
        self.runs().map(share).sum()
    }
}

/// The outline of an oriented graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Outline {
    /// The degrees of the vertices in the whole graph, falling: those of the vertices one by one, where they are
    /// numbered by degree.
    pub degrees: Steps,
    /// How many smaller neighbours the vertices have, the longest lists first.
    pub lengths: Steps,
    /// Where the lists of the first vertices start.
    pub starts: Vec<u64>,
    edges: usize,
}

impl Outline {
    /// An outline of its parts; see the fields.
    pub fn new(degrees: Steps, lengths: Steps, starts: Vec<u64>, edges: usize) -> Self {
        Outline { degrees, lengths, starts, edges }
    }

    /// The outline of a graph on the host, with the starts of `leading` lists and the end of the last.
    pub(super) fn of(graph: &Orientation, leading: u32) -> Self {
        let leading = leading.min(graph.n()) as usize;
        let mut degrees = graph.degrees.to_vec();
        degrees.par_sort_unstable_by(|a, b| b.cmp(a));
        let degrees = Steps::of(degrees);
        Outline::new(degrees, graph.lengths.clone(), graph.offsets[..=leading].to_vec(), graph.edges())
    }

    /// Vertices.
    pub fn n(&self) -> u32 {
        self.degrees.count() as u32
    }

    /// Edges.
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// How many roots have at least `least` smaller neighbours, for `least >= 2`.
    pub fn roots_from(&self, least: u32) -> usize {
        self.lengths.count_from(least) as usize
    }

    /// The sets of `size` neighbours in the lists, or the greatest number if there are more.
    pub fn subsets(&self, size: u32) -> u128 {
        let choices = |length: u32| {
            (0..size).try_fold(1u128, |sets, i| {
                Some(sets.checked_mul(length.saturating_sub(i).into())? / u128::from(i + 1))
            })
        };
        let sets = |(length, lists): (u32, u64)| choices(length)?.checked_mul(lists.into());
        self.lengths.runs().try_fold(0u128, |all, run| all.checked_add(sets(run)?)).unwrap_or(u128::MAX)
    }

    /// Whether it knows where the lists of the first `leading` vertices start.
    pub fn knows(&self, leading: u32) -> bool {
        self.starts.len() > leading.min(self.n()) as usize
    }

    /// Where the list of `v` starts, for the first vertices.
    ///
    /// # Panics
    /// If `v` is none of those.
    pub fn start(&self, v: u32) -> u64 {
        self.starts[v as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Outline, Steps};

    #[test]
    fn steps_answer_as_the_numbers_do() {
        let numbers = [9, 9, 7, 4, 4, 4, 1, 0, 0];
        let steps = Steps::of(numbers);
        assert_eq!(steps, Steps::of_runs([(9, 2), (7, 1), (4, 3), (1, 1), (0, 2)]));
        assert_eq!(steps.count(), 9);
        for (at, &number) in numbers.iter().enumerate() {
            assert_eq!(steps.get(at as u64), number);
            assert_eq!(steps.sum_first(at as u64), numbers[..at].iter().map(|&n| u64::from(n)).sum::<u64>());
        }
        for least in 0..11 {
            assert_eq!(steps.count_from(least), numbers.iter().filter(|&&n| n >= least).count() as u64);
        }
        assert_eq!(steps.runs().collect::<Vec<_>>(), [(9, 2), (7, 1), (4, 3), (1, 1), (0, 2)]);
        assert_eq!(
            (Steps::of([]).count(), Steps::default().count_from(1), Steps::default().sum_first(3)),
            (0, 0, 0)
        );
    }

    #[test]
    fn subsets_of_lists_are_counted() {
        let outline = |lengths: &[u32]| {
            Outline::new(Steps::default(), Steps::of(lengths.iter().copied()), Vec::new(), 0)
        };
        let lists = outline(&[7, 7, 5, 2, 1, 0]);
        let sets = [6, 22, 53, 80, 75, 43, 14, 2, 0];
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(|size| lists.subsets(size)), sets);
        // There are some 2^997 sets.
        assert_eq!(outline(&[1000]).subsets(500), u128::MAX);
    }
}
