//! 4-cliques, from the greatest of their vertices: each list of smaller neighbours is short.

use super::shape_sums::ShapeSums;
use super::shapes::SumShape;
use super::vertices::LabelledLists;
use crate::MineError;

/// A thread that goes through the 4-cliques of a root.
pub(super) struct CliqueCorner<'g> {
    lists: &'g LabelledLists<'g>,
    /// Of how many of the members so far a vertex is a smaller neighbour; all 0 between roots.
    joined: Vec<u8>,
    /// The smaller neighbours of a root and of one of them.
    shared: Vec<u32>,
}

impl<'g> CliqueCorner<'g> {
    pub fn new(lists: &'g LabelledLists<'g>) -> Self {
        CliqueCorner { lists, joined: vec![0; lists.n() as usize], shared: Vec::new() }
    }

    /// Bytes that a thread takes, but for a list of neighbours.
    pub fn bytes(lists: &LabelledLists<'_>) -> u64 {
        lists.n().into()
    }

    /// Adds the 4-cliques whose greatest vertex is the root.
    pub fn root(&mut self, root: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let lists = self.lists;
        lists.smaller(root).iter().for_each(|&v| self.joined[v as usize] = 1);
        for &v in lists.smaller(root) {
            self.shared.extend(lists.smaller(v).iter().filter(|&&w| self.joined[w as usize] == 1));
            self.shared.iter().for_each(|&w| self.joined[w as usize] = 2);
            for &w in &self.shared {
                let labels = [root, v, w].map(|member| lists.label(member));
                for &x in lists.smaller(w).iter().filter(|&&x| self.joined[x as usize] == 2) {
                    sums.add(SumShape::Clique, [labels[0], labels[1], labels[2], lists.label(x)], 1)?;
                }
            }
            self.shared.drain(..).for_each(|w| self.joined[w as usize] = 1);
        }
        lists.smaller(root).iter().for_each(|&v| self.joined[v as usize] = 0);
        Ok(())
    }
}
