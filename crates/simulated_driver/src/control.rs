//! What a test asks of the library, beside the driver's functions.

use std::ffi::{c_char, c_int};

use crate::card::SimulatedCard;
use crate::driver::driver;
use crate::faults::{Loss, MOST_CARDS, PlannedFault};

/// Has the machine have `count` cards: 1, or 0 if it cannot, for there are 1 to 8, and none may be in use, nor any
/// pages.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_cards(count: c_int) -> c_int {
    let mut driver = driver();
    let count = usize::try_from(count).ok().filter(|count| (1..=MOST_CARDS).contains(count));
    match count.filter(|_| driver.live() == 0) {
        Some(count) => {
            driver.cards = (0..count).map(SimulatedCard::new).collect();
            1
        }
        None => 0,
    }
}

/// Has every card have a link to all others, or to none for 0. What peers were already given stays.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_links(on: c_int) {
    driver().links = on != 0;
}

/// Has so many bytes of the host's memory be what can be in pages; 0 for a machine that cannot map such. What there is
/// stays.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_host_bytes(bytes: usize) {
    driver().host_bytes = bytes;
}

/// Counts calls from 1 again, and has no card be lost. Call number `call` fails, and all later ones if `for_good` is
/// not 0; none does for 0. The code of the failure is that of memory that is used up for 2, and else one that ends the
/// context.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_restart(call: u64, for_good: c_int, code: c_int) {
    driver().faults.restart(PlannedFault::asked(call, for_good != 0, code));
}

/// Has a card be lost with call number `call` of those in its context, counted since the last
/// [`simulated_driver_restart`]: that and all later ones fail there. It is not lost for 0. The code of the failure is that of
/// memory that has lost its contents for 214, and else that of a kernel.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_lose(card: c_int, call: u64, code: c_int) {
    driver().faults.lose(card.max(0) as usize, Loss::asked(call, code));
}

/// How many calls there were in the context of a card since the count began: all that need a context.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_card_calls(card: c_int) -> u64 {
    driver().faults.calls_of(card.max(0) as usize)
}

/// How many calls there were since the count began.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_calls() -> u64 {
    driver().faults.calls()
}

/// The name of the first call that failed as planned, into `name`, which has room for `room` bytes: its length, and 0
/// if none did.
///
/// # Safety
/// `name` has so much room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn simulated_driver_failed(name: *mut c_char, room: usize) -> usize {
    let failed = driver().faults.failed().unwrap_or_default();
    let bytes = failed.len().min(room);
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(failed.as_ptr().cast(), name, bytes) };
    bytes
}

/// How many things there are that the program has to give back: uses of a context, memory, streams, events, modules,
/// and in no context handles of pages, reservations, mappings.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_live() -> u64 {
    driver().live()
}

/// Ends all uses of all contexts and all mappings, as the end of the process does.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_wipe() {
    let mut driver = driver();
    for card in 0..driver.cards.len() {
        while driver.release(card).is_ok() {}
    }
    driver.clear_pages();
    driver.abandoned = 0;
}

/// How many things went with their context, and had not been given back; the count begins anew.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_abandoned() -> u64 {
    std::mem::take(&mut driver().abandoned)
}
