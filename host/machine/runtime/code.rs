//! The kernels as PTX and as machine code, as a program has them built in.

use std::io::{self, Read};
use std::ops::Range;

/// A family of kernels, as a module of PTX or of machine code.
#[derive(Debug)]
pub struct FamilyCode {
    /// What it is called: see `cuda_std::kernel`.
    pub name: &'static str,
    /// The names of its kernels.
    pub kernels: &'static [&'static str],
    /// A frame of zstd that has the module in it.
    packed: &'static [u8],
    /// Where the module lies in what the frame unpacks to.
    place: Range<usize>,
}

impl FamilyCode {
    /// The family `name`, whose module has `kernels`, and lies at `place` in what `packed` unpacks to, a frame of zstd: that of all
    /// architectures is alike, and much smaller in one frame than in one for each.
    ///
    /// # Safety
    /// Cards run the module: it must be what this version of `motherlode-device` is compiled to.
    pub const unsafe fn new(
        name: &'static str,
        kernels: &'static [&'static str],
        packed: &'static [u8],
        place: Range<usize>,
    ) -> FamilyCode {
        FamilyCode { name, kernels, packed, place }
    }

    /// The module.
    ///
    /// # Errors
    /// When the executable is damaged.
    pub fn unpacked(&self) -> io::Result<Vec<u8>> {
        let mut frame = zstd::Decoder::with_buffer(self.packed)?;
        io::copy(&mut frame.by_ref().take(self.place.start as u64), &mut io::sink())?;
        let mut module = vec![0; self.place.len()];
        frame.read_exact(&mut module)?;
        Ok(module)
    }
}

/// By architecture (80 for sm_80), ascending: the families of kernels.
pub type CodeByArch = &'static [(u32, &'static [FamilyCode])];

/// The kernels of a program, for cards.
#[derive(Debug)]
pub struct Embedded {
    /// As PTX.
    pub ptx: CodeByArch,
    /// Whether the PTX was built with the program, not taken from ptx/.
    pub from_source: bool,
    /// The toolchain that built the PTX.
    pub toolchain: &'static str,
    /// Why there is no PTX; empty when there is.
    pub missing: &'static str,
    /// As machine code.
    pub machine_code: CodeByArch,
    /// The version of the assembler that made the machine code.
    pub assembler: &'static str,
}

/// What the build script of `motherlode` made. It enters itself here, so that the layers below are compiled while
/// kernels are.
#[linkme::distributed_slice]
pub static EMBEDDED: [Embedded];

/// The kernels of this program.
pub(super) fn embedded() -> &'static Embedded {
    const NONE: Embedded = Embedded {
        ptx: &[],
        from_source: false,
        toolchain: "",
        missing: "the program has layers of motherlode without motherlode itself, which has the kernels",
        machine_code: &[],
        assembler: "",
    };
    EMBEDDED.first().unwrap_or(&NONE)
}

/// Which code is built in, and where it comes from: `sm_80, built from source with rustc …; machine code for sm_80, …`.
pub fn kernels() -> String {
    let code = embedded();
    if code.ptx.is_empty() {
        return format!("none: {}", code.missing);
    }
    let origin = if code.from_source { "built from source" } else { "from ptx/, built" };
    let ptx = format!("{}, {origin} with {}", archs(code.ptx), code.toolchain);
    if code.machine_code.is_empty() {
        return format!("{ptx}; no machine code: a card compiles what it runs for the first time");
    }
    format!("{ptx}; machine code for {}, by ptxas {}", archs(code.machine_code), code.assembler)
}

fn archs(code: CodeByArch) -> String {
    code.iter().map(|(arch, _)| format!("sm_{arch}")).collect::<Vec<_>>().join(", ")
}

/// The machine code of each family for a card of compute capability `capability` (90 for 9.0): cards run what was made
/// for an earlier member of their generation, and of no other.
pub(super) fn machine_code<T: Copy>(built: &[(u32, T)], capability: u32) -> Option<(u32, T)> {
    let fits = |arch: u32| arch <= capability && arch / 10 == capability / 10;
    built.iter().rev().find(|(arch, _)| fits(*arch)).copied()
}

#[cfg(test)]
mod tests {
    use super::{FamilyCode, machine_code};

    #[test]
    fn modules_of_one_frame_are_told_apart() {
        let modules: [&[u8]; 3] = [b"of one card", b"", b"of another card"];
        let packed: &'static [u8] = zstd::bulk::compress(&modules.concat(), 3).unwrap().leak();
        let mut start = 0;
        for module in modules {
            let place = start..start + module.len();
            start = place.end;
            // SAFETY: no card sees it.
            let family = |packed| unsafe { FamilyCode::new("any", &[], packed, place.clone()) };
            assert_eq!(family(packed).unpacked().unwrap(), module);
        }
        // SAFETY: as above.
        let family = |packed, place| unsafe { FamilyCode::new("any", &[], packed, place) };
        assert!(family(packed, 0..start + 1).unpacked().is_err(), "what is not in the frame");
        assert!(family(&packed[..packed.len() / 2], 0..start).unpacked().is_err(), "half of the frame");
    }

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
}
