//! One sample, and the steps of a round.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::pairing::Pairing;
use super::steps::RewiringStep;
use super::table::{AHEAD, EdgeTable, FAR, NOWHERE};
use super::{
    Beginning, COUNTERS, EdgeClass, LOOSE, RewiringArgs, RewiringCounter, RewiringStage, TURN_PERIOD, TURNS,
    VERTEX_BITS, cells_for, ends_of, slot_of,
};
use crate::kernels::peeling::WarpPart;
use crate::memory::Slice;
use crate::random::Draws;
use crate::simt::Warp;

/// Where in that period.
const TURN_ROUND: u32 = 5;

/// What a round does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RoundKind {
    /// Slots without an edge draw one.
    Draw,
    /// Edges of stubs find their places.
    Keep,
    /// Edges of stubs that found none exchange ends with others.
    Repair,
    /// Pairs of edges exchange ends.
    Switch,
    /// 3-cycles are turned.
    Turn,
}

/// The element of an array.
#[inline(always)]
pub(super) fn at<T>(array: Slice<'_, T>, index: u64) -> &T {
    debug_assert!(index < array.length());
    // SAFETY: callers give a slot, a vertex or a class, and the array has an element for each, as the kernels require.
    unsafe { array.get().get_unchecked(index as usize) }
}

/// One sample, whose arrays are parts of those of the launch, in the hands of one block or of the grid.
#[derive(Clone, Copy)]
pub(super) struct RewiredSample<'a> {
    pub args: &'a RewiringArgs<'a>,
    pub part: WarpPart,
    lengths: Slice<'a, u32>,
    slots: Slice<'a, AtomicU64>,
    places: Slice<'a, AtomicU32>,
    cells: Slice<'a, AtomicU64>,
    owners: Slice<'a, AtomicU32>,
    pub parents: Slice<'a, AtomicU32>,
    counters: Slice<'a, AtomicU64>,
    /// The random numbers of the sample.
    pub draws: Draws,
    is_alone: bool,
    is_scalar: bool,
}

