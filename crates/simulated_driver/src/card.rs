//! A card: its context, and all that is in it.

use std::collections::{BTreeMap, BTreeSet};

use cust_raw::CUresult;

use crate::driver::Answer;
use crate::kernels::SimulatedKernel;
use crate::memory::MachineMemory;
use crate::streams::Streams;

/// The first card's memory, in bytes.
const MEMORY: usize = 1 << 30;
/// How much less each next one has.
const LESS_MEMORY: usize = 1 << 26;

/// A module that is loaded.
#[derive(Debug)]
pub(crate) struct LoadedModule {
    /// Its kernels, by their handles.
    pub functions: BTreeMap<usize, &'static SimulatedKernel>,
    /// Its one global: where its record of panics is.
    pub panic_record: Box<u64>,
}

/// A card, with its primary context.
#[derive(Debug)]
pub(crate) struct SimulatedCard {
    /// How often the context is in use; at 0 there is none.
    pub retained: u64,
    /// Which context that is: each has another number, from 1.
    pub context: usize,
    pub memory: MachineMemory,
    pub streams: Streams,
    pub modules: BTreeMap<usize, LoadedModule>,
    /// The contexts of other cards whose memory this one's kernels may use.
    pub peers: BTreeSet<usize>,
    /// What has ended the context.
    pub ended: Option<CUresult>,
}

impl SimulatedCard {
    /// Card number `ordinal`, without a context. Each has a little less memory than the one before.
    pub fn new(ordinal: usize) -> SimulatedCard {
        SimulatedCard {
            retained: 0,
            context: 0,
            memory: MachineMemory::new(MEMORY - ordinal * LESS_MEMORY),
            streams: Streams::default(),
            modules: BTreeMap::new(),
            peers: BTreeSet::new(),
            ended: None,
        }
    }

    /// Refuses what needs a context that no error has ended.
    pub fn usable(&self) -> Answer<()> {
        self.ended.map_or(Ok(()), Err)
    }

    /// Whether `context` is this card's.
    pub fn is(&self, context: usize) -> bool {
        self.retained > 0 && self.context == context
    }

    /// The kernel of a handle.
    pub fn kernel(&self, function: usize) -> Answer<&'static SimulatedKernel> {
        let found = self.modules.values().find_map(|module| module.functions.get(&function).copied());
        found.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
    }

    /// How many things there are that the program has to give back.
    pub fn live(&self) -> u64 {
        let Streams { streams, events } = &self.streams;
        let things = self.memory.live() + streams.len() + events.len() + self.modules.len();
        self.retained + things as u64
    }

    /// Ends all that is in the context, and tells how many things had not been given back.
    pub fn clear(&mut self) -> u64 {
        let abandoned = self.live();
        self.memory.clear();
        self.streams = Streams::default();
        self.modules.clear();
        self.peers.clear();
        self.ended = None;
        abandoned
    }
}
