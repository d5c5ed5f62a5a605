//! Counts at edges by orbit, put together on the device that has what they follow from: only the counts leave it.

use std::sync::{Arc, OnceLock};

use motherlode_device::kernels::motifs::edge_orbits::{
    EdgeOfForm, EdgeOrbitsArgs, FillEdgeOrbits, FourthsAtEndsArgs, KnownEdges, MatchesFromMaps, OrbitColumn,
    OrbitTerm, SumFourthsAtEnds, shared_bytes,
};
use motherlode_device::memory::Slice;

use super::at_vertices::Needs;
use super::homomorphisms::MapsOnDevice;
use super::on_device::OnDevice;
use super::session::Session;
use super::small_edges::SmallEdges;
use crate::at::Edges;
use crate::place::Together;
use crate::plan::decomposition::RootedDecomposition;
use crate::plan::decomposition::tables::PairProduct;
use crate::runtime::{Buffer, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block: few, as each has a number for every role and lane in shared memory.
const WARPS: u32 = 2;

/// What is asked for of the edges of a form.
#[derive(Clone, Copy, Default)]
pub(crate) struct AskedOfEdges<'a> {
    /// What patterns of up to four vertices follow from.
    pub small: Needs,
    /// What 4-cycles with a fifth vertex follow from.
    pub squares: bool,
    /// What 4-cliques with a fifth vertex follow from.
    pub fourths: bool,
    /// Wheels.
    pub wheels: bool,
    /// Wheels without a spoke.
    pub missing_spokes: bool,
    /// 5-cliques.
    pub five_cliques: bool,
    /// Maps that have tables, and of each vertex the greatest colour of inner vertices.
    pub maps: Option<(&'a RootedDecomposition<PairProduct>, &'a [u8])>,
}

/// What is known of the edges of a form, on the first device.
pub(crate) struct EdgesOnDevice {
    small: Arc<SmallEdges>,
    squares: Option<[Buffer<'static, u64>; 2]>,
    fourths: Option<Buffer<'static, u64>>,
    wheels: Option<Buffer<'static, u64>>,
    missing_spokes: Option<Buffer<'static, u64>>,
    /// Three times.
    five_cliques: Option<Buffer<'static, u64>>,
    maps: Option<MapsOnDevice>,
}

/// The equations of one pattern after the other: for each orbit its terms.
pub(crate) type EquationsOfPatterns = [Vec<Vec<OrbitTerm>>];

impl EdgesOnDevice {
    /// What is known for patterns of up to four vertices: while it is held, nobody counts it again.
    pub fn small(&self) -> &Arc<SmallEdges> {
        &self.small
    }
}

impl Session<'_> {
    /// What is asked for of the edges of the form, none of which may pass 64 bits, counted on the first device.
    ///
    /// # Errors
    /// When all of it together does not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn edges_on_device(&mut self, asked: AskedOfEdges<'_>) -> Result<EdgesOnDevice, MineError> {
        let (clock, small) = (self.run.clock, self.small_edges(asked.small)?);
        let squares = match asked.squares {
            true => {
                let pairs = self.square_sums_of_pairs::<Edges>()?.on_first(&self.first, clock)?;
                Some([pairs, self.square_sums_of_edges::<Edges>()?])
            }
            false => None,
        };
        let fourths = asked.fourths.then(|| self.fourths_of_edges()).transpose()?;
        let wheels = asked.wheels.then(|| self.wheel_sums::<Edges>()).transpose()?;
        let missing_spokes = asked.missing_spokes.then(|| self.missing_spoke_sums::<Edges>()).transpose()?;
        let five_cliques = asked.five_cliques.then(|| self.small_cliques::<Edges>(5)).transpose()?;
        let [fourths, wheels, missing_spokes, five_cliques] = [fourths, wheels, missing_spokes, five_cliques]
            .map(|sums| sums.map(|sums| sums.on_first(&self.first, clock)).transpose());
        let maps = asked
            .maps
            .map(|(maps, inner)| self.maps_on_device::<Edges>(maps, inner, &small.edges))
            .transpose()?;
        let (fourths, wheels, missing_spokes) = (fourths?, wheels?, missing_spokes?);
        let five_cliques = five_cliques?;
        Ok(EdgesOnDevice { small, squares, fourths, wheels, missing_spokes, five_cliques, maps })
    }

    /// What is known for patterns of up to four vertices.
    fn small_edges(&mut self, needs: Needs) -> Result<Arc<SmallEdges>, MineError> {
        let held = self.facts.at_edges.upgrade();
        if let Some(small) = held.filter(|small| small.needs.cover(needs)) {
            return Ok(small);
        }
        let (at_vertices, edges) = self.ends_and_edges(needs)?;
        let sums = needs.cliques.then(|| self.sum_edge_triangles()).transpose()?;
        let numbers = self.run.clock.mine(|| at_vertices.numbers_of_ends());
        let ends = self.room(|session| session.device().copied(&numbers))?;
        let rows = OnceLock::new();
        let small = Arc::new(SmallEdges { needs, edges, ends, sums, rows, _at_vertices: at_vertices });
        self.facts.at_edges = Arc::downgrade(&small);
        Ok(small)
    }

    /// Fills in the counts of patterns in each of these rows, where each edge of the form has one: `counts` is, for each
    /// pattern, rows of its orbits, modulo 2^64.
    ///
    /// # Errors
    /// When the counts of one row do not fit in the memory, or the device fails.
    pub(crate) fn edge_orbits(
        &mut self,
        known: &EdgesOnDevice,
        rows: &[EdgeOfForm],
        patterns: &EquationsOfPatterns,
        counts: &mut [Vec<u64>],
    ) -> Result<(), MineError> {
        // Where memory was short, these have made way since.
        if known.small.needs.triangles || known.small.needs.cycles {
            self.count_edges(known.small.needs.cycles)?;
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        self.first.get_oriented(self.run.clock)?;
        let orbits = OrbitRooms::new(self, known, rows, patterns)?;
        Ok(self.run.clock.mine(|| orbits.fill_all(&self.first, known, patterns, counts))?)
    }
}

