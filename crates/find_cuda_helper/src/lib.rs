//! What cust's build script calls to find a CUDA toolkit. Motherlode loads the driver at run time and links nothing,
//! so there is nothing to look for.

/// Does nothing.
pub fn include_cuda() {}
/// No toolkit.
pub fn find_cuda_root() -> Option<std::path::PathBuf> {
    None
}
