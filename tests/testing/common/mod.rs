//! What the integration tests share: the devices of this machine, and counting on them.

pub mod at;

use std::fmt::Debug;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use motherlode::graph::{Csr, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::{Context, CountOptions, Method, MineError, Target, count};
use motherlode::pattern::Pattern;
use motherlode::plan::{Features, Induced, Matching, Semantics};
use motherlode::runtime::{Choice, Device, Interrupt, MemorySize, RuntimeError};

/// Every device that can be had here: the CPU, the emulated machine where it is built in, and the card if there is one.
pub fn devices() -> Vec<Device> {
    let mut devices = vec![Device::cpu(None)];
    #[cfg(feature = "emulated")]
    devices.push(Device::emulated(17));
    devices.extend(card());
    devices
}

/// Those for which a large graph is small: all but the emulated machine.
pub fn quick_devices() -> impl Iterator<Item = Device> {
    [Some(Device::cpu(None)), card()].into_iter().flatten()
}

/// Where the shared data is: beside the repository, or where MOTHERLODE_SHARED_DATA says.
pub fn data() -> PathBuf {
    std::env::var_os("MOTHERLODE_SHARED_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}

/// The first card, if there is one. A card that fails is a failed test, not a missing card.
pub fn card() -> Option<Device> {
    match Device::open(Choice::Cuda(0), None) {
        Ok(device) => Some(device),
        Err(RuntimeError::NoDriver { .. } | RuntimeError::NoCard) => None,
        Err(error) => panic!("the card cannot be opened: {error}"),
    }
}

/// Counts `pattern` in `graph` on `device` by walking a plan.
pub fn count_on<'g>(
    device: &Device,
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    matching: impl Into<Matching>,
) -> Result<u128, MineError> {
    count_by(Method::Walk, device, graph, pattern, matching)
}

/// Counts `pattern` in `graph` on `device` by a given method.
pub fn count_by<'g>(
    method: Method,
    device: &Device,
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    matching: impl Into<Matching>,
) -> Result<u128, MineError> {
    let options = CountOptions::default().matching(matching).method(method);
    count(graph, pattern, device, &options).map(|counted| counted.count)
}

/// What `pattern` counts in `graph` on `device`, as `options` say.
pub fn count_with<'g>(
    device: &Device,
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    options: &CountOptions,
) -> u128 {
    count(graph, pattern, device, options).unwrap().count
}

/// Checks that a job ends at its deadline which searches a root of a graph for days.
pub fn check_deadline<T: Debug>(job: impl FnOnce(&Csr, Context) -> Result<T, MineError>) {
    let graph = generate::gnm(9, 118_000, 1).unwrap();
    let start = Instant::now();
    let interrupt = Interrupt::default().at(start + Duration::from_millis(300));
    let ended = job(&graph, Context::default().interrupt(interrupt));
    assert!(matches!(ended, Err(MineError::Runtime(RuntimeError::Deadline))), "{ended:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Checks that a job answers the same with less and less memory, of so many bytes, until it is refused.
pub fn check_with_less_memory<T: PartialEq>(
    bytes: Range<u64>,
    job: impl Fn(&Device) -> Result<T, MineError>,
) {
    let Ok(wanted) = job(&Device::cpu(None)) else { panic!("it fails without a limit") };
    let (mut right, Range { start, end: mut bytes }) = (0, bytes);
    while bytes > start {
        match job(&Device::cpu(Some(MemorySize(bytes)))) {
            Ok(found) => {
                right += 1;
                assert!(found == wanted, "{bytes} bytes");
            }
            Err(error) => assert!(error.is_lack_of_memory(), "{bytes} bytes: {error}"),
        }
        bytes -= bytes / 4;
    }
    assert!(right > 3, "it was right {right} times");
}

/// Options to walk, by plans that are made as `planner` says.
pub fn walking(matching: impl Into<Matching>, planner: Features) -> CountOptions {
    CountOptions::default().matching(matching).method(Method::Walk).planner(planner)
}

/// Options to list everything.
pub fn listing(matching: impl Into<Matching>) -> ListOptions {
    ListOptions::default().matching(matching)
}

/// Every meaning of a match that may be asked for, edge-induced and vertex-induced.
pub fn matchings() -> impl Iterator<Item = Matching> {
    Induced::ALL
        .into_iter()
        .flat_map(|induced| Semantics::ALL.map(|semantics| Matching { induced, semantics }))
}