/// What the kernels take, on the device, beside what is known of the edges.
struct OrbitRooms<'r> {
    rows: Buffer<'r, EdgeOfForm>,
    fourths_of_ends: Buffer<'static, u64>,
    maps: Buffer<'r, MatchesFromMaps>,
    starts: Buffer<'static, u32>,
    terms: Buffer<'static, OrbitTerm>,
    /// Room for the counts of so many rows.
    counts: Buffer<'static, u64>,
    at_once: usize,
    /// The orbits.
    width: usize,
}

impl<'r> OrbitRooms<'r> {
    fn new(
        session: &Session<'_>,
        known: &'r EdgesOnDevice,
        rows: &'r [EdgeOfForm],
        patterns: &EquationsOfPatterns,
    ) -> Result<Self, RuntimeError> {
        let orbits = || patterns.iter().flatten();
        let ends = orbits().scan(0, |end, terms| {
            *end += terms.len() as u32;
            Some(*end)
        });
        let starts: Vec<u32> = [0].into_iter().chain(ends).collect();
        let terms: Vec<OrbitTerm> = orbits().flatten().copied().collect();
        let n = session.outline().n() as usize;
        session.room(|session| {
            let (device, width) = (session.device(), starts.len() - 1);
            let rows = device.upload(rows)?;
            let maps = device.upload(known.maps.as_ref().map_or(&[][..], |maps| &maps.roles))?;
            let (starts, terms) = (device.copied(&starts)?, device.copied(&terms)?);
            let fourths_of_ends = device.zeroed(if known.fourths.is_some() { n } else { 0 })?;
            let row_bytes = (width * size_of::<u64>()) as u64;
            let at_once = memory::fitting(device, rows.len().max(1) as u64, row_bytes)? as usize;
            let counts = device.unwritten(at_once * width)?;
            Ok(OrbitRooms { rows, fourths_of_ends, maps, starts, terms, counts, at_once, width })
        })
    }

