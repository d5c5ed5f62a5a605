//! The simulated driver, in this process.

use std::ffi::{c_char, c_int};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cust_raw::CUresult;
use libloading::{Library, Symbol};

/// Where cargo has put the library: beside this test, or one folder up. `FAULTS_DRIVER` names another, such as the
/// example `failing_driver`, which fails on a real card.
pub fn library() -> PathBuf {
    if let Some(named) = std::env::var_os("FAULTS_DRIVER") {
        return named.into();
    }
    let test = std::env::current_exe().unwrap();
    let name = "libsimulated_driver.so";
    let found = test.ancestors().skip(1).take(2).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("no {name} near {}", test.display()))
}

/// Runs the test that calls this in a process of its own, beside others, as there is one driver in a process. Returns
/// whether this is that process: else the test is done.
pub fn in_own_process() -> bool {
    const OWN: &str = "FAULTS_OWN_PROCESS";
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    // One test at a time runs on the main thread.
    if std::env::var_os(OWN).is_some() || test == "main" {
        return true;
    }
    let mut process = Command::new(std::env::current_exe().unwrap());
    let done = process.args(["--exact", test, "--nocapture"]).env(OWN, "1").output().unwrap();
    let text = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(done.status.success(), "{test}: {}\n{text}", done.status);
    assert!(text.contains("1 passed"), "{test}: {text}");
    false
}

/// The one driver of the process, used by one test at a time.
pub struct Simulated {
    library: Library,
    _alone: MutexGuard<'static, ()>,
}

/// Which call fails, from 1, and how.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub call: u64,
    pub for_good: bool,
    /// As if memory were used up; else as if the card had failed.
    pub out_of_memory: bool,
}

impl Fault {
    pub fn how(&self) -> &'static str {
        match (self.for_good, self.out_of_memory) {
            (true, _) => "and all after it",
            (false, true) => "out of memory",
            (false, false) => "once",
        }
    }
}

impl Simulated {
    pub fn load() -> Simulated {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: its initialisers do nothing. Whoever looks for libcuda.so from now on finds it by that name.
        let library = unsafe { Library::new(library()) }.unwrap();
        let simulated = Simulated { library, _alone: alone };
        simulated.restart(None);
        // What a test has left that failed: pages are in no context that would end with it.
        if simulated.live() > 0 {
            simulated.wipe();
        }
        simulated.abandoned();
        simulated.cards(1);
        simulated.links(true);
        simulated.host_bytes(1 << 30);
        simulated
    }

    /// One with so many cards.
    pub fn with_cards(count: c_int) -> Simulated {
        let simulated = Simulated::load();
        assert!(simulated.cards(count), "{count} cards");
        simulated
    }

    /// Has the machine have so many cards, unless one is in use.
    pub fn cards(&self, count: c_int) -> bool {
        self.function::<extern "C" fn(c_int) -> c_int>("simulated_driver_cards")(count) != 0
    }

    /// Has all cards have links, or none.
    pub fn links(&self, on: bool) {
        self.function::<extern "C" fn(c_int)>("simulated_driver_links")(on.into());
    }

    /// Has so many bytes of the host's memory be what can be in pages.
    pub fn host_bytes(&self, bytes: usize) {
        self.function::<extern "C" fn(usize)>("simulated_driver_host_bytes")(bytes);
    }

    /// A property of a card by its number, of which `cust_raw` does not know all.
    pub fn attribute(&self, number: u32, card: c_int) -> c_int {
        let mut value = -1;
        let attribute: Symbol<'_, unsafe extern "C" fn(*mut c_int, u32, c_int) -> c_int> =
            self.function("cuDeviceGetAttribute");
        // SAFETY: the driver's function, with its types.
        assert_eq!(unsafe { attribute(&mut value, number, card) }, 0);
        value
    }

    fn function<F>(&self, name: &str) -> Symbol<'_, F> {
        // SAFETY: the callers name functions of the library with their types.
        unsafe { self.library.get(name) }.unwrap()
    }

    /// Counts calls anew, and has them fail as planned.
    pub fn restart(&self, fault: Option<Fault>) {
        let restart: Symbol<'_, extern "C" fn(u64, c_int, c_int)> = self.function("simulated_driver_restart");
        match fault {
            Some(Fault { call, for_good, out_of_memory }) => {
                restart(call, for_good.into(), if out_of_memory { 2 } else { 719 });
            }
            None => restart(0, 0, 0),
        }
    }

    /// Has a card be lost with a call in its context, from 1, that returns `code` as all after it do; 0 for none.
    pub fn lose(&self, card: c_int, call: u64, code: CUresult) {
        let lose: Symbol<'_, extern "C" fn(c_int, u64, c_int)> = self.function("simulated_driver_lose");
        lose(card, call, code as c_int);
    }

    /// How many calls there were in a card's context.
    pub fn card_calls(&self, card: c_int) -> u64 {
        self.function::<extern "C" fn(c_int) -> u64>("simulated_driver_card_calls")(card)
    }

    pub fn calls(&self) -> u64 {
        self.function::<extern "C" fn() -> u64>("simulated_driver_calls")()
    }

    pub fn live(&self) -> u64 {
        self.function::<extern "C" fn() -> u64>("simulated_driver_live")()
    }

    /// Ends what is left of a job.
    pub fn wipe(&self) {
        self.function::<extern "C" fn()>("simulated_driver_wipe")();
    }

    pub fn abandoned(&self) -> u64 {
        self.function::<extern "C" fn() -> u64>("simulated_driver_abandoned")()
    }

    /// The call that failed, if one did.
    pub fn failed(&self) -> Option<String> {
        let failed: Symbol<'_, unsafe extern "C" fn(*mut c_char, usize) -> usize> =
            self.function("simulated_driver_failed");
        let mut name = [0u8; 64];
        // SAFETY: there is so much room.
        let length = unsafe { failed(name.as_mut_ptr().cast(), name.len()) };
        (length > 0).then(|| String::from_utf8(name[..length].to_vec()).unwrap())
    }
}
