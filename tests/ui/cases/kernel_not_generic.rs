//! A kernel runs on every machine, so it is generic over the block.

#[cuda_std::kernel]
pub unsafe fn count_things(args: &CountThingsArgs<'_>) {}

fn main() {}
