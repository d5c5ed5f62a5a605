//! A pattern that was found.

use crate::dfs_code::{Kinds, Step};

/// A frequent pattern, as it is found.
#[derive(Clone, Copy, Debug)]
pub struct FrequentPattern<'f> {
    /// Its minimum DFS code.
    pub code: &'f [Step],
    /// What the code's kinds are.
    pub kinds: &'f Kinds,
    /// In how many graphs it occurs.
    pub support: u32,
    /// In how many embeddings: isomorphisms, each automorphism of the pattern counted. A star of 21 equal leaves has more
    /// than 64 bits hold.
    pub embeddings: u128,
    /// The graphs in which it occurs, ascending, if they were asked for.
    pub graphs: Option<&'f [u32]>,
}

impl FrequentPattern<'_> {
    /// The pattern's vertices.
    pub fn vertices(&self) -> usize {
        self.code.iter().filter(|step| step.is_forward()).count() + 1
    }
}
