//! The driver's functions, by their names in the library: what NVIDIA's documentation of the CUDA driver API says of them, as
//! far as Motherlode calls them.
//!
//! A call that gives something back (memory, a stream, a context) does so even when it is made to fail: the driver returns
//! errors of earlier work from such calls. Any other that fails has done nothing.

use std::sync::MutexGuard;

use cust_raw::CUresult;

use crate::driver::{Answer, Driver, driver};

pub mod cards;
pub mod contexts;
pub mod copies;
pub mod kernels;
pub mod memory;
pub mod streams;

/// Answers a call, unless it is made to fail.
fn answer(name: &'static str, work: impl FnOnce(&mut Driver) -> Answer<()>) -> CUresult {
    let mut driver = driver();
    code(driver.faults.next(name).and_then(|()| work(&mut driver)))
}

/// Answers a call in the context of the calling thread.
fn answer_in_context(name: &'static str, work: impl FnOnce(&mut Driver) -> Answer<()>) -> CUresult {
    answer(name, |driver| driver.in_context().and_then(|()| work(driver)))
}

/// Answers a call that gives something back, whatever it returns.
fn answer_giving_back(name: &'static str, work: impl FnOnce(&mut Driver) -> Answer<()>) -> CUresult {
    let mut driver: MutexGuard<'_, Driver> = driver();
    let told = driver.faults.next(name);
    let done = work(&mut driver);
    code(told.and(done))
}

fn code(answer: Answer<()>) -> CUresult {
    answer.err().unwrap_or(CUresult::CUDA_SUCCESS)
}
