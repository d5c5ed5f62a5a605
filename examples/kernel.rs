//! Launching a kernel by hand: random numbers, the same on every device.
//!
//! ```text
//! cargo run --release --example kernel
//! ```

use std::error::Error;

use motherlode::runtime::{Choice, Device, Grid};
use motherlode_device::kernels::fill::{Fill, FillArgs};

fn main() -> Result<(), Box<dyn Error>> {
    let on_auto = random_numbers(&Device::open(Choice::Auto, None)?)?;
    let on_cpu = random_numbers(&Device::cpu(None))?;
    println!("{:?} …", &on_auto[..4]);
    assert_eq!(on_auto, on_cpu, "a kernel gives the same on every device");
    Ok(())
}

/// Fills an array of a thousand numbers on `device`, and fetches it.
fn random_numbers(device: &Device) -> Result<Vec<u32>, Box<dyn Error>> {
    println!("{device}");
    let mut values = device.zeroed::<u32>(1000)?;
    // SAFETY: the kernel writes the array that it is given, requires nothing else, and nobody else has the array.
    let lend = unsafe { device.lend() };
    // The kernel's type names its argument type: another struct here would not compile.
    let args = FillArgs { values: lend.scratch(&mut values), seed: 7 };
    lend.launch::<Fill>(Grid { blocks: 4, warps: 8, shared_bytes: 0 }, &args)?;
    device.synchronize()?;
    Ok(values.download()?)
}
