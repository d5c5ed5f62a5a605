//! The kernels as build.rs embedded them.

use motherlode_machine::runtime::{EMBEDDED, Embedded, linkme};

#[linkme::distributed_slice(EMBEDDED)]
#[linkme(crate = linkme)]
static KERNELS: Embedded = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

#[cfg(test)]
mod tests {
    use motherlode_device::Kernel;
    use motherlode_device::kernels::triangles::count::CountTriangles;
    use motherlode_device::kernels::triangles::hubs::FillHubs;

    use motherlode_machine::runtime::FamilyCode;

    use super::KERNELS;

    #[test]
    fn machine_code_has_the_families_of_the_ptx() {
        let names = |families: &[FamilyCode]| families.iter().map(|family| family.name).collect::<Vec<_>>();
        for (arch, families) in KERNELS.machine_code {
            assert_eq!(names(families), names(KERNELS.ptx[0].1), "sm_{arch}");
            for family in *families {
                assert!(family.unpacked().unwrap().starts_with(b"\x7fELF"), "{} of sm_{arch}", family.name);
            }
        }
    }

    #[test]
    fn kernels_are_found_in_ptx() {
        for (arch, families) in KERNELS.ptx {
            let family = families.iter().find(|family| family.name == CountTriangles::FAMILY).unwrap();
            assert!([CountTriangles::NAME, FillHubs::NAME].iter().all(|name| family.kernels.contains(name)));
            let text = String::from_utf8(family.unpacked().unwrap()).unwrap();
            assert!(text.contains(&format!(".target sm_{arch}")), "{}", &text[..200]);
            assert!(family.kernels.iter().all(|name| text.contains(&format!(".visible .entry {name}("))));
        }
    }
}
