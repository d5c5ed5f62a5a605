//! The two passes of listing, and what they should come to.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::kernels::list::{ChunkArgs, ListArgs, ListJob, RowPlace};
use motherlode_device::memory::Slice;
use motherlode_device::plan::Leaf;

use super::launch::{Memory, Plan, Walk};
use crate::common::{BLOCKS, Machine, WARPS, scratch};

impl<P: Plan> Walk<P> {
    /// The counts of chunks of `chunk` tasks, from task `first` on, by kernel `K`, which may stop at `most`.
    fn chunks<K>(&self, machine: Machine, first: u64, chunk: u32, most: u64) -> Vec<u64>
    where
        K: for<'a> Kernel<Args<'a> = ChunkArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        let end = self.tasks() - first;
        let (mut memory, mut counts) =
            (Memory::default(), vec![u64::MAX; end.div_ceil(chunk.into()) as usize]);
        let walk = self.args(&mut memory, end, chunk);
        let args = ChunkArgs { walk, first, most, counts: scratch(&mut counts) };
        // SAFETY: as for counting, with a count for each chunk.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        counts
    }

    /// The rows that kernel `K` writes for `jobs` into an array of `room` rows, as [`row`] has them.
    fn rows<K>(&self, machine: Machine, jobs: &[ListJob], room: usize) -> Vec<Vec<u32>>
    where
        K: for<'a> Kernel<Args<'a> = ListArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        // A leaf that is the last vertex itself has its column.
        let width = self.plan.last() + 1 + u32::from(self.plan.leaf().relation != Leaf::ITSELF);
        let columns = std::array::from_fn(|level| (width - 1).saturating_sub(level as u32));
        let names: Vec<u32> = (0..self.vertices() as u32).map(name).collect();
        let (mut memory, mut rows) = (Memory::default(), vec![u32::MAX; room * width as usize]);
        let walk = self.args(&mut memory, jobs.len() as u64, 1);
        let place = RowPlace { names: Slice::from(&names[..]), rows: scratch(&mut rows), width, columns };
        let args = ListArgs { walk, jobs: Slice::from(jobs), place };
        // SAFETY: as for counting, with a name for each vertex, and jobs whose rows lie apart and within the array.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        rows.chunks(width as usize).map(<[u32]>::to_vec).collect()
    }

    /// Asserts that `C` counts the embeddings of each chunk of tasks, and that `R` lists them in the order of
    /// `expected`, whatever the jobs. A task is the beginning of an embedding.
    pub fn check_listing<C, R>(&self, machine: Machine, tasks: &[Vec<u32>], expected: &[Vec<u32>], case: &str)
    where
        C: for<'a> Kernel<Args<'a> = ChunkArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
        R: for<'a> Kernel<Args<'a> = ListArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        assert_eq!(self.tasks(), tasks.len() as u64, "tasks of {case}");
        let of_task = |task: &Vec<u32>| expected.iter().filter(|one| one.starts_with(task)).count() as u64;
        let counts: Vec<u64> = tasks.iter().map(of_task).collect();
        self.check_chunks::<C>(machine, &counts, &format!("{case}, {machine:?}"));
        if !expected.is_empty() {
            self.check_rows::<R>(machine, &counts, expected, &format!("{case}, {machine:?}"));
        }
    }

    /// Asserts that the tasks, some of which are parts, hold the `expected` embeddings, in their order.
    pub fn check_parts<C, R>(&self, machine: Machine, expected: &[Vec<u32>], case: &str)
    where
        C: for<'a> Kernel<Args<'a> = ChunkArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
        R: for<'a> Kernel<Args<'a> = ListArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        let counts = self.chunks::<C>(machine, 0, 1, u64::MAX);
        assert_eq!(counts.iter().sum::<u64>(), expected.len() as u64, "{case}, {machine:?}");
        if !expected.is_empty() {
            self.check_rows::<R>(machine, &counts, expected, &format!("{case}, {machine:?}"));
        }
    }

    /// `counts` are those of the tasks.
    fn check_chunks<K>(&self, machine: Machine, counts: &[u64], case: &str)
    where
        K: for<'a> Kernel<Args<'a> = ChunkArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        for (first, chunk) in [(0, 1), (counts.len() / 3, 5), (counts.len() / 2, 70)] {
            let exact = in_chunks(&counts[first..], chunk);
            let found = self.chunks::<K>(machine, first as u64, chunk as u32, u64::MAX);
            assert_eq!(found, exact, "chunks of {chunk} from {first} on of {case}");
            // A count that reaches what is enough may be too small, and no other.
            let enough = 4;
            let some = self.chunks::<K>(machine, first as u64, chunk as u32, enough);
            let may_be = |(some, exact): (&u64, &u64)| some == exact || (enough..*exact).contains(some);
            assert!(some.iter().zip(&exact).all(may_be), "{some:?} for {exact:?} of {case}");
        }
    }

    /// `counts` are those of the tasks, `expected` all embeddings in order.
    fn check_rows<K>(&self, machine: Machine, counts: &[u64], expected: &[Vec<u32>], case: &str)
    where
        K: for<'a> Kernel<Args<'a> = ListArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        for (chunk, window, every) in [(counts.len(), usize::MAX, 1), (3, usize::MAX, 1), (70, 25, 2)] {
            let jobs: Vec<ListJob> = jobs(counts, chunk, window).into_iter().step_by(every).collect();
            // What no job asks for stays rubbish.
            let mut rows = vec![vec![u32::MAX; expected[0].len()]; expected.len() + 1];
            for place in jobs.iter().flat_map(|job| job.place..job.place + job.take) {
                rows[place as usize] = row(&expected[place as usize]);
            }
            let found = self.rows::<K>(machine, &jobs, rows.len());
            assert!(found == rows, "rows of chunks of {chunk}, {window} at a time, of {case}");
        }
    }
}

/// What a vertex is called in rows.
fn name(vertex: u32) -> u32 {
    5000 - 7 * vertex
}

/// The row of an embedding: the names of its vertices, from the last level's to the first's.
fn row(embedding: &[u32]) -> Vec<u32> {
    embedding.iter().rev().map(|&vertex| name(vertex)).collect()
}

/// The sums of so many counts at a time.
fn in_chunks(counts: &[u64], chunk: usize) -> Vec<u64> {
    counts.chunks(chunk).map(|counts| counts.iter().sum()).collect()
}

/// Jobs that list all embeddings of tasks with these `counts`, a chunk of tasks each, and of a chunk no more than
/// `window` at a time. The last come first.
fn jobs(counts: &[u64], chunk: usize, window: usize) -> Vec<ListJob> {
    let (mut jobs, mut place) = (vec![], 0);
    for (i, count) in in_chunks(counts, chunk).into_iter().enumerate() {
        let first = i * chunk;
        let tasks = chunk.min(counts.len() - first) as u64;
        for skip in (0..count).step_by(window) {
            let take = (count - skip).min(window as u64);
            jobs.push(ListJob { first: first as u64, tasks, skip, take, place });
            place += take;
        }
    }
    jobs.reverse();
    jobs
}
