//! Matches on their way out: as CSV, JSON Lines, Arrow or Parquet, to a file or a pipe.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `format` | [`RowFormat`]: the formats, and rows as text, compressed or not |
//! | `column` | [`Column`]: what a column is called, and whether it holds numbers or names |
//! | `value` | [`TableValue`]: what the numbers are |
//! | `columnar` | tables of columns: Arrow and Parquet, with the feature `columnar`; `number_column`: numbers as an Arrow array |
//! | `table` | [`TableWriter`]: rows after rows, in any format |
//! | `file` | [`RowFile`]: a file that has its name only when it is whole |

mod column;
mod columnar;
mod file;
mod format;
mod table;
mod value;

pub use crate::claim::{create, hold, is_special, partial_name};
pub use column::Column;
#[cfg(feature = "columnar")]
pub use columnar::number_column;
pub use file::{RowFile, write_whole};
pub use format::{RowFormat, TableFormat};
pub use table::TableWriter;
pub use value::TableValue;
