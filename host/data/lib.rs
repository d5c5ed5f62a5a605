//! What Motherlode reads, makes and writes: graphs, databases of graphs, tables of rows.
//!
//! The lowest layer of [`motherlode`](https://docs.rs/motherlode), which is what others depend on: it has all that is
//! public here, by these names.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`graph`] | graphs: CSR, labels, properties, readers, writers, generators, statistics |
//! | [`transactions`] | databases of many small labelled graphs |
//! | [`export`] | tables of rows: CSV, JSON Lines, Arrow, Parquet |
//! | [`claim`] | files that have their names only when they are whole |
//! | [`clock`] | how long a job took |
//! | [`room`] | memory that may not be there |

pub mod claim;
pub mod clock;
pub mod export;
pub mod graph;
pub mod room;
pub mod transactions;
