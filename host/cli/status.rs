//! What a terminal shows while a job runs: nothing in the first second, then what is being done.

use std::fmt::{self, Write};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use motherlode::mine::strategy::Strategy;
use motherlode::mine::{Context, Progress, transactions};
use motherlode::pattern::Pattern;
use motherlode::runtime::Interrupt;
use parking_lot::Mutex;

use super::exit::complain;

/// Jobs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);
/// How long a part of a job must have run, and that one of so many tasks must be done, before the time that remains is
/// told: tasks take times that differ by orders of magnitude, and the first are no sample of all.
const MEANINGFUL: (Duration, u64) = (Duration::from_secs(3), 20);

/// A line on a terminal's standard error, removed at its end or when this is dropped. Nothing is shown where standard
/// error is not a terminal.
pub struct Status {
    bar: ProgressBar,
    counting: Once,
    // Dropping it tells the thread that waits to show the line that it need not.
    waiting: Mutex<Option<Sender<()>>>,
}

impl Status {
    /// Starts with `stage` as what is being done.
    pub fn new(stage: impl Into<String>) -> Status {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style("{spinner} {msg} ({elapsed})"));
        let waiting = io::stderr().is_terminal().then(|| {
            let (sender, receiver) = mpsc::channel::<()>();
            let bar = bar.clone();
            thread::spawn(move || {
                if receiver.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
            sender
        });
        let status = Status { bar, counting: Once::new(), waiting: Mutex::new(waiting) };
        status.stage(stage);
        status
    }

    /// Says what is being done now.
    pub fn stage(&self, stage: impl Into<String>) {
        self.bar.set_message(stage.into());
    }

    /// Writes one line to standard error, above what is shown.
    pub fn complain(&self, message: impl fmt::Display) {
        self.bar.suspend(|| complain(message));
    }

    /// Removes the line for good, although a job may go on that no one waits for.
    pub fn end(&self) {
        self.waiting.lock().take();
        self.bar.finish_and_clear();
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }

    /// Runs `job`, a search for frequent patterns, and shows meanwhile how far it has come, or that it is stopping.
    pub fn watching<T>(
        &self,
        search: &transactions::SearchStatus,
        interrupt: &Interrupt,
        job: impl FnOnce() -> T,
    ) -> T {
        self.bar.set_style(style("{spinner} {msg} ({elapsed})"));
        let finished = AtomicBool::new(false);
        thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                let start = Instant::now();
                while !finished.load(Ordering::Acquire) {
                    thread::park_timeout(TICK);
                    self.stage(if interrupt.requested() {
                        "stopping".into()
                    } else {
                        search_line(search, start.elapsed())
                    });
                }
            });
            let result = job();
            finished.store(true, Ordering::Release);
            watcher.thread().unpark();
            result
        })
    }

    /// What a job runs under that stops by `interrupt` and shows its progress here. The line is removed once the job
    /// has dropped it, too.
    pub fn context(self: &Arc<Self>, interrupt: &Interrupt) -> Context {
        let (status, stop) = (self.clone(), interrupt.clone());
        let progress = move |progress| status.progress_unless(stop.requested(), progress);
        let status = self.clone();
        let walked = move |pattern: &Pattern, meant: Strategy| {
            status.complain(format_args!(
                "{pattern}: counted by the walk, which may take far longer: the method {meant} does not fit in the memory \
                 (--memory)"
            ));
        };
        Context::default().interrupt(interrupt.clone()).progress(progress).walked(walked)
    }

    /// Shows how many tasks are done, their rate, and the time that remains; or that the job is stopping.
    fn progress_unless(&self, stopping: bool, progress: Progress) {
        if stopping {
            // Such a job has drawn all its tasks, which says nothing of how far it came.
            self.stage("stopping");
            return;
        }
        self.counting.call_once(|| {
            self.bar.set_style(style(
                "{spinner} {msg} {wide_bar} {human_pos}/{human_len} tasks, {rate}, {left} left",
            ));
        });
        // A job may have several parts, each with its own tasks.
        if self.bar.length() != Some(progress.all) || progress.done < self.bar.position() {
            self.bar.set_length(progress.all);
            self.bar.set_position(progress.done);
            self.bar.reset_eta();
            self.bar.reset_elapsed();
        }
        self.bar.set_position(progress.done);
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        self.end();
    }
}

fn search_line(search: &transactions::SearchStatus, elapsed: Duration) -> String {
    let rate = search.patterns() as f64 / elapsed.as_secs_f64().max(1e-3);
    format!(
        "{} patterns, {}/s; growing {} edges, {} embeddings",
        HumanCount(search.patterns()),
        HumanCount(rate as u64),
        search.edges(),
        HumanCount(search.frontier()),
    )
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        // A number of whole tasks: the fraction would only flicker.
        let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
    };
    let left = |state: &ProgressState, out: &mut dyn Write| {
        let _ = match time_left(state.pos(), state.len().unwrap_or(0), state.elapsed()) {
            None => write!(out, "?"),
            Some(left) => write!(out, "{:#}", HumanDuration(left)),
        };
    };
    style.with_key("rate", rate).with_key("left", left)
}

/// The time that the tasks take that are left, if `done` of `all` in `elapsed` tell; the rate of late would tell less,
/// as tasks differ.
fn time_left(done: u64, all: u64, elapsed: Duration) -> Option<Duration> {
    let (least, part) = MEANINGFUL;
    if done == 0 || elapsed < least || done.saturating_mul(part) < all {
        return None;
    }
    let times = all.saturating_sub(done) as f64 / done as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * times).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a second, with a thousandth done, hours were foretold for a job of ten seconds.
    #[test]
    fn no_time_is_told_before_it_means_something() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(0, 100, seconds(9)), None);
        assert_eq!(time_left(4, 100, seconds(9)), None, "too few tasks");
        assert_eq!(time_left(50, 100, seconds(2)), None, "too early");
        assert_eq!(time_left(5, 100, seconds(3)), Some(seconds(57)));
        assert_eq!(time_left(75, 100, seconds(30)), Some(seconds(10)));
        assert_eq!(time_left(100, 100, seconds(30)), Some(seconds(0)));
        assert_eq!(time_left(u64::MAX, u64::MAX, seconds(30)), Some(seconds(0)));
    }
}
