//! Which call fails.

use cust_raw::CUresult;

/// Counts the calls, and says which fail.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    calls: u64,
    plan: Option<Plan>,
    failed: Option<&'static str>,
}

/// The call that fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Its number, from 1.
    pub call: u64,
    /// Whether all later ones fail, too.
    pub for_good: bool,
    /// What it returns.
    pub code: CUresult,
}

/// The variable that has calls fail from the start: the number of a call, with `+` behind it for all later ones too.
const VARIABLE: &str = "SIMULATED_DRIVER_FAIL";

impl Plan {
    /// What a test asks for: none for call 0. The failure is that of memory that is used up for code 2, and else one that ends
    /// the context.
    pub fn asked(call: u64, for_good: bool, code: i32) -> Option<Plan> {
        let code = match code {
            2 => CUresult::CUDA_ERROR_OUT_OF_MEMORY,
            _ => CUresult::CUDA_ERROR_LAUNCH_FAILED,
        };
        (call > 0).then_some(Plan { call, for_good, code })
    }

    /// That of the environment. A number that cannot be read fails the first call, so that it is noticed.
    fn of_environment() -> Option<Plan> {
        let value = std::env::var(VARIABLE).ok()?;
        let number = value.strip_suffix('+');
        let call = number.unwrap_or(&value).parse().unwrap_or(1);
        Some(Plan { call, for_good: number.is_some(), code: CUresult::CUDA_ERROR_LAUNCH_FAILED })
    }
}

impl Faults {
    /// Before any call.
    pub fn at_the_start() -> Faults {
        Faults { plan: Plan::of_environment(), ..Faults::default() }
    }

    /// Forgets the calls so far; from now on, they fail as `plan` says.
    pub fn restart(&mut self, plan: Option<Plan>) {
        *self = Faults { plan, ..Faults::default() };
    }

    /// Counts a call, and tells what it fails with, if it does.
    pub fn next(&mut self, name: &'static str) -> Result<(), CUresult> {
        self.calls += 1;
        let Some(plan) = self.plan else { return Ok(()) };
        if self.calls == plan.call || (plan.for_good && self.calls > plan.call) {
            self.failed.get_or_insert(name);
            return Err(plan.code);
        }
        Ok(())
    }

    /// How many calls there were.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// The first call that failed as planned.
    pub fn failed(&self) -> Option<&'static str> {
        self.failed
    }
}
