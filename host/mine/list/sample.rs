//! Uniform samples of the matches.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::engine::{Engine, width};
use super::window::{Jobs, ListWindow};
use super::{ListOptions, Listing};
use crate::clock::Clock;
use crate::mine::deal::{Dealer, Pace, Share};
use crate::mine::{MineError, Placed, Seconds, Target};
use crate::pattern::Pattern;
use crate::runtime::Device;

/// Where counting ends: there is no going through so many.
const MOST_COUNTED: u64 = 1 << 56;

/// A uniform sample.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The vertices of the matches, row after row, in the order of the listing.
    pub ids: Vec<u32>,
    /// Vertices in a row.
    pub width: usize,
    /// All matches that there are.
    pub of: u64,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// Draws `size` matches without repetition, each set of that size as likely as any other: all matches, if there are no
/// more. The same `seed` gives the same sample on every device.
///
/// All matches are counted, `size` different numbers below that count are drawn, and the matches of these numbers are
/// listed. The numbers are those of `rand::seq::index::sample`, which for small samples is Floyd's algorithm (Bentley and
/// Floyd 1987, "Programming Pearls: A Sample of Brilliance").
///
/// # Errors
/// As [`list`](super::list); [`MineError::ListTooLong`] if there are 2^56 matches or more, [`MineError::SampleTooLarge`] if
/// the sample does not fit in memory.
pub fn sample<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    device: &Device,
    options: &ListOptions,
    size: u64,
    seed: u64,
) -> Result<Sample, MineError> {
    Placed::new(graph, device).sample(pattern, options, size, seed)
}

impl Placed {
    /// As [`sample()`].
    ///
    /// # Errors
    /// As [`sample()`].
    pub fn sample(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        size: u64,
        seed: u64,
    ) -> Result<Sample, MineError> {
        let listing = Listing::new(self, pattern, options.matching)?;
        let clock = Clock::default();
        let mut engine = Engine::new(&listing, options, 1, &clock)?;
        let width = width(&listing.planned);
        let (ids, of) = clock.mine(|| -> Result<_, MineError> {
            let windows = count_all(&mut engine, listing.tasks(), options)?;
            let of = windows.iter().try_fold(0u64, |sum, window| sum.checked_add(window.matches));
            let of = of.ok_or(MineError::ListTooLong)?;
            let numbers = draw(of, size.min(of), width, seed)?;
            Ok((fetch(&mut engine, &windows, &numbers, width)?, of))
        })?;
        let mut seconds = listing.seconds;
        seconds += clock.seconds();
        Ok(Sample { ids, width, of, seconds })
    }
}

/// Consecutive tasks, and their matches.
struct CountedTasks {
    tasks: Range<u64>,
    matches: u64,
}

fn count_all(engine: &mut Engine, all: u64, options: &ListOptions) -> Result<Vec<CountedTasks>, MineError> {
    let (step, context) = (engine.most_chunks * engine.unit, &options.context);
    let mut dealer = Dealer::new(0..all, Pace::Doubling { first: step, most: step }, 1, 1);
    let dealt = AtomicU64::new(0);
    let mut windows = Vec::new();
    while let Some(tasks) = dealer.next() {
        context.check()?;
        let share = Share::new(tasks.clone(), &dealt, all, context);
        let counts = engine.count(&share, MOST_COUNTED, 0)?.counts;
        if counts.iter().any(|&count| count >= MOST_COUNTED) {
            return Err(MineError::ListTooLong);
        }
        let matches = counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        dealt.store(tasks.end, Ordering::Relaxed);
        windows.push(CountedTasks { tasks, matches: matches.ok_or(MineError::ListTooLong)? });
    }
    Ok(windows)
}

/// `size` different numbers below `of`, ascending.
fn draw(of: u64, size: u64, width: usize, seed: u64) -> Result<Vec<u64>, MineError> {
    let too_large = || MineError::SampleTooLarge { size };
    let elements =
        usize::try_from(size).ok().and_then(|size| size.checked_mul(width)).ok_or_else(too_large)?;
    Vec::<u32>::new().try_reserve_exact(elements).map_err(|_| too_large())?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let drawn = rand::seq::index::sample(&mut random, of as usize, size as usize);
    let mut numbers: Vec<u64> = drawn.into_iter().map(|number| number as u64).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// The matches of these numbers.
fn fetch(
    engine: &mut Engine,
    windows: &[CountedTasks],
    numbers: &[u64],
    width: usize,
) -> Result<Vec<u32>, MineError> {
    let mut ids = Vec::with_capacity(numbers.len() * width);
    let mut before = 0;
    let mut left = numbers;
    for window in windows {
        let after = before + window.matches;
        let (mine, rest) = left.split_at(left.partition_point(|&number| number < after));
        if !mine.is_empty() {
            let counted = engine.count_again(window.tasks.clone(), MOST_COUNTED)?;
            for part in mine.chunks(engine.room.min(engine.most_chunks) as usize) {
                engine.list(0, &jobs(&counted, before, part))?;
                ids.extend_from_slice(engine.rows(0)?);
            }
        }
        (before, left) = (after, rest);
    }
    Ok(ids)
}

/// A job for each of these numbers, which are the window's; `before` matches lie before it.
fn jobs(window: &ListWindow, before: u64, numbers: &[u64]) -> Jobs {
    let (mut chunk, mut start) = (0, before);
    let mut jobs = Jobs::default();
    for &number in numbers {
        while number >= start + window.counts[chunk] {
            start += window.counts[chunk];
            chunk += 1;
        }
        jobs.jobs.push(window.job(chunk, number - start, 1, jobs.rows));
        jobs.rows += 1;
    }
    jobs
}
