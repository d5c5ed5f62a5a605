//! A panic in a kernel reaches the host's error, with its message and place, on every device.
//!
//! On a card the panic ends the context: the test has a process of its own.

use motherlode::runtime::{Device, Grid, RuntimeError};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::count::split::Split;
use motherlode_device::kernels::count::walk::{CountWalk, shared_bytes};
use motherlode_device::memory::{Scratch, Slice};
use motherlode_device::plan::WalkPlan;
use testing::common;

/// A walk that was given one buffer and no memory for it.
fn walk_without_buffers(device: &Device) -> RuntimeError {
    let pattern = motherlode::pattern::Pattern::parse("4-clique").unwrap();
    let stats = motherlode::plan::generic_stats();
    let plan = motherlode::plan::plan(&pattern, motherlode::plan::Induced::Edge, &stats).unwrap();
    assert!(plan.walk.buffers > 0);
    let (queue, totals) = (device.zeroed::<u64>(1).unwrap(), device.zeroed::<u64>(5).unwrap());
    // SAFETY: there are no lists and no tasks: the kernel gets no further than its buffers, of which there are none,
    // and which it takes by a checked call.
    let lend = unsafe { device.lend() };
    let args = CountArgs {
        graph: GraphView { offsets: Slice::empty(), neighbors: Slice::empty(), splits: Slice::empty() },
        starts: Slice::empty(),
        first: Slice::empty(),
        queue: lend.atomics(&queue),
        totals: lend.atomics(&totals),
        buffers: Scratch::empty(),
        capacity: 10,
        end: 0,
        chunk: 1,
        vertices: 0,
        split: Split::NONE,
        plan: plan.walk,
    };
    let grid = Grid { blocks: 2, warps: 1, shared_bytes: shared_bytes::<WalkPlan>(1) };
    lend.launch::<CountWalk>(grid, &args).and_then(|()| device.synchronize()).unwrap_err()
}

#[test]
fn the_message_and_place_arrive() {
    for device in common::devices() {
        let error = walk_without_buffers(&device);
        assert!(matches!(error, RuntimeError::KernelPanic { kernel: "count_walk", .. }), "{device}: {error}");
        assert!(error.to_string().contains("a part outside its scratch array"), "{device}: {error}");
        if device.card().is_some() {
            assert!(error.to_string().contains("memory.rs:"), "{device}: {error}");
        }
    }
}
