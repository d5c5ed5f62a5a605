//! The CUDA driver for safe Rust, loaded at run time: the part of the interface of Rust-CUDA's `cust` that Motherlode
//! needs, on the driver's bindings in `cust_raw`.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`device`] | [`device::Device`]: a card and its properties |
//! | [`context`] | [`context::Context`]: a card made ready; which one a thread uses |
//! | [`stream`], [`event`] | queues of work on a card, and marks in them |
//! | [`module`], [`function`] | compiled kernels |
//! | [`memory`] | arrays on the card, pinned arrays on the host, and copies between them |
//! | [`error`] | what the driver says when a call fails |
//!
//! [`launch!`] launches a kernel.
//!
//! What is made (a stream, an event, a module, an array) belongs to the context that is current on the thread that
//! makes it, and keeps that context alive. It may go to other threads, and be dropped on any: dropping enters its
//! context for as long as that takes. To use it takes a thread on which its context is current; elsewhere the driver
//! returns an error.
//!
//! ```no_run
//! use cust::memory::{CopyDestination, DeviceBuffer};
//!
//! cust::init(cust::CudaFlags::empty())?;
//! let context = cust::context::Context::new(cust::device::Device::get_device(0)?)?;
//! let array = DeviceBuffer::from_slice(&[1u32, 2, 3])?;
//! let mut back = [0; 3];
//! array.copy_to(&mut back[..])?;
//! assert_eq!(back, [1, 2, 3]);
//! # drop(context);
//! # Ok::<(), cust::error::CudaError>(())
//! ```

pub mod context;
pub mod device;
mod driver;
pub mod error;
pub mod event;
pub mod function;
mod launch;
pub mod memory;
pub mod module;
pub mod stream;

pub use cust_core::DeviceCopy;
pub use cust_raw as sys;
pub use driver::{CudaApiVersion, CudaFlags, init};
#[doc(hidden)]
pub use launch::argument;
