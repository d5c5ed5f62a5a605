//! What is queued on a card: streams, and events in them.

use std::collections::{BTreeMap, VecDeque};

use cust_raw::CUresult;

use crate::driver::Answer;
use crate::kernels::SimulatedKernel;

/// Something to do.
#[derive(Debug)]
pub(crate) enum QueuedWork {
    /// Copies `bytes` bytes, both ends of which are memory of a card or pinned.
    Copy { from: usize, to: usize, bytes: usize },
    /// Copies to the stream's card what was in memory that is not pinned when the copy was asked for.
    Write { from: Vec<u8>, to: usize },
    /// Sets `bytes` bytes of the stream's card.
    Set { to: usize, value: u8, bytes: usize },
    /// Runs a kernel.
    Launch(KernelLaunch),
    /// Waits for another stream, of any card, to have come so far.
    Wait { stream: usize, until: u64 },
    /// What might have used memory that was unmapped before its turn came.
    TooLate,
}

/// A kernel, and what it was launched with.
#[derive(Debug)]
pub(crate) struct KernelLaunch {
    pub kernel: &'static SimulatedKernel,
    pub blocks: u32,
    pub warps: u32,
    pub shared_bytes: usize,
    /// The argument's bytes, aligned as any argument is.
    pub args: Box<[u128]>,
    /// Addresses in them of what was allocated in other contexts, and of what is reserved.
    pub elsewhere: Vec<usize>,
}

/// A queue of work.
#[derive(Debug, Default)]
pub(crate) struct SimulatedStream {
    waiting: VecDeque<QueuedWork>,
    done: u64,
}

impl SimulatedStream {
    /// How much has been queued so far.
    pub fn queued(&self) -> u64 {
        self.done + self.waiting.len() as u64
    }
}

/// All streams of a card, by their handles, and the events.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    pub streams: BTreeMap<usize, SimulatedStream>,
    /// Where each event was recorded last: the stream, and how much that had queued.
    pub events: BTreeMap<usize, Option<(usize, u64)>>,
}

impl Streams {
    /// Queues `work` on a stream that has to be here.
    pub fn queue(&mut self, stream: usize, work: QueuedWork) -> Answer<()> {
        let stream = self.streams.get_mut(&stream).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        stream.waiting.push_back(work);
        Ok(())
    }

    /// Puts [`QueuedWork::TooLate`] where that is so of what is queued, and tells whether there was any.
    pub fn forget(&mut self, too_late: impl Fn(&QueuedWork) -> bool) -> bool {
        let waiting = self.streams.values_mut().flat_map(|stream| &mut stream.waiting);
        let late = waiting.filter(|work| too_late(work)).map(|work| *work = QueuedWork::TooLate);
        late.count() > 0
    }

    /// How much has been queued on a stream that has to be here.
    pub fn queued(&self, stream: usize) -> Answer<u64> {
        self.streams.get(&stream).map(SimulatedStream::queued).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
    }

    /// What comes next on `stream` if that has not come to `until` yet.
    pub fn next(&mut self, stream: usize, until: u64) -> Option<QueuedWork> {
        let stream = self.streams.get_mut(&stream)?;
        let work = if stream.done < until { stream.waiting.pop_front() } else { None };
        stream.done += u64::from(work.is_some());
        work
    }

    /// Whether what an event marks is done; an event that was never recorded is, and so is one of a stream that is
    /// gone.
    pub fn happened(&self, recorded: Option<(usize, u64)>) -> bool {
        let of_stream = |stream: usize| self.streams.get(&stream).map_or(u64::MAX, |stream| stream.done);
        recorded.is_none_or(|(stream, until)| of_stream(stream) >= until)
    }
}
