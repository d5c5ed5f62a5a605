//! Maps at each place: the sums of products of tables that they are, which the device adds up.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

use motherlode_device::kernels::homomorphisms::combinations::{
    CombineArgs, CombineEdges, CombineEdgesArgs, CombineNumbers,
};
use motherlode_device::kernels::motifs::edge_orbits::MatchesFromMaps;
use motherlode_device::kernels::motifs::edge_roles::EdgePieces;

use super::combined::{Maps, Product, RoleMaps, TermBatch, UploadedBatch, words_of};
use super::made::Made;
use crate::at::{Edges, Vertices};
use crate::direct::at_vertices::VertexPieces;
use crate::direct::form_edges::FormEdges;
use crate::direct::on_device::OnDevice;
use crate::direct::summed::Summed;
use crate::modular::Modular;
use crate::plan::decomposition::RootedDecomposition;
use crate::runtime::{Buffer, Lend, RuntimeError};
use crate::{MineError, memory};

/// Places whose maps are added up from products of tables.
pub(crate) trait Mapped: Summed<Product: Product> {
    /// The homomorphisms of a 4-cycle that take the root of a role there, one way around or the other.
    fn four_cycles(pieces: &Self::Pieces) -> i128;

    /// Those of a 4-clique.
    fn four_cliques(pieces: &Self::Pieces) -> i128;

    /// For each of `n` vertices of a form, the number of the first place that is its own, and how many places there
    /// are.
    fn starts(form: &Self::Form, n: usize) -> Cow<'_, [u64]>;

    /// What kernels read of these numbers.
    fn read(starts: &[u64]) -> &[u64];

    /// Launches the kernel that adds up terms at the places of some vertices. `starts` is what it reads of their
    /// numbers.
    fn combine(
        on: &OnDevice,
        lend: &Lend<'_>,
        args: &CombineArgs<'_>,
        starts: &Buffer<'_, u64>,
    ) -> Result<(), RuntimeError>;
}

impl Mapped for Vertices {
    /// Those that are injective go around a cycle in one direction or the other; the others take the opposite vertex to
    /// `v` too, or else the two between them to the same neighbour.
    fn four_cycles(v: &VertexPieces) -> i128 {
        2 * v.cycles + v.degree * v.degree + v.paths
    }

    /// Each clique is hit by the six orders of its other vertices.
    fn four_cliques(v: &VertexPieces) -> i128 {
        6 * v.cliques
    }

    fn starts((): &(), n: usize) -> Cow<'_, [u64]> {
        (0..=n as u64).collect()
    }

    fn read(_: &[u64]) -> &[u64] {
        &[]
    }

    fn combine(
        on: &OnDevice,
        lend: &Lend<'_>,
        args: &CombineArgs<'_>,
        _: &Buffer<'_, u64>,
    ) -> Result<(), RuntimeError> {
        on.launch_all::<CombineNumbers>(lend, args)
    }
}

impl Mapped for Edges {
    fn four_cycles(uv: &EdgePieces) -> i128 {
        uv.four_cycle_maps()
    }

    fn four_cliques(uv: &EdgePieces) -> i128 {
        uv.four_clique_maps()
    }

    fn starts(form: &FormEdges, _: usize) -> Cow<'_, [u64]> {
        form.starts().into()
    }

    fn read(starts: &[u64]) -> &[u64] {
        starts
    }

    fn combine(
        on: &OnDevice,
        lend: &Lend<'_>,
        &CombineArgs { tables, starts, terms, sums, first, count, words }: &CombineArgs<'_>,
        edges: &Buffer<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let (graph, edges) = (on.whole(lend), lend.slice(edges));
        let args = CombineEdgesArgs { tables, starts, terms, graph, edges, sums, first, count, words };
        on.launch_all::<CombineEdges>(lend, &args)
    }
}

/// For each place of a form and each role of a decomposition, the injective maps that take the role's root there: that
/// of an edge one way around or the other.
pub(crate) struct MapsAt<A>(Maps, PhantomData<A>);

impl<A: Mapped> MapsAt<A> {
    /// Adds up the tables of `decomposition` that have been made: modulo 2^64 if `narrow`, for maps that are known to
    /// be below that, and else modulo 2^128.
    ///
    /// # Errors
    /// When not even the sums at the places of one vertex fit in the memory budget, or the device fails.
    pub(super) fn new(
        made: &Made<'_, '_>,
        decomposition: &RootedDecomposition<A::Product>,
        narrow: bool,
        form: &A::Form,
    ) -> Result<Self, MineError> {
        let numbers = with_sums::<A, _>(made, decomposition, narrow, form, |sums| sums.at_all())?;
        Ok(MapsAt(Maps::new(numbers, words_of(narrow), decomposition), PhantomData))
    }

    /// Whether the maps are those modulo 2^64.
    pub fn is_narrow(&self) -> bool {
        self.0.is_narrow()
    }

    /// At how many matches of a role the place of a number is, of which these pieces are known: 4-cycles and 4-cliques,
    /// where terms are [counted from them](crate::plan::decomposition::RootedTerm). Modulo 2^64 if the maps are
    /// [narrow](Self::is_narrow), and else modulo 2^128, they are exact.
    pub fn matches<N: Modular>(&self, place: usize, role: usize, pieces: &A::Pieces) -> N {
        self.0.matches(place, role, || A::four_cycles(pieces), || A::four_cliques(pieces))
    }
}

