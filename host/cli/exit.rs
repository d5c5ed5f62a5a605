//! How the command ends: what standard error says, and the exit code.

use std::any::Any;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::panic;

use motherlode::graph::GraphError;
use motherlode::graph::generate::GenerateError;
use motherlode::mine::{Blame, MineError};
use motherlode::pattern::PatternError;
use motherlode::plan::PlanError;
use motherlode::runtime::RuntimeError;
use motherlode::transactions::DatabaseError;
use parking_lot::Mutex;

use super::{first_help, hints, limits, renamed};

/// All was done.
pub const DONE: u8 = 0;
/// A job failed.
pub const FAILED: u8 = 1;
/// The command line, an input file or a pattern is wrong, or there is no such device.
const MISUSED: u8 = 2;
/// Ended by Ctrl-C (or another signal that asks to end): 128 + SIGINT.
pub const INTERRUPTED: u8 = 130;

/// Where the last panic happened, for [`on_panic`].
static PANIC_PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Writes one line to standard error; that it cannot be written is nobody's concern.
pub fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "motherlode: {message}");
}

/// An error of the command itself that the user can mend: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misuse(pub String);

/// Ends after an error.
pub fn on_error(error: &anyhow::Error) -> u8 {
    if is_broken_pipe(error) {
        return DONE;
    }
    let chain = chain(error);
    limits::last_word(match error.chain().find_map(hints::of) {
        Some(hint) => format!("{chain} ({hint})"),
        None => chain,
    });
    code(error)
}

/// Ends after a command line, of these words, that was refused, or after help was asked for.
pub fn on_refusal(refusal: &clap::Error, words: &[OsString]) -> u8 {
    if !refusal.use_stderr() {
        // Whoever reads the help may stop reading.
        let _ = refusal.print();
        return DONE;
    }
    if words.len() < 2 {
        complain(first_help::TEXT);
        return MISUSED;
    }
    if let Some(renamed) = renamed::of(refusal, words) {
        complain(renamed);
        return MISUSED;
    }
    let text = refusal.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    complain(text.trim_end().trim_end_matches("For more information, try '--help'.").trim_end());
    MISUSED
}

/// Ends after a panic, which is always a defect of ours.
pub fn on_panic(panic: &(dyn Any + Send)) -> u8 {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text =
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into());
    let place = PANIC_PLACE.lock().take().unwrap_or_else(|| "somewhere".into());
    complain(format_args!(
        "internal error at {place}: {text}. This is a defect in motherlode: please report it (with RUST_BACKTRACE=1, \
         it says more)"
    ));
    FAILED
}

/// Leaves it to [`on_panic`] to report a panic, unless a backtrace was asked for.
pub fn quieten_panics() {
    let usual = panic::take_hook();
    let backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0");
    panic::set_hook(Box::new(move |info| {
        limits::end_if_refused(info);
        *PANIC_PLACE.lock() = info.location().map(ToString::to_string);
        if backtrace {
            usual(info);
        }
    }));
}

/// Whether the reader of our output went away, which ends a pipe like `motherlode … | head -1` as it should.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|io| io.kind() == ErrorKind::BrokenPipe)
}

/// The error and its causes on one line, without those that the text before already ends with.
fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

fn code(error: &anyhow::Error) -> u8 {
    error.chain().find_map(code_of).unwrap_or(FAILED)
}

/// The exit code that goes with a cause, where it decides.
fn code_of(cause: &(dyn std::error::Error + 'static)) -> Option<u8> {
    if let Some(error) = cause.downcast_ref::<RuntimeError>() {
        return Some(code_of_device(error));
    }
    match cause.downcast_ref().map(MineError::blames) {
        Some(Blame::Device(error)) => return Some(code_of_device(error)),
        Some(Blame::Pattern | Blame::Labels | Blame::Argument | Blame::Request) => return Some(MISUSED),
        Some(Blame::Job) | None => (),
    }
    match cause.downcast_ref() {
        Some(GraphError::Write { source, .. }) if source.kind() == ErrorKind::ResourceBusy => {
            return Some(MISUSED);
        }
        Some(GraphError::Write { .. }) => return Some(FAILED),
        Some(_) => return Some(MISUSED),
        None => (),
    }
    match cause.downcast_ref() {
        Some(GenerateError::Memory { .. }) => return Some(FAILED),
        Some(_) => return Some(MISUSED),
        None => (),
    }
    let busy = cause.downcast_ref().is_some_and(|io: &io::Error| io.kind() == ErrorKind::ResourceBusy);
    let misuse = busy
        || cause.is::<PatternError>()
        || cause.is::<PlanError>()
        || cause.is::<DatabaseError>()
        || cause.is::<Misuse>();
    misuse.then_some(MISUSED)
}

fn code_of_device(error: &RuntimeError) -> u8 {
    match error {
        RuntimeError::Interrupted => INTERRUPTED,
        RuntimeError::NoDriver { .. }
        | RuntimeError::NoCard
        | RuntimeError::NoSuchCard { .. }
        | RuntimeError::CardTooOld { .. }
        | RuntimeError::DriverTooOld { .. }
        | RuntimeError::BudgetTooLarge { .. } => MISUSED,
        _ => FAILED,
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let cause = anyhow::Error::new(io::Error::other("disk on fire"));
        let error = cause.context("reading g.el: disk on fire").context("cannot count");
        assert_eq!(chain(&error), "cannot count: reading g.el: disk on fire");
    }

    #[test]
    fn codes() {
        let code_of = |error: RuntimeError| code(&anyhow::Error::new(MineError::from(error)));
        assert_eq!(code_of(RuntimeError::Interrupted), INTERRUPTED);
        assert_eq!(code_of(RuntimeError::NoCard), MISUSED);
        assert_eq!(code_of(RuntimeError::Driver { call: "x", reason: "y".into() }), FAILED);
        assert_eq!(code(&MineError::LeftOut(RuntimeError::NoCard.into()).into()), MISUSED);
        assert_eq!(code(&anyhow::Error::new(MineError::MotifSize { k: 9 })), MISUSED);
        let misuse: anyhow::Result<()> = Err(Misuse("no".into())).context("more");
        assert_eq!(code(&misuse.unwrap_err()), MISUSED);
        assert_eq!(code(&anyhow::anyhow!("anything")), FAILED);
    }

    #[test]
    fn a_broken_pipe_anywhere_in_the_chain() {
        let error = anyhow::Error::new(io::Error::from(ErrorKind::BrokenPipe)).context("writing");
        assert!(is_broken_pipe(&error));
        assert!(!is_broken_pipe(&anyhow::Error::new(io::Error::from(ErrorKind::NotFound))));
    }
}
