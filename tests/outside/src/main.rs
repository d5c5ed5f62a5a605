//! Counts houses, as a crate outside the workspace.

use std::error::Error;

use motherlode::graph::Csr;
use motherlode::mine::{CountOptions, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Choice, Device, kernels};

fn main() -> Result<(), Box<dyn Error>> {
    // A house is a square with a roof: 5 vertices, and 2 symmetries. Any 5 of 6 vertices, all joined, hold 5! / 2 = 60.
    let vertices = 6;
    let edges: Vec<(u32, u32)> = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let device = Device::open(Choice::Auto, None)?;
    let placed = Placed::new(&Csr::from_edges(vertices, &edges), &device);
    let house = Pattern::parse("house")?;
    let counted = placed.count(&house, &CountOptions::default())?;
    println!("{} houses, on {device}", counted.count);
    assert_eq!(counted.count, 6 * 60);
    let induced = placed.count(&house, &CountOptions::default().induced(Induced::Vertex))?;
    assert_eq!(induced.count, 0, "all others are joined too");
    println!("kernels: {}", kernels());
    Ok(())
}
