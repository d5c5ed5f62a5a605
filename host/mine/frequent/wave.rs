//! Candidates that are settled together on a device.

use std::num::NonZeroU32;

use motherlode_device::kernels::frequent::domains::{DomainArgs, DomainBound, MakeDomains};
use motherlode_device::kernels::frequent::pieces::LongSearches;
use motherlode_device::kernels::frequent::settle::{DomainTasks, SettleArgs, SettleDomains, shared_bytes};
use motherlode_device::kernels::frequent::{Domain, SearchLevel, SearchLink, WARPS};
use motherlode_device::memory::Slice;

use super::candidate::CandidatePattern;
use super::site::{Site, Station};
use super::split::Splitting;
use crate::deal::Share;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// Words of a domain that are a task on the CPU, at least: a task costs more to draw than to look through.
const CPU_LEAST_WORDS: u64 = 8;
/// And at most.
const CPU_MOST_WORDS: u64 = 1 << 20;
/// How often a thread draws tasks, about. Where two threads search for images of one domain, or of domains whose counts
/// lie beside each other in memory, each waits for what the other has counted: the more a thread draws at a time, the
/// more rarely that is.
const CPU_TASKS: u64 = 64;
/// Tasks that a thread draws at a time, at most.
const CPU_MOST_TASKS: u64 = 1 << 8;

/// What is asked of a wave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The least support of a pattern that is frequent.
    pub threshold: u32,
    /// Whether the supports of frequent patterns are wanted, or only that they are frequent.
    pub exact: bool,
    /// Whether the domains are wanted afterwards.
    pub domains: bool,
    /// After how many steps a search leaves the rest of it to others; by default as many as suit the device.
    pub split_after: Option<NonZeroU32>,
}

/// What became of a wave.
#[derive(Debug)]
pub(super) struct Settled {
    /// For each candidate its support, or 0 if it is not frequent. Where exact ones are not wanted, it is the
    /// threshold.
    pub supports: Vec<u32>,
    /// The sets that the images lie in, where candidates are frequent and that was asked for.
    words: Vec<u32>,
    domains: Vec<Domain>,
    /// For each candidate its first domain.
    firsts: Vec<usize>,
}

impl Settled {
    /// The set of an orbit of a candidate, if that was asked for.
    pub fn words_of(&self, candidate: usize, orbit: usize) -> &[u32] {
        let domain = &self.domains[self.firsts[candidate] + orbit];
        &self.words[domain.words as usize..domain.words as usize + domain.length as usize]
    }
}

/// The arrays of a wave, as the kernels take them.
#[derive(Default)]
struct Arrays {
    domains: Vec<Domain>,
    sources: Vec<DomainBound>,
    levels: Vec<SearchLevel>,
    links: Vec<SearchLink>,
    words: u64,
    most_levels: u32,
    /// For each candidate its first domain.
    firsts: Vec<usize>,
}

impl Arrays {
    fn of(site: &Site<'_>, candidates: &[CandidatePattern]) -> Arrays {
        let mut all = Arrays::default();
        for (pattern, candidate) in (0..).zip(candidates) {
            let first = all.domains.len();
            let (first_level, first_link) = (all.levels.len(), all.links.len() as u32);
            let vertices = candidate.shape.vertices();
            for (number, orbit) in candidate.orbits.iter().enumerate() {
                let length = site.prepared.words_of(orbit.label);
                all.domains.push(Domain {
                    words: all.words,
                    length,
                    start: site.prepared.starts[orbit.label as usize],
                    pattern,
                    first_level: (first_level + number * vertices) as u32,
                    levels: vertices as u32,
                    first_source: all.sources.len() as u32,
                });
                all.sources.extend(&orbit.sources);
                all.words += u64::from(length);
            }
            all.levels.extend(candidate.levels.iter().map(|level| {
                let domain = first as u32 + level.domain;
                let words = all.domains[domain as usize].words;
                SearchLevel { words, domain, first_link: first_link + level.first_link, ..*level }
            }));
            all.links.extend(&candidate.links);
            all.most_levels = all.most_levels.max(vertices as u32);
            all.firsts.push(first);
        }
        all.domains.push(Domain { first_source: all.sources.len() as u32, ..Domain::default() });
        all
    }

    fn domains_of(&self, candidate: usize) -> std::ops::Range<usize> {
        let end = self.firsts.get(candidate + 1).copied().unwrap_or(self.domains.len() - 1);
        self.firsts[candidate]..end
    }

