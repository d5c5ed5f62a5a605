//! How many cards there are, and whether they have links: what the environment says.

use crate::faults::MOST_CARDS;

/// The variable with the number of cards, 1 unless it is set.
const CARDS: &str = "SIMULATED_DRIVER_CARDS";
/// The variable that is 0 for cards without links, and 1, as if it were not set, for links between all.
const LINKS: &str = "SIMULATED_DRIVER_LINKS";

/// The machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// From 1; 0 where the environment could not be read, which keeps the driver from starting.
    pub cards: usize,
    /// Whether each card reaches the memory of all others.
    pub links: bool,
}

impl Settings {
    /// What the environment asks for.
    pub fn of_environment() -> Settings {
        let value = |name| std::env::var(name).unwrap_or_else(|_| "1".into());
        Settings::parse(&value(CARDS), &value(LINKS)).unwrap_or_else(|wrong| {
            eprintln!("simulated driver: {wrong}");
            Settings { cards: 0, links: false }
        })
    }

    fn parse(cards: &str, links: &str) -> Result<Settings, String> {
        let number = cards.parse().ok().filter(|number| (1..=MOST_CARDS).contains(number));
        Ok(Settings {
            cards: number.ok_or_else(|| format!("{CARDS} is '{cards}', and has to be 1 to {MOST_CARDS}"))?,
            links: match links {
                "0" => false,
                "1" => true,
                _ => return Err(format!("{LINKS} is '{links}', and has to be 0 or 1")),
            },
        })
    }
}
