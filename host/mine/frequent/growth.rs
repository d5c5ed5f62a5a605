//! The growth of a level by an edge.

use std::sync::Arc;

use rayon::prelude::*;

use super::candidate::{CandidatePattern, candidates};
use super::level::{KnownLevel, KnownPattern, UNKNOWN};
use super::progress::{SearchState, SoFar};
use super::site::{Sites, Station, Stations};
use super::wave::{Question, Settled, bytes_of, settle};
use super::{FrequentSubgraph, ImageOptions, Images, Listener};
use crate::MineError;
use crate::deal::{Crew, InOrder, Share, Work};
use crate::runtime::{Device, Team};

/// Patterns that are grown at a time.
const PARENTS: usize = 256;
/// What part of the budget that is left a wave may take.
const WAVE_SHARE: u64 = 2;
/// Bytes of a wave, and candidates, at most.
const MOST_WAVE_BYTES: u64 = 1 << 28;
const MOST_CANDIDATES: usize = 1 << 16;
/// What part of the budget that is left the domains of a level may take.
const KNOWN_SHARE: u64 = 4;
/// Bytes of these at most.
const MOST_KNOWN_BYTES: u64 = 1 << 30;

/// The growth of a level by an edge.
pub(super) struct LevelGrowth<'p, 'l> {
    team: &'l Team,
    options: &'l ImageOptions,
    known: &'l KnownLevel,
    stations: Stations<'p, 'l>,
    /// That of the first device.
    first: Arc<Station<'p, 'l>>,
    next: &'l mut KnownLevel,
    /// How many candidates are settled.
    settled: &'l mut u64,
    /// How many words of domains the next level may have.
    most_words: usize,
}

impl<'p, 'l> LevelGrowth<'p, 'l> {
    /// Grows the last level that is known.
    ///
    /// # Errors
    /// When the first device has no room for the graph, or fails.
    pub fn new(
        sites: &'l Sites<'p>,
        team: &'l Team,
        options: &'l ImageOptions,
        standing: &'l mut SearchState,
    ) -> Result<Self, MineError> {
        let SearchState { known, next, settled } = standing;
        let known: &KnownLevel = known;
        let stations = Stations::new(sites, known);
        let first = stations.on(team.first())?;
        let bytes = (team.first().budget().left() / KNOWN_SHARE).min(MOST_KNOWN_BYTES);
        let most_words = (bytes / size_of::<u32>() as u64) as usize;
        Ok(LevelGrowth { team, options, known, stations, first, next, settled, most_words })
    }

    /// Finds the frequent patterns of the next level.
    ///
    /// # Errors
    /// When all devices fail, the listener does, or the work is stopped.
    pub fn run(mut self, listener: &mut impl Listener) -> Result<(), MineError> {
        let mut waiting = Vec::new();
        // Candidates are the same in each search, and in the same order.
        let mut before = *self.settled;
        for parents in self.known.patterns.chunks(PARENTS) {
            self.options.context.check()?;
            let (prepared, most) = (self.first.site.prepared, self.options.max_vertices);
            let grown: Vec<Vec<CandidatePattern>> =
                parents.par_iter().map(|parent| candidates(prepared, self.known, parent, most)).collect();
            let mut grown = grown.into_iter().flatten();
            while before > 0 && grown.next().is_some() {
                before -= 1;
            }
            waiting.extend(grown);
            while let Some(count) = self.full_block(&waiting) {
                let rest = waiting.split_off(count);
                self.settle(std::mem::replace(&mut waiting, rest), listener)?;
            }
        }
        self.settle(waiting, listener)
    }

    /// Whether patterns of the next level grow in their turn.
    fn is_grown(&self) -> bool {
        self.known.patterns[0].code.len() + 1 < self.options.max_edges
    }

    /// How many of the candidates are dealt at a time, if there are more than that: a wave where one device works, some
    /// for each where several do.
    fn full_block(&self, waiting: &[CandidatePattern]) -> Option<usize> {
        let count = match self.team.others().len() {
            0 => first_wave(&self.first, waiting),
            others => {
                let mut bytes = 0;
                let devices = 1 + others;
                let fitting = waiting.iter().take(MOST_CANDIDATES * devices).take_while(|candidate| {
                    bytes += bytes_of(&self.first.site, candidate);
                    bytes <= MOST_WAVE_BYTES * devices as u64
                });
                fitting.count().max(1)
            }
        };
        (count < waiting.len()).then_some(count)
    }

