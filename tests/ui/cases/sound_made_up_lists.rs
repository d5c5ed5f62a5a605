//! The lists of a walk are read unchecked, so to read one is unsafe; so is to take for written what may not be.

use motherlode_device::graph::GraphView;
use motherlode_device::lists::{Lists, Views};
use motherlode_device::memory::{Scratch, Slice};
use motherlode_device::sets::IdRange;

fn main() {
    let graph = GraphView { offsets: Slice::empty(), neighbors: Slice::empty(), splits: Slice::empty() };
    graph.list(0, 5);
    graph.within(0, 5, IdRange::ALL);
    let views = Views { offsets: Slice::empty(), neighbors: Slice::empty(), vertices: 7 };
    views.list(1, 5);
    views.within(1, 5, IdRange::ALL);

    let nothing_written = Scratch::<u32>::empty();
    let _ = nothing_written.as_slice();
    let _ = nothing_written.written(3);
    let _ = nothing_written.read(3);
    nothing_written.write(3, 5);
    let _ = Slice::<u32>::from_raw_parts(8 as *const u32, 3);
    let _ = Scratch::<u32>::from_raw_parts(8 as *mut u32, 3);
}
