//! What names of files tell.

/// The name that a compressed file has when it is not.
pub(crate) fn uncompressed(name: &str) -> &str {
    name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name)
}