    /// The domains to settle, the smallest of each pattern first: where one fails, that ends its pattern. Then the
    /// second of each.
    fn tasks(&self, left: &[u32], threshold: u32, task_words: u32) -> (Vec<DomainTasks>, u64) {
        let mut order: Vec<(usize, usize)> = Vec::new();
        for candidate in 0..self.firsts.len() {
            let mut domains: Vec<usize> = self.domains_of(candidate).collect();
            if domains.iter().all(|&domain| left[domain] >= threshold) {
                domains.sort_unstable_by_key(|&domain| (left[domain], domain));
                order.extend(domains.into_iter().enumerate());
            }
        }
        order.sort_by_key(|&(round, _)| round);
        let mut first = 0;
        let tasks = order.into_iter().map(|(_, domain)| {
            let tasks = DomainTasks { first, domain: domain as u32, padding: 0 };
            first += u64::from(self.domains[domain].length.div_ceil(task_words));
            tasks
        });
        (tasks.collect(), first)
    }
}

/// The bytes that a candidate takes on the device, at most.
pub(super) fn bytes_of(site: &Site<'_>, candidate: &CandidatePattern) -> u64 {
    let of_orbit = |label: u32| {
        let words = u64::from(site.prepared.words_of(label));
        // Both sets, the domain, its tasks, and what is counted.
        words * 8 + (size_of::<Domain>() + size_of::<DomainTasks>() + 12) as u64
    };
    let sources: usize = candidate.orbits.iter().map(|orbit| orbit.sources.len()).sum();
    let tables = sources * size_of::<DomainBound>()
        + candidate.levels.len() * size_of::<SearchLevel>()
        + candidate.links.len() * size_of::<SearchLink>();
    candidate.orbits.iter().map(|orbit| of_orbit(orbit.label)).sum::<u64>() + tables as u64
}

/// Tasks that a thread of the CPU draws at a time, of so many.
fn tasks_at_a_time(all: u64) -> u32 {
    let even = all / (CPU_TASKS * rayon::current_num_threads() as u64);
    even.clamp(1, CPU_MOST_TASKS) as u32
}

/// Words of a domain that are a task on the CPU, of so many words of all domains.
fn words_of_task(all: u64) -> u32 {
    let even = all / (CPU_TASKS * rayon::current_num_threads() as u64);
    even.clamp(CPU_LEAST_WORDS, CPU_MOST_WORDS) as u32
}

/// Finds out which candidates are frequent.
///
/// # Errors
/// When they do not fit in the memory, the device fails, or the work is stopped.
pub(super) fn settle(
    station: &Station<'_, '_>,
    candidates: &[CandidatePattern],
    question: Question,
    share: &Share<'_>,
) -> Result<Settled, RuntimeError> {
    let site = &station.site;
    let arrays = Arrays::of(site, candidates);
    let wave = Wave::new(station, &arrays, question)?;
    let task_words = if site.device.is_scalar() { words_of_task(arrays.words) } else { 1 };
    let (tasks, end) = arrays.tasks(&wave.left.download()?, question.threshold, task_words);
    if end > 0 {
        wave.run(&tasks, end, task_words, share)?;
    }
    let (found, dead) = (wave.found.download()?, wave.dead.download()?);
    let mut settled = vec![false; found.len()];
    tasks.iter().for_each(|tasks| settled[tasks.domain as usize] = true);
    let support = |candidate: usize| {
        let own = arrays.domains_of(candidate);
        let least = own.clone().map(|domain| found[domain]).min().unwrap_or(0);
        let frequent = settled[own.start] && dead[candidate] == 0 && least >= question.threshold;
        match (frequent, question.exact) {
            (false, _) => 0,
            (true, false) => question.threshold,
            (true, true) => least,
        }
    };
    let supports = (0..candidates.len()).map(support).collect();
    let words = if question.domains { wave.possible.download()? } else { Vec::new() };
    drop(wave);
    Ok(Settled { supports, words, domains: arrays.domains, firsts: arrays.firsts })
}

/// A wave on its device, its domains made.
pub(super) struct Wave<'a> {
    pub site: &'a Site<'a>,
    pub most_levels: u32,
    question: Question,
    domains: Buffer<'a, Domain>,
    levels: Buffer<'a, SearchLevel>,
    links: Buffer<'a, SearchLink>,
    possible: Buffer<'a, u32>,
    images: Buffer<'a, u32>,
    found: Buffer<'a, u32>,
    left: Buffer<'a, u32>,
    dead: Buffer<'a, u32>,
}

