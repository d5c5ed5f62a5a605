//! Matches on their way out: as CSV or JSON Lines, to a file or a pipe.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `format` | [`RowFormat`]: rows as text, compressed or not |
//! | `file` | [`RowFile`]: a file that has its name only when it is whole |
//! | `stream` | [`stream`]: a listing into a writer, each on its own thread |

mod file;
mod format;
mod stream;

pub use file::{RowFile, partial_name};
pub use format::{Columns, RowFormat, TableFormat};
pub use stream::{Sink, stream};
