//! What a terminal shows while a job runs: nothing in the first second, then what is being done.

use std::io::{self, IsTerminal};
use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use motherlode::mine::Progress;

/// Jobs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// A line on a terminal's standard error, removed when this is dropped. Nothing is shown where standard error is not
/// a terminal.
pub struct Status {
    bar: ProgressBar,
    counting: Once,
    // Dropping it tells the thread that waits to show the line that it need not.
    waiting: Option<Sender<()>>,
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
        let status = Status { bar, counting: Once::new(), waiting };
        status.stage(stage);
        status
    }

    /// Says what is being done now.
    pub fn stage(&self, stage: impl Into<String>) {
        self.bar.set_message(stage.into());
    }

    /// Shows how many tasks are done, their rate, and the time that remains.
    pub fn progress(&self, progress: Progress) {
        self.counting.call_once(|| {
            self.bar.set_style(style(
                "{spinner} {msg} {wide_bar} {human_pos}/{human_len} tasks, {per_sec}, {eta} left",
            ));
        });
        // A job may have several parts, each with its own tasks.
        if self.bar.length() != Some(progress.all) || progress.done < self.bar.position() {
            self.bar.set_length(progress.all);
            self.bar.set_position(progress.done);
            self.bar.reset_eta();
        }
        self.bar.set_position(progress.done);
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        self.waiting.take();
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
