//! Which call fails, and which card is lost.

use cust_raw::CUresult;

/// The most cards that there may be.
pub(crate) const MOST_CARDS: usize = 8;

/// Counts the calls, and says which fail.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    calls: u64,
    plan: Option<PlannedFault>,
    /// By card: the calls that were made in its context, and from which on it is lost.
    cards: [OfCard; MOST_CARDS],
    failed: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, Default)]
struct OfCard {
    calls: u64,
    loss: Option<Loss>,
}

/// The call that fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedFault {
    /// Its number, from 1.
    pub call: u64,
    /// Whether all later ones fail, too.
    pub for_good: bool,
    /// What it returns.
    pub code: CUresult,
}

/// A card that is lost from a call on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// Its number among those in the card's context, from 1.
    pub call: u64,
    /// What that call returns, and all after it in the context.
    pub code: CUresult,
}

/// The variable that has calls fail from the start: the number of a call, with `+` behind it for all later ones too.
const FAIL: &str = "SIMULATED_DRIVER_FAIL";
/// The variable that has cards be lost: `1:40` for card 1 at the 40th call in its context; several with commas between.
const LOSE: &str = "SIMULATED_DRIVER_LOSE";

impl PlannedFault {
    /// What a test asks for: none for call 0. The failure is that of memory that is used up for code 2, and else one
    /// that ends the context.
    pub fn asked(call: u64, for_good: bool, code: i32) -> Option<PlannedFault> {
        let code = match code {
            2 => CUresult::CUDA_ERROR_OUT_OF_MEMORY,
            _ => CUresult::CUDA_ERROR_LAUNCH_FAILED,
        };
        (call > 0).then_some(PlannedFault { call, for_good, code })
    }

    /// That of the environment. A number that cannot be read fails the first call, so that it is noticed.
    fn of_environment() -> Option<PlannedFault> {
        let value = std::env::var(FAIL).ok()?;
        let number = value.strip_suffix('+');
        let call = number.unwrap_or(&value).parse().unwrap_or(1);
        Some(PlannedFault { call, for_good: number.is_some(), code: CUresult::CUDA_ERROR_LAUNCH_FAILED })
    }
}

impl Loss {
    /// What a test asks for: none for call 0. The failure is that of memory that has lost its contents for code 214,
    /// and else that of a kernel.
    pub fn asked(call: u64, code: i32) -> Option<Loss> {
        let code = match code {
            214 => CUresult::CUDA_ERROR_ECC_UNCORRECTABLE,
            _ => CUresult::CUDA_ERROR_LAUNCH_FAILED,
        };
        (call > 0).then_some(Loss { call, code })
    }

    /// The cards of a variable's value and from which call on each is lost, or nothing if it cannot be read.
    fn parse(value: &str) -> Option<Vec<(usize, u64)>> {
        let one = |text: &str| {
            let (card, call) = text.split_once(':')?;
            Some((card.parse().ok().filter(|&card| card < MOST_CARDS)?, call.parse().ok()?))
        };
        value.split(',').map(one).collect()
    }
}

impl Faults {
    /// Before any call.
    pub fn at_the_start() -> Faults {
        let mut faults = Faults { plan: PlannedFault::of_environment(), ..Faults::default() };
        if let Ok(value) = std::env::var(LOSE) {
            match Loss::parse(&value) {
                Some(losses) => {
                    losses.into_iter().for_each(|(card, call)| faults.lose(card, Loss::asked(call, 0)))
                }
                // As for a number that cannot be read.
                None => faults.plan = PlannedFault::asked(1, true, 0),
            }
        }
        faults
    }

    /// Forgets the calls so far; from now on, they fail as `plan` says, and no card is lost.
    pub fn restart(&mut self, plan: Option<PlannedFault>) {
        *self = Faults { plan, ..Faults::default() };
    }

    /// Has a card be lost as `loss` says.
    pub fn lose(&mut self, card: usize, loss: Option<Loss>) {
        if let Some(of_card) = self.cards.get_mut(card) {
            of_card.loss = loss;
        }
    }

    /// Counts a call, in the context of `card` if it is made in one, and tells what it fails with, if it does.
    pub fn next(&mut self, name: &'static str, card: Option<usize>) -> Result<(), CUresult> {
        self.calls += 1;
        let of_card = card.and_then(|card| self.cards.get_mut(card));
        of_card.into_iter().for_each(|of_card| of_card.calls += 1);
        match card.and_then(|card| self.lost(card)).or(self.planned()) {
            Some(code) => {
                self.failed.get_or_insert(name);
                Err(code)
            }
            None => Ok(()),
        }
    }

    /// What the last call fails with by the plan.
    fn planned(&self) -> Option<CUresult> {
        let plan = self.plan?;
        let fails = self.calls == plan.call || (plan.for_good && self.calls > plan.call);
        fails.then_some(plan.code)
    }

    /// What calls in the context of a card fail with if it is lost by now.
    pub fn lost(&self, card: usize) -> Option<CUresult> {
        let OfCard { calls, loss } = self.cards.get(card)?;
        loss.filter(|loss| *calls >= loss.call).map(|loss| loss.code)
    }

    /// How many calls there were.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// How many there were in the context of a card.
    pub fn calls_of(&self, card: usize) -> u64 {
        self.cards.get(card).map_or(0, |of_card| of_card.calls)
    }

    /// The first call that failed as planned.
    pub fn failed(&self) -> Option<&'static str> {
        self.failed
    }
}
