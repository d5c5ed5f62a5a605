//! Counts at edges by orbit, put together where the sums are that they follow from: first how often each edge is in each
//! role, edge-induced, and then what the equations make of that for each orbit.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::edge_roles::{
    EdgePieces, EdgeRole, EdgeSquarePieces, EndPieces, FourthPieces, FourthRole, SquareEdgeRole,
};
use super::edge_sums::TRIANGLE_SUMS;
use super::fourths::{FOURTH_SUMS, FourthSum};
use super::missing_spokes::{MISSING_SPOKE_SUMS, MISSING_SPOKE_TIMES_AT_EDGES};
use super::wheels_at::{WHEEL_SUMS, WHEEL_TIMES_AT_EDGES};
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// An edge of a graph, as a form has it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, DeviceCopy)]
pub struct EdgeOfForm {
    /// Its number.
    pub number: u32,
    /// Its ends.
    pub ends: [u32; 2],
}

/// How many numbers are known of a vertex: those of [`EndPieces`], in its order.
pub const END_NUMBERS: usize = 3;

/// What is known of the edges of a form, by their numbers, and of their ends. What nobody asked for is empty.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct KnownEdges<'a> {
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// For each vertex [`END_NUMBERS`] numbers.
    pub ends: Slice<'a, u64>,
    /// For each edge its triangles.
    pub triangles: Slice<'a, u32>,
    /// For each edge its 4-cycles.
    pub cycles: Slice<'a, u64>,
    /// For each edge its [`TriangleSumAtEdge`](super::edge_sums::TriangleSumAtEdge)s.
    pub sums: Slice<'a, u64>,
    /// For each edge its [`SquareSumAtEdge`](super::square_sums::SquareSumAtEdge)s.
    pub squares: Slice<'a, u64>,
    /// For each edge what [`EdgeSquarePieces`] has of its triangles.
    pub cycles_beside: Slice<'a, u64>,
    /// For each edge its [`FourthSum`]s.
    pub fourths: Slice<'a, u64>,
    /// For each vertex three times its 4-cliques.
    pub fourths_of_ends: Slice<'a, u64>,
    /// For each edge its [`WheelSumAtEdge`](super::wheels_at::WheelSumAtEdge)s.
    pub wheels: Slice<'a, u64>,
    /// For each edge its [`MissingSpokeSumAtEdge`](super::missing_spokes::MissingSpokeSumAtEdge)s.
    pub missing_spokes: Slice<'a, u64>,
    /// For each edge three times its 5-cliques.
    pub five_cliques: Slice<'a, u64>,
    /// For each edge and each of [`maps`](Self::maps) what comes from tables, modulo 2^64.
    pub tables: Slice<'a, u64>,
    /// What matches follow from, beside tables.
    pub maps: Slice<'a, MatchesFromMaps>,
}

/// What the matches of a role that has tables follow from, beside these: modulo 2^64.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct MatchesFromMaps {
    /// How often the homomorphisms of a 4-cycle, and of a 4-clique, are taken.
    pub four_cycles: u64,
    /// Those of a 4-clique.
    pub four_cliques: u64,
    /// The inverse of the maps of a match, without the zeros at its low end.
    pub inverse: u64,
    /// How many zeros these are.
    pub zeros: u64,
}

/// Where the count of a role stands among those of an edge: those of tables come after the others, as
/// [`KnownEdges::maps`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleSlot {
    /// Of up to four vertices.
    Small(EdgeRole),
    /// Of 4-cycles with a fifth vertex.
    Squares(SquareEdgeRole),
    /// Of 4-cliques with a fifth vertex.
    Fourths(FourthRole),
    /// Of wheels.
    Wheels(usize),
    /// Of wheels without a spoke.
    MissingSpokes(usize),
    /// Of the 5-clique.
    FiveCliques,
    /// Of the pattern that has these tables.
    Tables(usize),
}

const SQUARES: usize = EdgeRole::ALL.len();
const FOURTHS: usize = SQUARES + SquareEdgeRole::ALL.len();
const WHEELS: usize = FOURTHS + FourthRole::ALL.len();
const MISSING_SPOKES: usize = WHEELS + WHEEL_SUMS;
const FIVE_CLIQUES: usize = MISSING_SPOKES + MISSING_SPOKE_SUMS;
const TABLES: usize = FIVE_CLIQUES + 1;

impl RoleSlot {
    /// Its number.
    pub const fn number(self) -> usize {
        match self {
            RoleSlot::Small(role) => role as usize,
            RoleSlot::Squares(role) => SQUARES + role as usize,
            RoleSlot::Fourths(role) => FOURTHS + role as usize,
            RoleSlot::Wheels(sum) => WHEELS + sum,
            RoleSlot::MissingSpokes(sum) => MISSING_SPOKES + sum,
            RoleSlot::FiveCliques => FIVE_CLIQUES,
            RoleSlot::Tables(place) => TABLES + place,
        }
    }
}

