//! Devices that work on jobs together.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::{Choice, Device, HostMemory, ListAccess, MemorySize, RuntimeError, Selection, cuda};

/// Which devices a team is to have, and how much memory it may take.
#[derive(Clone, Debug)]
pub struct Members {
    /// The devices.
    pub selection: Selection,
    /// The most that may be allocated on each; see [`Device::open`].
    pub memory: Option<MemorySize>,
    /// What may be pinned of the host's memory for what does not fit on the cards.
    pub host: Option<HostMemory>,
    /// How kernels get to lists that lie there.
    pub lists: ListAccess,
}

impl From<Selection> for Members {
    /// With the default budget, and none of the host's memory.
    fn from(selection: Selection) -> Members {
        Members { selection, memory: None, host: None, lists: ListAccess::Auto }
    }
}

/// Devices that work on jobs together. The first is open, and prepares; the others may still be opening, and join a job
/// when they are ready. A clone is the same team.
#[derive(Clone, Debug)]
pub struct Team {
    first: Device,
    others: Arc<[Arc<Joining>]>,
    /// What may be pinned of the host's memory for what does not fit on the cards.
    host_memory: Option<HostMemory>,
    /// How kernels get to lists that lie there.
    lists: ListAccess,
}

impl From<&Device> for Team {
    fn from(device: &Device) -> Team {
        let (others, lists) = (Arc::default(), ListAccess::Auto);
        Team { first: device.clone(), others, host_memory: None, lists }
    }
}

impl From<&Team> for Team {
    fn from(team: &Team) -> Team {
        team.clone()
    }
}

impl Team {
    /// `first`, and others that are open as well.
    pub fn of(first: &Device, others: &[Device]) -> Team {
        let joining = |device: &Device| {
            Arc::new(Joining::in_state(device.to_string(), MemberState::Open(device.clone()), Duration::ZERO))
        };
        let others = others.iter().map(joining).collect();
        Team { first: first.clone(), others, host_memory: None, lists: ListAccess::Auto }
    }

    /// Opens the devices that are asked for, and loads those families of kernels: see [`Device::open`] and
    /// [`Device::preload`]. The first is open on return, the others are opened on threads of their own, a moment later
    /// or when there is work for them.
    ///
    /// # Errors
    /// Of the first device: no driver, no such card, a card or a driver too old, a budget beyond what is free, or
    /// kernels that the driver cannot compile. A card that there is not.
    pub fn open(members: &Members, families: &[&'static str]) -> Result<Team, RuntimeError> {
        let Members { selection, memory, host, lists } = members;
        let (memory, host_memory) = (*memory, host.clone());
        let (first, others, patience) = in_order(selection)?;
        let others: Arc<[Arc<Joining>]> =
            others.into_iter().map(|choice| Joining::new(choice, memory, families, patience)).collect();
        let first = Device::open(first, memory)?;
        // Not before: the driver makes contexts one after the other, and the first is waited for.
        if patience.is_zero() {
            begin_soon(&others);
        }
        first.preload(families)?;
        Ok(Team { first, others, host_memory, lists: *lists })
    }

    /// The device that prepares, and that a job starts on.
    pub fn first(&self) -> &Device {
        &self.first
    }

    /// The others.
    pub fn others(&self) -> &[Arc<Joining>] {
        &self.others
    }

    /// The team, with memory of the host's for what does not fit on its cards.
    #[must_use]
    pub fn with_host_memory(self, memory: HostMemory) -> Team {
        Team { host_memory: Some(memory), ..self }
    }

    /// The team, whose kernels get in this way to the lists of a graph that lie in the host's memory.
    #[must_use]
    pub fn with_lists(self, lists: ListAccess) -> Team {
        Team { lists, ..self }
    }

    /// How kernels get to the lists of a graph that lie in the host's memory.
    pub fn lists(&self) -> ListAccess {
        self.lists
    }

    /// What may be pinned of the host's memory for what does not fit on the cards.
    pub fn host_memory(&self) -> Option<&HostMemory> {
        self.host_memory.as_ref()
    }

    /// Whether the first device is a card.
    pub fn has_cards(&self) -> bool {
        self.first.card().is_some()
    }

    /// Looks which of the others have failed for good since they joined: those take no part any more. Says whether
    /// there are any, and the first device is not among the failed.
    pub fn lose_the_lost(&self) -> bool {
        let mut lost = false;
        for joining in &*self.others {
            if let Some(Ok(device)) = joining.within(Duration::ZERO)
                && let Err(error) = device.synchronize()
            {
                joining.lose(Arc::new(error));
                lost = true;
            }
        }
        lost && self.first.synchronize().is_ok()
    }

    /// The team when its first device takes no part any more: led by the first of the others that opens. `None` if
    /// there is none.
    pub fn without_first(&self) -> Option<Team> {
        let at = self.others.iter().position(|joining| joining.opened().is_ok())?;
        let first = self.others[at].opened().ok()?;
        let others = self.others.iter().enumerate().filter(|(place, _)| *place != at);
        let others = others.map(|(_, joining)| joining.clone()).collect();
        Some(Team { first, others, host_memory: self.host_memory.clone(), lists: self.lists })
    }
}

impl fmt::Display for Team {
    /// The devices, with commas between; those that join only when the work takes long enough once they are open.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        let mut others =
            self.others.iter().filter(|other| other.patience.is_zero() || other.opening.name.get().is_some());
        others.try_for_each(|other| write!(f, ", {other}"))
    }
}

