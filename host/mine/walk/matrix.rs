//! The adjacency matrix of a graph of few vertices, for walks on a card.

use std::sync::Arc;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::in_matrix::{FillMatrix, FillMatrixArgs};
use motherlode_device::matrix_graph::{AdjacencyMatrix, MOST_VERTICES, row_words};
use parking_lot::Mutex;

use super::{PlannedWalk, Walk};
use crate::clock::Clock;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// The most vertices: beyond, rows are far apart, and lists are searched as soon.
const MOST_WITH_MATRIX: u32 = 1 << 15;
const _: () = assert!(MOST_WITH_MATRIX <= MOST_VERTICES);
/// Steps of a walk for which a byte of a matrix is made.
const STEPS_OF_BYTE: f64 = 64.0;
/// One in so many bytes that are left may be taken by a matrix.
const SHARE: u64 = 16;
/// Warps in a block of what makes it.
const WARPS: u32 = 8;

/// For each pair of vertices whether they are joined, on a device.
#[derive(Debug)]
pub(super) struct Matrix {
    words: Buffer<'static, u32>,
    width: u32,
}

/// The matrix of a form of a graph, once it is there.
#[derive(Debug, Default)]
struct KeptMatrix(Mutex<Option<Arc<Matrix>>>);

impl Matrix {
    /// That of the graph of a walk, if the walk is long enough for it, and goes on beyond the edges of its tasks.
    ///
    /// # Errors
    /// When the device fails.
    pub fn of(
        planned: &PlannedWalk,
        device: &Device,
        clock: &Clock,
    ) -> Result<Option<Arc<Matrix>>, RuntimeError> {
        let (form, beside) = planned.known.on(device);
        let n = form.graph().n();
        let bytes = u64::from(n) * u64::from(row_words(n)) * size_of::<u32>() as u64;
        let pays = planned.walk.work() >= STEPS_OF_BYTE * bytes as f64;
        let plain = matches!(*planned.walk, Walk::Plain { .. }) && planned.walk.last() > 1;
        if device.is_scalar()
            || !plain
            || !pays
            || n > MOST_WITH_MATRIX
            || bytes > device.budget().left() / SHARE
        {
            return Ok(None);
        }
        let kept = || beside.get::<KeptMatrix>().0.lock();
        if let Some(matrix) = kept().clone() {
            return Ok(Some(matrix));
        }
        let whole = form.whole(clock)?;
        let matrix = clock.transfer(|| Matrix::new(device, n, |lend| whole.lists(lend)))?;
        // Of two that were made at the same time, the first is kept.
        Ok(Some(kept().get_or_insert(Arc::new(matrix)).clone()))
    }

    /// That of a graph with `n` vertices and these lists.
    fn new<'l>(
        device: &Device,
        n: u32,
        lists: impl FnOnce(&Lend<'_>) -> GraphView<'l>,
    ) -> Result<Matrix, RuntimeError> {
        let width = row_words(n);
        let words = device.zeroed::<u32>(n as usize * width as usize)?;
        // SAFETY: the lists are those of a graph with `n` vertices, for each of which there is a row of so many words.
        let lend = unsafe { device.lend() };
        let args = FillMatrixArgs { graph: lists(&lend), words: lend.atomics(&words), width };
        lend.launch_up_to::<FillMatrix>(n.div_ceil(WARPS).into(), WARPS, 0, &args)?;
        Ok(Matrix { words, width })
    }

    /// The matrix, for kernels.
    pub fn lend<'a>(&'a self, lend: &Lend<'_>) -> AdjacencyMatrix<'a> {
        AdjacencyMatrix { words: lend.slice(&self.words), width: self.width }
    }
}
