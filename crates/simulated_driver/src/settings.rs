//! How many cards there are, whether they have links, and what may be mapped of the host's memory: what the environment
//! says.

use crate::faults::MOST_CARDS;

/// The variable with the number of cards, 1 unless it is set.
const CARDS: &str = "SIMULATED_DRIVER_CARDS";
/// The variable that is 0 for cards without links, and 1, as if it were not set, for links between all.
const LINKS: &str = "SIMULATED_DRIVER_LINKS";
/// The variable with the bytes of the host's memory that may be in pages, [`HOST_PAGES`] unless it is set.
const HOST_BYTES: &str = "SIMULATED_DRIVER_HOST_BYTES";

/// Bytes of the host's memory that may be in pages, unless the environment or a test says otherwise.
const HOST_PAGES: usize = 1 << 30;

/// The machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// From 1; 0 where the environment could not be read, which keeps the driver from starting.
    pub cards: usize,
    /// Whether each card reaches the memory of all others.
    pub links: bool,
    /// The most bytes of the host's memory that are in pages; 0 for a machine that cannot map such.
    pub host_bytes: usize,
}

impl Settings {
    /// What the environment asks for.
    pub fn of_environment() -> Settings {
        let value = |name, unset: &str| std::env::var(name).unwrap_or_else(|_| unset.into());
        let host_bytes = value(HOST_BYTES, &HOST_PAGES.to_string());
        Settings::parse(&value(CARDS, "1"), &value(LINKS, "1"), &host_bytes).unwrap_or_else(|wrong| {
            eprintln!("simulated driver: {wrong}");
            Settings { cards: 0, links: false, host_bytes: 0 }
        })
    }

    fn parse(cards: &str, links: &str, host_bytes: &str) -> Result<Settings, String> {
        let number = cards.parse().ok().filter(|number| (1..=MOST_CARDS).contains(number));
        let bytes = host_bytes.parse();
        Ok(Settings {
            cards: number.ok_or_else(|| format!("{CARDS} is '{cards}', and has to be 1 to {MOST_CARDS}"))?,
            links: match links {
                "0" => false,
                "1" => true,
                _ => return Err(format!("{LINKS} is '{links}', and has to be 0 or 1")),
            },
            host_bytes: bytes
                .map_err(|_| format!("{HOST_BYTES} is '{host_bytes}', and has to be a number of bytes"))?,
        })
    }
}
