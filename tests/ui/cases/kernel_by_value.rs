//! A kernel takes its argument by reference.

#[cuda_std::kernel]
pub unsafe fn count_things<B: Block>(block: B, args: CountThingsArgs<'_>) {}

fn main() {}
