//! What a listing says when it is done.

use std::fmt;
use std::path::Path;

use motherlode::mine::Seconds;
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use serde::Serialize;

use crate::cli::report::{self, counted};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ids_per_second: Option<f64>,
    pub(super) output: Option<&'a Path>,
}

impl ListReport<'_> {
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
        match self.ids_per_second {
            Some(speed) => writeln!(f, "speed   {:.3} million vertex ids a second", speed / 1e6),
            None => Ok(()),
        }
    }
}
