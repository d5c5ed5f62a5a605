//! The state behind the driver's functions.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use cust_raw::CUresult;

use crate::faults::Faults;
use crate::kernels::SimulatedKernel;
use crate::memory::Memory;
use crate::streams::{Launch, Streams, Work};

/// What a call returns.
pub(crate) type Answer<T> = Result<T, CUresult>;

/// A module that is loaded.
#[derive(Debug)]
pub(crate) struct Module {
    pub kernels: Vec<&'static SimulatedKernel>,
    /// Its one global: where its record of panics is.
    pub panic_record: Box<u64>,
}

/// All that the driver knows.
#[derive(Debug, Default)]
pub(crate) struct Driver {
    pub faults: Faults,
    pub started: bool,
    /// How often the card's context is in use; at 0 there is none.
    pub retained: u64,
    /// Which context that is: each has another number, from 1.
    pub context: usize,
    pub memory: Memory,
    pub streams: Streams,
    pub modules: BTreeMap<usize, Module>,
    /// What has ended the context.
    pub ended: Option<CUresult>,
    /// What had not been given back when a context went.
    pub abandoned: u64,
    last_handle: usize,
}

thread_local! {
    /// The calling thread's context, 0 for none.
    pub(crate) static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// The one driver of the process.
pub(crate) fn driver() -> MutexGuard<'static, Driver> {
    static DRIVER: LazyLock<Mutex<Driver>> =
        LazyLock::new(|| Mutex::new(Driver { faults: Faults::at_the_start(), ..Driver::default() }));
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Driver {
    /// A number that no other thing has.
    pub fn handle(&mut self) -> usize {
        self.last_handle += 1;
        self.last_handle
    }

    /// Refuses what needs a context where there is none, or where it has been ended by an error.
    pub fn in_context(&self) -> Answer<()> {
        match self.ended {
            Some(code) => Err(code),
            None if self.retained == 0 || CURRENT.get() != self.context => {
                Err(CUresult::CUDA_ERROR_INVALID_CONTEXT)
            }
            None => Ok(()),
        }
    }

    /// How many things there are that the program has to give back.
    pub fn live(&self) -> u64 {
        let Streams { streams, events } = &self.streams;
        let things = self.memory.live() + streams.len() + events.len() + self.modules.len();
        self.retained + things as u64
    }

    /// Ends the use of the context, and all that is in it with the last.
    pub fn release(&mut self) {
        self.retained -= 1;
        if self.retained == 0 {
            self.abandoned += self.live();
            self.memory.clear();
            self.streams = Streams::default();
            self.modules.clear();
            self.ended = None;
        }
    }

    /// Does what is queued on a stream, up to `until`.
    pub fn advance(&mut self, stream: usize, until: u64) -> Answer<()> {
        while let Some(work) = self.streams.next(stream, until) {
            self.do_work(work)?;
        }
        Ok(())
    }

    /// Does all that is queued.
    pub fn finish(&mut self) -> Answer<()> {
        let all: Vec<(usize, u64)> =
            self.streams.streams.iter().map(|(handle, stream)| (*handle, stream.queued())).collect();
        all.into_iter().try_for_each(|(stream, queued)| self.advance(stream, queued))
    }

    fn do_work(&mut self, work: Work) -> Answer<()> {
        match work {
            Work::Wait { stream, until } => self.advance(stream, until),
            Work::Copy { from, to, bytes } => {
                // SAFETY: both ends were checked when the copy was queued, and memory is freed only when all is done.
                unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
                Ok(())
            }
            Work::Write { from, to } => {
                // SAFETY: as above.
                unsafe { std::ptr::copy(from.as_ptr(), to as *mut u8, from.len()) };
                Ok(())
            }
            Work::Set { to, value, bytes } => {
                // SAFETY: as above.
                unsafe { (to as *mut u8).write_bytes(value, bytes) };
                Ok(())
            }
            Work::Launch(Launch { kernel, blocks, warps, shared_bytes, args }) => {
                // The same order in every run, and another for each kernel.
                let seed = u64::from(blocks) ^ (kernel.name.len() as u64) << 32;
                // SAFETY: `args` are those that the program launched the kernel with, by the rules of the driver.
                let run = unsafe { (kernel.run)(blocks, warps, shared_bytes, seed, args.as_ptr().cast()) };
                run.map_err(|fault| {
                    eprintln!("simulated driver: {}: {fault}", kernel.name);
                    self.ended = Some(CUresult::CUDA_ERROR_LAUNCH_FAILED);
                    CUresult::CUDA_ERROR_LAUNCH_FAILED
                })
            }
        }
    }
}
