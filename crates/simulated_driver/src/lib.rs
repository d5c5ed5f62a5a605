//! A CUDA driver without a card: a shared library with the driver's functions, as far as Motherlode calls them, for
//! tests of the whole program on machines that have none.
//!
//! Kernels run at 32 lanes a warp on the emulated machine of `motherlode-device`, by their names in the PTX. What is
//! queued on a stream is done as late as the driver's rules allow: when somebody waits for it, or for what comes after
//! it. So a missing wait shows as a wrong answer, every time. New memory is filled with `0xA5`, addresses are checked,
//! and what is freed twice or used in another context is refused.
//!
//! There are as many cards as `SIMULATED_DRIVER_CARDS` says, which differ a little, each with a context of its own:
//! memory, streams, events, modules, and the error that has ended it. A call takes what is in its thread's context
//! alone, though the driver itself would take more: memory of another card, for a copy or to be freed, or another
//! card's stream for a copy. What may be of another card here is pinned memory, an event that is waited for, a stream
//! or an event that is ended, and the memory that a peer copy or, with access to the peer, a kernel uses. All cards
//! share one lock: kernels never run side by side.
//!
//! Memory in pages is in no context: it is of a card or of the host, is mapped to addresses, and may be used there by
//! whom the program says, cards without a context included. Of what a kernel uses, the addresses in its argument are
//! known, and what a pointer in memory leads to is not. So a kernel that is given an array with pages of a lost card
//! ends its card's context, and a kernel must be done before an array that it was given is unmapped.
//!
//! Calls are numbered, and one of them, or all from one on, can be made to fail. They are numbered for each card
//! besides, and a card can be lost: from one call in its context on all fail there, what is queued there is never done,
//! and other cards go on. See [`control`].
//!
//! | variable | what it says |
//! | --- | --- |
//! | `SIMULATED_DRIVER_CARDS` | how many cards there are, 1 to 8; 1 if it is not set |
//! | `SIMULATED_DRIVER_LINKS` | 0: no card has a link to another; each has one to all others if it is not set |
//! | `SIMULATED_DRIVER_HOST_BYTES` | how many bytes of the host's memory can be in pages, 0 for a machine that cannot map such; 1 GiB if it is not set |
//! | `SIMULATED_DRIVER_FAIL` | `40`: call number 40 fails; `40+`: all after it, too |
//! | `SIMULATED_DRIVER_LOSE` | `1:40,2:9`: cards 1 and 2 are lost at the 40th and the 9th call in their contexts |
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`calls`] | the driver's functions |
//! | `driver` | the state behind them |
//! | `card` | a card, and what is in its context |
//! | `memory` | what is allocated |
//! | `pages` | memory that can be mapped |
//! | `mappings` | the addresses where it is, and who may use it there |
//! | `address_space` | how the process comes to have it there |
//! | `reach` | which memory a card may use |
//! | `streams` | what is queued |
//! | `work` | doing it |
//! | `kernels` | the kernels by name |
//! | `faults` | which call fails, and which card is lost |
//! | `settings` | how many cards there are |
//! | [`control`] | what a test asks of the library |

#![cfg(target_os = "linux")]

mod address_space;
pub mod calls;
mod card;
pub mod control;
mod driver;
mod faults;
mod kernels;
mod mappings;
mod memory;
mod pages;
mod reach;
mod settings;
mod streams;
mod work;
