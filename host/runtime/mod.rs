//! Devices: where kernels run, the memory they use, and how they are launched.
//!
//! ```text
//! Choice ("auto", "cpu", "cuda:0")  --Device::open-->  Device
//! Device::upload, zeroed            -->  Buffer<T>   --slice, atomics, scratch-->  a kernel's argument
//! Device::launch::<K>(grid, args)   -->  runs kernel K; the type system checks args
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `device` | [`Device`]: one interface over the machines |
//! | `buffer` | [`Buffer`]: typed arrays, counted against the memory budget |
//! | `budget` | [`Budget`]: what may be allocated |
//! | `cpu` | the scalar machine under rayon (and the emulated machine, for tests) |
//! | `cuda` | the driver: context, modules, launches, panics |
//! | `opening` | [`Opening`]: a device that starts while the graph is read |
//! | `watch` | progress and interruption while a kernel runs |

mod budget;
mod buffer;
mod choice;
mod cpu;
mod cuda;
mod device;
mod error;
mod opening;
mod ptx;
mod watch;

pub use budget::{Budget, MemorySize};
pub use buffer::{Atomic, Buffer};
pub use choice::Choice;
pub use cuda::{CudaDevice, StartUp, driver_version, list_cards, looked_for};
pub use device::{Device, Grid, Tracks};
pub use error::RuntimeError;
pub use opening::Opening;
pub use ptx::kernels;
pub use watch::{Interrupt, Watch};
