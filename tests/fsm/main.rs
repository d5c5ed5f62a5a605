//! Frequent subgraphs of a database of graphs, by the library.
//!
//! | module | what it tests |
//! | --- | --- |
//! | `against_oracle` | random small databases, all supports, every device, against an oracle |
//! | `budget` | memory budgets |
//! | `collected` | closed, maximal and most frequent patterns |
//! | `directed` | laws of directed databases |
//! | `oracle` | that oracle: all connected subgraphs of each graph, by brute force |
//! | `published` | the counts of the shared data |
//! | `stopped` | interrupts and deadlines |
//! | `teams` | several devices |
//! | `mining` | how the tests mine |

mod against_oracle;
mod budget;
mod collected;
mod directed;
mod mining;
mod oracle;
#[cfg(feature = "shared-data")]
mod published;
mod stopped;
mod teams;
