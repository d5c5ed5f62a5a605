//! Chunks of tasks whose matches have been counted, and the jobs that list them.

use motherlode_device::kernels::list::ListJob;

use super::Position;

/// The most rows that one warp writes in a job: larger chunks are shared out.
pub(super) const MOST_ROWS: u64 = 1 << 18;

/// Counted chunks of consecutive tasks, and how far they have been listed.
#[derive(Clone, Debug, Default)]
pub(super) struct ListWindow {
    /// The first task.
    pub first: u64,
    /// The end of the tasks.
    pub end: u64,
    /// Tasks in a chunk; the last may have fewer.
    pub unit: u64,
    /// For each chunk, its matches.
    pub counts: Vec<u64>,
    /// A count that reaches this may be too small.
    most: u64,
    /// A count of the chunk that comes next that reaches this may be too small, if it was counted again.
    recounted: Option<u64>,
    /// The chunk that comes next.
    chunk: usize,
    /// How many of its matches have been listed.
    skip: u64,
}

/// Jobs for one launch.
#[derive(Clone, Debug, Default)]
pub(super) struct Jobs {
    pub jobs: Vec<ListJob>,
    /// The rows that they write, from row 0 on.
    pub rows: u64,
}

/// Why no more jobs were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// There is no room.
    Full,
    /// The window is used up.
    UsedUp,
    /// The next chunk has more matches, perhaps, than were counted: count the tasks `first..end` again, up to `most`.
    Count { first: u64, end: u64, most: u64 },
}

impl ListWindow {
    /// A window of which nothing is listed yet. A chunk of which `most` matches or more were counted may have others.
    pub fn new(first: u64, end: u64, unit: u64, counts: Vec<u64>, most: u64) -> Self {
        debug_assert_eq!(counts.len() as u64, (end - first).div_ceil(unit));
        ListWindow { first, end, unit, counts, most, recounted: None, chunk: 0, skip: 0 }
    }

    /// This window, of which the first chunk's first `skip` matches are listed already.
    pub fn skipping(self, skip: u64) -> Self {
        ListWindow { skip, ..self }
    }

    /// A window of no tasks, before task `from.task`.
    pub fn before(from: Position) -> Self {
        ListWindow::new(from.task, from.task, 1, Vec::new(), 0).skipping(from.skip)
    }

    /// Takes another count of the chunk that comes next, up to `most`.
    pub fn recount(&mut self, count: u64, most: u64) {
        self.counts[self.chunk] = count;
        self.recounted = Some(most);
    }

    /// Where the listing stands.
    pub fn position(&self) -> Position {
        Position { task: self.start_of(self.chunk), skip: self.skip }
    }

    /// Adds jobs for the matches that come next, until there are `room` rows or `most` jobs in all.
    ///
    /// A chunk is split only if it alone has more matches than `room`: to list a part of a chunk, a warp has to find
    /// what comes before it.
    pub fn fill(&mut self, jobs: &mut Jobs, room: u64, most: usize) -> Filled {
        while let Some(&count) = self.counts.get(self.chunk) {
            let (left, free) = (count.saturating_sub(self.skip), room - jobs.rows);
            if left == 0 {
                if count >= self.recounted.unwrap_or(self.most) {
                    return self.count_again();
                }
                self.chunk += 1;
                self.skip = 0;
                self.recounted = None;
                continue;
            }
            let fits_later = left > free && left <= room && jobs.rows > 0;
            if free == 0 || jobs.jobs.len() >= most || fits_later {
                return Filled::Full;
            }
            let take = left.min(free).min(MOST_ROWS);
            let job = self.job(self.chunk, self.skip, take, jobs.rows);
            jobs.jobs.push(job);
            jobs.rows += take;
            self.skip += take;
        }
        Filled::UsedUp
    }