impl<'a> Wave<'a> {
    fn new(
        station: &'a Station<'_, '_>,
        arrays: &'a Arrays,
        question: Question,
    ) -> Result<Wave<'a>, RuntimeError> {
        let site = &station.site;
        let device = &site.device;
        let domains = device.upload(&arrays.domains)?;
        let count = arrays.domains.len() - 1;
        let mut possible = device.unwritten::<u32>(arrays.words as usize)?;
        let mut left = device.unwritten::<u32>(count)?;
        make_domains(site, &station.known, arrays, &domains, &mut possible, &mut left)?;
        Ok(Wave {
            site,
            most_levels: arrays.most_levels,
            question,
            domains,
            levels: device.upload(&arrays.levels)?,
            links: device.upload(&arrays.links)?,
            possible,
            images: device.zeroed(arrays.words as usize)?,
            found: device.zeroed(count)?,
            left,
            dead: device.zeroed(arrays.firsts.len())?,
        })
    }

    /// Settles the domains that have tasks, and then what searches have left.
    fn run(
        &self,
        tasks: &[DomainTasks],
        end: u64,
        task_words: u32,
        share: &Share<'_>,
    ) -> Result<(), RuntimeError> {
        let device = &self.site.device;
        let tasks = device.upload(tasks)?;
        let mut splitting = Splitting::new(device, self.question.split_after, self.most_levels)?;
        let mut pieces = {
            let queue = device.zeroed::<u64>(2)?;
            // SAFETY: as `args` says; the tasks are those of domains of the wave, numbered.
            let lend = unsafe { device.lend() };
            let mut args = self.args(&lend, &queue, end, splitting.lent(&lend, end));
            (args.tasks, args.task_words) = (lend.slice(&tasks), task_words);
            args.chunk = if device.is_scalar() { tasks_at_a_time(end) } else { 1 };
            let launch = || lend.launch_up_to::<SettleDomains>(self.blocks(end), WARPS, self.shared(), &args);
            share.watch(device, &queue, 0, &[end, 1], launch)?;
            splitting.taken()?
        };
        while !pieces.is_empty() {
            pieces = splitting.run(self, pieces, share)?;
        }
        Ok(())
    }

    /// What kernels take that settle the wave, but for tasks of domains.
    ///
    /// The graph is the prepared one's; domains, levels and links are of its labels and kinds, and lie in the sets, by
    /// `Arrays::of`; images and what is counted of them were zeros; the sets are made, and `left` counts them.
    pub fn args<'s>(
        &'s self,
        lend: &Lend<'_>,
        queue: &'s Buffer<'_, u64>,
        end: u64,
        split: LongSearches<'s>,
    ) -> SettleArgs<'s> {
        let Question { threshold, exact, .. } = self.question;
        SettleArgs {
            graph: self.site.graph(lend),
            domains: lend.slice(&self.domains),
            levels: lend.slice(&self.levels),
            links: lend.slice(&self.links),
            tasks: Slice::empty(),
            possible: lend.atomics(&self.possible),
            images: lend.atomics(&self.images),
            found: lend.atomics(&self.found),
            left: lend.atomics(&self.left),
            dead: lend.atomics(&self.dead),
            queue: lend.atomics(queue),
            end,
            task_words: 1,
            threshold,
            enough: if exact { u32::MAX } else { threshold },
            most_levels: self.most_levels,
            chunk: 1,
            padding: 0,
            split,
        }
    }

    /// Shared memory of a block.
    pub fn shared(&self) -> usize {
        shared_bytes(self.site.device.warps_of_block(WARPS), self.most_levels)
    }

    /// Blocks for so many tasks.
    pub fn blocks(&self, tasks: u64) -> u64 {
        tasks.div_ceil(u64::from(self.site.device.warps_of_block(WARPS)))
    }
}

/// Makes the domains what their sources have in common, and counts what they have.
fn make_domains(
    site: &Site<'_>,
    known: &Buffer<'_, u32>,
    arrays: &Arrays,
    domains: &Buffer<'_, Domain>,
    possible: &mut Buffer<'_, u32>,
    left: &mut Buffer<'_, u32>,
) -> Result<(), RuntimeError> {
    let device: &Device = &site.device;
    let sources = device.upload(&arrays.sources)?;
    // SAFETY: each domain has sources of as many words, which start where those of a kind or a known domain do; there
    // is a number for each domain, and its words are its own.
    let lend = unsafe { device.lend() };
    let args = DomainArgs {
        domains: lend.slice(domains),
        sources: lend.slice(&sources),
        known: lend.slice(known),
        kinds: lend.slice(&site.sets),
        possible: lend.scratch(possible),
        left: lend.scratch(left),
    };
    let warps = u64::from(device.warps_of_block(WARPS));
    let blocks = (arrays.domains.len() as u64 - 1).div_ceil(warps).max(1);
    lend.launch_up_to::<MakeDomains>(blocks, WARPS, 0, &args)?;
    device.synchronize()
}
