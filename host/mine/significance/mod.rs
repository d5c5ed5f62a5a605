//! Which counts are higher than chance has them: those of a graph beside those of graphs that a null model draws like
//! it (Milo et al. 2002, "Network motifs: simple building blocks of complex networks").
//!
//! ```text
//! graph ── Statistic ──> its counts ─────────────────────────────┐
//! Ensemble ── sample 0, 1, 2, … ── Statistic ──> SampleCounts ───┴──> Significance: z, p, profiles
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `ensemble` | [`Ensemble`]: where samples come from |
//! | `statistic` | [`Statistic`]: what is counted in each graph |
//! | `coloured_statistic` | [`ColouredStatistic`]: coloured motifs, of which it is not known beforehand which occur |
//! | `samples` | [`SampleCounts`]: what was counted in the samples |
//! | `sampled` | what can be counted in each sample, and what of it can be kept |
//! | `sampling` | [`Sampling`]: samples are drawn and counted, batch after batch |
//! | `workers` | samples by threads of the CPU, each by one |
//! | `undirected` | samples for counts that look at no directions |
//! | `judged` | [`Significance`]: what the counts tell |
//! | `local_statistic` | [`LocalStatistic`]: what is counted at the vertices of each graph |
//! | `local_sums` | [`LocalSums`]: what the counts at vertices of all samples come to |
//! | `local_judged` | [`LocalJudged`]: what the count at a vertex tells |
//!
//! At vertices it is the same, but that no counts of samples are kept: `LocalStatistic` ──> [`LocalSums`] ──>
//! [`LocalJudged`], of each vertex and orbit.
//!
//! A sample is named by its number, and an ensemble has the same graph under it whoever asks and whenever. So the
//! counts are the same on every device and for any number of threads, those of the first samples say how far a job has
//! come, and more samples go on from there.

mod coloured_statistic;
mod ensemble;
mod judged;
mod local_judged;
mod local_statistic;
mod local_sums;
mod sampled;
mod samples;
mod sampling;
mod statistic;
mod undirected;
mod workers;

pub use super::statistics::{CONFIDENCE, Chance, Spread};
pub use coloured_statistic::ColouredStatistic;
pub use ensemble::Ensemble;
pub use judged::{Judged, Significance};
pub use local_judged::LocalJudged;
pub use local_statistic::LocalStatistic;
pub use local_sums::LocalSums;
pub use sampled::{CountsBeside, GraphStatistic, KeptSamples, SampleStatistic};
pub use samples::SampleCounts;
pub use sampling::Sampling;
pub use statistic::Statistic;
pub use undirected::undirected;
