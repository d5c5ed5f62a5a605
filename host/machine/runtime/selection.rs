//! Which devices a user asks for.

use std::fmt;
use std::str::FromStr;

use super::{Choice, RuntimeError};

/// Devices as named on the command line: one, or several that work together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// `auto`: the first card, joined by the others when the work takes long enough; the CPU where there is no driver
    /// or no card.
    #[default]
    Auto,
    /// `cpu`, `cuda` or `cuda:N`: one device.
    One(Choice),
    /// `cuda:0,2`: these cards, each once, in this order; the first prepares.
    Cards(Vec<u32>),
    /// `cuda:all`: every card.
    AllCards,
    /// `all`: every card, and the CPU.
    All,
}

impl Selection {
    /// Whether there is a driver for the cards that are asked for, which is quick to tell.
    ///
    /// # Errors
    /// [`RuntimeError::NoDriver`] if a card is asked for and there is no driver.
    pub fn check_driver(&self) -> Result<(), RuntimeError> {
        match self {
            Selection::Auto | Selection::All => Ok(()),
            Selection::One(choice) => choice.check_driver(),
            Selection::Cards(_) | Selection::AllCards => Choice::Cuda(0).check_driver(),
        }
    }
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => return Ok(Selection::Auto),
            "all" => return Ok(Selection::All),
            "cuda:all" => return Ok(Selection::AllCards),
            _ => {}
        }
        let unknown = || {
            format!(
                "no device is called '{text}': it is 'auto', 'cpu', 'cuda:N' with a card's number N, 'cuda:N,M' for several \
                 cards, 'cuda:all', or 'all' for all cards and the CPU"
            )
        };
        let Some(list) = text.strip_prefix("cuda:").filter(|list| list.contains(',')) else {
            return text.parse().map(Selection::One).map_err(|_| unknown());
        };
        let cards: Vec<u32> =
            list.split(',').map(|n| n.parse().map_err(|_| unknown())).collect::<Result<_, _>>()?;
        match cards.iter().enumerate().find(|(at, card)| cards[..*at].contains(card)) {
            Some((_, twice)) => Err(format!("'{text}' names card {twice} twice: name each card once")),
            None => Ok(Selection::Cards(cards)),
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Auto => f.write_str("auto"),
            Selection::One(choice) => choice.fmt(f),
            Selection::AllCards => f.write_str("cuda:all"),
            Selection::All => f.write_str("all"),
            Selection::Cards(cards) => {
                let cards: Vec<String> = cards.iter().map(u32::to_string).collect();
                write!(f, "cuda:{}", cards.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_refusals() {
        let named = [
            ("auto", Selection::Auto),
            ("cpu", Selection::One(Choice::Cpu)),
            ("cuda:1", Selection::One(Choice::Cuda(1))),
            ("cuda:0,2", Selection::Cards(vec![0, 2])),
            ("cuda:3,1,0", Selection::Cards(vec![3, 1, 0])),
            ("cuda:all", Selection::AllCards),
            ("all", Selection::All),
        ];
        for (text, selection) in named {
            assert_eq!(text.parse(), Ok(selection.clone()), "{text}");
            assert_eq!(selection.to_string(), text);
        }
        assert_eq!("cuda".parse(), Ok(Selection::One(Choice::Cuda(0))));
        for bad in
            ["", "gpu", "cuda:", "cuda:-1", "cuda:x", "CPU", "cuda:0,", "cuda:,1", "cuda:0,x", "cpu,cuda"]
        {
            let error = bad.parse::<Selection>().unwrap_err();
            assert!(error.contains(&format!("'{bad}'")) && error.contains("cuda:N"), "{error}");
        }
        let error = "cuda:0,1,0".parse::<Selection>().unwrap_err();
        assert!(error.contains("card 0 twice"), "{error}");
    }
}
