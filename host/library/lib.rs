//! Motherlode as a library: its layers under one name.
//!
//! [`motherlode`](https://docs.rs/motherlode), which others depend on, is this, with the kernels for cards and the
//! command.

pub use motherlode_data::{export, graph, room, transactions};
pub use motherlode_machine::{place, primitives, runtime};
pub use motherlode_mine as mine;
pub use motherlode_planning::{dfs_code, pattern, plan};