    /// Fills in the counts of all rows: of as many at a time as there is room for.
    fn fill_all(
        mut self,
        on: &OnDevice,
        known: &EdgesOnDevice,
        patterns: &EquationsOfPatterns,
        counts: &mut [Vec<u64>],
    ) -> Result<(), RuntimeError> {
        if let Some(fourths) = &known.fourths {
            // SAFETY: the edges of a form, sums for each of them, and a number for each of its vertices.
            let lend = unsafe { on.lend() };
            let (edges, of_ends) = (lend.slice(&self.rows), lend.atomics(&self.fourths_of_ends));
            let args = FourthsAtEndsArgs { edges, fourths: lend.slice(fourths), of_ends };
            on.launch_all::<SumFourthsAtEnds>(&lend, &args)?;
        }
        for first in (0..self.rows.len()).step_by(self.at_once.max(1)) {
            let count = self.at_once.min(self.rows.len() - first);
            self.fill(on, known, patterns, (first, count))?;
            let mut pieces: Vec<&mut [u64]> = Vec::with_capacity(patterns.len());
            for (counts, orbits) in counts.iter_mut().zip(patterns) {
                pieces.push(&mut counts[first * orbits.len()..][..count * orbits.len()]);
            }
            self.counts.fetch_pieces(&mut pieces)?;
        }
        Ok(())
    }

    /// Launches what fills in the counts of some rows, from the first on.
    fn fill(
        &mut self,
        on: &OnDevice,
        known: &EdgesOnDevice,
        patterns: &EquationsOfPatterns,
        (first, count): (usize, usize),
    ) -> Result<(), RuntimeError> {
        let (device, mut place) = (on.device(), 0);
        let columns: Vec<OrbitColumn> = patterns
            .iter()
            .flat_map(|orbits| {
                let (start, width) = (place, orbits.len() as u64);
                place += width * count as u64;
                (start..start + width).map(move |first| OrbitColumn { first, width })
            })
            .collect();
        debug_assert_eq!(columns.len(), self.width);
        let columns = device.copied(&columns)?;
        let (lanes, tables) = (device.lanes() as usize, self.maps.len());
        // SAFETY: the edges of a form, of which there is what the roles that terms name follow from, each known to be
        // below 2^64 by who asks, with shared memory for the numbers of those; and a place in each column for each of
        // the rows.
        let lend = unsafe { on.lend() };
        let (start, length) = (first as u64, count as u64);
        let args = EdgeOrbitsArgs {
            edges: lend.slice(self.rows.slice().part(start, length)),
            known: known.lent(on, &lend, &self.fourths_of_ends, &self.maps),
            starts: lend.slice(&self.starts),
            terms: lend.slice(&self.terms),
            columns: lend.slice(&columns),
            counts: lend.scratch(&mut self.counts),
        };
        let blocks = length.div_ceil(u64::from(WARPS) * lanes as u64);
        let shared = shared_bytes(lanes, WARPS as usize, tables);
        lend.launch_up_to::<FillEdgeOrbits>(blocks, WARPS, shared, &args)?;
        device.synchronize()
    }
}

impl EdgesOnDevice {
    /// What is known, for kernels.
    fn lent<'l>(
        &'l self,
        on: &'l OnDevice,
        lend: &'l Lend<'_>,
        fourths_of_ends: &'l Buffer<'static, u64>,
        maps: &'l Buffer<'_, MatchesFromMaps>,
    ) -> KnownEdges<'l> {
        let sums = |sums: &'l Option<Buffer<'static, u64>>| {
            sums.as_ref().map_or(Slice::empty(), |sums| lend.slice(sums))
        };
        let [squares, cycles_beside] = self
            .squares
            .as_ref()
            .map_or([Slice::empty(); 2], |[pairs, edges]| [lend.slice(pairs), lend.slice(edges)]);
        KnownEdges {
            degrees: lend.slice(on.oriented().degrees()),
            ends: lend.slice(&self.small.ends),
            triangles: lend.slice(on.triangles_of_edges()),
            cycles: lend.slice(on.cycles_of_edges()),
            sums: sums(&self.small.sums),
            squares,
            cycles_beside,
            fourths: sums(&self.fourths),
            fourths_of_ends: lend.slice(fourths_of_ends),
            wheels: sums(&self.wheels),
            missing_spokes: sums(&self.missing_spokes),
            five_cliques: sums(&self.five_cliques),
            tables: self.maps.as_ref().map_or(Slice::empty(), |maps| lend.slice(&maps.tables)),
            maps: lend.slice(maps),
        }
    }
}
