//! From a file to a graph, and from a graph to what the walk needs.
//!
//! The input is an R-MAT graph of scale 18 (3.8 million edges); `MOTHERLODE_BENCH_SCALE` sets another scale. Threads:
//! `RAYON_NUM_THREADS`.

use std::{hint::black_box, path::Path};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motherlode::graph::{Graph, GraphStats, LoadOptions, OutputFormat, generate, load, save};
use motherlode::place::{by_degree, core};

fn benchmark_graph() -> Graph {
    let scale = std::env::var("MOTHERLODE_BENCH_SCALE").map_or(18, |scale| scale.parse().expect("a scale"));
    generate::rmat(scale, 16, generate::RMAT_SEED).expect("a graph of this scale").into()
}

fn file_of(folder: &Path, name: &str, graph: &Graph) -> std::path::PathBuf {
    let path = folder.join(name);
    save(graph, &path, OutputFormat::of_name(&path).expect("a known extension")).expect("room for the file");
    path
}

/// Throughput is in bytes of text, compressed or not.
fn loading(criterion: &mut Criterion) {
    let (folder, graph) = (tempfile::tempdir().expect("a temporary folder"), benchmark_graph());
    let mut group = criterion.benchmark_group("load");
    group.sample_size(10);
    let text_bytes = file_of(folder.path(), "g.txt", &graph).metadata().expect("the file").len();
    for name in ["g.txt", "g.txt.gz", "g.txt.zst", "g.mtx", "g.csr"] {
        let path = file_of(folder.path(), name, &graph);
        let bytes = if name == "g.csr" { path.metadata().expect("the file").len() } else { text_bytes };
        group.throughput(Throughput::Bytes(bytes));
        group.bench_function(name, |bencher| {
            bencher.iter(|| load(&path, &LoadOptions::default()).expect("a graph"));
        });
    }
}

/// Throughput is in entries of the array of neighbours.
fn preparing(criterion: &mut Criterion) {
    let graph = benchmark_graph();
    let mut group = criterion.benchmark_group("prepare");
    group.sample_size(10);
    group.throughput(Throughput::Elements(2 * graph.csr().edges()));
    group.bench_function("by_degree", |bencher| bencher.iter(|| by_degree(black_box(graph.csr()))));
    group.bench_function("peel to the 8-core", |bencher| bencher.iter(|| core(black_box(graph.csr()), 8)));
    let relabeled = by_degree(graph.csr()).csr;
    group.bench_function("splits", |bencher| bencher.iter(|| black_box(&relabeled).splits()));
    let splits = relabeled.splits();
    group.bench_function("statistics", |bencher| {
        bencher.iter(|| GraphStats::of(black_box(&relabeled), &splits))
    });
}

criterion_group!(benches, loading, preparing);
criterion_main!(benches);
