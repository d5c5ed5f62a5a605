//! The pages that the program's own code lies in.

use std::ops::Range;
use std::sync::Once;
use std::{fs, thread};

/// Has the system map all pages of the code that this is a part of, on a thread of its own, when first called.
///
/// The system maps a page of code when somebody comes there for the first time, which takes about two microseconds. A
/// small job on a card comes to twenty such pages, and would wait for them longer than for the card.
pub(super) fn map_code_pages() {
    static FIRST: Once = Once::new();
    FIRST.call_once(|| {
        // Without a thread, or from a system that does not know such advice, pages are mapped one by one.
        let _ = thread::Builder::new().spawn(|| own_code().map(map_pages));
    });
}

/// The addresses of the code that this is a part of.
fn own_code() -> Option<Range<usize>> {
    let here = own_code as *const () as usize;
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    maps.lines().filter_map(addresses).find(|code| code.contains(&here))
}

/// The addresses of a mapping, as `/proc/self/maps` tells of it: `55d0-55f0 r-xp ...`.
fn addresses(line: &str) -> Option<Range<usize>> {
    let (start, end) = line.split(' ').next()?.split_once('-')?;
    let address = |digits| usize::from_str_radix(digits, 16).ok();
    Some(address(start)?..address(end)?)
}

fn map_pages(code: Range<usize>) {
    let start = std::ptr::with_exposed_provenance_mut(code.start);
    // SAFETY: this advice has pages read and mapped, and changes neither what lies in memory nor what may be done there.
    unsafe { libc::madvise(start, code.len(), libc::MADV_POPULATE_READ) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel's own account of a mapping: how much of it is mapped, and its size, in KiB.
    fn mapped(code: &Range<usize>) -> (u64, u64) {
        let maps = fs::read_to_string("/proc/self/smaps").unwrap();
        let mut of_code = maps.lines().skip_while(|line| addresses(line).as_ref() != Some(code));
        let mut number = |name| {
            let line = of_code.find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim().trim_end_matches(" kB").parse().unwrap()
        };
        let (size, mapped) = (number("Size:"), number("Rss:"));
        (mapped, size)
    }

    #[test]
    fn all_code_is_mapped() {
        let code = own_code().unwrap();
        assert!(code.contains(&(mapped as *const () as usize)), "{code:x?}");
        map_pages(code.clone());
        let (mapped, size) = mapped(&code);
        assert!(mapped == size && size > 0, "{mapped} of {size} KiB");
    }

    #[test]
    fn lines_that_are_no_mapping_have_no_addresses() {
        assert_eq!(addresses("7f00-7f10 r-xp 00000000 00:00 0 /lib/some file"), Some(0x7f00..0x7f10));
        assert_eq!(addresses("Size: 132 kB"), None);
        assert_eq!(addresses(""), None);
        assert_eq!(addresses("zz-7f"), None);
    }
}
