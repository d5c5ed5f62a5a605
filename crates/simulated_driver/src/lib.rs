//! A CUDA driver without a card: a shared library with the driver's functions, as far as Motherlode calls them, for tests of
//! the whole program on machines that have none.
//!
//! Kernels run at 32 lanes a warp on the emulated machine of `motherlode-device`, by their names in the PTX. What is queued
//! on a stream is done as late as the driver's rules allow: when somebody waits for it, or for what comes after it. So a
//! missing wait shows as a wrong answer, every time. New memory is filled with `0xA5`, addresses are checked, and what is
//! freed twice or used in another context is refused.
//!
//! Calls are numbered, and one of them, or all from one on, can be made to fail: see [`control`].
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`calls`] | the driver's functions |
//! | `driver` | the state behind them |
//! | `memory` | what is allocated |
//! | `streams` | what is queued |
//! | `kernels` | the kernels by name |
//! | `faults` | which call fails |
//! | [`control`] | what a test asks of the library |

pub mod calls;
pub mod control;
mod driver;
mod faults;
mod kernels;
mod memory;
mod streams;