    /// Settles candidates, and tells which are frequent.
    fn settle(
        &mut self,
        block: Vec<CandidatePattern>,
        listener: &mut impl Listener,
    ) -> Result<(), MineError> {
        if block.is_empty() {
            return Ok(());
        }
        let waves = self.deal(&block)?;
        *self.settled += block.len() as u64;
        let mut candidates = block.into_iter();
        for wave in &waves {
            for (number, candidate) in candidates.by_ref().take(wave.supports.len()).enumerate() {
                self.tell(wave, number, candidate, listener)?;
            }
        }
        let so_far = SoFar::new(self.known, self.next, *self.settled);
        listener.advanced(so_far)
    }

    /// Has the devices settle candidates: wave after wave in their order.
    fn deal(&self, block: &[CandidatePattern]) -> Result<Vec<Settled>, MineError> {
        let options = self.options;
        let question = Question {
            threshold: options.support.get().max(1),
            exact: options.exact || options.images,
            domains: self.is_grown() || options.images,
            split_after: options.split_after,
        };
        let settler = |station: Arc<Station<'p, 'l>>| Settler { station, block, question };
        let others = |device: &Device| Ok(settler(self.stations.on(device)?));
        let crew = Crew { team: self.team, first: settler(self.first.clone()), others };
        Ok(crew.deal(&options.context)?.done.tally.0)
    }

    /// Tells of a candidate, if it is frequent, and keeps it.
    fn tell(
        &mut self,
        settled: &Settled,
        number: usize,
        candidate: CandidatePattern,
        listener: &mut impl Listener,
    ) -> Result<(), MineError> {
        let (options, prepared) = (self.options, self.first.site.prepared);
        let support = settled.supports[number];
        // A threshold may have risen meanwhile.
        if support == 0 || support < options.support.get() {
            return Ok(());
        }
        let of_settled = || Images::of_settled(prepared, settled, number, &candidate);
        let images = options.images.then(of_settled);
        let pattern = self.keep(settled, number, candidate);
        if options.min_edges <= pattern.code.len() {
            let (code, kinds, images) = (&pattern.code[..], prepared.kinds(), images.as_ref());
            let exact = options.exact || options.images;
            listener.found(FrequentSubgraph { code, kinds, support, exact, images })?;
        }
        self.next.add(pattern);
        Ok(())
    }

    /// A frequent candidate, with what is known of its domains as far as there is room for that.
    fn keep(&mut self, settled: &Settled, number: usize, candidate: CandidatePattern) -> KnownPattern {
        let CandidatePattern { code, shape, orbit_of, orbits, .. } = candidate;
        let words: usize =
            orbits.iter().map(|orbit| self.first.site.prepared.words_of(orbit.label) as usize).sum();
        let starts: Vec<u64> = match self.is_grown() && self.next.words.len() + words <= self.most_words {
            true => (0..orbits.len())
                .map(|orbit| {
                    let start = self.next.words.len() as u64;
                    self.next.words.extend(settled.words_of(number, orbit));
                    start
                })
                .collect(),
            false => vec![UNKNOWN; orbits.len()],
        };
        let domains = orbit_of.iter().map(|&orbit| starts[orbit as usize]).collect();
        KnownPattern { code, shape, domains }
    }
}

/// How many candidates are a wave on a device.
fn first_wave(station: &Station<'_, '_>, waiting: &[CandidatePattern]) -> usize {
    let site = &station.site;
    let most = (site.device.budget().left() / WAVE_SHARE).min(MOST_WAVE_BYTES);
    let mut bytes = 0;
    let fitting = waiting.iter().take(MOST_CANDIDATES).take_while(|candidate| {
        bytes += bytes_of(site, candidate);
        bytes <= most
    });
    // One that does not fit is tried all the same: half of the memory is left.
    fitting.count().max(1)
}

/// A device that settles candidates, each of which is a task.
struct Settler<'w, 'p, 'l> {
    station: Arc<Station<'p, 'l>>,
    block: &'w [CandidatePattern],
    question: Question,
}

impl Work for Settler<'_, '_, '_> {
    type Tally = InOrder<Settled>;

    fn tasks(&self) -> u64 {
        self.block.len() as u64
    }

    /// A wave keeps a device busy, and takes its memory.
    fn shares_overlap(&self) -> bool {
        false
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<Settled>, MineError> {
        let tasks = share.tasks();
        let mut left = &self.block[tasks.start as usize..tasks.end as usize];
        let mut waves = Vec::new();
        while !left.is_empty() {
            let (wave, rest) = left.split_at(first_wave(&self.station, left));
            waves.push(settle(&self.station, wave, self.question, share)?);
            left = rest;
        }
        Ok(InOrder(waves))
    }
}
