//! Runs a kernel of one's own on the card if there is one, and on the CPU.

use std::error::Error;
use std::sync::atomic::AtomicU64;

use cust::CudaFlags;
use cust::context::Context;
use cust::device::Device;
use cust::memory::{CopyDestination, DeviceBuffer};
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};
use motherlode_device::Kernel;
use motherlode_device::memory::Slice;
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock};
use own_kernel_device::{WeightedSum, WeightedSumArgs};

/// The kernels for cards; empty if they were not built.
static PTX: &str = include_str!(concat!(env!("OUT_DIR"), "/kernels.ptx"));

fn main() -> Result<(), Box<dyn Error>> {
    let values: Vec<u32> = (0..1_000_000).collect();
    let weights: Vec<u16> = (0..1_000_000_u32).map(|i| (i % 1000) as u16).collect();
    let on_cpu = on_cpu(&values, &weights);
    println!("CPU: {on_cpu}");
    // SAFETY: it asks whether the driver's library can be loaded.
    if PTX.is_empty() || !unsafe { cust_raw::is_culib_present() } {
        println!("no card is used");
        return Ok(());
    }
    let on_card = on_card(&values, &weights)?;
    println!("card: {on_card}");
    assert_eq!(on_card, on_cpu);
    Ok(())
}

/// On one thread of the CPU. A program would give the blocks to many: they know nothing of each other.
fn on_cpu(values: &[u32], weights: &[u16]) -> u64 {
    let mut sum = [AtomicU64::new(0)];
    let args = WeightedSumArgs { values: values.into(), weights: weights.into(), sum: sum.as_slice().into() };
    const BLOCKS: u32 = 8;
    for block in 0..BLOCKS {
        let block = ScalarBlock::new(block, BLOCKS, &mut []);
        // SAFETY: host arrays that outlive the call and a sum of zero; each block is run once.
        unsafe { scalar::run::<WeightedSum>(Isa::detect(), block, &args) };
    }
    let [sum] = &mut sum;
    *sum.get_mut()
}

/// On the first card.
fn on_card(values: &[u32], weights: &[u16]) -> Result<u64, Box<dyn Error>> {
    cust::init(CudaFlags::empty())?;
    let _context = Context::new(Device::get_device(0)?)?;
    let module = Module::from_ptx(PTX, &[])?;
    let kernel = module.get_function(WeightedSum::NAME)?;
    let stream = Stream::new(StreamFlags::NON_BLOCKING, None)?;
    let values = DeviceBuffer::from_slice(values)?;
    let weights = DeviceBuffer::from_slice(weights)?;
    let sum = DeviceBuffer::from_slice(&[0_u64])?;
    // SAFETY: arrays of the card, of those lengths, that live until the stream has ended; an atomic has the layout of
    // its integer, and nothing else writes the sum.
    let args = unsafe {
        WeightedSumArgs {
            values: Slice::from_raw_parts(values.as_device_ptr().as_ptr(), values.len() as u64),
            weights: Slice::from_raw_parts(weights.as_device_ptr().as_ptr(), weights.len() as u64),
            sum: Slice::from_raw_parts(sum.as_device_ptr().as_ptr().cast(), 1),
        }
    };
    // SAFETY: the kernel takes this struct, whose arrays are the card's, and a sum of zero.
    unsafe { cust::launch!(kernel<<<64, 256, 0, stream>>>(args))? };
    stream.synchronize()?;
    let mut total = [0];
    sum.copy_to(&mut total)?;
    Ok(total[0])
}
