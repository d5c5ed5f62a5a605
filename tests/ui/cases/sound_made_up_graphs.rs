//! Anyone can put a graph together, and it need not be one: none but kernels read lists of it unchecked.

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::triangles::{HubRows, Oriented};
use motherlode_device::memory::Slice;

fn main() {
    let graph = GraphView { offsets: Slice::empty(), neighbors: Slice::empty(), splits: Slice::empty() };
    graph.neighbors(5);
    graph.smaller(5);
    let oriented = Oriented { offsets: Slice::empty(), neighbors: Slice::empty() };
    oriented.list(5);
    oriented.start(5);
    let hubs = HubRows { words: Slice::empty(), count: 100 };
    hubs.row(5);
}
