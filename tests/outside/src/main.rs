//! Counts houses, as a crate outside the workspace.

use std::error::Error;

use motherlode::graph::Csr;
use motherlode::mine::{CountOptions, Method, count};
use motherlode::pattern::Pattern;
use motherlode::plan::{Features, Induced, Semantics};
use motherlode::runtime::{Choice, Device, Interrupt};

fn main() -> Result<(), Box<dyn Error>> {
    // A house is a square with a roof: 5 vertices, and 2 symmetries. Any 5 of 6 vertices, all joined, hold 5! / 2 = 60.
    let vertices = 6;
    let edges: Vec<(u32, u32)> = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let graph = Csr::from_edges(vertices, &edges);
    let device = Device::open(Choice::Auto, None)?;
    let options = CountOptions {
        induced: Induced::Edge,
        semantics: Semantics::Subgraphs,
        method: Method::Best,
        planner: Features::default(),
        interrupt: &Interrupt::default(),
        progress: &|_| {},
    };
    let counted = count(&graph, &Pattern::parse("house")?, &device, options)?;
    println!("{} houses, on {device}", counted.count);
    assert_eq!(counted.count, 6 * 60);
    Ok(())
}
