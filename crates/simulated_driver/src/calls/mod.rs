//! The driver's functions, by their names in the library: what NVIDIA's documentation of the CUDA driver API says of
//! them, as far as Motherlode calls them.
//!
//! A call that gives something back (memory, a mapping, a stream, a context) does so even when it is made to fail: the
//! driver returns errors of earlier work from such calls. Any other that fails has done nothing.

use cust_raw::CUresult;

use crate::driver::{Answer, Driver, driver};

pub mod cards;
pub mod contexts;
pub mod copies;
pub mod kernels;
pub mod mapping;
pub mod memory;
pub mod peers;
pub mod streams;

/// Answers a call that needs no context, unless it is made to fail.
fn answer(name: &'static str, work: impl FnOnce(&mut Driver) -> Answer<()>) -> CUresult {
    let mut driver = driver();
    code(driver.count(name, None).and_then(|()| work(&mut driver)))
}

/// Answers a call in the context of the calling thread: `work` is told the card.
fn answer_in_context(name: &'static str, work: impl FnOnce(&mut Driver, usize) -> Answer<()>) -> CUresult {
    let mut driver = driver();
    let here = driver.here();
    let usable = driver.count(name, here).and_then(|()| {
        let card = here.ok_or(CUresult::CUDA_ERROR_INVALID_CONTEXT)?;
        driver.cards[card].usable().map(|()| card)
    });
    code(usable.and_then(|card| work(&mut driver, card)))
}

/// Answers a call that gives something back, whatever it returns: `work` is told the card whose context the calling
/// thread has, if it has one.
fn answer_giving_back(
    name: &'static str,
    work: impl FnOnce(&mut Driver, Option<usize>) -> Answer<()>,
) -> CUresult {
    let mut driver = driver();
    let here = driver.here();
    let told = driver.count(name, here);
    let done = work(&mut driver, here);
    code(told.and(done))
}

/// Answers a call that gives something back and needs no context: it counts for no card.
fn answer_giving_back_anywhere(name: &'static str, work: impl FnOnce(&mut Driver) -> Answer<()>) -> CUresult {
    let mut driver = driver();
    let told = driver.count(name, None);
    let done = work(&mut driver);
    code(told.and(done))
}

fn code(answer: Answer<()>) -> CUresult {
    answer.err().unwrap_or(CUresult::CUDA_SUCCESS)
}
