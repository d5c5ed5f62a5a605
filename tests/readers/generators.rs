//! Generators: the benchmark's graphs, byte for byte.

use motherlode::graph::{Csr, Graph, generate};
use sha2::{Digest, Sha256};

use super::csr_layouts::{without_checksums, written};
use super::with_threads;

fn digest(csr: Csr) -> String {
    Sha256::digest(without_checksums(&written(&Graph::from(csr))))
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The SHA-256 of the files that the reference generator, `gen_graphs.cpp`, wrote (g++ -O3 -fopenmp), in the format
/// before checksums.
#[test]
fn default_seeds_give_the_reference_files() {
    let rmat = |scale| digest(generate::rmat(scale, 16, generate::RMAT_SEED).unwrap());
    let gnm = || digest(generate::gnm(12, 40_000, generate::GNM_SEED).unwrap());
    for threads in [1, 2, 5] {
        with_threads(threads, || {
            assert_eq!(rmat(10), "b9306f55abd274baf184a97cc8c6c61018fde701ffb1252d40cbce7d063ec551");
            assert_eq!(rmat(14), "57db1121b542510a31268c12bccd5b6c65460393abf6896f2a291d4c7a67f3aa");
            assert_eq!(gnm(), "820414b79224b7c9d8286dede9367cc2a6f677baa761c871bcf2535dae7be41e");
        });
    }
    assert_eq!(rmat(16), "877f237cba6d3bc452fea0664ba5358a0479eb052830ab3f7bde187a17dca280");
}

#[test]
fn seeds_matter() {
    assert_ne!(generate::rmat(8, 4, 1), generate::rmat(8, 4, 2));
    assert_ne!(generate::gnm(8, 400, 1), generate::gnm(8, 400, 2));
}
