//! The search on several devices.
//!
//! One device begins with all of it. Whoever has nothing to do waits for a part, and whoever has more than it can do
//! gives one away: of what was selected in a window, or a window that it has not come to. So each device is busy until
//! the end, however uneven the patterns are. What a device has reported stays right when it fails: it leaves what it
//! has not come to, pattern by pattern.

use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::assignment::Assignment;
use super::batch::{PatternBatch, SearchSite};
use super::frontier::{Frontier, TakenPart};
use super::roots::roots;
use super::search::PatternSearch;
use super::window::Selector;
use crate::MineError;
use crate::deal::{Crew, Done, Pace, Share, Work};
use crate::runtime::{Device, Team};

/// Searches with all devices of a team.
///
/// # Errors
/// When all devices fail or their budgets are too small for one pattern's embeddings, the error of the first that did;
/// when `found` fails, or an interrupt was requested. What was reported before is right.
pub(super) fn search(selector: Selector<'_>, team: &Team) -> Result<(), MineError> {
    let frontier = Frontier::new();
    let helper = |device: &Device| Helper {
        selector,
        frontier: &frontier,
        device: device.clone(),
        devices: 1 + team.others().len() as u64,
    };
    let crew = Crew { team, first: helper(team.first()), others: |device: &Device| Ok(helper(device)) };
    // Nobody knows how many patterns there are, and each device says by itself how many it has found.
    let context = selector.options.context.without_progress().without_shares();
    let pace = Pace::Doubling { first: 1, most: 1 };
    let dealt = crew.deal_from(Done::default(), pace, &context, |_| ControlFlow::Continue(())).map(|_| ());
    frontier.into_failure().map_or(dealt, Err)
}

/// A device that takes part.
struct Helper<'j> {
    selector: Selector<'j>,
    frontier: &'j Frontier,
    device: Device,
    /// How many devices there are.
    devices: u64,
}

/// What a device has done.
#[derive(Default)]
struct Account {
    /// Patterns that it has reported.
    patterns: u64,
    busy: Duration,
}

/// A task is to take part until everything is done: there is one for each device. A device that comes too late, or has
/// failed, leaves its task to others, who have nothing to do for it by then.
impl Work for Helper<'_> {
    type Tally = ();

    fn tasks(&self) -> u64 {
        let Selector { prepared, options, .. } = self.selector;
        if options.max_edges == 0 || prepared.kinds.is_empty() { 0 } else { self.devices }
    }

    /// A search has steps enough that keep the device busy, and each takes memory.
    fn shares_overlap(&self) -> bool {
        false
    }

    fn run(&mut self, _: &Share<'_>) -> Result<(), MineError> {
        let mut account = Account::default();
        let ended = self.help(&mut account);
        if !account.busy.is_zero() {
            let context = &self.selector.options.context;
            context.report_share(&self.device.to_string(), account.patterns, account.busy);
        }
        ended
    }
}

impl Helper<'_> {
    /// Works at parts until everything is done, or the search has ended.
    ///
    /// # Errors
    /// When the device fails: what it has not done is left to others.
    fn help(&self, account: &mut Account) -> Result<(), MineError> {
        if self.frontier.is_over() {
            return Ok(());
        }
        let start = Instant::now();
        let Selector { prepared, options, .. } = self.selector;
        let site = SearchSite::new(prepared, &self.device, options.variant)?;
        let roots = Rc::new(roots(prepared, &site, 0..usize::MAX)?);
        account.busy += start.elapsed();
        while let Some(part) = self.frontier.take(&options.context) {
            let start = Instant::now();
            let ended = self.search(&site, &roots, &part, account);
            account.busy += start.elapsed();
            ended?;
        }
        Ok(())
    }

    /// Works at one part. `roots` are the frequent edges, which all parts begin with.
    ///
    /// # Errors
    /// When the device fails.
    fn search<'s>(
        &self,
        site: &'s SearchSite<'s>,
        roots: &Rc<PatternBatch<'s>>,
        part: &TakenPart<'_>,
        account: &mut Account,
    ) -> Result<(), MineError> {
        let assignment = Assignment::new(self.frontier, &part.codes);
        let search =
            PatternSearch { selector: Selector { assignment: Some(&assignment), ..self.selector }, site };
        let ended = search.part(roots);
        account.patterns += assignment.patterns();
        match ended {
            Ok(()) => assignment.finish(),
            Err(why) => {
                self.frontier.end(why);
                Ok(())
            }
        }
    }
}
