//! `--support`: how frequent a pattern must be.

use std::str::FromStr;

/// How many graphs must contain a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Support {
    /// So many.
    Graphs(u32),
    /// In percent.
    Part(f64),
}

impl FromStr for Support {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = || format!("'{text}' is not a support: write a number, as 100, or a part, as 2.5%");
        let support = match text.strip_suffix('%') {
            Some(part) => Support::Part(part.parse().map_err(|_| refused())?),
            None => Support::Graphs(text.parse().map_err(|_| refused())?),
        };
        match support {
            Support::Graphs(0) => {
                Err("a support of 0 makes every pattern there is frequent: it is 1 at least".into())
            }
            Support::Part(part) if !(part > 0.0 && part <= 100.0) => Err(refused()),
            support => Ok(support),
        }
    }
}

impl Support {
    /// The number, of so many graphs.
    pub fn of(self, graphs: u32) -> u32 {
        match self {
            Support::Graphs(number) => number,
            // A little less, so that 10% of 340 is 34 whatever the last bit of the product is.
            Support::Part(part) => ((f64::from(graphs) * part / 100.0 - 1e-9).ceil() as u32).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supports_as_users_write_them() {
        assert_eq!("34".parse(), Ok(Support::Graphs(34)));
        assert_eq!("10%".parse::<Support>().map(|support| support.of(340)), Ok(34));
        assert_eq!("3%".parse::<Support>().map(|support| support.of(340)), Ok(11));
        assert_eq!("0.001%".parse::<Support>().map(|support| support.of(10)), Ok(1));
        assert_eq!("100%".parse::<Support>().map(|support| support.of(7)), Ok(7));
        for bad in ["", "0", "-1", "1.5", "0%", "101%", "nan%", "%", "ten"] {
            assert!(bad.parse::<Support>().is_err(), "{bad}");
        }
    }
}
