//! The kernels as PTX and as machine code, as build.rs embedded them.

use std::io::{self, Read};

include!(concat!(env!("OUT_DIR"), "/ptx.rs"));

/// A family of kernels, as a module of PTX or of machine code.
#[derive(Debug)]
pub struct FamilyCode {
    /// What it is called: see `cuda_std::kernel`.
    pub name: &'static str,
    /// The names of its kernels.
    pub kernels: &'static [&'static str],
    /// The module, compressed.
    packed: &'static [u8],
}

impl FamilyCode {
    /// The module.
    ///
    /// # Errors
    /// When the executable is damaged.
    pub fn unpacked(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        flate2::read::DeflateDecoder::new(self.packed).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Which code is built in, and where it comes from: `sm_80, built from source with rustc …; machine code for sm_80, …`.
pub fn kernels() -> String {
    if PTX.is_empty() {
        return format!("none: {PTX_MISSING}");
    }
    let origin = if PTX_FROM_SOURCE { "built from source" } else { "from ptx/, built" };
    let ptx = format!("{}, {origin} with {PTX_TOOLCHAIN}", archs(PTX.iter().map(|(arch, _)| *arch)));
    if CUBINS.is_empty() {
        return format!("{ptx}; no machine code: a card compiles what it runs for the first time");
    }
    let cards = archs(CUBINS.iter().map(|(arch, _)| *arch));
    format!("{ptx}; machine code for {cards}, by ptxas {CUBIN_ASSEMBLER}")
}

fn archs(archs: impl Iterator<Item = u32>) -> String {
    archs.map(|arch| format!("sm_{arch}")).collect::<Vec<_>>().join(", ")
}

/// The machine code of each family for a card of compute capability `capability` (90 for 9.0): cards run what was made for an
/// earlier member of their generation, and of no other.
pub(super) fn machine_code<T: Copy>(built: &[(u32, T)], capability: u32) -> Option<(u32, T)> {
    let fits = |arch: u32| arch <= capability && arch / 10 == capability / 10;
    built.iter().rev().find(|(arch, _)| fits(*arch)).copied()
}

#[cfg(test)]
mod tests {
    use motherlode_device::Kernel;
    use motherlode_device::kernels::triangles::count::CountTriangles;
    use motherlode_device::kernels::triangles::hubs::FillHubs;

    use super::{CUBINS, FamilyCode, PTX, machine_code};

    #[test]
    fn machine_code_is_of_the_cards_generation() {
        let built = [(80, "ampere"), (86, "desktop"), (90, "hopper"), (100, "blackwell"), (120, "other")];
        let chosen = |capability| machine_code(&built, capability).map(|(_, name)| name);
        assert_eq!(chosen(80), Some("ampere"));
        assert_eq!(chosen(87), Some("desktop"));
        assert_eq!(chosen(90), Some("hopper"));
        assert_eq!(chosen(103), Some("blackwell"));
        assert_eq!(chosen(121), Some("other"));
        assert_eq!((chosen(75), chosen(110)), (None, None));
    }

    #[test]
    fn machine_code_has_the_families_of_the_ptx() {
        let names = |families: &[FamilyCode]| families.iter().map(|family| family.name).collect::<Vec<_>>();
        for (arch, families) in CUBINS {
            assert_eq!(names(families), names(PTX[0].1), "sm_{arch}");
            for family in *families {
                assert!(family.unpacked().unwrap().starts_with(b"\x7fELF"), "{} of sm_{arch}", family.name);
            }
        }
    }

    #[test]
    fn kernels_are_found_in_ptx() {
        for (arch, families) in PTX {
            let family = families.iter().find(|family| family.name == CountTriangles::FAMILY).unwrap();
            assert!([CountTriangles::NAME, FillHubs::NAME].iter().all(|name| family.kernels.contains(name)));
            let text = String::from_utf8(family.unpacked().unwrap()).unwrap();
            assert!(text.contains(&format!(".target sm_{arch}")), "{}", &text[..200]);
            assert!(family.kernels.iter().all(|name| text.contains(&format!(".visible .entry {name}("))));
        }
    }
}
