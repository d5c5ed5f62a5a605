//! Uniform samples of the matches.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::engine::Engine;
use super::window::{Jobs, Window};
use super::{ListOptions, Listing};
use crate::mine::progress::timed;
use crate::mine::{MineError, Progress, Seconds, Target};
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
    let listing = Listing::new(graph, pattern, options.matching)?;
    let mut seconds = listing.seconds;
    let mut engine = timed(&mut seconds.transfer, || Engine::new(&listing, device, options, 1))?;
    let width = listing.width();
    let (ids, of) = timed(&mut seconds.mine, || -> Result<_, MineError> {
        let windows = count_all(&mut engine, &listing, options)?;
        let of = windows.iter().try_fold(0u64, |sum, window| sum.checked_add(window.matches));
        let of = of.ok_or(MineError::ListTooLong)?;
        let numbers = draw(of, size.min(of), width, seed)?;
        Ok((fetch(&mut engine, &windows, &numbers, width)?, of))
    })?;
    Ok(Sample { ids, width, of, seconds })
}

/// Consecutive tasks, and their matches.
struct Counted {
    first: u64,
    end: u64,
    matches: u64,
}

fn count_all(
    engine: &mut Engine<'_>,
    listing: &Listing,
    options: &ListOptions,
) -> Result<Vec<Counted>, MineError> {
    let (all, step) = (listing.tasks(), engine.most_chunks * engine.unit);
    let mut windows = Vec::new();
    let mut first = 0;
    while first < all {
        options.context.report(Progress { done: first, all });
        let end = all.min(first + step);
        let counts = engine.count(first, end, MOST_COUNTED, 0)?.counts;
        if counts.iter().any(|&count| count >= MOST_COUNTED) {
            return Err(MineError::ListTooLong);
        }
        let matches = counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        windows.push(Counted { first, end, matches: matches.ok_or(MineError::ListTooLong)? });
        first = end;
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
    engine: &mut Engine<'_>,
    windows: &[Counted],
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
            let counted = engine.count(window.first, window.end, MOST_COUNTED, 0)?;
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
fn jobs(window: &Window, before: u64, numbers: &[u64]) -> Jobs {
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
