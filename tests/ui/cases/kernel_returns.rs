//! A kernel returns nothing.

#[cuda_std::kernel]
pub unsafe fn count_things<B: Block>(block: B, args: &CountThingsArgs<'_>) -> u64 {
    0
}

fn main() {}
