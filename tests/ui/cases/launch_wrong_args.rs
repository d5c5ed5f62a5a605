//! A launch with the argument of another kernel.

use motherlode_device::Kernel;
use motherlode_device::kernels::fill::Fill;

/// The signature of `Device::launch`.
fn launch<K: Kernel>(_args: &K::Args<'_>) -> &'static str {
    K::NAME
}

struct OtherArgs {
    seed: u64,
}

fn main() {
    launch::<Fill>(&OtherArgs { seed: 7 });
}
