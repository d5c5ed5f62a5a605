//! Options that several commands share.

mod device;
mod pattern;
mod read;
mod threads;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

pub use device::DeviceArgs;
pub use pattern::{MatchingArgs, PlannerArgs, induced, semantics};
pub use read::ReadArgs;
pub use threads::ThreadArgs;

/// Parses one of a few values: the name of each, the value, and what it means, which completions show beside the name.
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let names = values.map(|(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(move |given| {
        let (_, value, _) =
            values.iter().find(|(name, ..)| *name == given).expect("clap takes no other name");
        *value
    })
}
