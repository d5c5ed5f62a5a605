//! Searches that are asked to stop, and those whose time is over.

use std::time::Instant;

use motherlode::mine::Context;
use motherlode::mine::MineError;
use motherlode::mine::transactions::{FrequentOptions, PreparedDatabase};
use motherlode::runtime::{Interrupt, RuntimeError};

use super::common::devices;
use super::mining::{database, search};

/// Two paths of three edges, each of a label of its own.
const PATHS: &str = "\
t # 0
v 0 1
v 1 2
v 2 3
v 3 4
e 0 1 1
e 1 2 2
e 2 3 3
t # 1
v 0 1
v 1 2
v 2 3
v 3 4
e 0 1 1
e 1 2 2
e 2 3 3
";

#[test]
fn a_request_and_a_deadline_are_told_apart() {
    let database = database(PATHS);
    let prepared = PreparedDatabase::new(&database, 2);
    for device in devices() {
        let run = |interrupt: &Interrupt| {
            let context = Context::default().interrupt(interrupt.clone());
            search(&device, &prepared, &FrequentOptions::default().support(2).context(context), |_| ())
        };
        let interrupt = Interrupt::default();
        assert!(run(&interrupt).is_ok(), "{device}");
        let late = run(&interrupt.at(Instant::now()));
        assert!(matches!(late, Err(MineError::Runtime(RuntimeError::Deadline))), "{late:?} on {device}");
        interrupt.request();
        let asked = run(&interrupt);
        let expected = matches!(asked, Err(MineError::Runtime(RuntimeError::Interrupted)));
        assert!(expected, "{asked:?} on {device}");
    }
}