/// A term of the equation of an orbit.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct OrbitTerm {
    /// How often the role is taken, modulo 2^64.
    pub times: u64,
    /// The number of its slot.
    pub slot: u64,
}

/// Where the counts of an orbit go: those of a pattern stand together, in rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct OrbitColumn {
    /// The place of the first row's.
    pub first: u64,
    /// How far it is from a row to the next.
    pub width: u64,
}

/// What [`fill_edge_orbits`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeOrbitsArgs<'a> {
    /// The edges, in the order of the rows.
    pub edges: Slice<'a, EdgeOfForm>,
    /// What is known of them.
    pub known: KnownEdges<'a>,
    /// For each orbit where its terms begin, and where they all end.
    pub starts: Slice<'a, u32>,
    /// The terms of one orbit after the other.
    pub terms: Slice<'a, OrbitTerm>,
    /// For each orbit where its counts go.
    pub columns: Slice<'a, OrbitColumn>,
    /// Written: a count for each row and orbit, where the columns say.
    pub counts: Scratch<'a, u64>,
}

/// What [`sum_fourths_at_ends`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FourthsAtEndsArgs<'a> {
    /// All edges.
    pub edges: Slice<'a, EdgeOfForm>,
    /// For each edge its [`FourthSum`]s.
    pub fourths: Slice<'a, u64>,
    /// For each vertex a number, zero at first: added to.
    pub of_ends: Slice<'a, AtomicU64>,
}

