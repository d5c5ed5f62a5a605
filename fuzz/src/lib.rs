//! What every reader must keep to, whatever the bytes.

use std::sync::Once;

use motherlode::graph::{self, Csr, Format, Graph, GraphError, LoadOptions};

/// Reads bytes in blocks of two sizes. Both must fail, with the same message, or give the same valid graph, which must be the
/// same once written as `.csr` and read again.
pub fn check(bytes: &[u8], format: Option<Format>) {
    // Inputs are tiny: to wake other threads would take most of the time.
    static ONE_THREAD: Once = Once::new();
    ONE_THREAD.call_once(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build_global().expect("nothing has used the pool before");
    });
    let read = |block_bytes| {
        let options = LoadOptions { format, block_bytes, ..LoadOptions::default() };
        graph::read(bytes, "input", &options)
    };
    match (read(1 << 20), read(7)) {
        (Ok(graph), Ok(again)) => {
            assert_eq!(graph.csr(), again.csr());
            assert_eq!(graph.report(), again.report());
            check_graph(&graph);
        }
        // Damaged compression may hide a bad line before it: how far the decompressor gets depends on what it is asked for.
        (Err(GraphError::Compressed { .. }), Err(_)) | (Err(_), Err(GraphError::Compressed { .. })) => {}
        (Err(error), Err(again)) => assert_eq!(error.to_string(), again.to_string()),
        (one, other) => panic!("the size of blocks decides: {one:?}, {other:?}"),
    }
}

fn check_graph(graph: &Graph) {
    let csr = graph.csr();
    Csr::from_parts(csr.offsets().to_vec(), csr.neighbors_all().to_vec())
        .expect("a graph that was read is valid");
    let mut bytes = Vec::new();
    graph::write(graph, Format::Csr, &mut bytes).expect("memory can be written to");
    let back = graph::read(bytes.as_slice(), "written", &LoadOptions::default())
        .expect("what was written can be read");
    assert_eq!(back.csr(), csr);
    assert!((0..csr.n()).all(|v| back.ids().get(v) == graph.ids().get(v)));
}