impl<'a> RewiredSample<'a> {
    /// Sample `number` of the launch, made in the memory of block `room` by the warps that `part` has in turn.
    #[inline(always)]
    pub fn new<W: Warp>(
        args: &'a RewiringArgs<'a>,
        number: u32,
        room: u32,
        part: WarpPart,
    ) -> RewiredSample<'a> {
        let (number, room) = (u64::from(number), u64::from(room));
        let (slots, classes) = (args.start.length(), args.classes.length());
        let cells = cells_for(slots);
        let of_room = |array: Slice<'a, AtomicU32>, length: u64| {
            if array.length() == 0 { array } else { array.part(room * length, length) }
        };
        RewiredSample {
            args,
            part,
            lengths: args.lengths.part(number * classes, classes),
            slots: args.slots.part(number * slots, slots),
            places: of_room(args.places, 2 * slots),
            cells: args.cells.part(room * cells, cells),
            owners: of_room(args.owners, cells),
            parents: of_room(args.parents, args.leaves.length()),
            counters: args.counters.part(number * COUNTERS, COUNTERS),
            draws: Draws::new(args.seed).of(args.first_sample + number),
            is_alone: W::LANES == 1 && part.count == 1,
            is_scalar: W::LANES == 1,
        }
    }

    #[inline(always)]
    pub fn counter(&self, counter: RewiringCounter) -> &'a AtomicU64 {
        &self.counters.get()[counter as usize]
    }

    /// Whether nothing is left to do in a stage.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.args.stage != RewiringStage::Switch as u32
            && self.counter(RewiringCounter::Loose).load(Relaxed) == 0
    }

    #[inline(always)]
    pub fn slots(&self) -> u64 {
        self.slots.length()
    }

    /// What a slot has.
    #[inline(always)]
    pub fn slot(&self, slot: u32) -> u64 {
        at(self.slots, slot.into()).load(Relaxed)
    }

    #[inline(always)]
    pub fn set_slot(&self, slot: u32, value: u64) {
        at(self.slots, slot.into()).store(value, Relaxed);
    }

    /// Where the edge of a slot is in the table.
    #[inline(always)]
    pub fn place(&self, slot: u32) -> u32 {
        at(self.places, slot.into()).load(Relaxed)
    }

    /// Where what a slot proposes is in the table; [`NOWHERE`] if it has nothing to hope for.
    #[inline(always)]
    pub fn proposed(&self, slot: u32) -> u32 {
        at(self.places, self.slots() + u64::from(slot)).load(Relaxed)
    }

    #[inline(always)]
    pub fn set_proposed(&self, slot: u32, place: u32) {
        at(self.places, self.slots() + u64::from(slot)).store(place, Relaxed);
    }

    /// The slot whose edge is at a place of the table, in rounds that turn cycles.
    #[inline(always)]
    pub fn owner(&self, place: u32) -> u32 {
        at(self.owners, place.into()).load(Relaxed)
    }

    /// What tells a pair of vertices from others.
    #[inline(always)]
    pub fn key(&self, (first, second): (u32, u32)) -> u64 {
        if self.args.ordered == 0 {
            slot_of(first.min(second), first.max(second))
        } else {
            slot_of(first, second)
        }
    }

    #[inline(always)]
    pub fn is_leaf(&self, vertex: u32) -> bool {
        *at(self.args.leaves, vertex.into()) != 0
    }

    /// In which bin the length of an edge is.
    #[inline(always)]
    pub fn bin(&self, (first, second): (u32, u32)) -> u32 {
        let coordinate = |vertex: u32, axis: u64| *at(self.args.positions, 3 * u64::from(vertex) + axis);
        let mut square = 0;
        for axis in 0..3 {
            let apart = u64::from(coordinate(first, axis).abs_diff(coordinate(second, axis)));
            square += apart * apart;
        }
        let (mut low, mut high) = (0, self.args.limits.length());
        while low < high {
            let middle = (low + high) / 2;
            if *at(self.args.limits, middle) < square {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low as u32
    }

    /// What a round does.
    #[inline(always)]
    fn kind(&self, round: u32) -> RoundKind {
        let stage = self.args.stage;
        if stage == RewiringStage::Draw as u32 {
            RoundKind::Draw
        } else if stage == RewiringStage::Match as u32 {
            if round == 0 { RoundKind::Keep } else { RoundKind::Repair }
        } else if self.owners.length() > 0 && round % TURN_PERIOD == TURN_ROUND {
            RoundKind::Turn
        } else {
            RoundKind::Switch
        }
    }

    /// The table of edges.
    #[inline(always)]
    fn table(&self) -> EdgeTable<'a> {
        let looks_ahead = self.is_scalar && self.cells.length() >= FAR;
        EdgeTable { cells: self.cells, is_alone: self.is_alone, looks_ahead }
    }

    /// Calls `visit` with each class, its number, and how many slots it has.
    #[inline(always)]
    fn each_class(&self, mut visit: impl FnMut(&'a EdgeClass, u32, u32)) {
        let classes = self.args.classes.get();
        let mut class = 0;
        while class < classes.len() {
            visit(&classes[class], class as u32, *at(self.lengths, class as u64));
            class += 1;
        }
    }

    /// Calls `visit` with the slots that have an edge, or are to have one, and their classes.
    #[inline(always)]
    pub fn each_slot<W: Warp>(&self, warp: W, mut visit: impl FnMut(&'a EdgeClass, u32)) {
        self.each_class(|class, _, length| {
            self.part.each(warp, length.into(), |has, place| {
                if has {
                    visit(class, class.start + place as u32);
                }
            });
        });
    }

    /// Calls `visit` with the pairs of slots of a round, the pairing of their class, and the class.
    #[inline(always)]
    pub fn each_pair<W: Warp>(
        &self,
        warp: W,
        draws: Draws,
        mut visit: impl FnMut(&'a EdgeClass, Pairing, (u32, u32)),
    ) {
        self.each_class(|class, number, length| {
            let pairing = Pairing::new(draws, number, length);
            self.part.each(warp, pairing.pairs().into(), |has, place| {
                if has {
                    let (low, high) = pairing.pair(place as u32);
                    visit(class, pairing, (class.start + low, class.start + high));
                }
            });
        });
    }

    /// Adds what each thread has counted.
    #[inline(always)]
    pub fn add<W: Warp>(&self, warp: W, counter: RewiringCounter, count: u32) {
        let sum = warp.sum(count);
        if warp.lane() == 0 && sum > 0 {
            self.counter(counter).fetch_add(sum.into(), Relaxed);
        }
    }

    /// Takes away what each thread has counted.
    #[inline(always)]
    pub fn subtract<W: Warp>(&self, warp: W, counter: RewiringCounter, count: u32) {
        let sum = warp.sum(count);
        if warp.lane() == 0 && sum > 0 {
            self.counter(counter).fetch_sub(sum.into(), Relaxed);
        }
    }

    /// Does what comes before the rounds.
    #[inline(always)]
    fn begin<W: Warp>(&self, warp: W) {
        let beginning = self.args.beginning;
        let loose = self.counter(RewiringCounter::Loose);
        // It says so from now on: nobody changes it where edges are switched.
        let is_second = beginning == Beginning::GraphIfLoose as u32;
        if is_second && loose.load(Relaxed) == 0 {
            return;
        }
        let stubs = beginning == Beginning::Stubs as u32;
        if stubs {
            self.match_stubs(warp);
        } else {
            let nothing = beginning == Beginning::Nothing as u32;
            self.part.each(warp, self.slots(), |has, slot| {
                if has {
                    let value = if nothing { LOOSE } else { *at(self.args.start, slot as u64) };
                    self.set_slot(slot as u32, value);
                }
            });
        }
        if self.part.index == 0 && warp.lane() == 0 && !is_second {
            let all: u64 = self.lengths.get().iter().map(|&length| u64::from(length)).sum();
            loose.store(if beginning == Beginning::Graph as u32 { 0 } else { all }, Relaxed);
        }
    }

    /// Does one [step](RewiringStep).
    #[inline(always)]
    pub fn step<W: Warp>(&self, warp: W, round: u32, step: u32) {
        let kind = self.kind(round);
        let table = self.table();
        let draws = self.draws.of(u64::from(self.args.stage) << 32 | u64::from(round));
        let is = |of: RewiringStep| step == of as u32;
        if is(RewiringStep::Begin) {
            self.begin(warp);
        } else if is(RewiringStep::Clear) {
            self.clear(warp, &table);
        } else if is(RewiringStep::Enter) {
            self.enter(warp, &table, kind);
        } else if is(RewiringStep::Propose) {
            match kind {
                RoundKind::Draw => self.propose_draws(warp, &table, draws),
                RoundKind::Keep => self.propose_own(warp, &table),
                RoundKind::Repair => self.propose_repairs(warp, &table, draws),
                RoundKind::Switch => self.propose_switches(warp, &table, draws),
                RoundKind::Turn => self.propose_turns(warp, &table, draws),
            }
        } else if is(RewiringStep::Settle) {
            match kind {
                RoundKind::Draw | RoundKind::Keep => self.settle_slots(warp, &table),
                RoundKind::Repair => self.settle_repairs(warp, &table, draws),
                RoundKind::Switch => self.settle_switches(warp, &table, draws),
                RoundKind::Turn => self.settle_turns(warp, &table, draws),
            }
        } else if is(RewiringStep::Join) {
            self.join_ends(warp);
        } else if kind == RoundKind::Switch {
            self.take_back(warp, draws);
        }
    }

    /// Empties the table, and takes all vertices apart.
    #[inline(always)]
    fn clear<W: Warp>(&self, warp: W, table: &EdgeTable<'_>) {
        if table.is_alone {
            table.clear();
        } else {
            self.part.each(warp, table.cells.length(), |has, place| {
                if has {
                    table.cell(place as u32).store(0, Relaxed);
                }
            });
        }
        self.part_all(warp);
    }

    /// Enters all edges that have a place.
    #[inline(always)]
    fn enter<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, kind: RoundKind) {
        self.each_slot(warp, |_, slot| {
            let value = self.slot(slot);
            if table.looks_ahead && u64::from(slot + AHEAD) < self.slots() {
                table.foresee(self.key(ends_of(self.slot(slot + AHEAD))));
            }
            let place = if value & LOOSE == 0 { table.enter(self.key(ends_of(value))) } else { NOWHERE };
            at(self.places, slot.into()).store(place, Relaxed);
            if kind == RoundKind::Turn {
                at(self.owners, place.into()).store(slot, Relaxed);
            }
        });
    }
}

/// Whether a class has cycles that are turned.
#[inline(always)]
pub(super) fn turns(class: &EdgeClass) -> bool {
    class.kind & TURNS != 0
}

const _: () = assert!(2 * VERTEX_BITS < 62, "LOOSE is no bit of a vertex");
