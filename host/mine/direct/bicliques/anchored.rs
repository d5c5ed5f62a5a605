//! The side whose vertices are the roots.

use rayon::prelude::*;

use motherlode_device::kernels::bicliques::Choices;

use super::super::choose;
use crate::graph::Csr;
use crate::place::Outline;

/// How bicliques are found: which vertices are the roots, and how many of each side a biclique has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchoring<'s> {
    /// The graph that was given.
    pub graph: &'s Csr,
    /// For each vertex whether it is of the anchored side; all are, if nothing is said.
    pub side: Option<&'s [bool]>,
    /// Vertices of the anchored side, exactly or at least.
    pub take: u32,
    /// Vertices of the other side.
    pub common: u32,
}

impl Anchoring<'_> {
    /// The roots of a form, whose vertices are called `old_of_new` in the graph and have the degrees of `outline`:
    /// those that take the most room first. Their candidates are the roots before them alone; or all others, unless the
    /// rows of these are more than `most_cells` words.
    pub(in crate::direct) fn roots(
        &self,
        old_of_new: &[u32],
        outline: &Outline,
        most_cells: u64,
    ) -> Vec<AnchoredRoot> {
        let Anchoring { graph, side, take, common } = *self;
        let is_root = |old: u32| side.is_none_or(|side| side[old as usize]);
        // Vertices go by falling degree: those with too few neighbours are at the end.
        let enough = outline.degrees.count_from(common) as usize;
        let numbered = (0u32..).zip(&old_of_new[..enough]).filter(|&(_, &old)| is_root(old));
        let numbered: Vec<(u32, u32)> = numbered.map(|(new, &old)| (new, old)).collect();
        let root = |(rank, &(vertex, old)): (usize, &(u32, u32))| {
            let others = |&middle: &u32| u64::from(graph.degree(middle)) - 1;
            let wedges: u64 = graph.neighbors(old).iter().map(others).sum();
            let degree = outline.degrees.get(vertex.into());
            let of = |most: usize, before| {
                // A candidate is the far end of `common` wedges.
                let candidates = (wedges / u64::from(common)).min(most as u64) as u32;
                AnchoredRoot { vertex, candidates, row_words: degree.div_ceil(u64::BITS), before }
            };
            let all = of(numbered.len() - 1, false);
            if all.cells() <= most_cells { all } else { of(rank, true) }
        };
        let mut roots: Vec<AnchoredRoot> =
            numbered.par_iter().enumerate().map(root).filter(|root| root.candidates + 1 >= take).collect();
        roots.par_sort_by_key(|root| std::cmp::Reverse((root.before, root.size(), root.vertex)));
        roots
    }
}

/// The roots of a form.
#[derive(Debug)]
pub(super) struct AnchoredRoots {
    pub take: u32,
    pub common: u32,
    /// Those that take the most room first.
    pub roots: Vec<AnchoredRoot>,
    /// The vertices of these.
    pub vertices: Vec<u32>,
    /// The ways to choose `common` of so many, for each number up to the longest list of a root.
    pub choices: Vec<Choices>,
    /// The ways to choose `common - 1` of one less.
    pub choices_with_one: Vec<Choices>,
}

/// A root, and what it takes at most.
#[derive(Clone, Copy, Debug)]
pub(in crate::direct) struct AnchoredRoot {
    pub vertex: u32,
    /// The candidates.
    pub candidates: u32,
    /// Words of a row of theirs.
    pub row_words: u32,
    /// Whether only the roots before it are candidates, and not all others.
    pub before: bool,
}

impl AnchoredRoot {
    /// Words of all rows.
    pub fn cells(self) -> u64 {
        u64::from(self.candidates) * u64::from(self.row_words)
    }

    /// About the room that it takes.
    pub fn size(self) -> u64 {
        self.cells() + u64::from(self.candidates) + u64::from(self.row_words)
    }
}

impl AnchoredRoots {
    /// Those of a form, whose vertices are called `old_of_new` in the graph and have the degrees of `outline`.
    pub fn new(old_of_new: &[u32], outline: &Outline, how: Anchoring<'_>) -> AnchoredRoots {
        let Anchoring { take, common, .. } = how;
        let roots = how.roots(old_of_new, outline, 0);
        let longest = roots.iter().map(|root| outline.degrees.get(root.vertex.into())).max().unwrap_or(0);
        let ways = |n: u32| Choices::of(choose(n.into(), common));
        let ways_with_one = |n: u32| match n {
            0 => Choices::of(Some(0)),
            _ => Choices::of(choose((n - 1).into(), common - 1)),
        };
        AnchoredRoots {
            take,
            common,
            vertices: roots.iter().map(|root| root.vertex).collect(),
            choices: (0..=longest).into_par_iter().map(ways).collect(),
            choices_with_one: (0..=longest).into_par_iter().map(ways_with_one).collect(),
            roots,
        }
    }
}
