//! Lines of edges, which are made in parallel and written in order.

use std::{
    io::{self, Write},
    ops::Range,
};

use rayon::prelude::*;

use crate::graph::Graph;

/// Writes a line for each edge `v`-`w`, `v < w`, in order: what `put` adds to a text.
pub(super) fn write_edges(
    graph: &Graph,
    writer: &mut dyn Write,
    put: impl Fn(&mut Vec<u8>, u32, u32) + Sync,
) -> io::Result<()> {
    let format = |range: Range<u32>| {
        let mut text = Vec::new();
        for v in range {
            for &w in graph.csr().greater_neighbors(v) {
                put(&mut text, v, w);
                text.push(b'\n');
            }
        }
        text
    };
    let ranges = ranges_of_neighbors(graph.csr().offsets(), 1 << 16);
    for batch in ranges.chunks(4 * rayon::current_num_threads()) {
        let texts: Vec<Vec<u8>> = batch.par_iter().cloned().map(format).collect();
        texts.iter().try_for_each(|text| writer.write_all(text))?;
    }
    Ok(())
}

/// Cuts the vertices in ranges that have about `size` neighbours each.
fn ranges_of_neighbors(offsets: &[u64], size: u64) -> Vec<Range<u32>> {
    let (mut ranges, mut start) = (Vec::new(), 0);
    let n = offsets.len() - 1;
    while start < n {
        let end = offsets.partition_point(|&offset| offset <= offsets[start] + size).clamp(start + 1, n);
        ranges.push(start as u32..end as u32);
        start = end;
    }
    ranges
}