/// How long after the first device the others are opened, unless a job asks for them before: a process with a small job
/// is over by then, and would have to wait for their contexts at its end.
const HEAD_START: Duration = Duration::from_millis(30);

/// Opens devices in a while, if they are still wanted.
fn begin_soon(others: &[Arc<Joining>]) {
    let others: Vec<Arc<OpeningDevice>> = others.iter().map(|joining| joining.opening.clone()).collect();
    thread::spawn(move || {
        thread::sleep(HEAD_START);
        others.iter().for_each(OpeningDevice::begin);
    });
}

/// How long the first card works alone before `auto` opens the others: to open one takes about as long.
const PATIENCE: Duration = Duration::from_millis(300);

/// The first device of a selection, the others, and how long the first works alone.
fn in_order(selection: &Selection) -> Result<(Choice, Vec<Choice>, Duration), RuntimeError> {
    let all = |count: u32| (1..count).map(Choice::Cuda).collect::<Vec<_>>();
    Ok(match selection {
        Selection::One(choice) => (*choice, vec![], Duration::ZERO),
        Selection::Auto => (Choice::Auto, cuda::count_cards().map(all).unwrap_or_default(), PATIENCE),
        Selection::AllCards => (Choice::Cuda(0), all(cuda::count_cards()?), Duration::ZERO),
        Selection::All => match cuda::count_cards() {
            Err(RuntimeError::NoDriver { .. } | RuntimeError::NoCard) => {
                (Choice::Cpu, vec![], Duration::ZERO)
            }
            count => {
                let mut others = all(count?);
                others.push(Choice::Cpu);
                (Choice::Cuda(0), others, Duration::ZERO)
            }
        },
        Selection::Cards(cards) => {
            let count = cuda::count_cards()?;
            if let Some(&ordinal) = cards.iter().find(|&&ordinal| ordinal >= count) {
                return Err(RuntimeError::NoSuchCard { ordinal, count });
            }
            let mut choices = cards.iter().map(|&ordinal| Choice::Cuda(ordinal));
            (choices.next().unwrap_or(Choice::Cuda(0)), choices.collect(), Duration::ZERO)
        }
    })
}

/// A device that joins a team. Dropping it waits for a device that is being opened: a process must not end within the
/// driver.
#[derive(Debug)]
pub struct Joining {
    /// How long the first device works alone before this one is opened.
    patience: Duration,
    /// Whether it is the CPU.
    is_cpu: bool,
    opening: Arc<OpeningDevice>,
}

/// A device that is opened on a thread of its own.
#[derive(Debug)]
struct OpeningDevice {
    /// What was asked for.
    choice: String,
    /// What the device is called, once it has been open.
    name: OnceLock<String>,
    entry: Mutex<MemberState>,
    changed: Condvar,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
enum MemberState {
    /// Nobody has asked for it yet.
    Closed {
        choice: Choice,
        memory: Option<MemorySize>,
        families: Vec<&'static str>,
    },
    Opening,
    Open(Device),
    /// It did not open, has failed since, or is not wanted any more.
    Out(Arc<RuntimeError>),
}

impl OpeningDevice {
    fn entry(&self) -> MutexGuard<'_, MemberState> {
        self.entry.lock()
    }

