//! Coloured motifs of three and four vertices from sums, where vertices alone have labels.
//!
//! What is counted are subgraphs that need not be induced, by the labels of their vertices; `docs/algorithms.md` derives the same sums for plain motifs. A root is the
//! vertex of most neighbours of what is counted from there, or the least of a clique. It takes no kernels: threads of the host take roots.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `vertices` | the graph, and how many neighbours of each label a vertex has; wedges and stars |
//! | `edges` | what lies around an edge: triangles, paths, tailed triangles, diamonds |
//! | `cycles` | 4-cycles, by pairs of vertices that are opposite |
//! | `cliques` | 4-cliques |
//! | `four_labels` | counts by the labels of four vertices |
//! | `shapes` | which graphs the sums are of |

mod cliques;
mod cycles;
mod edges;
mod four_labels;
mod shapes;
mod vertices;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use self::cliques::CliqueCorner;
use self::cycles::OppositeEnds;
use self::edges::AroundEdges;
use self::four_labels::FourLabelSums;
use self::shapes::{SHAPES, SumShape};
use self::vertices::LabelledLists;
use super::ClassCounts;
use super::class::ColouredClasses;
use super::colours::{Colours, Joint};
use crate::lattice::add;
use crate::place::Prepared;
use crate::{Context, MineError};

/// The most labels whose counts are sums: of four labels, of so many each, there are 2^24, which a sum is kept for as far as it is there. With more of them, most
/// classes are of a few sets, which are gone through as fast.
const MOST_LABELS: usize = 64;
/// Roots that a thread takes at a time.
const CHUNK: u32 = 16;

/// What is summed up, for each kind of graphs.
type ShapeSums = [FourLabelSums; SHAPES];

/// The labels of the vertices, if the coloured motifs of so many vertices follow from sums by them.
pub(super) fn labels(colours: &Colours, k: usize) -> Option<&[u32]> {
    let is_few = colours.vertex_labels() <= MOST_LABELS && colours.kinds_of_edges() <= 1;
    colours.of_vertices().filter(|_| k <= 4 && is_few && !colours.is_directed)
}

/// The counts of the subgraphs of `k` vertices, three or four, that need not be induced.
///
/// # Errors
/// When a count passes 128 bits, or the job is to stop.
pub(super) fn edge_induced(
    prepared: &Prepared,
    labels: &[u32],
    colours: &Colours,
    classes: &ColouredClasses,
    context: &Context,
) -> Result<ClassCounts, MineError> {
    let lists = LabelledLists::new(prepared, labels);
    let (next, sums) =
        (AtomicU32::new(0), || [(); SHAPES].map(|()| FourLabelSums::new(colours.vertex_labels())));
    let work = |_| {
        let mut sums = sums();
        RootWorker::new(&lists, classes.vertices()).take_all(&next, &mut sums, context)?;
        Ok::<_, MineError>(sums)
    };
    let merged = |mut one: ShapeSums, other: ShapeSums| {
        one.iter_mut().zip(other).try_for_each(|(one, other)| one.merge(other))?;
        Ok::<_, MineError>(one)
    };
    let sums = (0..rayon::current_num_threads()).into_par_iter().map(work).try_reduce(sums, merged)?;
    let mut counts = ClassCounts::new();
    for (shape, sums) in SumShape::ALL.into_iter().zip(sums) {
        of_shape(shape, sums, colours.joint(1).unwrap_or_default(), classes, context)?
            .into_iter()
            .try_for_each(|(class, count)| add(&mut counts, class, count))?;
    }
    Ok(counts)
}

/// The classes of the graphs of a shape.
fn of_shape(
    shape: SumShape,
    sums: FourLabelSums,
    joint: Joint,
    classes: &ColouredClasses,
    context: &Context,
) -> Result<ClassCounts, MineError> {
    let mut counts = ClassCounts::new();
    for (labels, count) in sums.counts() {
        context.check()?;
        let class = classes.labelled(&labels[..classes.vertices()], shape.edges(), joint);
        add(&mut counts, class, count)?;
    }
    counts.values_mut().for_each(|count| *count /= shape.times());
    Ok(counts)
}

/// A thread that goes from root to root.
struct RootWorker<'g> {
    lists: &'g LabelledLists<'g>,
    k: usize,
    around: AroundEdges<'g>,
    opposite: OppositeEnds<'g>,
    corner: CliqueCorner<'g>,
}

impl<'g> RootWorker<'g> {
    fn new(lists: &'g LabelledLists<'g>, k: usize) -> Self {
        RootWorker {
            lists,
            k,
            around: AroundEdges::new(lists, k),
            opposite: OppositeEnds::new(lists),
            corner: CliqueCorner::new(lists),
        }
    }

    /// Takes roots until none is left.
    fn take_all(
        &mut self,
        next: &AtomicU32,
        sums: &mut ShapeSums,
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

    fn take(&mut self, root: u32, sums: &mut ShapeSums) -> Result<(), MineError> {
        self.lists.stars(root, self.k, &mut sums[SumShape::Star as usize])?;
        self.around.root(root, sums)?;
        if self.k == 4 {
            self.opposite.root(root, &mut sums[SumShape::Cycle as usize])?;
            self.corner.root(root, &mut sums[SumShape::Clique as usize])?;
        }
        Ok(())
    }
}
