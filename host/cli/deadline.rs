//! `--deadline`: jobs that end when their time is up.

use std::time::{Duration, Instant};

use clap::Args;
use motherlode::runtime::Interrupt;

use super::signals;

/// When a job ends, done or not.
#[derive(Args, Debug, Default)]
pub struct DeadlineArgs {
    /// Stop after this time, as 90s, 10min or 2h
    ///
    /// A job that is not done by then, counted from its start, ends with exit code 1. What it found so far is never
    /// printed as the answer: where it is told at all, it is told on standard error, as a part. The default is no
    /// deadline.
    #[arg(long, value_name = "DURATION", value_parser = duration, help_heading = "Counting options")]
    deadline: Option<Duration>,
}

impl DeadlineArgs {
    /// Whether there is a deadline.
    pub fn is_there(&self) -> bool {
        self.deadline.is_some()
    }

    /// When a part of the time is over that a job has which began at `start`; none if there is no deadline.
    pub fn part(&self, start: Instant, part: f64) -> Option<Instant> {
        start.checked_add(self.deadline?.mul_f64(part))
    }

    /// `interrupt`, which is also requested at the deadline of a job that started at `start`. The process ends soon
    /// after it, whatever the job does.
    pub fn after(&self, start: Instant, interrupt: &Interrupt) -> Interrupt {
        // A time that the clock cannot tell never comes.
        let Some(deadline) = self.deadline.and_then(|deadline| start.checked_add(deadline)) else {
            return interrupt.clone();
        };
        signals::end_after(deadline);
        interrupt.at(deadline)
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| "it must be a number and a unit, as '90s', '10min' or '1h 30min'".into())
}
