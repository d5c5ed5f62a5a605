//! A kernel trusts its arguments, so no safe code may call it.

#[cuda_std::kernel]
pub fn count_things<B: Block>(block: B, args: &CountThingsArgs<'_>) {}

fn main() {}
