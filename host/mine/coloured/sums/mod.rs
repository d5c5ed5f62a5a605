//! Coloured motifs of three and four vertices from sums, where vertices alone have labels.
//!
//! What is counted are subgraphs that need not be induced, by the labels of their vertices; `docs/algorithms.md`
//! derives the same sums for plain motifs. A root is the vertex of most neighbours of what is counted from there, or
//! the least of a clique. It takes no kernels: threads of the host take roots.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `vertices` | the graph, and how many neighbours of each label a vertex has; wedges and stars |
//! | `edges` | what lies around an edge: triangles, paths, tailed triangles, diamonds |
//! | `cycles` | 4-cycles, by pairs of vertices that are opposite |
//! | `cliques` | 4-cliques |
//! | `shapes` | which graphs the sums are of |
//! | `shape_sums` | what a thread has summed up |
//! | `shared_sums` | what all have |
//! | `label_classes` | classes by the labels of vertices, each as a number |
//! | `room` | how many threads and classes the memory has room for |

mod cliques;
mod cycles;
mod edges;
mod label_classes;
mod room;
mod shape_sums;
mod shapes;
mod shared_sums;
mod vertices;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use self::cliques::CliqueCorner;
use self::cycles::OppositeEnds;
use self::edges::AroundEdges;
pub(crate) use self::label_classes::{LabelClass, LabelClasses};
use self::room::SumsRoom;
use self::shape_sums::ShapeSums;
use self::shared_sums::{SharedSums, no_room};
use self::vertices::LabelledLists;
use super::colours::Colours;
use crate::class_counts::CountsByClass;
use crate::place::Prepared;
use crate::runtime::Device;
use crate::{Context, MineError};

/// Roots that a thread takes at a time.
const CHUNK: u32 = 16;

/// The labels of the vertices, if the coloured motifs of so many vertices follow from sums by them.
pub(super) fn labels(colours: &Colours, k: usize) -> Option<&[u32]> {
    let vertices_alone = colours.kinds_of_edges() <= 1 && !colours.is_directed;
    colours.of_vertices().filter(|_| k <= 4 && vertices_alone)
}

/// The counts of the subgraphs of three and four vertices that need not be induced, within the memory of a device, if
/// that is the host's.
///
/// # Errors
/// When a count passes 128 bits, the memory has no room for the classes that occur, or the job is to stop.
pub(super) fn edge_induced(
    prepared: &Prepared,
    (labels, label_count): (&[u32], usize),
    classes: &LabelClasses,
    device: &Device,
    context: &Context,
) -> Result<CountsByClass<LabelClass>, MineError> {
    let k = classes.vertices();
    let of_lists = LabelledLists::bytes(prepared.csr().n(), prepared.csr().edges());
    let bytes = room::bytes(device, ShapeSums::keeps_all(label_count));
    let bytes = bytes.checked_sub(of_lists).ok_or_else(|| no_room(k, 1, 0))?;
    let lists = LabelledLists::new(prepared, labels, label_count);
    let room = SumsRoom::of(bytes, RootWorker::bytes(&lists, k), k);
    let least = lists.least_stars(k);
    if least > room.classes {
        return Err(no_room(k, least, room.classes));
    }
    let (next, shared) = (AtomicU32::new(0), SharedSums::new(classes, room.classes, context));
    (0..room.threads).into_par_iter().try_for_each(|_| {
        let mut sums = ShapeSums::new(label_count, &shared);
        RootWorker::new(&lists, k).take_all(&next, &mut sums, context)?;
        sums.finish()
    })?;
    shared.into_counts()
}

/// A thread that goes from root to root.
struct RootWorker<'g> {
    lists: &'g LabelledLists<'g>,
    k: usize,
    around: AroundEdges<'g>,
    /// What goes through 4-cycles and 4-cliques.
    of_four: Option<(OppositeEnds<'g>, CliqueCorner<'g>)>,
}

impl<'g> RootWorker<'g> {
    fn new(lists: &'g LabelledLists<'g>, k: usize) -> Self {
        let of_four = || (OppositeEnds::new(lists), CliqueCorner::new(lists));
        RootWorker { lists, k, around: AroundEdges::new(lists, k), of_four: (k == 4).then(of_four) }
    }

    /// Bytes that a thread takes.
    fn bytes(lists: &LabelledLists<'_>, k: usize) -> u64 {
        let of_four = if k == 4 { OppositeEnds::bytes(lists) + CliqueCorner::bytes(lists) } else { 0 };
        AroundEdges::bytes(lists) + of_four + ShapeSums::bytes(lists.label_count())
    }

    /// Takes roots until none is left.
    fn take_all(
        &mut self,
        next: &AtomicU32,
        sums: &mut ShapeSums<'_>,
        context: &Context,
    ) -> Result<(), MineError> {
        let n = self.lists.n();
        loop {
            let first = next.fetch_add(CHUNK, Relaxed);
            if first >= n {
                return Ok(());
            }
            for root in first..n.min(first.saturating_add(CHUNK)) {
                context.check()?;
                self.take(root, sums)?;
            }
        }
    }

    fn take(&mut self, root: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        self.lists.stars(root, self.k, sums)?;
        self.around.root(root, sums)?;
        if let Some((opposite, corner)) = &mut self.of_four {
            opposite.root(root, sums)?;
            corner.root(root, sums)?;
        }
        Ok(())
    }
}
