//! GPU architectures, and the versions of the PTX language that they need.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A version of the PTX language.
///
/// A driver accepts the versions up to its own, so the lowest that an architecture allows runs on the most drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PtxVersion {
    /// The number before the point.
    pub major: u32,
    /// The number after the point.
    pub minor: u32,
}

impl fmt::Display for PtxVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// An architecture (`sm_80`), from sm_70 (Volta) on: older ones have no independent scheduling of threads, which the
/// collectives of `cuda_std` rely on.
///
/// PTX for an architecture runs on every later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arch {
    number: u32,
    ptx: (u32, u32),
}

macro_rules! archs {
    ($($name:ident = $number:literal, $major:literal . $minor:literal, $card:literal;)*) => {
        impl Arch {
            $(
                #[doc = concat!("sm_", $number, ": ", $card, ".")]
                pub const $name: Arch = Arch { number: $number, ptx: ($major, $minor) };
            )*
            /// Every architecture that can be built for, ascending.
            pub const ALL: &[Arch] = &[$(Arch::$name),*];
        }
    };
}

// Lowest PTX versions: the table "PTX Release History" of the PTX ISA manual.
archs! {
    SM_70 = 70, 6 . 0, "Volta: V100";
    SM_72 = 72, 6 . 1, "Volta: Xavier";
    SM_75 = 75, 6 . 3, "Turing: T4, RTX 20";
    SM_80 = 80, 7 . 0, "Ampere: A100";
    SM_86 = 86, 7 . 1, "Ampere: A10, RTX 30";
    SM_87 = 87, 7 . 4, "Ampere: Orin";
    SM_89 = 89, 7 . 8, "Ada: L4, RTX 40";
    SM_90 = 90, 7 . 8, "Hopper: H100, H200";
    SM_100 = 100, 8 . 6, "Blackwell: B200";
    SM_103 = 103, 8 . 8, "Blackwell: B300";
    SM_120 = 120, 8 . 7, "Blackwell: RTX 50";
    SM_121 = 121, 8 . 8, "Blackwell: DGX Spark";
}

impl Arch {
    /// What is built when nothing else is asked for: every card from Ampere on runs it.
    pub const DEFAULT: &[Arch] = &[Arch::SM_80];

    /// The architecture sm_`number`.
    ///
    /// # Errors
    /// [`Error::UnknownArch`] when there is none, or it is older than sm_70.
    pub fn new(number: u32) -> Result<Arch, Error> {
        let found = Arch::ALL.iter().find(|arch| arch.number == number);
        found.copied().ok_or_else(|| Error::UnknownArch { text: number.to_string() })
    }

    /// The number after `sm_`: ten times the major compute capability, plus the minor.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The lowest version of PTX that knows this architecture.
    pub fn lowest_ptx(self) -> PtxVersion {
        PtxVersion { major: self.ptx.0, minor: self.ptx.1 }
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.number)
    }
}

impl FromStr for Arch {
    type Err = Error;

    /// Reads `sm_80` or `80`.
    fn from_str(text: &str) -> Result<Arch, Error> {
        let digits = text.trim().strip_prefix("sm_").unwrap_or(text.trim());
        let unknown = || Error::UnknownArch { text: text.trim().to_owned() };
        Arch::new(digits.parse().map_err(|_| unknown())?).map_err(|_| unknown())
    }
}

#[cfg(test)]
mod tests {
    use super::Arch;

    #[test]
    fn reads_names_and_numbers() {
        assert_eq!("sm_80".parse::<Arch>().unwrap(), Arch::SM_80);
        assert_eq!(" 90 ".parse::<Arch>().unwrap(), Arch::SM_90);
        assert_eq!(Arch::SM_120.to_string(), "sm_120");
        assert_eq!(Arch::SM_75.lowest_ptx().to_string(), "6.3");
    }

    #[test]
    fn refuses_others_and_lists_what_there_is() {
        for text in ["sm_61", "sm_81", "sm_", "gfx90a", "-80", ""] {
            let error = text.parse::<Arch>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("sm_70, sm_72"), "{error}");
        }
    }

    #[test]
    fn ascending_as_promised() {
        assert!(Arch::ALL.is_sorted());
        assert!(Arch::DEFAULT.is_sorted());
    }
}
