//! What a listing says when it is done.

use std::fmt;
use std::path::Path;

use motherlode::mine::Seconds;
use motherlode::mine::list::Rejection;
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use serde::Serialize;

use crate::report::{self, counted, percent};

/// What was looked for, and what was written.
#[derive(Serialize)]
pub(super) struct ListReport<'a> {
    pub(super) pattern: &'a str,
    #[serde(flatten)]
    pub(super) matching: Matching,
    pub(super) matches: u64,
    pub(super) complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sampled_from: Option<u64>,
    /// With --by-rejection, how that went; none within where the matches were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rejection: Option<Option<RejectionReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ids_per_second: Option<f64>,
    pub(super) output: Option<&'a Path>,
}

/// How draws by rejection went.
#[derive(Serialize)]
pub(super) struct RejectionReport {
    attempts: u64,
    accepted: u64,
    acceptance: Option<f64>,
    exceeding: u64,
    uniform: bool,
    pilot_attempts: u64,
}

impl From<Rejection> for RejectionReport {
    fn from(rejection: Rejection) -> Self {
        let Rejection { attempts, accepted, exceeding, uniform, pilot_attempts, .. } = rejection;
        let acceptance = rejection.acceptance();
        RejectionReport { attempts, accepted, acceptance, exceeding, uniform, pilot_attempts }
    }
}

impl fmt::Display for RejectionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.uniform { "uniform" } else { "near-uniform" };
        write!(f, "drawn by rejection, {how}: {}", counted(self.attempts, "attempt", "attempts"))?;
        if let Some(acceptance) = self.acceptance {
            write!(f, ", {} accepted", percent(acceptance))?;
        }
        if self.uniform { Ok(()) } else { write!(f, ", {} beyond the cap", self.exceeding) }
    }
}

impl ListReport<'_> {
    /// How the matches were drawn, if that was to be by rejection.
    pub(super) fn draws(&self) -> Option<String> {
        Some(match self.rejection.as_ref()? {
            Some(rejection) => rejection.to_string(),
            None => "not drawn by rejection: the matches of so small a pattern were counted".into(),
        })
    }

    /// With the speed at which `matches` were listed.
    pub(super) fn at_speed(self, matches: u64, pattern: &Pattern, seconds: Seconds) -> Self {
        let ids = matches as f64 * pattern.vertices() as f64;
        ListReport { ids_per_second: (matches > 0).then(|| ids / seconds.mine), ..self }
    }
}

impl fmt::Display for ListReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, many) = report::nouns(self.matching.semantics);
        let matches = counted(self.matches, one, many);
        let part = match (self.sampled_from, self.complete) {
            (Some(all), _) => format!(", drawn from {all}"),
            (None, _) if self.rejection.is_some() => ", drawn by rejection".into(),
            (None, true) => ", all there are".into(),
            (None, false) => ", and there may be more".into(),
        };
        let (pattern, how) = (self.pattern, self.matching.induced.name());
        match self.output {
            Some(output) => {
                writeln!(f, "{matches} of {pattern} ({how}-induced{part}) in {}", output.display())
            }
            None => writeln!(f, "{matches} of {pattern} ({how}-induced{part}), listed and dropped"),
        }?;
        if let Some(draws) = self.draws() {
            writeln!(f, "{draws}")?;
        }
        match self.ids_per_second {
            Some(speed) => writeln!(f, "speed   {:.3} million vertex ids a second", speed / 1e6),
            None => Ok(()),
        }
    }
}
