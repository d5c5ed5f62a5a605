//! Uniform samples of the matches.

use std::ops::{ControlFlow, Range};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::doubt::Doubt;
use super::engine::{Engine, Slot, width};
use super::window::{Jobs, ListWindow};
use super::{ListOptions, Listing, Position};
use crate::clock::Clock;
use crate::deal::{Done, InOrder, Pace, Share, Work, deal_from};
use crate::pattern::Pattern;
use crate::room;
use crate::runtime::Team;
use crate::{Context, MineError, Placed, Seconds, Target};

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
/// listed. Stars of which there are many, which their centers' degrees count, are made from the numbers alone: they
/// come by their centers. The numbers are those of `rand::seq::index::sample`, which for small samples is Floyd's
/// algorithm (Bentley and Floyd 1987, "Programming Pearls: A Sample of Brilliance").
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
/// budget, the device fails, or the job is to stop; [`MineError::ListTooLong`] if there are 2^56 matches or more,
/// [`MineError::SampleTooLarge`] if the sample does not fit in memory.
pub fn sample<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
    size: u64,
    seed: u64,
) -> Result<Sample, MineError> {
    Placed::new(graph, team).sample(pattern, options, size, seed)
}

impl Placed {
    /// Draws `size` matches without repetition, each set of that size as likely as any other: all matches, if there are
    /// no more. The same `seed` gives the same sample on every device. See [`sample()`] for how.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
    /// budget, the device fails, or the job is to stop; [`MineError::ListTooLong`] if there are 2^56 matches or more,
    /// [`MineError::SampleTooLarge`] if the sample does not fit in memory.
    pub fn sample(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        size: u64,
        seed: u64,
    ) -> Result<Sample, MineError> {
        self.on_whoever_is_left(&options.context, |placed| placed.sample_on(pattern, options, size, seed))
    }

    /// Draws on the first device.
    fn sample_on(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        size: u64,
        seed: u64,
    ) -> Result<Sample, MineError> {
        if let Some(sample) = self.sample_of_stars(pattern, options, size, seed)? {
            return Ok(sample);
        }
        let listing = Listing::new(self, pattern, options.matching)?;
        let mut doubt = Doubt::new(&listing, Position::default());
        if doubt.settles(0, &options.context)? || doubt.settles(listing.tasks(), &options.context)? {
            let (width, seconds) = (width(&listing.planned), listing.seconds);
            return Ok(Sample { ids: Vec::new(), width, of: 0, seconds });
        }
        let clock = Clock::default();
        let (mut engine, mut slots) = Engine::new(&listing, self.team().first(), options, 1, &clock)?;
        let width = width(&listing.planned);
        let (ids, of) = clock.mine(|| -> Result<_, MineError> {
            let windows = count_all(&mut engine, &options.context)?;
            let of = windows.iter().try_fold(0u64, |sum, window| sum.checked_add(window.matches));
            let of = of.ok_or(MineError::ListTooLong)?;
            let numbers = draw(of, size.min(of), width, seed)?;
            Ok((fetch(&mut engine, &mut slots[0], &windows, &numbers, &options.context)?, of))
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

/// All tasks, in windows, and the matches of these.
fn count_all(engine: &mut Engine, context: &Context) -> Result<Vec<CountedTasks>, MineError> {
    let size = engine.most_chunks * engine.unit;
    in_order(CountTasks { engine }, size, context)
}

/// Runs `work` in shares of so many tasks; what comes of these follows each other.
fn in_order<T: Send>(
    mut work: impl Work<Tally = InOrder<T>>,
    size: u64,
    context: &Context,
) -> Result<Vec<T>, MineError> {
    let none = Done { tasks: 0, tally: InOrder::default() };
    let pace = Pace::Doubling { first: size, most: size };
    Ok(deal_from(&mut work, none, pace, context, |_| ControlFlow::Continue(()))?.tally.0)
}

/// Counts the matches of a share: a task is one of the plan's.
struct CountTasks<'e> {
    engine: &'e mut Engine,
}

impl Work for CountTasks<'_> {
    type Tally = InOrder<CountedTasks>;

    fn tasks(&self) -> u64 {
        self.engine.tasks
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<CountedTasks>, MineError> {
        let counts = self.engine.count(share, MOST_COUNTED)?.counts;
        if counts.iter().any(|&count| count >= MOST_COUNTED) {
            return Err(MineError::ListTooLong);
        }
        let matches = counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        let matches = matches.ok_or(MineError::ListTooLong)?;
        Ok(InOrder(vec![CountedTasks { tasks: share.tasks(), matches }]))
    }
}

/// `size` different numbers below `of`, ascending.
pub(super) fn draw(of: u64, size: u64, width: usize, seed: u64) -> Result<Vec<u64>, MineError> {
    let too_large = || MineError::SampleTooLarge { size };
    let elements =
        usize::try_from(size).ok().and_then(|size| size.checked_mul(width)).ok_or_else(too_large)?;
    room::asking(|| Vec::<u32>::new().try_reserve_exact(elements)).map_err(|_| too_large())?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let drawn = rand::seq::index::sample(&mut random, of as usize, size as usize);
    let mut numbers: Vec<u64> = drawn.into_iter().map(|number| number as u64).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// The rows of the matches of these numbers, one after the other.
fn fetch(
    engine: &mut Engine,
    slot: &mut Slot,
    windows: &[CountedTasks],
    numbers: &[u64],
    context: &Context,
) -> Result<Vec<u32>, MineError> {
    let mut drawn = Vec::new();
    let (mut before, mut left) = (0, numbers);
    for CountedTasks { tasks, matches } in windows {
        let (numbers, rest) = left.split_at(left.partition_point(|&number| number < before + matches));
        if !numbers.is_empty() {
            drawn.push(DrawnTasks { tasks: tasks.clone(), before, numbers });
        }
        (before, left) = (before + matches, rest);
    }
    // The counting has told how far the job has come.
    in_order(ListDrawn { engine, slot, drawn: &drawn }, 1, &context.quiet())
}

/// Consecutive tasks, and the numbers drawn of their matches; `before` matches lie before these.
struct DrawnTasks<'n> {
    tasks: Range<u64>,
    before: u64,
    numbers: &'n [u64],
}

/// Lists the matches that were drawn: a task is a window that has some.
struct ListDrawn<'a> {
    engine: &'a mut Engine,
    slot: &'a mut Slot,
    drawn: &'a [DrawnTasks<'a>],
}

impl Work for ListDrawn<'_> {
    /// Rows, one after the other.
    type Tally = InOrder<u32>;

    fn tasks(&self) -> u64 {
        self.drawn.len() as u64
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<u32>, MineError> {
        let Range { start, end } = share.tasks();
        let mut ids = Vec::new();
        for DrawnTasks { tasks, before, numbers } in &self.drawn[start as usize..end as usize] {
            let counted = self.engine.count_again(tasks.clone(), MOST_COUNTED)?;
            for part in numbers.chunks(self.engine.room.min(self.engine.most_chunks) as usize) {
                self.engine.list(self.slot, &jobs(&counted, *before, part))?;
                ids.extend_from_slice(self.slot.rows()?);
            }
        }
        Ok(InOrder(ids))
    }
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