    /// Begins to open the device, if nobody has.
    fn begin(self: &Arc<Self>) {
        let mut entry = self.entry();
        let MemberState::Closed { choice, memory, families } = &mut *entry else { return };
        let (choice, memory, families) = (*choice, *memory, std::mem::take(families));
        *entry = MemberState::Opening;
        let opening = self.clone();
        let thread = thread::spawn(move || {
            let opened =
                Device::open(choice, memory).and_then(|device| device.preload(&families).map(|()| device));
            opening.enter(opened);
        });
        *self.thread.lock() = Some(thread);
    }

    /// Says what came of it, unless it is not wanted any more.
    fn enter(&self, opened: Result<Device, RuntimeError>) {
        let mut entry = self.entry();
        if matches!(*entry, MemberState::Opening) {
            *entry = match opened {
                Ok(device) => {
                    self.name.get_or_init(|| device.to_string());
                    MemberState::Open(device)
                }
                Err(error) => MemberState::Out(Arc::new(error)),
            };
            self.changed.notify_all();
        }
    }

    fn leave(&self, why: Arc<RuntimeError>) -> MemberState {
        let before = std::mem::replace(&mut *self.entry(), MemberState::Out(why));
        self.changed.notify_all();
        before
    }
}

impl Drop for Joining {
    fn drop(&mut self) {
        drop(self.opening.leave(Arc::new(RuntimeError::Interrupted)));
        let thread = self.opening.thread.lock().take();
        // A panic there was one of opening, which whoever waited has seen.
        let _ = thread.map(JoinHandle::join);
    }
}

impl Joining {
    fn new(
        choice: Choice,
        memory: Option<MemorySize>,
        families: &[&'static str],
        patience: Duration,
    ) -> Arc<Joining> {
        let entry = MemberState::Closed { choice, memory, families: families.to_vec() };
        Arc::new(Joining::in_state(choice.to_string(), entry, patience))
    }

    fn in_state(choice: String, entry: MemberState, patience: Duration) -> Joining {
        let is_cpu = match &entry {
            MemberState::Closed { choice, .. } => *choice == Choice::Cpu,
            MemberState::Open(device) => device.is_scalar(),
            _ => false,
        };
        let (name, entry, changed) = (OnceLock::new(), Mutex::new(entry), Condvar::new());
        let opening = OpeningDevice { choice, name, entry, changed, thread: Mutex::default() };
        Joining { patience, is_cpu, opening: Arc::new(opening) }
    }

    /// How long the first device of the team works alone before this one should be [opened](Self::begin).
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Whether the device is the CPU, which is known before it is open.
    pub fn is_cpu(&self) -> bool {
        self.is_cpu
    }

    /// Begins to open the device, if nobody has.
    pub fn begin(&self) {
        self.opening.begin();
    }

    /// The device, if it is open within `time`.
    ///
    /// # Errors
    /// Why it did not open, or takes no part any more.
    pub fn within(&self, time: Duration) -> Option<Result<Device, Arc<RuntimeError>>> {
        let end = Instant::now() + time;
        let mut entry = self.opening.entry();
        loop {
            match &*entry {
                MemberState::Open(device) => return Some(Ok(device.clone())),
                MemberState::Out(error) => return Some(Err(error.clone())),
                MemberState::Closed { .. } | MemberState::Opening => {}
            }
            let left = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            self.opening.changed.wait_for(&mut entry, left);
        }
    }

    /// Opens the device, if it is not open, and waits for it.
    ///
    /// # Errors
    /// Why it did not open, or takes no part any more.
    pub fn opened(&self) -> Result<Device, Arc<RuntimeError>> {
        self.begin();
        loop {
            if let Some(opened) = self.within(Duration::from_secs(60)) {
                return opened;
            }
        }
    }

    /// Says that the device has failed: it takes no part any more.
    pub fn lose(&self, error: Arc<RuntimeError>) {
        drop(self.opening.leave(error));
    }
}

impl fmt::Display for Joining {
    /// What the device is called, as [`Device`] has it, also when it has failed since; before it is open, what was
    /// asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opening.name.get().unwrap_or(&self.opening.choice))
    }
}
