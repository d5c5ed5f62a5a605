//! Devices: where kernels run, the memory they use, and how they are launched.
//!
//! ```text
//! Choice ("auto", "cpu", "cuda:0")  --Device::open-->  Device
//! Device::upload, zeroed            -->  Buffer<T>   --slice, atomics, scratch-->  View, ViewMut
//! Device::lend                      -->  Lend: makes of views what kernels take, and launches them
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `device` | [`Device`]: one interface over the machines; [`Grid`]: the shapes of launches |
//! | `entry_point` | `EntryPoint`: kernels by their names |
//! | `buffer` | [`Buffer`]: typed arrays, counted against the memory budget |
//! | `view` | [`View`], [`ViewMut`]: arrays that the host may pass on and not look through |
//! | `lend` | [`Lend`]: launches, of arrays of their device alone |
//! | `landing` | [`Landing`]: a number that a kernel leaves in the host's memory |
//! | `budget` | [`Budget`]: what may be allocated |
//! | `cpu` | the scalar machine under rayon (and the emulated machine, for tests) |
//! | `code_pages` | the pages of the program's code, mapped before it runs |
//! | `cuda` | the driver: context, modules, launches, panics |
//! | `selection` | [`Selection`]: which devices a user asks for |
//! | `team` | [`Team`]: devices that work on jobs together |
//! | `opening` | [`Opening`]: devices that start while the graph is read |
//! | `spread` | [`Part`]: where the parts of an array lie that is spread over several memories |
//! | `residency` | [`Residency`]: how many bytes of arrays lie where |
//! | `staging` | [`Staging`]: results copied to the host beside running kernels |
//! | `watch`, `watchers` | progress and interruption while a kernel runs; the threads that look after it on the CPU |

mod budget;
mod buffer;
mod choice;
mod code;
#[cfg(target_os = "linux")]
mod code_pages;
mod cpu;
mod cuda;
mod device;
mod entry_point;
mod error;
mod huge;
mod landing;
mod lend;
mod opening;
mod residency;
mod selection;
mod spread;
mod staging;
mod team;
mod view;
mod watch;
mod watchers;

pub use budget::{Budget, MemorySize};
pub(crate) use buffer::SharedArray;
pub use buffer::{Atomic, Buffer};
pub use choice::Choice;
pub use code::kernels;
#[doc(hidden)]
pub use code::{EMBEDDED, Embedded, FamilyCode};
pub use cuda::{
    CardLink, CardPair, CudaDevice, KernelCode, StartUp, driver_version, list_cards, list_links, looked_for,
};
pub use device::{Device, Grid};
use entry_point::EntryPoint;
pub use error::RuntimeError;
pub(crate) use huge::HugeArray;
#[doc(hidden)]
pub use huge::filled_vec;
pub use landing::Landing;
pub use lend::Lend;
#[doc(hidden)]
pub use linkme;
pub use opening::Opening;
pub use residency::{Residency, Travelled};
pub use selection::Selection;
pub use spread::{Home, HostMemory, ListAccess, Part};
pub use staging::Staging;
pub use team::{Joining, Members, Team};
pub use view::{View, ViewMut};
pub use watch::{Interrupt, Watch};