layout!(EdgeOfForm: 12);
layout!(MatchesFromMaps: 32);
layout!(OrbitTerm: 16);
layout!(OrbitColumn: 16);
layout!(KnownEdges<'_>: 224, five_cliques: 176, maps: 208);
layout!(EdgeOrbitsArgs<'_>: 304, starts: 240, counts: 288);
layout!(FourthsAtEndsArgs<'_>: 48, of_ends: 32);

/// Bytes of shared memory that [`fill_edge_orbits`] takes for so many warps, given how many roles have tables.
pub const fn shared_bytes(lanes: usize, warps: usize, tables: usize) -> usize {
    warps * bytes_of::<u64>(lanes * (TABLES + tables))
}

/// Adds the 4-cliques of each edge to both of its ends: three times those at each vertex.
///
/// Thread mapping: a thread an edge, striding over the grid. It takes no shared memory. Bound by the atomics, two an
/// edge.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_fourths_at_ends<B: Block>(block: B, args: &FourthsAtEndsArgs<'_>) {
    each_row(block, args.edges, |_, edge| {
        let cliques = args.fourths[edge.number as usize * FOURTH_SUMS + FourthSum::Cliques as usize];
        if cliques > 0 {
            edge.ends.into_iter().for_each(|end| {
                args.of_ends[end as usize].fetch_add(cliques, Relaxed);
            });
        }
    });
}

/// Fills in the counts of all orbits at each edge, modulo 2^64.
///
/// Requires that what the terms take has been counted, and that no count of a role which a divisor divides passes 64
/// bits.
///
/// Thread mapping: a thread a row, striding over the grid; its counts of roles stand in shared memory, one lane beside
/// the other. Shared memory: [`shared_bytes`]. Bound by shared memory: a number for each term.
#[cuda_std::kernel(max_threads = 64)]
pub unsafe fn fill_edge_orbits<B: Block>(block: B, args: &EdgeOrbitsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let lanes = B::Warp::LANES as usize;
    let slots = TABLES + args.known.maps.len();
    let all = arena.take::<u64>(slots * block.threads() as usize);
    let (lane, of_warp) = (block.warp().lane() as usize, block.thread() as usize / lanes * lanes);
    let place = |slot: usize| {
        debug_assert!(slot < slots);
        of_warp * slots + slot * lanes + lane
    };
    each_row(block, args.edges, |row, edge| {
        // SAFETY: each lane has a place of its own for each slot, within the block's.
        let write = |slot: RoleSlot, count: u64| unsafe { all.write(place(slot.number()), count) };
        args.known.roles(edge, write);
        for (orbit, column) in args.columns.iter().enumerate() {
            let terms = &args.terms.get()[args.starts[orbit] as usize..args.starts[orbit + 1] as usize];
            let mut count = 0u64;
            for term in terms {
                // SAFETY: the slots that terms name have just been written, by this lane.
                let role = unsafe { all.read(place(term.slot as usize)) };
                count = count.wrapping_add(term.times.wrapping_mul(role));
            }
            // SAFETY: there is a place for each row and column, and this thread alone has the row.
            unsafe { args.counts.write((column.first + row as u64 * column.width) as usize, count) };
        }
    });
}

/// Calls `visit` with the rows of this thread, and their edges.
#[inline(always)]
fn each_row<B: Block>(block: B, edges: Slice<'_, EdgeOfForm>, mut visit: impl FnMut(usize, EdgeOfForm)) {
    let lanes = B::Warp::LANES as usize;
    let mut row = block.grid_warp() as usize * lanes + block.warp().lane() as usize;
    while let Some(&edge) = edges.get().get(row) {
        visit(row, edge);
        row += block.grid_warps() as usize * lanes;
    }
}

/// The numbers of a place, of which each has so many; none if there are none of any.
#[inline(always)]
fn of_place<const NUMBERS: usize>(all: Slice<'_, u64>, place: u32) -> Option<&[u64; NUMBERS]> {
    all.get().as_chunks::<NUMBERS>().0.get(place as usize)
}

impl KnownEdges<'_> {
    /// Calls `write` with how often an edge is in each role whose counts follow from what is there.
    #[inline(always)]
    fn roles(&self, edge: EdgeOfForm, write: impl Fn(RoleSlot, u64)) {
        let pieces = self.pieces(edge);
        for role in EdgeRole::ALL {
            write(RoleSlot::Small(role), role.count(&pieces) as u64);
        }
        if let Some(squares) = of_place(self.squares, edge.number) {
            let squares = EdgeSquarePieces::new(squares, self.cycles_beside[edge.number as usize]);
            for role in SquareEdgeRole::ALL {
                write(RoleSlot::Squares(role), role.count(&pieces, &squares) as u64);
            }
        }
        if let Some(sums) = of_place(self.fourths, edge.number) {
            let fourths = FourthPieces::new(sums, edge.ends.map(|end| self.fourths_of_ends[end as usize]));
            for role in FourthRole::ALL {
                write(RoleSlot::Fourths(role), role.count(&pieces, &fourths) as u64);
            }
        }
        if let Some(wheels) = of_place::<WHEEL_SUMS>(self.wheels, edge.number) {
            for (sum, (count, times)) in wheels.iter().zip(WHEEL_TIMES_AT_EDGES).enumerate() {
                write(RoleSlot::Wheels(sum), count / times);
            }
        }
        if let Some(missing) = of_place::<MISSING_SPOKE_SUMS>(self.missing_spokes, edge.number) {
            for (sum, (count, times)) in missing.iter().zip(MISSING_SPOKE_TIMES_AT_EDGES).enumerate() {
                write(RoleSlot::MissingSpokes(sum), count / times);
            }
        }
        if let Some(thrice) = self.five_cliques.get().get(edge.number as usize) {
            write(RoleSlot::FiveCliques, thrice / 3);
        }
        let (four_cycles, four_cliques) = (pieces.four_cycle_maps() as u64, pieces.four_clique_maps() as u64);
        let first = edge.number as usize * self.maps.len();
        for (place, role) in self.maps.iter().enumerate() {
            let from_tables = self.tables[first + place];
            write(RoleSlot::Tables(place), role.matches(from_tables, four_cycles, four_cliques));
        }
    }

    /// What is known of an edge.
    #[inline(always)]
    fn pieces(&self, EdgeOfForm { number, ends }: EdgeOfForm) -> EdgePieces {
        let of_end = |end: u32| {
            let [paths, triangles, cycles] =
                *of_place::<END_NUMBERS>(self.ends, end).unwrap_or(&[0; END_NUMBERS]);
            EndPieces { paths, triangles, cycles }
        };
        EdgePieces::new(
            ends.map(|end| self.degrees[end as usize]),
            ends.map(of_end),
            self.triangles.get().get(number as usize).copied(),
            self.cycles.get().get(number as usize).copied(),
            of_place::<TRIANGLE_SUMS>(self.sums, number),
        )
    }
}

impl MatchesFromMaps {
    /// The matches of the role, given what comes from tables, and the homomorphisms of a 4-cycle and of a 4-clique.
    #[inline(always)]
    fn matches(self, from_tables: u64, four_cycles: u64, four_cliques: u64) -> u64 {
        let cycles = self.four_cycles.wrapping_mul(four_cycles);
        let cliques = self.four_cliques.wrapping_mul(four_cliques);
        let maps = from_tables.wrapping_add(cycles).wrapping_add(cliques);
        (maps >> self.zeros).wrapping_mul(self.inverse)
    }
}
