//! Matches drawn at random: from all of them, counted, or by rejection.

use motherlode::mine::list::{Drawn, DrawnBy, RejectionOptions};
use motherlode::mine::{Context, Placed, Seconds};
use motherlode::pattern::Pattern;

use super::ListCommandArgs;
use super::found::{ListReport, RejectionReport};
use crate::rows::{ListingProgress, RowWriter};

/// Draws `size` matches, and writes them.
///
/// # Errors
/// When the job fails, or the rows cannot be written.
pub(super) fn sampled<'a>(
    args: &'a ListCommandArgs,
    pattern: &Pattern,
    size: u64,
    mut rows: RowWriter<'_>,
    placed: Placed,
    context: Context,
) -> anyhow::Result<(ListReport<'a>, Seconds)> {
    let Drawn { ids, by, seconds, .. } = match args.by_rejection {
        true => by_rejection(args, pattern, size, &placed, context)?,
        false => from_all(args, pattern, size, &placed, context)?,
    };
    if let Err(error) = rows.write(&ids) {
        return Err(rows.failure(error));
    }
    let matches = rows.written();
    rows.finish()?;
    let (of, rejection) = match by {
        DrawnBy::Counting { of } => (Some(of), None),
        DrawnBy::Rejection(rejection) => (None, Some(RejectionReport::from(rejection))),
    };
    let found = args.found(matches, true, of);
    Ok((ListReport { rejection: args.by_rejection.then_some(rejection), ..found }, seconds))
}

fn from_all(
    args: &ListCommandArgs,
    pattern: &Pattern,
    size: u64,
    placed: &Placed,
    context: Context,
) -> anyhow::Result<Drawn> {
    let options = args.options(context, ListingProgress::default());
    let drawn = placed.sample(pattern, &options, size, args.seed)?;
    let by = DrawnBy::Counting { of: drawn.of };
    Ok(Drawn { ids: drawn.ids, width: drawn.width, by, seconds: drawn.seconds })
}

fn by_rejection(
    args: &ListCommandArgs,
    pattern: &Pattern,
    size: u64,
    placed: &Placed,
    context: Context,
) -> anyhow::Result<Drawn> {
    let options = RejectionOptions::default()
        .matching(args.pattern.matching())
        .size(size)
        .seed(args.seed)
        .context(context);
    Ok(placed.sample_by_rejection(pattern, &options)?)
}
