//! How tables are made.

use crate::Context;
use crate::runtime::MemorySize;

/// How tables are made: by default in one pass, siblings together, with a quarter of the device's memory as a pool.
///
/// What is switched off makes tables slower and changes nothing else: to be measured.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableOptions {
    /// Whether rows are written as they are found, to blocks of a pool; if not, they are counted first and found again.
    pub one_pass: bool,
    /// Whether rows that extend the same row have their common neighbours found once.
    pub siblings: Siblings,
    /// The size of the pool; by default a quarter of what the device's budget has left, and 8 GiB at most (64 MiB on
    /// the CPU).
    pub pool: Option<MemorySize>,
    /// Stops the work.
    pub context: Context,
}

/// How rows are extended that extend the same row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Siblings {
    /// Together on the CPU, and each alone on a card: what is faster there.
    #[default]
    WhereItPays,
    /// Together: what they have in common is found once.
    Together,
    /// Each alone.
    Alone,
}

impl Default for TableOptions {
    fn default() -> Self {
        TableOptions {
            one_pass: true,
            siblings: Siblings::default(),
            pool: None,
            context: Context::default(),
        }
    }
}

setters! { TableOptions:
    /// With whether rows are written in one pass.
    one_pass: bool,
    /// With how rows are extended that extend the same row.
    siblings: Siblings,
    /// With who stops the work.
    context: Context,
}

impl TableOptions {
    /// With the size of the pool.
    #[must_use]
    pub fn pool(self, pool: impl Into<Option<MemorySize>>) -> Self {
        TableOptions { pool: pool.into(), ..self }
    }
}
