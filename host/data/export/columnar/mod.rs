//! Tables of columns: Arrow and Parquet. Without the feature `columnar` there are none, and asking for one is an error.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `enabled` | [`ColumnarTable`]: a table under way |
//! | `batches` | rows as columns |
//! | `numbers` | columns of numbers, in 64 bits or as decimals |
//! | `ipc` | columns as Arrow |
//! | `parts` | columns as Parquet |
//! | `disabled` | what stands for it all in a build without |

#[cfg(feature = "columnar")]
pub(super) mod batches;
#[cfg(not(feature = "columnar"))]
mod disabled;
#[cfg(feature = "columnar")]
mod enabled;
#[cfg(feature = "columnar")]
mod ipc;
#[cfg(feature = "columnar")]
mod numbers;
#[cfg(feature = "columnar")]
mod parts;

#[cfg(not(feature = "columnar"))]
pub(super) use disabled::ColumnarTable;
#[cfg(feature = "columnar")]
pub(super) use enabled::ColumnarTable;
#[cfg(feature = "columnar")]
pub use numbers::number_column;
