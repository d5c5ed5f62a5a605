//! Which device a user asks for.

use std::fmt;
use std::str::FromStr;

use super::{RuntimeError, cuda};

/// A device as named on the command line: `auto`, `cpu` or `cuda:N`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The first card, or the CPU where there is no driver or no card.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// The card of this ordinal.
    Cuda(u32),
}

impl Choice {
    /// Whether there is a driver for the card that is asked for, which is quick to tell.
    ///
    /// # Errors
    /// [`RuntimeError::NoDriver`] if a card is asked for and there is no driver.
    pub fn check_driver(self) -> Result<(), RuntimeError> {
        match self {
            Choice::Cuda(_) => cuda::check_driver(),
            Choice::Auto | Choice::Cpu => Ok(()),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Choice::Auto),
            "cpu" => Ok(Choice::Cpu),
            "cuda" => Ok(Choice::Cuda(0)),
            _ => text.strip_prefix("cuda:").and_then(|n| n.parse().ok()).map(Choice::Cuda).ok_or_else(|| {
                format!(
                    "no device is called '{text}': it is 'auto', 'cpu', or 'cuda:N' with a card's number N"
                )
            }),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Auto => f.write_str("auto"),
            Choice::Cpu => f.write_str("cpu"),
            Choice::Cuda(n) => write!(f, "cuda:{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_refusals() {
        assert_eq!("auto".parse(), Ok(Choice::Auto));
        assert_eq!("cpu".parse(), Ok(Choice::Cpu));
        assert_eq!("cuda".parse(), Ok(Choice::Cuda(0)));
        assert_eq!("cuda:3".parse(), Ok(Choice::Cuda(3)));
        for bad in ["", "gpu", "cuda:", "cuda:-1", "cuda:x", "CPU"] {
            let error = bad.parse::<Choice>().unwrap_err();
            assert!(error.contains(&format!("'{bad}'")) && error.contains("cuda:N"), "{error}");
        }
    }
}