    /// Twice as far as the listing has come: so all counts of a chunk together cost about twice what the last one does.
    fn count_again(&self) -> Filled {
        let (first, end) = (self.start_of(self.chunk), self.start_of(self.chunk + 1));
        Filled::Count { first, end, most: 2 * self.skip.max(MOST_ROWS) }
    }

    /// The job that lists `take` matches of a chunk.
    pub fn job(&self, chunk: usize, skip: u64, take: u64, place: u64) -> ListJob {
        let first = self.start_of(chunk);
        ListJob { first, tasks: self.start_of(chunk + 1) - first, skip, take, place }
    }

    fn start_of(&self, chunk: usize) -> u64 {
        (self.first + chunk as u64 * self.unit).min(self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All matches of a window as (task of the chunk, number in it), batch by batch. Chunks are counted up to `told`.
    fn batches(counts: &[u64], told: u64, skip: u64, room: u64, most: usize) -> Vec<Vec<(u64, u64)>> {
        let end = 100 + 3 * counts.len() as u64 - 1;
        // A count goes a little beyond where it may stop.
        let count = |chunk: usize, most: u64| counts[chunk].min(most + 1);
        let first_counts = (0..counts.len()).map(|chunk| count(chunk, told)).collect();
        let mut window = ListWindow::new(100, end, 3, first_counts, told).skipping(skip);
        let mut batches = Vec::new();
        loop {
            let mut jobs = Jobs::default();
            let filled = loop {
                match window.fill(&mut jobs, room, most) {
                    Filled::Count { first, end: chunk_end, most } => {
                        assert!(chunk_end == end.min(first + 3));
                        window.recount(count((first as usize - 100) / 3, most), most);
                    }
                    filled => break filled,
                }
            };
            let mut rows = Vec::new();
            for job in &jobs.jobs {
                assert_eq!(job.place, rows.len() as u64, "rows follow each other");
                assert!(job.first + job.tasks <= end && job.tasks >= 1);
                rows.extend((job.skip..job.skip + job.take).map(|number| (job.first, number)));
            }
            assert_eq!(rows.len() as u64, jobs.rows);
            assert!(jobs.rows <= room && jobs.jobs.len() <= most);
            if !rows.is_empty() {
                batches.push(rows);
            }
            if filled == Filled::UsedUp {
                assert_eq!(window.position(), Position { task: end, skip: 0 });
                return batches;
            }
        }
    }

    #[test]
    fn each_match_once_in_order_for_any_room() {
        let counts = [4, 0, 1, 9, 0, 0, 2, 3];
        let all: Vec<(u64, u64)> = (0..)
            .zip(counts)
            .flat_map(|(chunk, count)| (0..count).map(move |i| (100 + 3 * chunk, i)))
            .collect();
        for room in 1..24 {
            for most in [1, 2, 50] {
                for told in [1, 3, 4, 100] {
                    let listed = batches(&counts, told, 0, room, most).concat();
                    assert_eq!(listed, all, "room {room}, {most} jobs, counts up to {told}");
                }
            }
        }
        assert_eq!(batches(&counts, 100, 3, 100, 100).concat(), all[3..]);
        assert_eq!(batches(&counts, 1, 3, 100, 100).concat(), all[3..]);
    }

    #[test]
    fn chunks_that_fit_are_not_split() {
        let listed = batches(&[3, 4, 9], 100, 0, 5, 10);
        let sizes: Vec<usize> = listed.iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 5, 5, 3]);
    }

    #[test]
    fn large_chunks_are_shared_out() {
        let mut window = ListWindow::new(0, 1, 1, vec![MOST_ROWS * 2 + 1], u64::MAX);
        let mut jobs = Jobs::default();
        assert_eq!(window.fill(&mut jobs, u64::MAX, usize::MAX), Filled::UsedUp);
        let takes: Vec<u64> = jobs.jobs.iter().map(|job| job.take).collect();
        assert_eq!(takes, [MOST_ROWS, MOST_ROWS, 1]);
    }
}
