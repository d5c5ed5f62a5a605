//! The graph itself: compressed sparse rows.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;

use super::CsrError;
use super::storage::{ArrayStorage, Elsewhere};
use super::validate::{check, check_offsets};

/// A simple undirected graph in compressed sparse rows (CSR).
///
/// The vertices are `0..n`; every edge stands in the lists of both its ends. `offsets` has `n + 1` elements,
/// `neighbors` twice as many as there are edges, and the list of `v` is `neighbors[offsets[v]..offsets[v + 1]]`:
/// ascending, without duplicates and without `v`. Every `Csr` keeps to this: it comes from the crate's own builders or
/// from a checked source.
///
/// The arrays are owned, lie in a memory-mapped file, or are lent; a clone shares them. The lists of a graph that a card
/// made stay there until somebody looks at them.
///
/// ```
/// # use motherlode_data as motherlode;
/// # use motherlode::graph::Csr;
/// // A triangle 0-1-2 with a tail 2-3.
/// let csr = Csr::from_parts(vec![0, 2, 4, 7, 8], vec![1, 2, 0, 2, 0, 1, 3, 2])?;
/// assert_eq!((csr.n(), csr.edges()), (4, 4));
/// assert_eq!(csr.neighbors(2), [0, 1, 3]);
/// # Ok::<(), motherlode::graph::CsrError>(())
/// ```
#[derive(Clone)]
pub struct Csr {
    offsets: ArrayStorage<u64>,
    neighbors: ArrayStorage<u32>,
}

impl Csr {
    /// A graph from arrays that are checked in full, in parallel.
    ///
    /// That every edge stands in both lists is checked by a 64-bit fingerprint of the two directions, which an accident
    /// passes with probability 2⁻⁶⁴.
    ///
    /// # Errors
    /// The first rule of [`Csr`] that the arrays break, and where.
    pub fn from_parts(offsets: Vec<u64>, neighbors: Vec<u32>) -> Result<Csr, CsrError> {
        Csr::checked(offsets.into(), neighbors.into())
    }

    /// A graph whose lists belong to `owner`, such as a memory that several processes share: they are checked, as by
    /// [`from_parts`](Self::from_parts), and not copied.
    ///
    /// # Errors
    /// The first rule of [`Csr`] that the arrays break, and where.
    ///
    /// # Safety
    /// As long as `owner` is not dropped, `neighbors` must stay where they are, and nobody may write them.
    pub unsafe fn from_lent(
        offsets: Vec<u64>,
        neighbors: &[u32],
        owner: Box<dyn Any + Send + Sync>,
    ) -> Result<Csr, CsrError> {
        // SAFETY: the caller's promise is the same.
        Csr::checked(offsets.into(), unsafe { ArrayStorage::lent(neighbors, owner) })
    }

    pub(super) fn checked(offsets: ArrayStorage<u64>, neighbors: ArrayStorage<u32>) -> Result<Csr, CsrError> {
        check(&offsets, &neighbors)?;
        Ok(Csr { offsets, neighbors })
    }

    /// A graph from arrays that are not checked.
    ///
    /// # Safety
    /// They keep to the rules of [`Csr`]: kernels read where the lists lead.
    #[doc(hidden)]
    pub unsafe fn trusted(offsets: Vec<u64>, neighbors: Vec<u32>) -> Csr {
        debug_assert_eq!(check(&offsets, &neighbors), Ok(()));
        debug_assert_eq!(check_offsets(&offsets, neighbors.len()), Ok(()));
        Csr { offsets: offsets.into(), neighbors: neighbors.into() }
    }

    /// A graph whose lists lie elsewhere until they are looked at. Nothing is checked.
    ///
    /// # Safety
    /// They keep to the rules of [`Csr`]: kernels read where the lists lead.
    #[doc(hidden)]
    pub unsafe fn with_lists_elsewhere(offsets: Vec<u64>, lists: Arc<dyn Elsewhere<u32>>) -> Csr {
        let len = offsets.last().map_or(0, |&end| end as usize);
        Csr { offsets: offsets.into(), neighbors: ArrayStorage::elsewhere(len, lists) }
    }

    /// Where the lists come from, or came from, if that is a place of this type.
    #[doc(hidden)]
    pub fn lists_from<P: Any>(&self) -> Option<&P> {
        self.neighbors.origin().and_then(<dyn Any>::downcast_ref)
    }

    /// Whether the lists can be looked at without being brought from elsewhere.
    #[doc(hidden)]
    pub fn has_lists_here(&self) -> bool {
        self.neighbors.is_here()
    }

    /// Vertices.
    #[inline]
    pub fn n(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Edges, each counted once.
    #[inline]
    pub fn edges(&self) -> u64 {
        self.neighbors.len() as u64 / 2
    }

    /// `n + 1` starts of lists in [`neighbors_all`](Csr::neighbors_all), ascending.
    #[inline]
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// The lists of all vertices, one after another.
    #[inline]
    pub fn neighbors_all(&self) -> &[u32] {
        &self.neighbors
    }

    /// The neighbours of `v`, ascending.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    #[inline]
    pub fn neighbors(&self, v: u32) -> &[u32] {
        let offsets = self.offsets();
        &self.neighbors[offsets[v as usize] as usize..offsets[v as usize + 1] as usize]
    }

    /// The neighbours of `v` that are greater, ascending.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    pub fn greater_neighbors(&self, v: u32) -> &[u32] {
        let list = self.neighbors(v);
        &list[list.partition_point(|&w| w < v)..]
    }

    /// Each edge once, by its smaller end, which comes first, and then by its greater.
    pub fn each_edge(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.n()).flat_map(|u| self.greater_neighbors(u).iter().map(move |&v| (u, v)))
    }

    /// How many neighbours `v` has.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    #[inline]
    pub fn degree(&self, v: u32) -> u32 {
        let offsets = self.offsets();
        (offsets[v as usize + 1] - offsets[v as usize]) as u32
    }

    /// The largest degree; 0 for a graph without vertices.
    pub fn max_degree(&self) -> u32 {
        self.offsets().windows(2).map(|pair| (pair[1] - pair[0]) as u32).max().unwrap_or(0)
    }

    /// For each vertex the position in [`neighbors_all`](Csr::neighbors_all) of its first neighbour that is greater:
    /// `n` elements.
    pub fn splits(&self) -> Vec<u64> {
        (0..self.n())
            .into_par_iter()
            .with_min_len(1024)
            .map(|v| self.offsets()[v as usize] + self.neighbors(v).partition_point(|&w| w < v) as u64)
            .collect()
    }

    /// [`offsets`](Csr::offsets), for a device to keep.
    #[doc(hidden)]
    pub fn shared_offsets(&self) -> Arc<dyn AsRef<[u64]> + Send + Sync> {
        Arc::new(self.offsets.clone())
    }

    /// [`neighbors_all`](Csr::neighbors_all), for a device to keep.
    #[doc(hidden)]
    pub fn shared_neighbors(&self) -> Arc<dyn AsRef<[u32]> + Send + Sync> {
        Arc::new(self.neighbors.clone())
    }

    /// The bytes of the two arrays.
    pub fn bytes(&self) -> u64 {
        (size_of_val(self.offsets()) + self.neighbors.len() * size_of::<u32>()) as u64
    }
}

impl PartialEq for Csr {
    fn eq(&self, other: &Csr) -> bool {
        self.offsets() == other.offsets() && self.neighbors_all() == other.neighbors_all()
    }
}

impl Eq for Csr {}

impl fmt::Debug for Csr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Csr").field("n", &self.n()).field("edges", &self.edges()).finish_non_exhaustive()
    }
}
