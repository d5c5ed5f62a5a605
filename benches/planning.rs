//! How long planning takes: it is part of every job, and must not be noticed.

use criterion::{Criterion, criterion_group, criterion_main};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, generic_stats, plan};

/// Named patterns of all sizes, and patterns without symmetry, which have the most orders.
const PATTERNS: [(&str, &str); 9] = [
    ("triangle", "triangle"),
    ("house", "house"),
    ("prism", "prism"),
    ("asymmetric-6", "a-b-c-d-e-f, a-c, b-e"),
    ("asymmetric-7", "a-b-c-d-e-f-g, a-c, b-e, a-g"),
    ("asymmetric-8", "a-b-c-d-e-f-g-h-a, a-c-e-b, a-d-h-b, g-c, f-a"),
    ("cube", "cube"),
    ("8-clique", "8-clique"),
    ("4-4-biclique", "4-4-biclique"),
];

fn planning(criterion: &mut Criterion) {
    let stats = generic_stats();
    let mut group = criterion.benchmark_group("planning");
    group.sample_size(20);
    for (name, text) in PATTERNS {
        let pattern: Pattern = text.parse().expect("a pattern");
        for (kind, induced) in [("edge", Induced::Edge), ("vertex", Induced::Vertex)] {
            group.bench_function(format!("{name}/{kind}"), |bencher| {
                bencher.iter(|| plan(&pattern, induced, &stats))
            });
        }
    }
    group.finish();
}

criterion_group!(benches, planning);
criterion_main!(benches);
