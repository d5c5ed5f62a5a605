//! Where searches that grow embeddings level by level keep them: tables of one graph, and the embeddings of a database
//! of graphs.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `column` | [`GrowableColumn`]: a value for each row |
//! | `store`, `ahead` | [`Store`]: columns on the device, and behind that in the host's memory |
//! | `recycled` | [`RecycledArrays`]: arrays of columns that are soon dropped, to be used again |

mod ahead;
mod column;
mod recycled;
mod store;

pub(super) use column::GrowableColumn;
pub(super) use recycled::{Recycled, RecycledArrays};
pub(super) use store::Store;