/// The same modulo 2^64, where the device has added it up.
pub(crate) struct MapsOnDevice {
    /// For each place and role what comes from tables.
    pub tables: Buffer<'static, u64>,
    /// For each role what matches follow from, beside tables.
    pub roles: Vec<MatchesFromMaps>,
}

impl MapsOnDevice {
    /// Adds up the tables of `decomposition` that have been made, for maps that are known to be below 2^64.
    ///
    /// # Errors
    /// When the sums at the places do not fit in the memory budget, or the device fails.
    pub(super) fn new<A: Mapped>(
        made: &Made<'_, '_>,
        decomposition: &RootedDecomposition<A::Product>,
        form: &A::Form,
    ) -> Result<Self, MineError> {
        let tables = with_sums::<A, _>(made, decomposition, true, form, |sums| sums.at_once())?;
        Ok(MapsOnDevice {
            tables,
            roles: RoleMaps::all(decomposition).iter().map(RoleMaps::narrow).collect(),
        })
    }
}

/// What `take` takes of the sums of all roles of a decomposition whose tables have been made.
fn with_sums<A: Mapped, T>(
    made: &Made<'_, '_>,
    decomposition: &RootedDecomposition<A::Product>,
    narrow: bool,
    form: &A::Form,
    take: impl FnOnce(&RoleSums<'_, '_, '_, A>) -> Result<T, RuntimeError>,
) -> Result<T, MineError> {
    let (batches, words) = (TermBatch::all(decomposition), words_of(narrow));
    let batches = TermBatch::upload(&batches, made)?;
    let starts = A::starts(form, made.on().outline().n() as usize);
    // From the host, as the oriented graph may have made way for the tables.
    let read = made.session.room(|session| session.device().upload(A::read(&starts)))?;
    let row = decomposition.sums.len() * words;
    Ok(take(&RoleSums { made, batches, starts: &starts, read, row, words, at: PhantomData })?)
}

/// What the sums of all roles are added up from.
struct RoleSums<'m, 's, 'g, A> {
    made: &'m Made<'s, 'g>,
    batches: Vec<UploadedBatch<'m>>,
    /// For each vertex the number of its first place, and how many there are.
    starts: &'m [u64],
    /// What kernels read of them, on the device.
    read: Buffer<'m, u64>,
    /// Words of the sums of a place, and of each.
    row: usize,
    words: usize,
    at: PhantomData<A>,
}

impl<A: Mapped> RoleSums<'_, '_, '_, A> {
    /// Those at all places, on the device.
    fn at_once(&self) -> Result<Buffer<'static, u64>, RuntimeError> {
        self.at(0..self.starts.len() - 1)
    }

    /// Those at all places: of as many vertices at a time as there is room for the places of.
    fn at_all(&self) -> Result<Vec<u64>, RuntimeError> {
        let (n, places) = (self.starts.len() - 1, self.starts[self.starts.len() - 1]);
        let bytes = (self.row * size_of::<u64>()) as u64;
        let some = memory::fitting(self.made.on().device(), places.max(1), bytes)?;
        if some >= places {
            return self.download(0..n);
        }
        let mut all = Vec::with_capacity(places as usize * self.row);
        let mut first = 0;
        while first < n {
            let within = self.starts.partition_point(|&start| start <= self.starts[first] + some);
            // Up to the last vertex whose places fit beside those before it, but one vertex at least.
            let end = (within - 1).clamp(first + 1, n);
            all.append(&mut self.download(first..end)?);
            first = end;
        }
        Ok(all)
    }

    /// Those at the places of some vertices, on the host.
    fn download(&self, vertices: Range<usize>) -> Result<Vec<u64>, RuntimeError> {
        let sums = self.at(vertices)?;
        self.made.session.run.clock.mine(|| sums.download())
    }

    /// Those at the places of some vertices.
    fn at(&self, vertices: Range<usize>) -> Result<Buffer<'static, u64>, RuntimeError> {
        let RoleSums { made, batches, starts, read, row, words, .. } = self;
        let (on, places) = (made.on(), starts[vertices.end] - starts[vertices.start]);
        let mut sums = made.session.room(|session| session.device().zeroed(places as usize * row))?;
        made.session.run.clock.mine(|| {
            for UploadedBatch { batch, starts, terms } in batches {
                // SAFETY: the graph's arguments; tables over its vertices and edges, of which the terms have factors
                // alone, read where they are numbers of; for each role the terms between its start and the next, which
                // do not fall; numbers for the places of these vertices and all roles, which are zero at first. The
                // kernels are the two of this file.
                let lend = unsafe { on.lend() };
                let args = CombineArgs {
                    tables: batch.tables(made, &lend),
                    starts: lend.slice(starts),
                    terms: lend.slice(terms),
                    sums: lend.scratch(&mut sums),
                    first: vertices.start as u64,
                    count: vertices.len() as u64,
                    words: *words as u32,
                };
                A::combine(on, &lend, &args, read)?;
            }
            on.device().synchronize()
        })?;
        Ok(sums)
    }
}
