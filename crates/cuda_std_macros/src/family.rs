//! Which family a kernel belongs to: by the file that it stands in.

/// The folders of families of kernels, below `src`.
const FOLDERS: [&str; 2] = ["kernels", "primitives"];

/// The family of the kernels in `file`: the file or folder below `src/kernels` or `src/primitives`, or else below `src`;
/// without `src`, the file itself.
pub(crate) fn of(file: &str) -> String {
    let parts: Vec<&str> = file.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
    let sources =
        parts.iter().rposition(|part| *part == "src").map_or(parts.len().saturating_sub(1), |at| at + 1);
    let below = &parts[sources..];
    let family = match below {
        [folder, family, ..] if FOLDERS.contains(folder) => family,
        [family, ..] => family,
        [] => "",
    };
    let name = family.strip_suffix(".rs").unwrap_or(family);
    // It becomes part of a symbol and of a file's name.
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn families_are_files_or_folders() {
        for (file, family) in [
            ("device/src/kernels/count/walk.rs", "count"),
            ("/home/src/m/device/src/kernels/fill.rs", "fill"),
            ("device\\src\\primitives\\sort\\sweep.rs", "sort"),
            ("src/lib.rs", "lib"),
            ("device/tests/odd-name.rs", "odd_name"),
            ("", ""),
        ] {
            assert_eq!(of(file), family, "{file}");
        }
    }
}
