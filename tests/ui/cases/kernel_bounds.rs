//! No card has blocks of 2048 threads.

#[cuda_std::kernel(max_threads = 2048)]
pub unsafe fn count_things<B: Block>(block: B, args: &CountThingsArgs<'_>) {}

fn main() {}
