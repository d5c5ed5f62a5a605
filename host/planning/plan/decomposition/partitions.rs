//! The partitions of a pattern's vertices into blocks that one vertex of a graph may be the image of.

use super::palette::Palette;
use super::small_graph::{MOST_VERTICES, SmallGraph};

/// A partition, or as much of it as is made.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    /// Of each vertex, which block it is in.
    pub block_of: [usize; MOST_VERTICES],
    /// The vertices of each block, as masks.
    pub blocks: [u32; MOST_VERTICES],
    /// How many blocks there are.
    pub used: usize,
}

/// All partitions of a pattern's vertices.
pub(super) struct Partitions {
    vertices: usize,
    /// By vertex, those that no image may be shared with: they are joined, or no vertex has both their labels.
    apart: [u32; MOST_VERTICES],
}

impl Partitions {
    /// Those of `graph`. Without a palette, all labels may meet.
    pub fn of(graph: &SmallGraph, palette: Option<&Palette>) -> Partitions {
        let mut apart = [0; MOST_VERTICES];
        for (v, apart) in apart.iter_mut().enumerate().take(graph.vertices()) {
            *apart = graph.neighbors(v);
            let Some(palette) = palette else { continue };
            for u in (0..graph.vertices()).filter(|&u| !palette.may_meet(graph.color(u), graph.color(v))) {
                *apart |= 1 << u;
            }
        }
        Partitions { vertices: graph.vertices(), apart }
    }

    /// Whether there are more than so many.
    pub fn are_more_than(&self, most: usize) -> bool {
        let mut left = most;
        let within = |_: &Partition| {
            left = left.checked_sub(1).ok_or(())?;
            Ok::<(), ()>(())
        };
        self.each(within).is_err()
    }

    /// Calls `visit` with each, until it fails.
    pub fn each<E>(&self, mut visit: impl FnMut(&Partition) -> Result<(), E>) -> Result<(), E> {
        self.place(0, &mut Partition::default(), &mut visit)
    }

    /// Puts the vertices from `next` on into each of the blocks, and into one of their own.
    fn place<E>(
        &self,
        next: usize,
        partition: &mut Partition,
        visit: &mut impl FnMut(&Partition) -> Result<(), E>,
    ) -> Result<(), E> {
        if next == self.vertices {
            return visit(partition);
        }
        let used = partition.used;
        for block in 0..=used {
            let others = partition.blocks[block];
            if others & self.apart[next] != 0 {
                continue;
            }
            partition.block_of[next] = block;
            partition.blocks[block] = others | 1 << next;
            partition.used = used.max(block + 1);
            self.place(next + 1, partition, visit)?;
            partition.blocks[block] = others;
        }
        partition.used = used;
        Ok(())
    }
}
