//! The state behind the driver's functions.

use std::cell::Cell;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use cust_raw::{CUdevice, CUresult};

use crate::card::SimulatedCard;
use crate::faults::Faults;
use crate::mappings::Mappings;
use crate::memory::MemoryKind;
use crate::pages::{Location, MachinePages};
use crate::settings::Settings;

/// What a call returns.
pub(crate) type Answer<T> = Result<T, CUresult>;

/// All that the driver knows.
#[derive(Debug)]
pub(crate) struct Driver {
    pub faults: Faults,
    pub started: bool,
    /// By their numbers.
    pub cards: Vec<SimulatedCard>,
    /// Whether each card reaches the memory of all others.
    pub links: bool,
    /// The most bytes of the host's memory that may be in pages; 0 for a machine that cannot map such.
    pub host_bytes: usize,
    /// Memory that can be mapped, which is in no context.
    pub pages: MachinePages,
    /// Where it is mapped.
    pub mappings: Mappings,
    /// What had not been given back when a context went.
    pub abandoned: u64,
    last_handle: usize,
}

thread_local! {
    /// The calling thread's context, 0 for none.
    pub(crate) static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// The one driver of the process. Every call has it for itself, and kernels run meanwhile: threads that use different
/// cards take turns, and none waits for another while it has the driver.
pub(crate) fn driver() -> MutexGuard<'static, Driver> {
    static DRIVER: LazyLock<Mutex<Driver>> = LazyLock::new(|| Mutex::new(Driver::at_the_start()));
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Driver {
    fn at_the_start() -> Driver {
        let Settings { cards, links, host_bytes } = Settings::of_environment();
        Driver {
            faults: Faults::at_the_start(),
            started: false,
            cards: (0..cards).map(SimulatedCard::new).collect(),
            links,
            host_bytes,
            pages: MachinePages::default(),
            mappings: Mappings::default(),
            abandoned: 0,
            last_handle: 0,
        }
    }

    /// A number that no other thing has.
    pub fn handle(&mut self) -> usize {
        self.last_handle += 1;
        self.last_handle
    }

    /// The number of the card that the program means by `card`.
    pub fn ordinal(&self, card: CUdevice) -> Answer<usize> {
        let ordinal = usize::try_from(card).ok().filter(|&card| card < self.cards.len());
        ordinal.ok_or(CUresult::CUDA_ERROR_INVALID_DEVICE)
    }

    /// The card that has `context`.
    pub fn card_of(&self, context: usize) -> Answer<usize> {
        self.find(|card| card.is(context)).ok_or(CUresult::CUDA_ERROR_INVALID_CONTEXT)
    }

    /// The card whose context is the calling thread's.
    pub fn here(&self) -> Option<usize> {
        self.card_of(CURRENT.get()).ok()
    }

    /// The first card that is so.
    pub fn find(&self, is: impl Fn(&SimulatedCard) -> bool) -> Option<usize> {
        self.cards.iter().position(is)
    }

    /// Counts a call that is made in the context of card `here`, and tells what it fails with, if it does. The call
    /// with which a card is lost ends its context.
    pub fn count(&mut self, name: &'static str, here: Option<usize>) -> Answer<()> {
        let told = self.faults.next(name, here);
        if let Some((card, code)) = here.and_then(|card| Some((card, self.faults.lost(card)?))) {
            self.cards[card].ended.get_or_insert(code);
        }
        told
    }

    /// What calls for a card fail with if it is lost, or an error has ended its context.
    pub fn lost(&self, card: usize) -> Option<CUresult> {
        self.faults.lost(card).or(self.cards[card].ended)
    }

    /// Bytes of a card's memory that are neither allocated nor in pages.
    pub fn free_bytes(&self, card: usize) -> usize {
        let memory = &self.cards[card].memory;
        memory.total() - memory.used() - self.pages.used(Location::Card(card))
    }

    /// Whether `bytes` bytes from `address` on are pinned, in whichever context.
    pub fn pinned(&self, address: usize, bytes: usize) -> bool {
        let places = [MemoryKind::Pinned, MemoryKind::Registered];
        self.find(|card| places.into_iter().any(|place| card.memory.has(place, address, bytes))).is_some()
    }

    /// The card in whose context `bytes` bytes from `address` on were allocated, on it or pinned.
    pub fn owner(&self, address: usize, bytes: usize) -> Option<usize> {
        let places = [MemoryKind::Card, MemoryKind::Pinned, MemoryKind::Registered];
        self.find(|card| places.into_iter().any(|place| card.memory.has(place, address, bytes)))
    }

    /// How many things there are that the program has to give back.
    pub fn live(&self) -> u64 {
        let in_pages = self.pages.live() + self.mappings.live();
        self.cards.iter().map(SimulatedCard::live).sum::<u64>() + in_pages as u64
    }

    /// Ends all mappings, and frees all pages.
    pub fn clear_pages(&mut self) {
        self.mappings.clear();
        self.pages = MachinePages::default();
    }

    /// Ends one use of a card's context, and all that is in it with the last.
    pub fn release(&mut self, card: usize) -> Answer<()> {
        let card = &mut self.cards[card];
        card.retained = card.retained.checked_sub(1).ok_or(CUresult::CUDA_ERROR_INVALID_CONTEXT)?;
        if card.retained == 0 {
            self.abandoned += card.clear();
        }
        Ok(())
    }
}
